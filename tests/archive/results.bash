# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2034 # names for the scripts
# What the scripts share that measure on real logs and print tables in Markdown, which are kept
# beside them: SCRIPT BUILD ARCHIVE. ARCHIVE holds logs/*.swf.gz; a log is unpacked as
# $work/NAME.swf.
set -eu -o pipefail
export LC_ALL=C
"$(dirname "$0")/../support/needs" "$0" awk cmp diff xargs zcat
build=$(cd "$1" && pwd) logs=$(cd "$2" && pwd)/logs
top=$(cd "$(dirname "$0")/../.." && pwd)
bin=$build/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failures=()

KTH=KTH-SP2-1996-2.1-cln CTC=CTC-SP2-1996-easy
CEA=CEA-Curie-2011-easy OSC=OSC-Clust-2000-3.1-cln
for log in $KTH $CTC $CEA $OSC; do zcat "$logs/$log.swf.gz" >"$work/$log.swf"; done

# holds NAME CONDITION: a condition of awk on numbers, none of which may be unknown
holds() {
	if [[ ! $2 =~ nan|inf ]] && awk "BEGIN { exit !($2) }"; then
		passed=$((passed + 1))
	else
		failures+=("$1: not $2")
	fi
}

# of numbers, one a line: their count, mean, standard deviation, least and greatest
describe() {
	awk '{ s += $1; q += $1 * $1; if (NR == 1 || $1 < low) low = $1; if ($1 > high) high = $1 }
		END { m = s / NR; v = (q - NR * m * m) / (NR - 1)
			printf("%d %.6g %.6g %.6g %.6g\n", NR, m, v > 0 ? sqrt(v) : 0, low, high) }'
}

# Ends a script called NAME: what does not hold, and how much does.
finish() { # NAME
	echo
	((${#failures[@]} == 0)) || printf 'FAILED %s\n' "${failures[@]}"
	printf '%s: %d passed, %d failed\n' "$1" "$passed" "${#failures[@]}"
	((${#failures[@]} == 0))
}
