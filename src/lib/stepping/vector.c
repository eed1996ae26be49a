/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of simulations that are stepped by one call, with what they show in arrays that stay
 * where they are. */
#include <stdlib.h>

#include "swfcore/stepping.h"

/* s, of the bounded slowdown */
static const double bound = 10;

struct swf_vector {
	size_t count, visible;
	int32_t procs;
	bool backfill;
	enum swf_size size;
	struct swf_stepping **steppings;
	struct swf_vector_view view;
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
			.slowdown = calloc(count, sizeof(double))}};
	bool complete = v->steppings != NULL && v->view.features != NULL && v->view.waits != NULL &&
		v->view.ended != NULL && v->view.wait != NULL && v->view.slowdown != NULL;
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
	size_t count;
	struct swf_task *const *waiting = swf_stepping_waiting(s, &count);
	const double now = swf_stepping_now(s);
	const double unit = 1.0 / v->procs;
	const float free_share = (float)(swf_stepping_free_procs(s) * unit);
	float *feature = v->view.features + i * v->visible * SWF_VECTOR_FEATURES;
	uint8_t *waits = v->view.waits + i * v->visible;
	size_t k = 0;
	if (v->view.ended[i])
		count = 0;
	for (; k < count && k < v->visible; k++, feature += SWF_VECTOR_FEATURES) {
		const struct swf_task *task = waiting[k];
		feature[SWF_VECTOR_WAIT] = (float)(now - task->submit);
		feature[SWF_VECTOR_ESTIMATE] = (float)task->estimate;
		feature[SWF_VECTOR_SIZE] = (float)(task->size * unit);
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
	size_t count, ran = 0;
	const struct swf_job *jobs = swf_stepping_schedule(v->steppings[i], &count);
	double wait = 0, slowdown = 0;
	for (size_t k = 0; k < count; k++) {
		if (jobs[k].wait < 0)
			continue;
		const double run_time = jobs[k].run_time;
		const double ratio =
			(jobs[k].wait + run_time) / (run_time > bound ? run_time : bound);
		ran++;
		wait += jobs[k].wait;
		slowdown += ratio > 1 ? ratio : 1;
	}
	v->view.wait[i] = ran > 0 ? wait / (double)ran : 0;
	v->view.slowdown[i] = ran > 0 ? slowdown / (double)ran : 0;
}

/* Goes on to the next decision of a simulation, or to its end. */
static int go_on(struct swf_vector *v, size_t i, struct swf_error *error)
{
	const int got = swf_stepping_next(v->steppings[i], error);
	v->view.ended[i] = got != 1;
	if (got == 0)
		measure(v, i);
	show(v, i);
	return got;
}

int swf_vector_reset(struct swf_vector *v, size_t i, const struct swf_job *jobs, size_t count,
	struct swf_error *error)
{
	if (i >= v->count)
		return swf_fail(error, "no simulation %zu: there are %zu", i, v->count);
	if (swf_stepping_reset(v->steppings[i], jobs, count, error) != 0)
		return -1;
	return go_on(v, i, error);
}

int swf_vector_step(struct swf_vector *v, const int64_t *places, struct swf_error *error)
{
	for (size_t i = 0; i < v->count; i++) {
		if (v->view.ended[i])
			continue;
		if (places[i] < 0 || (uint64_t)places[i] >= v->visible)
			return swf_fail(error, "simulation %zu: place %lld is none of %zu", i,
				(long long)places[i], v->visible);
		size_t place = (size_t)places[i];
		if (!v->view.waits[i * v->visible + place])
			place = 0;
		if (swf_stepping_reserve(v->steppings[i], place, v->backfill, error) != 0 ||
			go_on(v, i, error) < 0)
			return -1;
	}
	return 0;
}
