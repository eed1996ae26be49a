# SPDX-License-Identifier: GPL-3.0-or-later
# The settings that are not modelled, or that Slurm ignores, of the table that swf-simulate
# --slurm-settings prints for `scheduler`: a row each, with the reason why Slurm ignores it. The
# first, without a setting, says that the scheduler has such a table. Texts have blanks for commas.
BEGIN {
	OFS = ","
	print scheduler, "", "", ""
}
function read_cells(line,    n, i, c, quoted) {
	split("", field)
	n = 1
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"") quoted = !quoted
		else if (c == "," && !quoted) n++
		else field[n] = field[n] (c == "," ? " " : c)
	}
}
NR > 1 {
	read_cells($0)
	if (field[5] == "not modelled") print scheduler, field[3], field[4], ""
	if (field[5] == "ignored") print scheduler, field[3], field[4], field[6]
}
