/*
 * The mean run time of the user's last few jobs that have ended. (Tsafrir, Etsion and Feitelson
 * 2007.)
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/index.h"
#include "simulate/predictions.h"

struct recent {
	size_t window;
	struct swf_index index;
	size_t *ended;     /* jobs of each user */
	double *run_times; /* s, `window` for each user: job i that ended is at i modulo that */
	size_t ended_capacity, run_times_capacity;
};

static void *new_state(size_t window, struct swf_error *error)
{
	struct recent *recent = calloc(1, sizeof *recent);
	if (recent != NULL)
		recent->window = window;
	else
		swf_fail_memory(error);
	return recent;
}

static void free_state(void *state)
{
	struct recent *recent = state;
	swf_index_clear(&recent->index);
	free(recent->ended);
	free(recent->run_times);
	free(recent);
}

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const struct recent *recent = state;
	const size_t window = recent->window;
	const int64_t user = task->job->user;
	const size_t u = user < 0 ? SIZE_MAX : swf_index_find(&recent->index, user);
	(void)error;
	*predicted = task->estimate;
	if (u == SIZE_MAX || recent->ended[u] < window)
		return 0;
	double sum = 0;
	for (size_t i = 0; i < window; i++)
		sum += recent->run_times[u * window + i];
	*predicted = floor(sum / (double)window);
	return 0;
}

/* Makes room for a user more. */
static int add_user(struct recent *recent)
{
	const size_t users = recent->index.count - 1;
	size_t *ended = swf_array_reserve(
		recent->ended, users, &recent->ended_capacity, sizeof *recent->ended);
	if (ended == NULL)
		return -1;
	recent->ended = ended;
	ended[users] = 0;
	double *run_times = swf_array_reserve(recent->run_times, users, &recent->run_times_capacity,
		recent->window * sizeof *recent->run_times);
	if (run_times == NULL)
		return -1;
	recent->run_times = run_times;
	return 0;
}

static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct recent *recent = state;
	const int64_t user = task->job->user;
	if (user < 0)
		return 0;
	const size_t users = recent->index.count;
	const size_t u = swf_index_add(&recent->index, user);
	if (u == SIZE_MAX || (recent->index.count > users && add_user(recent) != 0))
		return swf_fail_memory(error);
	recent->run_times[u * recent->window + recent->ended[u]++ % recent->window] =
		task->run_time;
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
