# SPDX-License-Identifier: GPL-3.0-or-later
# How much a machine takes, by the saturation test of swf-metrics at several loads.

# Of the loads in ascending order, whose shares of workloads that do not saturate are share[1..n]:
# up to which one the machine sustains them, 0 for none. The limit is that of half of the workloads,
# as in the recipe sustained, and not of the one with the most work.
function loads_sustained(share, n,    i) {
	for (i = 0; i < n && share[i + 1] >= 0.5; i++) continue
	return i
}
