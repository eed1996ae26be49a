/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "simulate/schedulers/job-classes.h"
#include "swfcore/queueing.h"
#include "unit/allocations.h"
#include "unit/suites.h"

/* What is free in each second, kept beside a timetable, and the reservations in it. */
enum { SECONDS = 600, PROCS = 20, MOST = 40 };
static int32_t seconds[SECONDS];
static struct reservation {
	int begin, duration;
	int32_t procs;
	struct swf_timetable_stretch stretch;
} reservations[MOST];

static void add_seconds(int begin, int end, int32_t procs)
{
	for (int s = begin; s < end; s++)
		seconds[s] += procs;
}

/* How far the list agrees with every second from now on, and is in order both ways. */
static size_t count_differences(const struct swf_timetable *table, int now)
{
	const struct swf_timetable_moment *m = table->moments;
	size_t wrong = 0;
	uint32_t i = m[0].after;
	for (int s = now; s < SECONDS; s++) {
		while (m[m[i].after].time <= s) {
			wrong += m[m[i].after].before != i || m[m[i].after].time <= m[i].time;
			i = m[i].after;
		}
		wrong += m[i].free != seconds[s];
	}
	return wrong;
}

static bool naive_fit(int32_t size, int duration, int from, int limit, int *start, int32_t *least)
{
	for (*start = from; *start + duration <= limit; ++*start) {
		*least = seconds[*start];
		for (int s = *start; s < *start + duration && *least >= size; s++)
			*least = seconds[s] < *least ? seconds[s] : *least;
		if (*least >= size)
			return true;
	}
	return false;
}

/* From the moment after one on. */
static bool try_fit_from(
	const struct swf_timetable *table, uint32_t moment, int32_t size, int duration, int limit)
{
	const struct swf_timetable_moment *m = table->moments;
	struct swf_timetable_place place;
	int start;
	int32_t least;
	const uint32_t from = m[moment].after != 0 ? m[moment].after : moment;
	const bool fits = naive_fit(size, duration, (int)m[from].time, limit, &start, &least);
	if (swf_timetable_fit_from(table, from, size, duration, limit, &place) != fits)
		return true;
	return fits && (place.start != start || place.least != least);
}

static size_t try_fit(const struct swf_timetable *table, uint64_t *state, int now)
{
	const int32_t size = 1 + (int32_t)random_below(state, PROCS);
	const int duration = 1 + (int)random_below(state, 40);
	const int limit = now + (int)random_below(state, 250);
	struct swf_timetable_place place;
	int start;
	int32_t least;
	const bool fits = naive_fit(size, duration, now, limit, &start, &least);
	if (swf_timetable_fit(table, size, duration, limit, &place) != fits)
		return 1;
	if (fits)
		return place.start != start || place.least != least ||
			try_fit_from(table, place.stretch.begin, size, duration, SECONDS) ||
			try_fit_from(table, place.stretch.begin, size, duration, limit + 20);
	/* none ends by the limit, and none begins before what it says */
	naive_fit(size, duration, now, SECONDS, &start, &least);
	return place.start > start;
}

/* Reserves the earliest place, or moves a reservation to an earlier one. */
static size_t change(struct swf_timetable *table, uint64_t *state, struct reservation *r, int now)
{
	struct swf_timetable_place place;
	struct swf_timetable_stretch given;
	int start;
	int32_t least;
	if (r->procs == 0) {
		r->procs = 1 + (int32_t)random_below(state, PROCS);
		r->duration = 1 + (int)random_below(state, 30);
		naive_fit(r->procs, r->duration, now, SECONDS, &start, &least);
		bool wrong = !swf_timetable_fit(table, r->procs, r->duration, INFINITY, &place) ||
			place.start != start ||
			swf_timetable_take(table, &place, r->duration, r->procs, 1) != 0;
		r->begin = start;
		r->stretch = place.stretch;
		add_seconds(r->begin, r->begin + r->duration, -r->procs);
		return wrong;
	}
	if (r->begin <= now)
		return 0;
	if (!swf_timetable_fit(table, r->procs, r->duration, r->begin, &place))
		swf_timetable_fit_before(table, r->procs, r->stretch.begin, &place);
	if (place.start == r->begin)
		return 0;
	/* the earliest, were it not there itself */
	add_seconds(r->begin, r->begin + r->duration, r->procs);
	naive_fit(r->procs, r->duration, now, SECONDS, &start, &least);
	const bool wrong = place.start != start ||
		swf_timetable_move(table, r->stretch, &place, r->duration, r->procs, 1, &given) !=
			0 ||
		table->moments[given.end].time != r->begin + r->duration;
	swf_timetable_release(table, r->stretch, 1);
	r->begin = start;
	r->stretch = place.stretch;
	add_seconds(r->begin, r->begin + r->duration, -r->procs);
	return wrong;
}

/* Ends a reservation before its time, as when a job ends. */
static size_t end_early(struct swf_timetable *table, struct reservation *r, int now)
{
	struct swf_timetable_stretch rest;
	size_t wrong = 0;
	if (r->procs == 0 || r->begin > now)
		return 0;
	if (now < r->begin + r->duration) {
		wrong += swf_timetable_between(table, now, r->begin + r->duration, &rest) != 0;
		swf_timetable_add(table, rest, r->procs);
		swf_timetable_release(table, rest, 1);
		add_seconds(now, r->begin + r->duration, r->procs);
	}
	swf_timetable_release(table, r->stretch, 1);
	r->procs = 0;
	return wrong;
}

START_TEST(it_agrees_with_a_list_of_seconds)
{
	uint64_t state = 7;
	size_t wrong = 0;
	for (int round = 0; round < 200; round++) {
		struct swf_timetable table;
		ck_assert_int_eq(swf_timetable_init(&table, PROCS), 0);
		for (int s = 0; s < SECONDS; s++)
			seconds[s] = PROCS;
		for (int i = 0; i < MOST; i++)
			reservations[i].procs = 0;
		for (int step = 0, now = 0; step < 300 && now < 100; step++) {
			struct reservation *r = &reservations[random_below(&state, 12)];
			now += random_below(&state, 4) == 0;
			swf_timetable_advance(&table, now);
			wrong += change(&table, &state, r, now);
			if (random_below(&state, 3) == 0)
				wrong += end_early(
					&table, &reservations[random_below(&state, 12)], now);
			wrong += try_fit(&table, &state, now);
			wrong += count_differences(&table, now);
		}
		swf_timetable_clear(&table);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Far beyond the room that there is at the start; and when all have been released, it is used
 * again. */
START_TEST(many_moments)
{
	enum { N = 5000 };
	static struct swf_timetable_stretch stretches[N];
	struct swf_timetable table;
	struct swf_timetable_place place;
	ck_assert_int_eq(swf_timetable_init(&table, 100), 0);
	swf_timetable_advance(&table, 0);
	for (int i = 0; i < N; i++) {
		ck_assert_int_eq(swf_timetable_between(&table, 2 * i, 2 * i + 1, &stretches[i]), 0);
		swf_timetable_add(&table, stretches[i], -60);
	}
	ck_assert(swf_timetable_fit(&table, 40, 7, INFINITY, &place) && place.start == 0);
	ck_assert_int_eq(place.least, 40);
	ck_assert(swf_timetable_fit(&table, 41, 1, INFINITY, &place) && place.start == 1);
	ck_assert(swf_timetable_fit(&table, 41, 1.5, INFINITY, &place) && place.start == 2 * N - 1);
	ck_assert_int_eq(place.least, 100);
	const size_t count = table.count;
	for (int i = 0; i < N; i++) {
		swf_timetable_add(&table, stretches[i], 60);
		swf_timetable_release(&table, stretches[i], 1);
	}
	ck_assert(swf_timetable_fit(&table, 100, 1e9, INFINITY, &place) && place.start == 0);
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(swf_timetable_between(&table, 3 * i, 3 * i + 1, &stretches[i]), 0);
	ck_assert_uint_eq(table.count, count);
	swf_timetable_clear(&table);
	swf_timetable_clear(&table);
}
END_TEST

/* Their numbers have 32 bits, of which the array never comes to an end here. */
START_TEST(there_are_no_more_moments_than_numbers)
{
	struct swf_timetable table;
	struct swf_timetable_stretch stretch;
	ck_assert_int_eq(swf_timetable_init(&table, 100), 0);
	swf_timetable_advance(&table, 0);
	table.count = (size_t)UINT32_MAX + 4;
	table.capacity = table.count + 10;
	ck_assert_int_eq(swf_timetable_between(&table, 5, 6, &stretch), -1);
	swf_timetable_clear(&table);
}
END_TEST

Suite *timetable_suite(void)
{
	return suite_of("timetable",
		(const TTest *const[]){it_agrees_with_a_list_of_seconds, many_moments,
			there_are_no_more_moments_than_numbers, NULL});
}

/* As many as there is room for at first. */
enum { FIRST = 256 };

/* Of the two arrays that are to grow, the second finds no memory, when the first has moved. */
START_TEST(classes_survive_that_there_is_no_memory)
{
	struct swf_job_classes all = {.unused = SIZE_MAX};
	struct swf_timetable table;
	size_t class[FIRST + 1];
	ck_assert_int_eq(swf_timetable_init(&table, FIRST + 1), 0);
	for (int i = 0; i < FIRST; i++)
		class[i] = swf_job_classes_join(&all, &table, i + 1, 10);
	fail_realloc(2);
	ck_assert_uint_eq(swf_job_classes_join(&all, &table, FIRST + 1, 10), SIZE_MAX);
	for (int i = 0; i < FIRST; i++)
		ck_assert_uint_eq(swf_job_classes_join(&all, &table, i + 1, 10), class[i]);
	class[FIRST] = swf_job_classes_join(&all, &table, FIRST + 1, 10);
	ck_assert_uint_ne(class[FIRST], SIZE_MAX);
	for (int i = 0; i <= FIRST; i++)
		for (int jobs = i < FIRST ? 2 : 1; jobs > 0; jobs--)
			swf_job_classes_leave(&all, &table, class[i]);
	ck_assert_uint_eq(all.ranked_count, 0);
	swf_job_classes_clear(&all);
	swf_timetable_clear(&table);
}
END_TEST

enum { MACHINE = 12, CLASSES = 8, TAKEN = 10 };

/* What is free from now on, and what may be given back of it. */
struct fixture {
	struct swf_job_classes all;
	struct swf_timetable table;
	size_t class[CLASSES];
	struct taken {
		double begin, end; /* s */
		int32_t procs;
	} taken[TAKEN];
	double now;
};

static void take_or_give_back(struct fixture *f, uint64_t *state)
{
	struct taken *t = &f->taken[random_below(state, TAKEN)];
	const bool give = t->procs > 0;
	struct swf_timetable_stretch stretch;
	if (!give) {
		t->procs = 1 + (int32_t)random_below(state, MACHINE / 2);
		t->begin = f->now + random_below(state, 30);
		t->end = t->begin + 1 + random_below(state, 20);
	}
	ck_assert_int_eq(swf_timetable_between(&f->table, t->begin, t->end, &stretch), 0);
	swf_timetable_add(&f->table, stretch, give ? t->procs : -t->procs);
	if (give)
		swf_job_classes_open(&f->all, &f->table, stretch, t->procs);
	swf_timetable_release(&f->table, stretch, 1);
	if (give)
		t->procs = 0;
}

/* A search from now on tells what the bound of a class is worth, and what its search must find. */
static size_t check_class(struct fixture *f, uint64_t *state, size_t number)
{
	struct swf_job_class *class = &f->all.classes[number];
	struct swf_timetable_place earliest, found;
	swf_timetable_fit(&f->table, class->size, class->duration, INFINITY, &earliest);
	if (earliest.start + class->duration < class->full)
		return 1;
	if (random_below(state, 2) == 0)
		return 0;
	if (!swf_job_classes_fit(class, &f->table, INFINITY, &found))
		return 1;
	return found.start != earliest.start || found.least != earliest.least ||
		class->full != earliest.start + class->duration;
}

static void join_one(struct fixture *f, uint64_t *state, size_t i)
{
	f->class[i] = swf_job_classes_join(&f->all, &f->table,
		1 + (int32_t)random_below(state, MACHINE), random_below(state, 15));
	ck_assert_uint_ne(f->class[i], SIZE_MAX);
}

START_TEST(no_room_ends_before_the_bound)
{
	uint64_t state = 11;
	size_t wrong = 0;
	for (int round = 0; round < 200; round++) {
		struct fixture f = {.all = {.unused = SIZE_MAX}};
		ck_assert_int_eq(swf_timetable_init(&f.table, MACHINE), 0);
		for (size_t i = 0; i < CLASSES; i++)
			join_one(&f, &state, i);
		for (int step = 0; step < 200; step++) {
			f.now += random_below(&state, 8) == 0;
			swf_timetable_advance(&f.table, f.now);
			take_or_give_back(&f, &state);
			for (size_t i = 0; i < CLASSES; i++)
				wrong += check_class(&f, &state, f.class[i]);
			const size_t i = random_below(&state, 4 * CLASSES);
			if (i < CLASSES) {
				swf_job_classes_leave(&f.all, &f.table, f.class[i]);
				join_one(&f, &state, i);
			}
		}
		swf_job_classes_clear(&f.all);
		swf_timetable_clear(&f.table);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

Suite *job_classes_suite(void)
{
	return suite_of("job_classes",
		(const TTest *const[]){classes_survive_that_there_is_no_memory,
			no_room_ends_before_the_bound, NULL});
}
