/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of simulations that are stepped by one call, with what they show in arrays that stay
 * where they are. */
#include <stdlib.h>

#include "base/random.h"
#include "stepping/episode.h"
#include "swfcore/stepping.h"

/* Windows of a log in which nothing is to be decided, one after the other, after which it is an
 * error. */
enum { MOST_IN_VAIN = 1000 };

/* Where episodes without end come from. */
struct windows {
	const struct swf_job *jobs;
	size_t count, length;
	const int64_t *firsts; /* NULL: at random */
	size_t first_count;
	uint64_t begun; /* by now, of firsts */
	uint64_t seed;
	gsl_rng *random; /* set anew for each window */
};

struct swf_vector {
	size_t count, visible;
	int32_t procs;
	bool backfill;
	enum swf_size size;
	struct swf_stepping **steppings;
	struct swf_vector_view view;
	struct windows windows; /* of length 0: each episode is begun by the caller */
	uint64_t *drawn;        /* by each simulation, of its windows at random */
};

struct swf_vector *swf_vector_new(const struct swf_simulation *simulation, size_t count,
	size_t visible, bool backfill, struct swf_error *error)
{
	struct swf_vector *v = calloc(1, sizeof *v);
	if (v == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	*v = (struct swf_vector){.count = count,
		.visible = visible,
		.procs = simulation->procs,
		.backfill = backfill,
		.size = simulation->size,
		.steppings = calloc(count, sizeof(struct swf_stepping *)),
		.view = {.features = calloc(count * visible, SWF_VECTOR_FEATURES * sizeof(float)),
			.waits = calloc(count, visible),
			.ended = calloc(count, 1),
			.wait = calloc(count, sizeof(double)),
			.slowdown = calloc(count, sizeof(double)),
			.reward = calloc(count, sizeof(double)),
			.first = calloc(count, sizeof(int64_t))},
		.windows = {.random = swf_random_new_small()},
		.drawn = calloc(count, sizeof(uint64_t))};
	bool complete = v->steppings != NULL && v->view.features != NULL && v->view.waits != NULL &&
		v->view.ended != NULL && v->view.wait != NULL && v->view.slowdown != NULL &&
		v->view.reward != NULL && v->view.first != NULL && v->windows.random != NULL &&
		v->drawn != NULL;
	if (!complete)
		swf_fail_memory(error);
	for (size_t i = 0; i < count && complete; i++) {
		v->view.ended[i] = 1;
		complete = (v->steppings[i] = swf_stepping_new(simulation, error)) != NULL;
	}
	if (complete)
		return v;
	swf_vector_free(v);
	return NULL;
}

void swf_vector_free(struct swf_vector *v)
{
	if (v == NULL)
		return;
	for (size_t i = 0; i < v->count && v->steppings != NULL; i++)
		swf_stepping_free(v->steppings[i]);
	free(v->steppings);
	free(v->view.features);
	free(v->view.waits);
	free(v->view.ended);
	free(v->view.wait);
	free(v->view.slowdown);
	free(v->view.reward);
	free(v->view.first);
	free(v->drawn);
	if (v->windows.random != NULL)
		gsl_rng_free(v->windows.random);
	free(v);
}

const struct swf_vector_view *swf_vector_view(const struct swf_vector *v)
{
	return &v->view;
}

const struct swf_stepping *swf_vector_at(const struct swf_vector *v, size_t i)
{
	return v->steppings[i];
}

/* Writes what is seen of a simulation, and nothing of the places behind. */
static void show(struct swf_vector *v, size_t i)
{
	const struct swf_stepping *s = v->steppings[i];
	const struct swf_stepping_view *shown = swf_stepping_view(s);
	size_t count = shown->waiting;
	const double unit = 1.0 / v->procs;
	const float free_share = (float)(shown->free_procs * unit);
	float *feature = v->view.features + i * v->visible * SWF_VECTOR_FEATURES;
	uint8_t *waits = v->view.waits + i * v->visible;
	size_t k = 0;
	if (v->view.ended[i] && v->windows.length == 0)
		count = 0;
	for (; k < count && k < v->visible; k++, feature += SWF_VECTOR_FEATURES) {
		const struct swf_stepping_row *row = &shown->rows[k];
		feature[SWF_VECTOR_WAIT] = (float)(shown->now - row->submit);
		feature[SWF_VECTOR_ESTIMATE] = (float)row->estimate;
		feature[SWF_VECTOR_SIZE] = (float)(row->size * unit);
		feature[SWF_VECTOR_FREE] = free_share;
		waits[k] = 1;
	}
	for (; k < v->visible && waits[k]; k++) {
		waits[k] = 0;
		for (int f = 0; f < SWF_VECTOR_FEATURES; f++)
			*feature++ = 0;
	}
}

/* The metrics of an episode that has ended. */
static void measure(struct swf_vector *v, size_t i)
{
	const struct swf_episode_means means = swf_stepping_means(v->steppings[i]);
	v->view.wait[i] = means.wait;
	v->view.slowdown[i] = means.slowdown;
	v->view.reward[i] = -means.slowdown;
}

/* Where the next window of a simulation begins. */
static size_t next_first(struct swf_vector *v, size_t i)
{
	struct windows *w = &v->windows;
	if (w->firsts != NULL)
		return (size_t)w->firsts[w->begun++ % w->first_count];
	swf_random_set(w->random, w->seed, i, v->drawn[i]++);
	return gsl_rng_uniform_int(w->random, w->count - w->length + 1);
}

/* Begins windows in a simulation until there is something to decide. */
static int begin_window(struct swf_vector *v, size_t i, struct swf_error *error)
{
	const struct windows *w = &v->windows;
	for (int vain = 0; vain < MOST_IN_VAIN; vain++) {
		const size_t first = next_first(v, i);
		struct swf_stepping *s = v->steppings[i];
		if (swf_stepping_reset(s, w->jobs + first, w->length, error) != 0)
			return -1;
		const int got = swf_stepping_next(s, error);
		v->view.first[i] = (int64_t)first;
		if (got != 0)
			return got < 0 ? -1 : 0;
	}
	return swf_fail(
		error, "nothing is to be decided in %d windows, one after the other", MOST_IN_VAIN);
}

/* Goes on to the next decision of a simulation, or to its end. */
static int go_on(struct swf_vector *v, size_t i, struct swf_error *error)
{
	const int got = swf_stepping_next(v->steppings[i], error);
	v->view.ended[i] = got != 1;
	v->view.reward[i] = 0;
	if (got == 0)
		measure(v, i);
	if (got == 0 && v->windows.length > 0 && begin_window(v, i, error) != 0)
		return -1;
	show(v, i);
	return got;
}

int swf_vector_reset(struct swf_vector *v, size_t i, const struct swf_job *jobs, size_t count,
	struct swf_error *error)
{
	if (i >= v->count)
		return swf_fail(error, "no simulation %zu: there are %zu", i, v->count);
	v->windows.length = 0;
	v->view.first[i] = -1;
	if (swf_stepping_reset(v->steppings[i], jobs, count, error) != 0)
		return -1;
	return go_on(v, i, error);
}

static int check_windows(size_t count, size_t length, const int64_t *firsts, size_t first_count,
	struct swf_error *error)
{
	if (length == 0 || length > count)
		return swf_fail(error, "no window of %zu jobs in a log of %zu", length, count);
	if (firsts != NULL && first_count == 0)
		return swf_fail(error, "no window is named");
	for (size_t i = 0; firsts != NULL && i < first_count; i++)
		if (firsts[i] < 0 || (uint64_t)firsts[i] > count - length)
			return swf_fail(error, "window %zu: no %zu jobs from place %lld of %zu", i,
				length, (long long)firsts[i], count);
	if (count - length >= UINT32_MAX)
		return swf_fail(error, "a log of more than 2^32 jobs has too many windows");
	return 0;
}

int swf_vector_windows(struct swf_vector *v, const struct swf_job *jobs, size_t count,
	size_t length, const int64_t *firsts, size_t first_count, uint64_t seed,
	struct swf_error *error)
{
	if (check_windows(count, length, firsts, first_count, error) != 0)
		return -1;
	v->windows = (struct windows){.jobs = jobs,
		.count = count,
		.length = length,
		.firsts = firsts,
		.first_count = first_count,
		.seed = seed,
		.random = v->windows.random};
	for (size_t i = 0; i < v->count; i++) {
		v->drawn[i] = 0;
		v->view.ended[i] = 0;
		v->view.reward[i] = 0;
		if (begin_window(v, i, error) != 0)
			return -1;
		show(v, i);
	}
	return 0;
}

/* Makes a decision in a simulation. */
static int decide(struct swf_vector *v, size_t i, int64_t place, struct swf_error *error)
{
	if (place < 0 || (uint64_t)place >= v->visible)
		return swf_fail(error, "simulation %zu: place %lld is none of %zu", i,
			(long long)place, v->visible);
	if (!v->view.waits[i * v->visible + (size_t)place])
		place = 0;
	if (swf_stepping_reserve(v->steppings[i], (size_t)place, v->backfill, error) != 0)
		return -1;
	return go_on(v, i, error) < 0 ? -1 : 0;
}

int swf_vector_step(struct swf_vector *v, const int64_t *places, struct swf_error *error)
{
	const bool endless = v->windows.length > 0;
	for (size_t i = 0; i < v->count; i++) {
		if (!endless && v->view.ended[i])
			v->view.reward[i] = 0;
		else if (decide(v, i, places[i], error) != 0)
			return -1;
	}
	return 0;
}
