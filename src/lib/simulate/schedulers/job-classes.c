#include "simulate/schedulers/job-classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bisection.h"

/* A class without jobs, SIZE_MAX when there is no memory. */
static size_t new_class(struct swf_job_classes *all)
{
	if (all->unused != SIZE_MAX) {
		const size_t class = all->unused;
		all->unused = all->classes[class].next;
		return class;
	}
	struct swf_job_class *classes =
		swf_array_reserve(all->classes, all->count, &all->capacity, sizeof *classes);
	if (classes == NULL)
		return SIZE_MAX;
	all->classes = classes;
	return all->count++;
}

size_t swf_job_classes_join(struct swf_job_classes *all, int32_t size, double duration)
{
	size_t place = 0;
	while (place < all->ranked_count && all->ranked[place].size < size)
		place++;
	for (size_t i = place; i < all->ranked_count && all->ranked[i].size == size; i++) {
		struct swf_job_class *class = &all->classes[all->ranked[i].class];
		if (class->duration == duration) {
			class->jobs++;
			return all->ranked[i].class;
		}
	}
	struct swf_job_class_rank *ranked = swf_array_reserve(
		all->ranked, all->ranked_count, &all->ranked_capacity, sizeof *ranked);
	if (ranked == NULL)
		return SIZE_MAX;
	all->ranked = ranked;
	const size_t class = new_class(all);
	if (class == SIZE_MAX)
		return SIZE_MAX;
	memmove(ranked + place + 1, ranked + place, (all->ranked_count++ - place) * sizeof *ranked);
	ranked[place] = (struct swf_job_class_rank){size, (uint32_t) class};
	all->classes[class] = (struct swf_job_class){.size = size,
		.duration = duration,
		.full = -INFINITY,
		.last = -INFINITY,
		.jobs = 1};
	return class;
}

void swf_job_classes_leave(struct swf_job_classes *all, size_t class)
{
	if (--all->classes[class].jobs > 0)
		return;
	size_t place = 0;
	while (all->ranked[place].class != class)
		place++;
	memmove(all->ranked + place, all->ranked + place + 1,
		(--all->ranked_count - place) * sizeof *all->ranked);
	all->classes[class].next = all->unused;
	all->unused = class;
}

/* How many of the ranked classes are not larger. */
static size_t rank(const struct swf_job_classes *all, int32_t size)
{
	struct swf_bisection b = {.high = all->ranked_count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, all->ranked[b.middle].size <= size);
	return b.low;
}

/* The stretch in which enough are free can only be longer for a smaller class. */
void swf_job_classes_open(struct swf_job_classes *all, const struct swf_timetable *table,
	struct swf_timetable_stretch given, int32_t procs, double last)
{
	const struct swf_timetable_moment *m = table->moments;
	for (uint32_t i = given.begin; i != given.end && m[i].time < last; i = m[i].after) {
		const int32_t enough = m[i].free, before = enough - procs;
		uint32_t begin = i, end = m[i].after;
		for (size_t r = rank(all, enough); r > 0 && all->ranked[r - 1].size > before; r--) {
			struct swf_job_class *class = &all->classes[all->ranked[r - 1].class];
			/* what is new ends later than this, and is of use before the last starts */
			if (class->full <= m[i].time || class->last <= m[i].time)
				continue;
			while (m[m[begin].before].free >= class->size)
				begin = m[begin].before;
			const double full = m[begin].time + class->duration;
			if (full >= class->full || full > class->last)
				continue;
			while (m[end].time < full && m[end].free >= class->size)
				end = m[end].after;
			if (full <= m[end].time)
				class->full = full;
		}
	}
}

void swf_job_classes_clear(struct swf_job_classes *all)
{
	free(all->classes);
	free(all->ranked);
	*all = (struct swf_job_classes){.unused = SIZE_MAX};
}
