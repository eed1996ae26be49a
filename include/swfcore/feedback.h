/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source of jobs that listens: users who submit their next batch when what it depends on has
 * ended, and then take the time that a user model gives.
 *
 * A user's first batch comes at its recorded time. The next batch becomes available when all
 * earlier ones have been submitted and all that it depends on has ended; the user model says when
 * its first job is submitted, and the others keep their recorded distances from that one. Source:
 * Zakay and Feitelson, Preserving user behavior characteristics in trace-based simulation of
 * parallel job scheduling (2014), sections VI and VII.
 */
#ifndef SWFCORE_FEEDBACK_H
#define SWFCORE_FEEDBACK_H

#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/history.h"
#include "swfcore/simulation.h"
#include "swfcore/user-model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_feedback_options {
	const struct swf_user_model *model;
	const struct swf_calendar *calendar; /* for models that ask for the time of day */
	uint64_t seed;                       /* of all random numbers */
	/* After a batch of m minutes from its first submit to its end its user leaves with
	 * probability abandon * (1 - 1 / (0.05 m + 1)). From 0 to 1. */
	double abandon;
	/* s, or 0: a user who waited longer than this for a batch is away until the next session or
	 * day. */
	double patience;
	/* s, or 0: a user of the log comes at all with probability 1 / (r / join + 1), r being the
	 * mean response time of the batches that ended in this week and the one before, counted
	 * from the first submit of the log; weeks in which none ended are left out. Before the
	 * first week there are as many as in an average week of the log, of the mean recorded
	 * response time. */
	double join;
};

struct swf_feedback_counts {
	int64_t users_left;
	int64_t jobs_lost;    /* that these would still have submitted */
	int64_t users_absent; /* who did not come at all */
	int64_t jobs_absent;  /* of these */
	/* who submitted their last recorded job earlier than in the log, by more than a week and
	 * more than a tenth of the time from their first to it */
	int64_t users_exhausted;
	int64_t jobs_repeated;
};

struct swf_feedback;

/* The options and the history must outlive the feedback. NULL when there is no memory. */
struct swf_feedback *swf_feedback_new(const struct swf_feedback_options *options,
	const struct swf_history *history) SWF_MUST_CHECK;
void swf_feedback_free(struct swf_feedback *feedback);

/* The source, for one simulation. Jobs of one second come in the order of the log, but for a batch
 * that becomes available only after others of that second have been submitted; those without a user
 * at their recorded times. Jobs that are lost come, with status 5, at their recorded distances from
 * the end of the batch after which their user left, but not before the jobs before them. Those of a
 * user who does not come do so at their recorded times.
 *
 * Users who repeat their work, by the constants of the history, do so when all of it has ended: the
 * first job comes at its recorded time, shifted by the fewest whole weeks with which that is not
 * past, and what follows as if it were the first time, except that sessions of the user
 * model keep their recorded times. The last batch comes no later than the user's last recorded
 * submit. In the r-th repeat, numbers of jobs are greater by r times the greatest number of the
 * log, or where a job has the number 0 by r times one more. */
struct swf_source swf_feedback_source(struct swf_feedback *feedback);

/* So far. */
struct swf_feedback_counts swf_feedback_counts(const struct swf_feedback *feedback);

#ifdef __cplusplus
}
#endif
#endif
