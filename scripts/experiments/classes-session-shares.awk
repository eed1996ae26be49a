# SPDX-License-Identifier: GPL-3.0-or-later
# The table of users with the shares of clusters in their sessions in the place of those by rule:
# of the table of sessions with their clusters, and then that of users.
FNR == 1 {
	file++
	for (i = 1; i <= NF; i++) at[file, $i] = i
	if (file == 2) print
	next
}
file == 1 {
	sessions[$at[1, "user"]]++
	of_class[$at[1, "user"], $NF]++
	next
}
{
	user = $at[2, "user"]
	n = split("IWD IWN IW BHP BHD", class, " ")
	for (i = 1; i <= n; i++)
		$at[2, class[i]] = sprintf("%.10g", of_class[user, class[i]] / sessions[user])
	print
}
