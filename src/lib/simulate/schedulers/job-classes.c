#include "simulate/schedulers/job-classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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

/* Has the bound be where a room from a moment on ends. Of that moment the class makes two uses, as
 * of a stretch that both begins and ends there. */
static void set_room(struct swf_job_class *class, struct swf_timetable *table, uint32_t from)
{
	const struct swf_timetable_stretch old = {class->from, class->from};
	table->moments[from].uses += 2;
	class->from = from;
	class->full = table->moments[from].time + class->duration;
	swf_timetable_release(table, old, 1);
}

/* So that searches pass by the longer classes of a size. */
static void find_larger(struct swf_job_classes *all)
{
	struct swf_job_class_rank *ranked = all->ranked;
	size_t larger = all->ranked_count;
	for (size_t i = all->ranked_count; i-- > 0; ranked[i].larger = larger)
		if (i + 1 < all->ranked_count && ranked[i].size < ranked[i + 1].size)
			larger = i + 1;
}

size_t swf_job_classes_join(
	struct swf_job_classes *all, struct swf_timetable *table, int32_t size, double duration)
{
	struct swf_job_class_rank *ranked = all->ranked;
	size_t place = 0;
	while (place < all->ranked_count && ranked[place].size < size)
		place = ranked[place].larger;
	while (place < all->ranked_count && ranked[place].size == size &&
		ranked[place].duration < duration)
		place++;
	if (place < all->ranked_count && ranked[place].size == size &&
		ranked[place].duration == duration) {
		all->classes[ranked[place].class].jobs++;
		return ranked[place].class;
	}
	ranked = swf_array_reserve(
		all->ranked, all->ranked_count, &all->ranked_capacity, sizeof *ranked);
	if (ranked == NULL)
		return SIZE_MAX;
	all->ranked = ranked;
	const size_t class = new_class(all);
	if (class == SIZE_MAX)
		return SIZE_MAX;
	memmove(ranked + place + 1, ranked + place, (all->ranked_count++ - place) * sizeof *ranked);
	ranked[place] = (struct swf_job_class_rank){size, (uint32_t) class, duration, 0};
	find_larger(all);
	all->classes[class] = (struct swf_job_class){.size = size,
		.duration = duration,
		.full = -INFINITY,
		.from = table->moments[0].after,
		.jobs = 1};
	table->moments[table->moments[0].after].uses += 2;
	return class;
}

void swf_job_classes_leave(struct swf_job_classes *all, struct swf_timetable *table, size_t class)
{
	if (--all->classes[class].jobs > 0)
		return;
	size_t place = 0;
	while (all->ranked[place].class != class)
		place++;
	const uint32_t from = all->classes[class].from;
	swf_timetable_release(table, (struct swf_timetable_stretch){from, from}, 1);
	memmove(all->ranked + place, all->ranked + place + 1,
		(--all->ranked_count - place) * sizeof *all->ranked);
	find_larger(all);
	all->classes[class].next = all->unused;
	all->unused = class;
}

bool swf_job_classes_fit(struct swf_job_class *class, struct swf_timetable *table, double limit,
	struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	const bool past = m[class->from].before == class->from;
	const uint32_t from = past ? m[0].after : class->from;
	const bool fits =
		swf_timetable_fit_from(table, from, class->size, class->duration, limit, place);
	set_room(class, table, place->stretch.begin);
	return fits;
}

/* From one time to another. */
struct span {
	double begin, end; /* s */
};

/* Lowers the bound of a class to the earliest room that begins before a stretch ends, among those
 * that end after it begins. What such rooms lie in is no wider for larger classes. */
static void open_class(struct swf_job_class *class, struct swf_timetable *table,
	struct swf_timetable_stretch new, struct span *rooms)
{
	const struct swf_timetable_moment *m = table->moments;
	const double end = m[new.end].time, known = m[class->from].time;
	const double limit = known < end ? known : end;
	struct span tried = {INFINITY, -INFINITY};
	uint32_t i = new.begin;
	while (m[i].free >= class->size && m[m[i].before].free >= class->size)
		i = m[i].before;
	for (;;) {
		while (m[i].time < limit && m[i].free < class->size)
			i = m[i].after;
		if (m[i].time >= limit)
			break;
		const uint32_t begin = i;
		const double full = m[begin].time + class->duration;
		if (tried.begin == INFINITY)
			rooms->begin = tried.begin = m[begin].time;
		while (m[i].time < full && m[i].free >= class->size)
			i = m[i].after;
		if (m[i].time >= full) {
			set_room(class, table, begin);
			return;
		}
		tried.end = m[i].time;
	}
	if (limit == end)
		*rooms = tried;
}

/* The widest that new room can lie in is found for the smallest class. */
void swf_job_classes_open(struct swf_job_classes *all, struct swf_timetable *table,
	struct swf_timetable_stretch given, int32_t procs)
{
	const struct swf_timetable_moment *m = table->moments;
	int32_t least = INT32_MAX, most = INT32_MIN;
	for (uint32_t i = given.begin; i != given.end; i = m[i].after) {
		least = m[i].free < least ? m[i].free : least;
		most = m[i].free > most ? m[i].free : most;
	}
	/* smaller ones had enough everywhere there, larger ones have nowhere */
	const struct swf_job_class_rank *ranked = all->ranked;
	const size_t count = all->ranked_count;
	size_t r = 0;
	while (r < count && ranked[r].size <= most && ranked[r].size <= least - procs)
		r = ranked[r].larger;
	if (r == count || ranked[r].size > most)
		return;
	uint32_t first = given.begin, last = given.end;
	while (m[m[first].before].free >= ranked[r].size)
		first = m[first].before;
	while (m[last].free >= ranked[r].size)
		last = m[last].after;
	struct span rooms = {m[first].time, m[last].time};
	while (r < count && ranked[r].size <= most) {
		const double full = rooms.begin + ranked[r].duration;
		if (full > rooms.end) {
			r = ranked[r].larger; /* the others of its size are longer */
			continue;
		}
		struct swf_job_class *class = &all->classes[ranked[r++].class];
		if (full < class->full)
			open_class(class, table, given, &rooms);
	}
}

void swf_job_classes_clear(struct swf_job_classes *all)
{
	free(all->classes);
	free(all->ranked);
	*all = (struct swf_job_classes){.unused = SIZE_MAX};
}
