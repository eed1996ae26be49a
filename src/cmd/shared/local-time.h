/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local time of a log, from its header and the options --tz and --start-time. */
#ifndef SWF_CMD_SHARED_LOCAL_TIME_H
#define SWF_CMD_SHARED_LOCAL_TIME_H

#include <stdbool.h>

#include "base/zone.h"
#include "shared/options.h"
#include "swfcore/calendar.h"
#include "swfcore/header.h"

/* Rows to be included: both options of logs; and --tz of what is no log yet. */
extern const struct option_row local_time_options[], site_zone_options[];

/* The Unix time of second 0, or NaN if it is not known. */
double start_time(const struct swf_header *header);

/* The calendar for the seconds of the log from first to last: UnixStartTime and TimeZoneString or
 * TimeZone of the header, or the options. Warns of what it must assume; dies of a zone that the
 * system's database does not have. */
struct swf_calendar *local_time(const struct swf_header *header, double first, double last);

/* The same of a log whose UnixStartTime is valid, for a command without these options: messages
 * name the log instead of them. */
struct swf_calendar *local_time_of_log(
	const char *name, const struct swf_header *header, double first, double last);

/* Room for a date as it stands in headers. */
#define HEADER_DATE_ROOM 80

/* Writes the date of a Unix time as it stands in headers of the archive: "Mon Sep 23 14:00:06 PDT
 * 1996". Dies of a time that has no date. */
void header_date(const struct swf_zone *zone, double unix_time, char text[HEADER_DATE_ROOM]);

/* The same of a second of the log, in its local time, or in UTC where that is not known. Returns
 * false where the time of second 0 is not known. */
bool header_date_of_log(
	const struct swf_header *header, double second, char text[HEADER_DATE_ROOM]);

/* For what is no log yet: the zone of --tz, else this machine's. Dies where neither has a name. */
const char *site_zone(void);

/* The zone of this name. Dies where the database of the system has none, or not a readable one. */
struct swf_zone *zone_named(const char *name);

/* The calendar of a zone, with 1970-01-01 0:00 UTC as second 0, from 1990 to 2070; beyond, the
 * offsets stay as they are there. */
struct swf_calendar *zone_clock(const struct swf_zone *zone);

#endif
