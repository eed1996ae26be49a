/* Whether users come at all, go away for a while, or leave for good: by how long they have waited,
 * or others have. */
#ifndef SWF_FEEDBACK_PRESENCE_H
#define SWF_FEEDBACK_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

#include "swfcore/feedback.h"

/* Batches that ended in a week: how many, and the sum of their response times in s. */
struct swf_presence_week {
	double batches, response;
};

struct swf_presence {
	const struct swf_feedback_options *options;
	gsl_rng *rng;
	double begin; /* s, of the first week */
	double week;  /* the one of the last end, 0 is the first */
	struct swf_presence_week now, before;
};

/* Before the first week is what the log has on average. */
void swf_presence_begin(struct swf_presence *presence, const struct swf_feedback_options *options,
	const struct swf_history *history, gsl_rng *rng);

/* A batch of that response time, in s, has ended. */
void swf_presence_ended(struct swf_presence *presence, double now, double response);

/* Whether a user with that number comes, of those who may stay away, now that they would submit
 * their first job. The same until another batch ends. */
bool swf_presence_comes(const struct swf_presence *presence, int64_t user);

/* Whether the user is away until the next session or day after a batch of that response time. */
static inline bool swf_presence_goes_away(const struct swf_presence *presence, double response)
{
	return presence->options->patience > 0 && response > presence->options->patience;
}

/* Whether the user leaves for good after that batch. */
bool swf_presence_leaves(
	const struct swf_presence *presence, int64_t user, uint64_t batch, double response);

#endif
