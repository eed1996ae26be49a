# SPDX-License-Identifier: GPL-3.0-or-later
# Of the header of a log, for the portrait: what the machine is called, and where it stands; commas
# cannot stand in a cell.
BEGIN { print "what,value" }
!/^;/ { exit }
/^; *(Computer|Installation|TimeZoneString) *:/ {
	name = value = $0
	sub(/^; */, "", name)
	sub(/ *:.*/, "", name)
	sub(/^[^:]*: */, "", value)
	sub(/[ \t\r]+$/, "", value)
	gsub(/,/, ";", value)
	name = name == "TimeZoneString" ? "time_zone" : tolower(name)
	if (value != "" && !seen[name]++) print name "," value
}
