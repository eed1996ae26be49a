#include "swfcore/timetable.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* A moment of any content, 0 when there is no memory. */
static uint32_t new_moment(struct swf_timetable *table)
{
	const uint32_t spare = table->spare;
	if (spare != 0) {
		table->spare = table->moments[spare].after;
		return spare;
	}
	if (table->count > UINT32_MAX)
		return 0;
	struct swf_timetable_moment *moments =
		swf_array_reserve(table->moments, table->count, &table->capacity, sizeof *moments);
	if (moments == NULL)
		return 0;
	table->moments = moments;
	return (uint32_t)table->count++;
}

int swf_timetable_init(struct swf_timetable *table, int32_t procs)
{
	*table = (struct swf_timetable){0};
	if (new_moment(table) != 0 || table->count == 0 || new_moment(table) == 0)
		return -1;
	table->moments[0] = (struct swf_timetable_moment){INFINITY, INT32_MIN, 1, 1, 0};
	table->moments[1] = (struct swf_timetable_moment){-INFINITY, procs, 0, 0, 0};
	return 0;
}

void swf_timetable_clear(struct swf_timetable *table)
{
	free(table->moments);
	*table = (struct swf_timetable){0};
}

static void unlink_moment(struct swf_timetable *table, uint32_t i)
{
	struct swf_timetable_moment *m = table->moments;
	m[m[i].before].after = m[i].after;
	m[m[i].after].before = m[i].before;
}

static void make_spare(struct swf_timetable *table, uint32_t i)
{
	table->moments[i].after = table->spare;
	table->spare = i;
}

void swf_timetable_advance(struct swf_timetable *table, double now)
{
	struct swf_timetable_moment *m = table->moments;
	for (;;) {
		const uint32_t i = m[0].after;
		if (m[m[i].after].time > now) {
			m[i].time = now;
			return;
		}
		unlink_moment(table, i);
		if (m[i].uses == 0)
			make_spare(table, i);
		else
			m[i].before = m[i].after = i;
	}
}

/* Frees a moment that is of no use: at which nothing begins or ends. */
static void tidy(struct swf_timetable *table, uint32_t i)
{
	const struct swf_timetable_moment *m = table->moments;
	if (m[i].uses > 0)
		return;
	if (m[i].before == i) {
		make_spare(table, i);
	} else if (m[i].free == m[m[i].before].free) {
		unlink_moment(table, i);
		make_spare(table, i);
	}
}

void swf_timetable_release(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, uint32_t uses)
{
	table->moments[stretch.begin].uses -= uses;
	table->moments[stretch.end].uses -= uses;
	tidy(table, stretch.begin);
	if (stretch.end != stretch.begin)
		tidy(table, stretch.end);
}

/* Makes a moment of a time that is not before the i-th, but before the one after that: the i-th if
 * that is it. 0 when there is no memory. */
static uint32_t part(struct swf_timetable *table, uint32_t i, double time)
{
	if (table->moments[i].time >= time)
		return i;
	const uint32_t new = new_moment(table);
	if (new == 0)
		return 0;
	struct swf_timetable_moment *m = table->moments;
	m[new] = (struct swf_timetable_moment){time, m[i].free, i, m[i].after, 0};
	m[m[i].after].before = new;
	m[i].after = new;
	return new;
}

static uint32_t part_forward(struct swf_timetable *table, uint32_t i, double time)
{
	const struct swf_timetable_moment *m = table->moments;
	while (m[m[i].after].time <= time)
		i = m[i].after;
	return part(table, i, time);
}

static uint32_t part_backward(struct swf_timetable *table, uint32_t i, double time)
{
	const struct swf_timetable_moment *m = table->moments;
	while (m[i].time > time)
		i = m[i].before;
	return part(table, i, time);
}

void swf_timetable_add(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, int32_t procs)
{
	struct swf_timetable_moment *m = table->moments;
	for (uint32_t i = stretch.begin; i != stretch.end; i = m[i].after)
		m[i].free += procs;
}

int swf_timetable_between(struct swf_timetable *table, double begin, double end,
	struct swf_timetable_stretch *stretch)
{
	const uint32_t first = table->moments[0].after;
	if ((stretch->begin = part_forward(table, first, begin)) == 0)
		return -1;
	table->moments[stretch->begin].uses++;
	if ((stretch->end = part_forward(table, stretch->begin, end)) == 0)
		return -1;
	table->moments[stretch->end].uses++;
	return 0;
}

static bool fit(const struct swf_timetable *table, uint32_t i, int32_t size, double duration,
	double limit, struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	for (;;) {
		while (i != 0 && m[i].free < size && m[i].time <= limit)
			i = m[i].after;
		place->stretch.begin = i;
		place->start = m[i].time;
		const double until = place->start + duration;
		if (until > limit || i == 0)
			return false;
		int32_t least = m[i].free;
		for (i = m[i].after; m[i].time < until && m[i].free >= size; i = m[i].after)
			least = m[i].free < least ? m[i].free : least;
		if (m[i].time >= until) {
			place->stretch.end = i;
			place->least = least;
			return true;
		}
	}
}

bool swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration,
	double limit, struct swf_timetable_place *place)
{
	return fit(table, table->moments[0].after, size, duration, limit, place);
}

bool swf_timetable_fit_from(const struct swf_timetable *table, uint32_t moment, int32_t size,
	double duration, double limit, struct swf_timetable_place *place)
{
	return fit(table, moment, size, duration, limit, place);
}

void swf_timetable_fit_before(const struct swf_timetable *table, int32_t size, uint32_t moment,
	struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	uint32_t i = moment;
	int32_t least = INT32_MAX;
	for (; m[m[i].before].free >= size; i = m[i].before)
		least = m[m[i].before].free < least ? m[m[i].before].free : least;
	place->start = m[i].time;
	place->stretch = (struct swf_timetable_stretch){i, moment};
	place->least = least;
}

int swf_timetable_take(struct swf_timetable *table, struct swf_timetable_place *place,
	double duration, int32_t procs, uint32_t uses)
{
	struct swf_timetable_stretch *stretch = &place->stretch;
	const double end = place->start + duration;
	if (table->moments[stretch->end].time > end)
		stretch->end = part(table, table->moments[stretch->end].before, end);
	if (stretch->end == 0)
		return -1;
	swf_timetable_add(table, *stretch, -procs);
	table->moments[stretch->begin].uses += uses;
	table->moments[stretch->end].uses += uses;
	return 0;
}

int swf_timetable_move(struct swf_timetable *table, struct swf_timetable_stretch old,
	struct swf_timetable_place *place, double duration, int32_t procs, uint32_t uses,
	struct swf_timetable_stretch *given)
{
	const double end = place->start + duration;
	*given = old;
	if (end <= table->moments[old.begin].time) {
		if (swf_timetable_take(table, place, duration, procs, uses) != 0)
			return -1;
	} else {
		/* they overlap */
		const struct swf_timetable_stretch taken = {place->stretch.begin, old.begin};
		if ((given->begin = part_backward(table, old.end, end)) == 0)
			return -1;
		swf_timetable_add(table, taken, -procs);
		place->stretch.end = given->begin;
		table->moments[place->stretch.begin].uses += uses;
		table->moments[place->stretch.end].uses += uses;
	}
	swf_timetable_add(table, *given, procs);
	return 0;
}
