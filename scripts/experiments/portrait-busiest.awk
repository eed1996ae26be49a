# SPDX-License-Identifier: GPL-3.0-or-later
# For gantt, of the busy processors by week: FROM and TO of the busiest whole week, or of the first
# where none is whole. Nothing without a schedule.
cell("column") == "begin" { begin[cell("row")] = cell("value") }
cell("column") == "seconds" { seconds[cell("row")] = cell("value") }
cell("column") == "busy" { busy[cell("row")] = cell("value") }
END {
	for (r = 1; r in begin; r++)
		if (seconds[r] == 604800 && (!most || busy[r] > busy[most] + 0)) most = r
	if (!most && seconds[1] > 0) most = 1
	if (most) printf "FROM=%.0f TO=%.0f\n", begin[most], begin[most] + seconds[most]
}
