# SPDX-License-Identifier: GPL-3.0-or-later
# Of a log and a workload, which is read second: of the work (processors by run time) submitted in
# blocks of so many weeks as each of `lengths` says, the coefficient of variation; and the
# correlation of the weeks of the workload with those of the log. Blocks at the end that are not
# whole do not count; where there are fewer than two, the value is missing.
BEGIN { week = 604800 }
FNR == 1 { files++ }
/^;/ { next }
{
	if (!(files in begin)) begin[files] = $2
	end[files] = $2
	size = $8 > 0 ? $8 : $5
	if ($4 > 0 && size > 0) work[files, int(($2 - begin[files]) / week)] += $4 * size
}
function weeks_of(file) { return int((end[file] - begin[file]) / week) }
function between_blocks(length_of_block,    blocks, w, sum, cv) {
	blocks = int(weeks_of(2) / length_of_block)
	for (w = 0; w < blocks * length_of_block; w++) sum[int(w / length_of_block)] += work[2, w]
	cv = variation(sum, blocks)
	# blocks that are equal differ by rounding
	return cv == "" ? "" : sprintf("%.6f", cv) + 0
}
function correlation(    n, w, f, mean, xx, yy, xy) {
	n = weeks_of(2)
	if (n != weeks_of(1)) n = n < weeks_of(1) ? n : weeks_of(1)
	if (n < 2) return ""
	for (f = 1; f <= 2; f++) for (w = 0; w < n; w++) mean[f] += work[f, w] / n
	for (w = 0; w < n; w++) {
		xx += (work[1, w] - mean[1]) ^ 2
		yy += (work[2, w] - mean[2]) ^ 2
		xy += (work[1, w] - mean[1]) * (work[2, w] - mean[2])
	}
	return xx * yy > 0 ? sprintf("%.6f", xy / sqrt(xx * yy)) + 0 : ""
}
END {
	n = split(lengths, length_of, " ")
	for (i = 1; i <= n; i++) {
		names = names "work_cv_" length_of[i] ","
		values = values between_blocks(length_of[i]) ","
	}
	print names "work_r"
	print values correlation()
}
