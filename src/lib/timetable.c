#include "timetable.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

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

size_t swf_timetable_at(const struct swf_timetable *table, double time)
{
	/* the last segment that does not begin later */
	const double *low = table->time + table->first;
	for (size_t count = table->end - table->first; count > 1;) {
		const size_t half = count / 2;
		low = low[half] <= time ? low + half : low;
		count -= half;
	}
	return (size_t)(low - table->time);
}

void swf_timetable_advance(struct swf_timetable *table, double now)
{
	while (table->first + 1 < table->end && table->time[table->first + 1] <= now)
		table->first++;
}

/* Moves segments from place i on to place `to`. */
static void move(struct swf_timetable *table, size_t i, size_t to)
{
	const size_t count = table->end - i;
	memmove(table->time + to, table->time + i, count * sizeof *table->time);
	memmove(table->free + to, table->free + i, count * sizeof *table->free);
	table->end = to + count;
}

/* The segment that begins at the time; one that holds it is parted there. */
static size_t part(struct swf_timetable *table, double time)
{
	const size_t i = swf_timetable_at(table, time);
	if (table->time[i] >= time)
		return i;
	move(table, i, i + 1);
	table->time[i + 1] = time;
	return i + 1;
}

/* Joins a segment to the one before it if the same processors are free. */
static bool join(struct swf_timetable *table, size_t i)
{
	if (i == table->first || i >= table->end || table->free[i] != table->free[i - 1])
		return false;
	move(table, i + 1, i);
	return true;
}

int swf_timetable_add(struct swf_timetable *table, double begin, double end, int32_t procs,
	struct swf_segments *changed)
{
	*changed = (struct swf_segments){table->first, table->first};
	if (begin >= end)
		return 0;
	if (table->end + 2 > table->capacity) {
		const size_t used = table->end - table->first;
		if (2 * used + 4 > table->capacity && reserve(table, 2 * table->capacity) != 0)
			return -1;
		move(table, table->first, 0);
		table->first = 0;
	}
	changed->first = part(table, begin);
	changed->end = part(table, end);
	for (size_t i = changed->first; i < changed->end; i++)
		table->free[i] += procs;
	join(table, changed->end);
	if (join(table, changed->first)) {
		/* what was changed is now a part of the segment before */
		changed->first--;
		changed->end--;
	}
	return 0;
}

double swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration,
	double from, double limit, int32_t *least)
{
	const double *time = table->time;
	const int32_t *free_procs = table->free;
	const size_t end = table->end;
	size_t i = swf_timetable_at(table, from);
	for (;;) {
		while (i < end && time[i] < limit && free_procs[i] < size)
			i++;
		if (i == end || time[i] >= limit)
			return limit;
		const double begin = time[i] > from ? time[i] : from;
		const double until = begin + duration < limit ? begin + duration : limit;
		int32_t fewest = free_procs[i++];
		while (i < end && time[i] < until && free_procs[i] >= size) {
			fewest = free_procs[i] < fewest ? free_procs[i] : fewest;
			i++;
		}
		if (i == end || time[i] >= until) {
			*least = fewest;
			return begin;
		}
	}
}
