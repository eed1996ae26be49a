/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time zones, from the files of the tz database (RFC 8536): how far the clock of a place is ahead
 * of UTC at any time. The C library has that too, but takes UTC where it has no memory for a zone.
 */
#ifndef SWF_BASE_ZONE_H
#define SWF_BASE_ZONE_H

#include <stdbool.h>

#include "swfcore/error.h"

struct swf_zone;

/* Reads a zone's file. Returns 1 with the zone set; 0 where there is no such file, or one that is
 * no zone's; or -1 with the error set, to a file that cannot be read, is damaged or counts leap
 * seconds, and where there is no memory. */
int swf_zone_read(const char *path, struct swf_zone **zone, struct swf_error *error) SWF_MUST_CHECK;

/* A zone whose clock is always the same whole number of seconds ahead of UTC, less than 100 hours.
 * It needs no file. Its time is called UTC or, as in ISO 8601, +05:30. NULL when there is no
 * memory. */
struct swf_zone *swf_zone_fixed(double offset) SWF_MUST_CHECK;

void swf_zone_free(struct swf_zone *zone);

/* How many seconds the clock is ahead of UTC at a Unix time. Sets the abbreviation of the time that
 * it shows, such as CEST, unless `name` is NULL. */
double swf_zone_offset(const struct swf_zone *zone, double unix_time, const char **name);

/* The first Unix time after this one at which the clock may be changed; infinite if there is none.
 */
double swf_zone_next_change(const struct swf_zone *zone, double unix_time);

/* What the clock of a zone does after the last change that its file lists, as in the environment
 * variable TZ: CET-1CEST,M3.5.0,M10.5.0/3. */
enum { SWF_ZONE_NAME = 16 };

struct swf_zone_rule {
	struct swf_zone_time {
		char name[SWF_ZONE_NAME];
		double offset; /* s ahead of UTC */
	} standard, summer;
	bool has_summer;
	struct swf_zone_date {
		/* day of the year from 1 without 29 February; from 0 with it; weekday of a week */
		enum { SWF_JULIAN, SWF_DAY_OF_YEAR, SWF_WEEKDAY } kind;
		int month, week, day; /* of a weekday: 5 for the last week, 0 for Sunday */
		double time;          /* s after 0:00 of the clock until then */
	} begin, end;                 /* of summer time */
};

/* Whether the text is a rule, which it sets. */
bool swf_zone_rule_read(const char *text, struct swf_zone_rule *rule);

/* What the clock shows at a Unix time. */
const struct swf_zone_time *swf_zone_rule_at(const struct swf_zone_rule *rule, double unix_time);

/* The first Unix time after this one at which it is changed; infinite if there is none. */
double swf_zone_rule_next(const struct swf_zone_rule *rule, double unix_time);

#endif
