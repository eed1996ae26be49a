# SPDX-License-Identifier: GPL-3.0-or-later
# The coefficient of variation of the values from 0 to n - 1; missing where they are fewer than two,
# or where their mean is 0.
function variation(values, n,    i, mean, squares) {
	for (i = 0; i < n; i++) mean += values[i] / n
	for (i = 0; i < n; i++) squares += (values[i] - mean) ^ 2
	return n >= 2 && mean ? sqrt(squares / (n - 1)) / mean : ""
}
