/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The adjusted user model: each batch keeps its own recorded think time, or inter-arrival time.
 * (Zakay and Feitelson 2014, Preserving user behavior characteristics, section VII.A.)
 */
#include <stdlib.h>

#include "feedback/user-models.h"
#include "swfcore/quantity.h"

struct adjusted {
	const struct swf_history *history;
};

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	struct adjusted *adjusted = malloc(sizeof *adjusted);
	(void)calendar;
	if (adjusted != NULL)
		adjusted->history = history;
	return adjusted;
}

static int submit(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	const struct adjusted *adjusted = state;
	const struct swf_batch *batch =
		&adjusted->history->work[release->user].batches[release->batch];
	(void)error;
	*submit = release->now + (release->waited ? batch->think_time : batch->inter_arrival);
	if (release->goes_away)
		*submit += SWF_DAY;
	return 0;
}

const struct swf_user_model swf_user_model_adjusted = {
	.name = "adjusted",
	.summary = "each batch keeps its own recorded think time or inter-arrival time",
	.new_state = new_state,
	.free_state = free,
	.submit = submit,
};
