# SPDX-License-Identifier: GPL-3.0-or-later
# Dates for the awk programs beside this one.

# the days from 1970-01-01 to a date such as 2001-10-28T14:30:05, or of a year of more digits
function day_of(date, more, year, month) {
	more = index(date, "-") - 5
	year = substr(date, 1, 4 + more)
	month = substr(date, 6 + more, 2) - 3
	if (month < 0) {
		month += 12
		year--
	}
	return year * 365 + int(year / 4) - int(year / 100) + int(year / 400) + \
		int((153 * month + 2) / 5) + substr(date, 9 + more, 2) - 1 - 719468
}

# the seconds of the day of such a date
function second_of_day(date, more) {
	more = index(date, "-") - 5
	return substr(date, 12 + more, 2) * 3600 + substr(date, 15 + more, 2) * 60 + \
		substr(date, 18 + more, 2)
}

# the date of a day counted from 1970-01-01
function date_of(day, year, month) {
	year = 1969 + int(day / 365)
	while (day_of((year + 1) "-01-01") <= day)
		year++
	month = 1
	while (month < 12 && day_of(sprintf("%04d-%02d-01", year, month + 1)) <= day)
		month++
	return sprintf("%04d-%02d-%02d", year, month, \
		day + 1 - day_of(sprintf("%04d-%02d-01", year, month)))
}

# the seconds of a duration such as 90, 10m or 1.5h
function seconds_of(duration, unit) {
	unit = substr(duration, length(duration))
	return duration * (unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : \
		unit == "w" ? 604800 : 1)
}

# the greatest whole number that is not above x
function floor(x) {
	return x < int(x) ? int(x) - 1 : int(x)
}
