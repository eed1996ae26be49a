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
};

struct swf_feedback_counts {
	int64_t users_left;
	int64_t jobs_lost; /* that these would still have submitted */
};

struct swf_feedback;

/* The options and the history must outlive the feedback. NULL when there is no memory. */
struct swf_feedback *swf_feedback_new(const struct swf_feedback_options *options,
	const struct swf_history *history) SWF_MUST_CHECK;
void swf_feedback_free(struct swf_feedback *feedback);

/* The source, for one simulation. Jobs of one second come in the order of the log, but for a batch
 * that becomes available only after others of that second have been submitted; those without a user
 * at their recorded times. Jobs that are lost come, with status 5, at their recorded distances from
 * the end of the batch after which their user left, but not before the jobs before them. */
struct swf_source swf_feedback_source(struct swf_feedback *feedback);

/* So far. */
struct swf_feedback_counts swf_feedback_counts(const struct swf_feedback *feedback);

#ifdef __cplusplus
}
#endif
#endif
