/* What the clock of a zone does after the last change that its file lists, as in the environment
 * variable TZ: CET-1CEST,M3.5.0,M10.5.0/3. */
#ifndef SWF_BASE_ZONE_RULE_H
#define SWF_BASE_ZONE_RULE_H

#include <stdbool.h>

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
