/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities as people write them in options: a count (100), a duration (90s, 10m, 2h, 3d, 12w) or
 * a share (10%). */
#ifndef SWFCORE_QUANTITY_H
#define SWFCORE_QUANTITY_H

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* s */
#define SWF_HOUR 3600.0
#define SWF_DAY  86400.0
#define SWF_WEEK 604800.0

/* The latest time in s, 2^53; its negative is the earliest. Every whole second up to it is exact.
 */
#define SWF_TIME_MAX 9007199254740992.0

enum swf_unit { SWF_COUNT, SWF_SECONDS, SWF_PERCENT };

struct swf_quantity {
	double value; /* a count, s, or per cent */
	enum swf_unit unit;
};

/* Reads one quantity, finite and not negative; the whole text must be one. Returns 0, or -1 with
 * the error set to what is wrong with it. */
int swf_quantity_read(
	const char *text, struct swf_quantity *quantity, struct swf_error *error) SWF_MUST_CHECK;

/* Room for a duration in text. */
#define SWF_DURATION_ROOM 32

/* Writes a duration of 0 s or more in the largest unit that makes it whole: 3d, 2h, 10m; in s where
 * none does, with up to 10 digits. */
void swf_duration_put(double seconds, char text[SWF_DURATION_ROOM]);

#ifdef __cplusplus
}
#endif
#endif
