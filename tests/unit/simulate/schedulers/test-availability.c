/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/availability.h"

#include <math.h>

#include "unit/suites.h"

/* What is free in each second, kept beside the steps. From the last second on all is free. */
enum { SECONDS = 700, LAST_BEGIN = 300, LONGEST = 80, PROCS = 20 };
static int64_t seconds[SECONDS];

static void add_seconds(int begin, int end, int64_t procs)
{
	for (int s = begin; s < end; s++)
		seconds[s] += procs;
}

static size_t count_differences(const struct swf_availability *a, int now)
{
	size_t wrong = a->steps[0].time != now, i = 0;
	for (int s = now; s < SECONDS; s++) {
		while (i + 1 < a->count && a->steps[i + 1].time <= s) {
			wrong += a->steps[i + 1].time <= a->steps[i].time;
			i++;
		}
		wrong += a->steps[i].free != seconds[s];
	}
	return wrong;
}

/* The least that is free for so long from a time on. */
static int64_t naive_least(int begin, int duration)
{
	int64_t least = seconds[begin];
	for (int s = begin + 1; s < begin + duration; s++)
		least = seconds[s] < least ? seconds[s] : least;
	return least;
}

static int naive_fit(int from, int64_t need, int duration)
{
	while (naive_least(from, duration) < need)
		from++;
	return from;
}

static uint32_t step_of(const struct swf_availability *a, double time)
{
	uint32_t i = 0;
	while (i + 1 < a->count && a->steps[i + 1].time <= time)
		i++;
	return i;
}

/* A search from any second on, by any step that begins no later. */
static size_t try_fit(const struct swf_availability *a, uint64_t *state, int now)
{
	const int from = now + (int)random_below(state, 100);
	const int duration = (int)random_below(state, LONGEST);
	const int64_t need = 1 + (int64_t)random_below(state, PROCS);
	const int start = naive_fit(from, need, duration);
	struct swf_availability_place place;
	swf_availability_fit(
		a, random_below(state, 1 + step_of(a, from)), from, need, duration, &place);
	return place.start != start || place.least != naive_least(start, duration);
}

/* Takes the earliest place from now on. */
static size_t take_earliest(struct swf_availability *a, uint64_t *state, int now)
{
	const int duration = (int)random_below(state, LONGEST);
	const int64_t need = 1 + (int64_t)random_below(state, PROCS);
	const int start = naive_fit(now, need, duration);
	struct swf_availability_place place;
	if (start > LAST_BEGIN)
		return 0;
	swf_availability_fit(a, 0, now, need, duration, &place);
	add_seconds(start, start + duration, -need);
	return place.start != start || swf_availability_take(a, &place, duration, need) != 0;
}

/* Gives something back and takes it again, or the other way round, so that neighbouring steps are
 * alike now and then. It may begin and end before now. */
static size_t add_any(struct swf_availability *a, uint64_t *state)
{
	const int begin = (int)random_below(state, LAST_BEGIN);
	const int end = begin + (int)random_below(state, LONGEST);
	const int64_t amount = random_below(state, 2) == 0 ? 1 : -1;
	if (begin < end && naive_least(begin, end - begin) + amount > PROCS)
		return 0;
	add_seconds(begin, end, amount);
	return swf_availability_add(a, begin, end, amount) != 0;
}

/* No two neighbours are alike afterwards. */
static size_t tidy(struct swf_availability *a)
{
	size_t alike = 0;
	swf_availability_tidy(a);
	for (size_t i = 1; i < a->count; i++)
		alike += a->steps[i].free == a->steps[i - 1].free;
	return alike;
}

START_TEST(it_agrees_with_a_list_of_seconds)
{
	uint64_t state = 31;
	size_t wrong = 0;
	struct swf_availability copy = {0};
	for (int round = 0; round < 100; round++) {
		struct swf_availability a = {0};
		ck_assert_int_eq(swf_availability_init(&a, PROCS), 0);
		for (int s = 0; s < SECONDS; s++)
			seconds[s] = PROCS;
		for (int step = 0, now = 0; step < 200; step++) {
			now += random_below(&state, 4) == 0;
			swf_availability_advance(&a, now);
			wrong += random_below(&state, 2) == 0 ? take_earliest(&a, &state, now)
							      : add_any(&a, &state);
			wrong += random_below(&state, 5) == 0 ? tidy(&a) : 0;
			wrong += swf_availability_copy(&copy, &a) != 0;
			wrong += count_differences(&copy, now);
			wrong += try_fit(&copy, &state, now);
		}
		swf_availability_clear(&a);
	}
	swf_availability_clear(&copy);
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* More than there is for ever has no place. */
START_TEST(what_never_fits_has_no_place)
{
	struct swf_availability a = {0};
	struct swf_availability_place place;
	ck_assert_int_eq(swf_availability_init(&a, PROCS), 0);
	swf_availability_advance(&a, 5);
	ck_assert_int_eq(swf_availability_add(&a, 10, 20, -3), 0);
	swf_availability_fit(&a, 0, 5, PROCS + 1, 1, &place);
	ck_assert(isinf(place.start));
	/* 5 + 5 s end when it gets too few, 6 s do not */
	swf_availability_fit(&a, 0, 5, PROCS, 5, &place);
	ck_assert_double_eq(place.start, 5);
	swf_availability_fit(&a, 0, 5, PROCS, 6, &place);
	ck_assert_double_eq(place.start, 20);
	swf_availability_clear(&a);
}
END_TEST

Suite *availability_suite(void)
{
	return suite_of("availability",
		(const TTest *const[]){
			it_agrees_with_a_list_of_seconds, what_never_fits_has_no_place, NULL});
}
