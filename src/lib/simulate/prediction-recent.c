/*
 * The mean run time of the user's last few jobs that have ended. (Tsafrir, Etsion and Feitelson
 * 2007.)
 */
#include <stdlib.h>

#include "simulate/predictions.h"
#include "simulate/recent-run-times.h"

static void *new_state(size_t window, struct swf_error *error)
{
	struct swf_recent_run_times *recent = calloc(1, sizeof *recent);
	if (recent != NULL)
		recent->window = window;
	else
		swf_fail_memory(error);
	return recent;
}

static void free_state(void *state)
{
	swf_recent_run_times_clear(state);
	free(state);
}

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const struct swf_recent_run_times *recent = state;
	const int64_t user = task->job->user;
	(void)error;
	if (user < 0 || swf_recent_run_times_mean(recent, user, predicted) < recent->window)
		*predicted = task->estimate;
	return 0;
}

static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	const int64_t user = task->job->user;
	if (user >= 0 && swf_recent_run_times_add(state, user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_recent = {
	.name = "recent",
	.summary = "the mean run time of the user's last K jobs that have ended",
	.takes_window = true,
	.new_state = new_state,
	.free_state = free_state,
	.predict = predict,
	.ended = ended,
};
