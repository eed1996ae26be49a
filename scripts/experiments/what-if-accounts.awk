# SPDX-License-Identifier: GPL-3.0-or-later
# The accounts of a log, which are its groups, with the work of their jobs in processor seconds.
!/^;/ && $4 > 0 && $13 >= 0 {
	processors = $8 > 0 ? $8 : $5
	if (processors > 0) work[$13] += processors * $4
}
END { for (account in work) printf "%d %.0f\n", account, work[account] }
