/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls the steps ascend strictly in time. A search costs a step a time at which what is
 * free changes; so does what is taken, since the steps behind its end make room for a new one.
 */
#include "simulate/schedulers/availability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Makes room for more steps. */
static int reserve_steps(struct swf_availability *a, size_t more)
{
	struct swf_availability_step *steps =
		swf_array_reserve_more(256, a->steps, a->count, more, &a->capacity, sizeof *steps);
	if (steps == NULL)
		return -1;
	a->steps = steps;
	return 0;
}

int swf_availability_init(struct swf_availability *a, int64_t amount)
{
	if (reserve_steps(a, 1) != 0)
		return -1;
	a->steps[0] = (struct swf_availability_step){-INFINITY, amount};
	a->count = 1;
	return 0;
}

void swf_availability_clear(struct swf_availability *a)
{
	free(a->steps);
	*a = (struct swf_availability){0};
}

int swf_availability_copy(struct swf_availability *to, const struct swf_availability *from)
{
	to->count = 0;
	if (from->count > to->capacity && reserve_steps(to, from->count) != 0)
		return -1;
	memcpy(to->steps, from->steps, from->count * sizeof *to->steps);
	to->count = from->count;
	return 0;
}

void swf_availability_advance(struct swf_availability *a, double now)
{
	size_t past = 0;
	while (past + 1 < a->count && a->steps[past + 1].time <= now)
		past++;
	a->count -= past;
	memmove(a->steps, a->steps + past, a->count * sizeof *a->steps);
	a->steps[0].time = now;
}

void swf_availability_fit(const struct swf_availability *a, size_t step, double from, int64_t need,
	double duration, struct swf_availability_place *place)
{
	const struct swf_availability_step *steps = a->steps;
	const size_t count = a->count;
	size_t i = step;
	while (i + 1 < count && steps[i + 1].time <= from)
		i++;
	for (;;) {
		while (i < count && steps[i].free < need)
			i++;
		place->begin = i;
		if (i == count) {
			place->start = INFINITY;
			return;
		}
		place->start = steps[i].time > from ? steps[i].time : from;
		const double until = place->start + duration;
		int64_t least = steps[i].free;
		for (i++; i < count && steps[i].time < until && steps[i].free >= need; i++)
			least = steps[i].free < least ? steps[i].free : least;
		if (i == count || steps[i].time >= until) {
			place->end = i;
			place->least = least;
			return;
		}
	}
}

/* Has a step begin at a time, which is not before that of the step in front of `i`, nor after that
 * of `i`. 0, or -1 when there is no memory. */
static int split_step(struct swf_availability *a, size_t *i, double time)
{
	if (*i > 0 && a->steps[*i - 1].time >= time) {
		--*i;
		return 0;
	}
	if (*i < a->count && a->steps[*i].time <= time)
		return 0;
	if (a->count == a->capacity && reserve_steps(a, 1) != 0)
		return -1;
	struct swf_availability_step *at = a->steps + *i;
	memmove(at + 1, at, (a->count++ - *i) * sizeof *at);
	*at = (struct swf_availability_step){time, at[-1].free};
	return 0;
}

static void add_amount(struct swf_availability *a, size_t begin, size_t end, int64_t amount)
{
	for (size_t i = begin; i < end; i++)
		a->steps[i].free += amount;
}

int swf_availability_take(struct swf_availability *a, const struct swf_availability_place *place,
	double duration, int64_t amount)
{
	size_t end = place->end;
	if (split_step(a, &end, place->start + duration) != 0)
		return -1;
	add_amount(a, place->begin, end, -amount);
	return 0;
}

/* The first step behind a time. */
static size_t step_behind(const struct swf_availability *a, double time)
{
	struct swf_bisection b = {.high = a->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, a->steps[b.middle].time <= time);
	return b.low;
}

int swf_availability_add(struct swf_availability *a, double begin, double end, int64_t amount)
{
	size_t first = step_behind(a, begin);
	if (first > 0 && split_step(a, &first, begin) != 0)
		return -1;
	size_t last = step_behind(a, end);
	if (last > 0 && split_step(a, &last, end) != 0)
		return -1;
	add_amount(a, first, last, amount);
	return 0;
}

void swf_availability_tidy(struct swf_availability *a)
{
	size_t kept = 0;
	for (size_t i = 1; i < a->count; i++)
		if (a->steps[i].free != a->steps[kept].free)
			a->steps[++kept] = a->steps[i];
	a->count = kept + 1;
}
