# Days of the calendar as numbers, from 1970-01-01 on, which was a Thursday.

function day_of(year, month, day,    years) {
	years = month <= 2 ? year - 1 : year
	month += month <= 2 ? 9 : -3
	return 365 * years + int(years / 4) - int(years / 100) + int(years / 400) + \
		int((153 * month + 2) / 5) + day - 719469
}
# The seconds of a local time, 2001-10-28T14:30:05, as if all days had 24 hours.
function local_seconds(text) {
	return 86400 * day_of(substr(text, 1, 4) + 0, substr(text, 6, 2) + 0, substr(text, 9, 2) + 0) + \
		3600 * substr(text, 12, 2) + 60 * substr(text, 15, 2) + substr(text, 18)
}
# 0 is Monday
function weekday(seconds) { return (int(seconds / 86400) + 3) % 7 }
