/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The timetable, and in it the rooms of classes of jobs.
 *
 * Between calls,
 *
 *  - the moments from moment 0 on, by `after`, ascend strictly in time, begin with now and return
 * to moment 0; `before` is the same list from the other end;
 *  - what is free changes only at moments, so that a place is known by two of them;
 *  - a moment with uses is in the list, or it is past and its own neighbour. One without uses is in
 *    the list only while what is free changes there; else it is spare. So there are no more than
 * two moments for each running job, reservation and class.
 *
 * A walk costs a step a moment. Reservations are near each other in time, so that what is reserved
 * next is found in few steps from where the last one was.
 *
 * Of a class, no room for one of its jobs ends before `full`, and none begins before `from`, of
 * which the class makes two uses so that it lasts. Taking processors cannot make this wrong. Where
 * they are given back, swf_job_classes_open lowers both for the classes that have new room there:
 * those of sizes above what was free everywhere, up to what is free anywhere now.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/schedulers/job-classes.h"
#include "swfcore/queueing.h"

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

int swf_timetable_init(struct swf_timetable *table, int64_t procs)
{
	*table = (struct swf_timetable){0};
	if (new_moment(table) != 0 || table->count == 0 || new_moment(table) == 0)
		return -1;
	table->moments[0] = (struct swf_timetable_moment){INFINITY, INT64_MIN, 1, 1, 0};
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
static void tidy_moment(struct swf_timetable *table, uint32_t i)
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
	tidy_moment(table, stretch.begin);
	if (stretch.end != stretch.begin)
		tidy_moment(table, stretch.end);
}

/* Makes a moment of a time that is not before the i-th, but before the one after that: the i-th if
 * that is it. 0 when there is no memory. */
static uint32_t make_moment(struct swf_timetable *table, uint32_t i, double time)
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

static uint32_t make_moment_from(struct swf_timetable *table, uint32_t i, double time)
{
	const struct swf_timetable_moment *m = table->moments;
	while (m[m[i].after].time <= time)
		i = m[i].after;
	return make_moment(table, i, time);
}

static uint32_t make_moment_before(struct swf_timetable *table, uint32_t i, double time)
{
	const struct swf_timetable_moment *m = table->moments;
	while (m[i].time > time)
		i = m[i].before;
	return make_moment(table, i, time);
}

void swf_timetable_add(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, int64_t procs)
{
	struct swf_timetable_moment *m = table->moments;
	for (uint32_t i = stretch.begin; i != stretch.end; i = m[i].after)
		m[i].free += procs;
}

int swf_timetable_between(struct swf_timetable *table, double begin, double end,
	struct swf_timetable_stretch *stretch)
{
	const uint32_t first = table->moments[0].after;
	if ((stretch->begin = make_moment_from(table, first, begin)) == 0)
		return -1;
	table->moments[stretch->begin].uses++;
	if ((stretch->end = make_moment_from(table, stretch->begin, end)) == 0)
		return -1;
	table->moments[stretch->end].uses++;
	return 0;
}

bool swf_timetable_fit_from(const struct swf_timetable *table, uint32_t moment, int64_t size,
	double duration, double limit, struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	uint32_t i = moment;
	for (;;) {
		while (i != 0 && m[i].free < size && m[i].time <= limit)
			i = m[i].after;
		place->stretch.begin = i;
		place->start = m[i].time;
		const double until = place->start + duration;
		if (until > limit || i == 0)
			return false;
		int64_t least = m[i].free;
		for (i = m[i].after; m[i].time < until && m[i].free >= size; i = m[i].after)
			least = m[i].free < least ? m[i].free : least;
		if (m[i].time >= until) {
			place->stretch.end = i;
			place->least = least;
			return true;
		}
	}
}

bool swf_timetable_fit_at(const struct swf_timetable *table, uint32_t moment, double from,
	int64_t size, double duration, double limit, struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	const double until = from + duration;
	uint32_t i = moment;
	while (m[m[i].after].time <= from)
		i = m[i].after;
	place->start = from;
	place->stretch.begin = i;
	if (until > limit)
		return false;
	if (m[i].free >= size) {
		place->least = m[i].free;
		for (i = m[i].after; m[i].time < until && m[i].free >= size; i = m[i].after)
			place->least = m[i].free < place->least ? m[i].free : place->least;
		place->stretch.end = i;
		if (m[i].time >= until)
			return true;
	}
	return swf_timetable_fit_from(table, i, size, duration, limit, place);
}

bool swf_timetable_fit(const struct swf_timetable *table, int64_t size, double duration,
	double limit, struct swf_timetable_place *place)
{
	return swf_timetable_fit_from(table, table->moments[0].after, size, duration, limit, place);
}

void swf_timetable_fit_before(const struct swf_timetable *table, int64_t size, uint32_t moment,
	struct swf_timetable_place *place)
{
	const struct swf_timetable_moment *m = table->moments;
	uint32_t i = moment;
	int64_t least = INT64_MAX;
	for (; m[m[i].before].free >= size; i = m[i].before)
		least = m[m[i].before].free < least ? m[m[i].before].free : least;
	place->start = m[i].time;
	place->stretch = (struct swf_timetable_stretch){i, moment};
	place->least = least;
}

int swf_timetable_take(struct swf_timetable *table, struct swf_timetable_place *place,
	double duration, int64_t procs, uint32_t uses)
{
	struct swf_timetable_stretch *stretch = &place->stretch;
	const double end = place->start + duration;
	if (table->moments[stretch->end].time > end)
		stretch->end = make_moment(table, table->moments[stretch->end].before, end);
	if (stretch->end == 0)
		return -1;
	swf_timetable_add(table, *stretch, -procs);
	table->moments[stretch->begin].uses += uses;
	table->moments[stretch->end].uses += uses;
	return 0;
}

int swf_timetable_move(struct swf_timetable *table, struct swf_timetable_stretch old,
	struct swf_timetable_place *place, double duration, int64_t procs, uint32_t uses,
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
		if ((given->begin = make_moment_before(table, old.end, end)) == 0)
			return -1;
		swf_timetable_add(table, taken, -procs);
		place->stretch.end = given->begin;
		table->moments[place->stretch.begin].uses += uses;
		table->moments[place->stretch.end].uses += uses;
	}
	swf_timetable_add(table, *given, procs);
	return 0;
}

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
	struct swf_job_classes *all, struct swf_timetable *table, int64_t size, double duration)
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
	struct swf_timetable_stretch given, int64_t procs)
{
	const struct swf_timetable_moment *m = table->moments;
	int64_t least = INT64_MAX, most = INT64_MIN;
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
