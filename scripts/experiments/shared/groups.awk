# SPDX-License-Identifier: GPL-3.0-or-later
# A log whose field of users is that of groups of them, so that swf-metrics --by user measures
# these: 1 for the users who submit the first half of the work, the heaviest before others, 2 for
# those of the next 40 %, 3 for the others. Reads the workload that was simulated and then the
# schedule, whose jobs are written.
/^;/ {
	if (FNR != NR) print
	next
}
FNR == NR {
	size = $8 > 0 ? $8 : $5
	if (size > 0 && $4 > 0) work[$12] += size * $4
	next
}
!sorted++ { sort_users() }
{
	$12 = $12 in share ? share[$12] : 3
	print
}
# from the heaviest on, by shell sort
function sort_users(    i, j, gap, user, n, name, all, done) {
	for (user in work) {
		name[++n] = user
		all += work[user]
	}
	for (gap = int(n / 2); gap > 0; gap = int(gap / 2)) for (i = gap + 1; i <= n; i++) {
		user = name[i]
		for (j = i; j > gap && comes_before(user, name[j - gap]); j -= gap)
			name[j] = name[j - gap]
		name[j] = user
	}
	for (i = 1; i <= n; i++) {
		share[name[i]] = done < 0.5 * all ? 1 : done < 0.9 * all ? 2 : 3
		done += work[name[i]]
	}
}
function comes_before(a, b) { return work[a] > work[b] || work[a] == work[b] && a + 0 < b + 0 }
