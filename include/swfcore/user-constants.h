/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The constants of user models, with the values of the papers as default. swf-simulate(1), section
 * Constants, says where each comes from.
 */
#ifndef SWFCORE_USER_CONSTANTS_H
#define SWFCORE_USER_CONSTANTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When a session ends of which the fluid model keeps the times. */
enum swf_session_until { SWF_UNTIL_LAST_ARRIVAL, SWF_UNTIL_LAST_END };

/* What users do when all their recorded work has been done. */
enum swf_exhausted { SWF_EXHAUSTED_STOP, SWF_EXHAUSTED_REPEAT };

struct swf_user_constants {
	/* of all models */
	double session_gap; /* s; a longer gap between two submits begins a session */
	enum swf_exhausted exhausted;
	/* of the fluid model */
	enum swf_session_until session_end;
	bool overtime; /* a batch may come after the end of the session in which it became available
			*/
	/* of the distribution model */
	double day_share;          /* of day persons among all, 0 to 1 */
	double day_begin, day_end; /* s after midnight: a day person is active in between */
	double shift;              /* s; the largest by which both are moved for a user */
	double workday_share;      /* of those who are active on Mondays to Fridays, 0 to 1 */
	double break_limit;        /* s; breaks within the active time are shorter */
	/* a session goes on with the chance scale / (slope x minutes of response time + 1) */
	double continue_scale, continue_slope;
};

extern const struct swf_user_constants swf_user_constants_default;

#ifdef __cplusplus
}
#endif
#endif
