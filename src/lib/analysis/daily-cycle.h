/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cycles of days and weeks: how alike the values of a day are, and where in the week a log begins.
 *
 * A day is compared with all days by the share of its values that the fullest of 16 bins holds.
 * The bins divide the whole sample in ascending order into 16 parts of equal weight, so that values
 * which depend in no way on the day would fill all alike, and the share would be 1/16. A value that
 * is so frequent that it reaches over several bins counts in each of them by the part of its weight
 * that lies there. Source: Zakay and Feitelson, Workload resampling for performance evaluation of
 * parallel job schedulers (2014), section 5.2, Figure 5.
 */
#ifndef SWF_DAILY_CYCLE_H
#define SWF_DAILY_CYCLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/error.h"

enum { SWF_DAILY_BINS = 16 };

struct swf_daily_share {
	double day;
	size_t count; /* its values */
	double share; /* of them in the fullest bin */
};

/* Finds the share of each day that has a value. `days[i]` is the day of values[i]; the days ascend.
 * `shares` has room for `count`; how many there are goes to *written. Returns 0, or -1 when there
 * is no memory. */
int swf_daily_bins_shares(const double *values, const double *days, size_t count,
	struct swf_daily_share *shares, size_t *written) SWF_MUST_CHECK;

/*
 * Where in the week a log without a date begins: the weekly cycle of its arrivals is turned until
 * it is most like that of a log with a date.
 *
 * The cycle is the number of users who submit in each quarter of an hour of the week, a user
 * counting once in each quarter of an hour of the log, however many jobs they submit in it.
 */

/* Quarters of an hour in a week, and their length in s. */
enum { SWF_WEEK_BINS = 672, SWF_WEEK_BIN = 900 };

/* Begins with {0}. */
struct swf_week {
	double users[SWF_WEEK_BINS]; /* from Monday 0:00, or from second 0 of the log */
	struct swf_index index;
	double *last; /* the quarter of an hour in which each user was counted last */
	size_t capacity;
};

/* Counts the user of a job that is submitted at second t of the log and at this second of the week.
 * Jobs come in submit order; all users under 0 count as one. Returns 0, or -1 when there is no
 * memory. */
int swf_week_add(
	struct swf_week *week, double t, double second_of_week, int64_t user) SWF_MUST_CHECK;

/* Whether some quarters of an hour have more users than others. */
bool swf_week_has_cycle(const struct swf_week *week);

/* The correlation (Pearson) of both cycles for each quarter of an hour of the week of `like` in
 * which second 0 of the log may lie; NaN where one of them has no cycle. */
void swf_week_compare(const struct swf_week *log, const struct swf_week *like,
	double correlations[SWF_WEEK_BINS]);

void swf_week_clear(struct swf_week *week);

#endif
