#include "feedback/presence.h"

#include <math.h>

#include "base/random.h"
#include "swfcore/quantity.h"

void swf_presence_begin(struct swf_presence *presence, const struct swf_feedback_options *options,
	const struct swf_history *history, gsl_rng *rng)
{
	const struct swf_users *users = &history->workload->users;
	*presence = (struct swf_presence){.options = options, .rng = rng, .begin = users->first};
	if (options->join <= 0)
		return;
	struct swf_presence_week *before = &presence->before;
	for (size_t u = 0; u < users->count; u++) {
		const struct swf_batches *work = &history->work[u];
		for (size_t b = 0; b < work->count; b++)
			before->response += work->batches[b].end - work->batches[b].arrival;
		before->batches += (double)work->count;
	}
	const double weeks = fmax(1, (users->last - users->first) / SWF_WEEK);
	before->response /= weeks;
	before->batches /= weeks;
}

void swf_presence_ended(struct swf_presence *presence, double now, double response)
{
	if (presence->options->join <= 0)
		return;
	const double week = floor((now - presence->begin) / SWF_WEEK);
	if (week > presence->week) {
		/* weeks in which nothing ends are left out */
		presence->before = presence->now;
		presence->now = (struct swf_presence_week){0};
		presence->week = week;
	}
	presence->now.batches++;
	presence->now.response += response;
}

bool swf_presence_comes(const struct swf_presence *presence, int64_t user)
{
	const struct swf_feedback_options *options = presence->options;
	const struct swf_presence_week *now = &presence->now, *before = &presence->before;
	const double mean = (now->response + before->response) / (now->batches + before->batches);
	/* other numbers than those of the user model */
	swf_random_set(presence->rng, ~options->seed, (uint64_t)user, UINT64_MAX);
	return gsl_rng_uniform(presence->rng) < 1 / (mean / options->join + 1);
}

bool swf_presence_leaves(
	const struct swf_presence *presence, int64_t user, uint64_t batch, double response)
{
	const struct swf_feedback_options *options = presence->options;
	if (options->abandon <= 0)
		return false;
	/* other numbers than those of the user model */
	swf_random_set(presence->rng, ~options->seed, (uint64_t)user, batch);
	return gsl_rng_uniform(presence->rng) <
		options->abandon * (1 - 1 / (0.05 * (response / 60) + 1));
}
