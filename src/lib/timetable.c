#include "timetable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	FIRST_CAPACITY = 256,
	ROOM = 4, /* segments that a change may add, or more */
	APART = 32 /* segments that are not worth joining */
};

static int reserve(struct swf_timetable *table, size_t capacity)
{
	double *time = realloc(table->time, capacity * sizeof *time);
	if (time != NULL)
		table->time = time;
	int32_t *free_procs = realloc(table->free, capacity * sizeof *free_procs);
	if (free_procs != NULL)
		table->free = free_procs;
	if (time == NULL || free_procs == NULL)
		return -1;
	table->capacity = capacity;
	return 0;
}

static int make_room(struct swf_timetable *table)
{
	return table->end + ROOM <= table->capacity ? 0 : reserve(table, 2 * table->capacity);
}

int swf_timetable_open(struct swf_timetable *table, int32_t procs)
{
	*table = (struct swf_timetable){.end = 1};
	if (reserve(table, FIRST_CAPACITY) != 0)
		return -1;
	table->time[0] = -INFINITY;
	table->free[0] = procs;
	return 0;
}

void swf_timetable_free(struct swf_timetable *table)
{
	free(table->time);
	free(table->free);
}

/* The last segment, from the i-th on, that does not begin later; the i-th if they all do. */
static size_t segment_at(const struct swf_timetable *table, size_t i, double time)
{
	const double *low = table->time + i;
	for (size_t count = table->end - i; count > 1;) {
		const size_t half = count / 2;
		low = low[half] <= time ? low + half : low;
		count -= half;
	}
	return (size_t)(low - table->time);
}

/* The same from the first on, fast if it is near segment i, which need not exist. */
static size_t segment_near(const struct swf_timetable *table, size_t i, double time)
{
	enum { NEAR = 8 };
	const double *times = table->time;
	if (i < table->first || i >= table->end)
		return segment_at(table, table->first, time);
	if (times[i] <= time) {
		const size_t far = i + NEAR < table->end ? i + NEAR : table->end - 1;
		for (; i < far; i++)
			if (times[i + 1] > time)
				return i;
		return segment_at(table, i, time);
	}
	const size_t far = i > table->first + NEAR ? i - NEAR : table->first;
	while (i > far)
		if (times[--i] <= time)
			return i;
	return segment_at(table, table->first, time);
}

/* Moves the segments to the front, those in which the same is free in one. */
static void join(struct swf_timetable *table)
{
	size_t last = 0;
	table->time[0] = table->time[table->first];
	table->free[0] = table->free[table->first];
	for (size_t i = table->first + 1; i < table->end; i++) {
		if (table->free[i] == table->free[last])
			continue;
		last++;
		table->time[last] = table->time[i];
		table->free[last] = table->free[i];
	}
	table->first = 0;
	table->joined = table->end = last + 1;
}

void swf_timetable_advance(struct swf_timetable *table, double now)
{
	while (table->first + 1 < table->end && table->time[table->first + 1] <= now)
		table->first++;
	if (table->end > table->joined + table->joined / 2 + APART)
		join(table);
}

int32_t swf_timetable_least(const struct swf_timetable *table, double begin, double end)
{
	size_t i = segment_at(table, table->first, begin);
	int32_t least = table->free[i];
	for (i++; i < table->end && table->time[i] < end; i++)
		least = table->free[i] < least ? table->free[i] : least;
	return least;
}

/* The segment that begins at the time; the i-th, if it begins before, is parted there. There must
 * be room. */
static size_t part(struct swf_timetable *table, size_t i, double time)
{
	if (table->time[i] >= time)
		return i;
	const size_t count = table->end++ - i;
	memmove(table->time + i + 1, table->time + i, count * sizeof *table->time);
	memmove(table->free + i + 1, table->free + i, count * sizeof *table->free);
	table->time[i + 1] = time;
	return i + 1;
}

static void change(struct swf_timetable *table, struct swf_segments segments, int32_t procs)
{
	for (size_t i = segments.first; i < segments.end; i++)
		table->free[i] += procs;
}

int swf_timetable_add(struct swf_timetable *table, double begin, double end, int32_t procs,
	struct swf_segments *changed)
{
	*changed = (struct swf_segments){table->first, table->first};
	if (begin >= end)
		return 0;
	if (make_room(table) != 0)
		return -1;
	changed->first = part(table, segment_at(table, table->first, begin), begin);
	changed->end = part(table, segment_at(table, changed->first, end), end);
	change(table, *changed, procs);
	return 0;
}

bool swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration, double now,
	double begin, double end, double limit, struct swf_place *place)
{
	const double *time = table->time;
	const int32_t *free_procs = table->free;
	size_t i = segment_at(table, table->first, begin);
	if (free_procs[i] >= size)
		while (i > table->first && free_procs[i - 1] >= size)
			i--;
	for (;;) {
		while (i < table->end && free_procs[i] < size)
			i++;
		place->start = i == table->end ? INFINITY : time[i] > now ? time[i] : now;
		const double until = place->start + duration;
		if (place->start >= end || until > limit)
			return false;
		place->segments.first = i;
		int32_t least = free_procs[i++];
		while (i < table->end && time[i] < until && free_procs[i] >= size) {
			least = free_procs[i] < least ? free_procs[i] : least;
			i++;
		}
		if (i == table->end || time[i] >= until) {
			place->segments.end = i;
			place->least = least;
			return true;
		}
	}
}

bool swf_timetable_fit_before(const struct swf_timetable *table, int32_t size, double now,
	double end, size_t near, struct swf_place *place)
{
	size_t i = segment_near(table, near, end);
	i += table->time[i] < end;
	place->segments.end = i;
	int32_t least = INT32_MAX;
	for (; i > table->first && table->free[i - 1] >= size; i--)
		least = table->free[i - 1] < least ? table->free[i - 1] : least;
	place->segments.first = i;
	place->least = least;
	place->start = table->time[i] > now ? table->time[i] : now;
	return place->start < end;
}

int swf_timetable_move(struct swf_timetable *table, double old, double duration, int32_t procs,
	const struct swf_place *to, size_t near, struct swf_segments *given)
{
	if (make_room(table) != 0)
		return -1;
	/* the two may overlap */
	const double end = to->start + duration;
	const double taken = end < old ? end : old;
	struct swf_segments take = to->segments;
	take.end = part(table, segment_near(table, take.end - 1, taken), taken);
	change(table, take, -procs);
	const double begin = end < old ? old : end;
	given->first = part(table, segment_near(table, near, begin), begin);
	given->end = part(table, segment_near(table, given->first, old + duration), old + duration);
	change(table, *given, procs);
	return 0;
}
