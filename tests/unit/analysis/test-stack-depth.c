/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stack-depth.h"
#include "unit/suites.h"

/* By definition, where what is equal on paper counts as equal. */
static bool is_near(double x, double y, double tolerance)
{
	return fabs(x - y) <= tolerance * y * (1 + 0x1p-40);
}

/* The definition word by word, with the stack as a list, its top at the end. */
static struct swf_stack_depth naive(const double *values, size_t count, double tolerance)
{
	struct swf_stack_depth depth = {.depth_mean = NAN};
	double *stack = malloc((count + 1) * sizeof *stack), sum = 0;
	for (size_t i = 0; i < count; i++) {
		size_t at = depth.size;
		while (at > 0 && !is_near(values[i], stack[at - 1], tolerance))
			at--;
		if (at == 0) {
			stack[depth.size++] = values[i];
			depth.misses++;
			continue;
		}
		const double y = stack[at - 1];
		sum += (double)(depth.size - at);
		depth.hits++;
		memmove(stack + at - 1, stack + at, (depth.size - at) * sizeof *stack);
		stack[depth.size - 1] = y;
	}
	if (depth.hits > 0)
		depth.depth_mean = sum / (double)depth.hits;
	free(stack);
	return depth;
}

/* Whether the outcome is that of the list. */
static bool agrees(const double *values, size_t count, double tolerance)
{
	const struct swf_stack_depth want = naive(values, count, tolerance);
	struct swf_stack_depth got;
	return swf_stack_depth(values, count, tolerance, &got) == 0 && got.hits == want.hits &&
		got.misses == want.misses && got.size == want.size &&
		(want.hits > 0 ? got.depth_mean == want.depth_mean : isnan(got.depth_mean));
}

static const double tolerances[] = {0, 1e-16, 0.001, 0.01, 0.05, 0.1, 0.3, 0.49, 0.5};
enum { TOLERANCES = sizeof tolerances / sizeof *tolerances };

/* A value of one of five kinds: whole numbers, fractions, zeros among them, all magnitudes, and
 * powers of 1 + tolerance, which lie at the borders of what is near. */
static double random_value(uint64_t *state, int kind, uint32_t different, double tolerance)
{
	const uint32_t r = random_below(state, different);
	switch (kind) {
	case 0:
		return 1 + r;
	case 1:
		return r * 0.1;
	case 2:
		return r % 3 == 0 ? 0 : r;
	case 3:
		return ldexp(1 + r % 8 / 8.0, (int)(r % 600) - 300);
	default:
		return 100 * pow(1 + tolerance, r % 100) * (r % 2 == 0 ? 1 : 1 + 0x1p-52);
	}
}

/* 105 and 95 are hits of 100, which stays 100, so that 110 and 94 are new; 105 is near 110 as well
 * as 100 and a hit of the one further up. The stack, its top first, with the depths of the hits:
 * 100, 100 (0), 100 (0), 110 100, 94 110 100, 110 94 100 (1), 100 110 94 (2), 100 110 94 (0). */
START_TEST(elements_keep_their_values)
{
	const double values[] = {100, 105, 95, 110, 94, 105, 100, 105};
	struct swf_stack_depth d;
	ck_assert_int_eq(swf_stack_depth(values, 8, 0.05, &d), 0);
	ck_assert(d.hits == 5 && d.misses == 3 && d.size == 3);
	ck_assert(d.depth_mean == (0 + 0 + 1 + 2 + 0) / 5.0);
}
END_TEST

/* The tolerance is that of the element: of 100, up to 50 and 150; of 50, up to 75 alone. Zeros are
 * near zeros only. */
START_TEST(borders_of_the_tolerance)
{
	const double from_100[] = {100, 50, 150}, from_50[] = {50, 100},
		     zeros[] = {0, 1, 0, 1e-300};
	struct swf_stack_depth d;
	ck_assert_int_eq(swf_stack_depth(from_100, 3, 0.5, &d), 0);
	ck_assert(d.hits == 2 && d.size == 1 && d.depth_mean == 0);
	ck_assert_int_eq(swf_stack_depth(from_50, 2, 0.5, &d), 0);
	ck_assert(d.hits == 0 && d.size == 2 && isnan(d.depth_mean));
	ck_assert_int_eq(swf_stack_depth(zeros, 4, 0.5, &d), 0);
	ck_assert(d.hits == 1 && d.misses == 3 && d.depth_mean == 1);
	ck_assert_int_eq(swf_stack_depth(zeros, 1, 0, &d), 0);
	ck_assert(d.hits == 0 && d.misses == 1 && d.size == 1 && isnan(d.depth_mean));
	ck_assert_int_eq(swf_stack_depth(NULL, 0, 0.05, &d), 0);
	ck_assert(d.hits == 0 && d.misses == 0 && d.size == 0 && isnan(d.depth_mean));
	/* the two zeros are one value */
	ck_assert_int_eq(swf_stack_depth((const double[]){0.0, -0.0}, 2, 0, &d), 0);
	ck_assert(d.hits == 1 && d.size == 1);
}
END_TEST

/* Values that are p % of whole numbers away, for every whole p, are hits, and those a little
 * further away are none, although p / 100 is not exact: 0.29 * 100 is less than 29. */
START_TEST(whole_percentages)
{
	int wrong = 0;
	for (int p = 0; p <= 50; p++)
		for (int y = 100; y <= 100000; y += y < 2000 ? 100 : 7700) {
			const double away = p * (y / 100);
			const double at[] = {y, y + away, y - away};
			const double beyond[] = {y, y + away + 0.001, y, y - away - 0.001};
			struct swf_stack_depth d;
			wrong += swf_stack_depth(at, 3, p / 100.0, &d) != 0 || d.hits != 2;
			wrong += swf_stack_depth(beyond, 2, p / 100.0, &d) != 0 || d.hits != 0;
			wrong += swf_stack_depth(beyond + 2, 2, p / 100.0, &d) != 0 || d.hits != 0;
		}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(short_sequences)
{
	static const uint32_t different[] = {1, 2, 3, 10, 40, 1000};
	uint64_t state = 1;
	double values[64];
	int wrong = 0;
	for (int round = 0; round < 30000; round++) {
		const size_t count = random_below(&state, 64);
		const double tolerance = tolerances[random_below(&state, TOLERANCES)];
		const int kind = (int)random_below(&state, 5);
		const uint32_t n = different[random_below(&state, 6)];
		for (size_t i = 0; i < count; i++)
			values[i] = random_value(&state, kind, n, tolerance);
		wrong += !agrees(values, count, tolerance);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* A sequence so long that slots close up often, with a stack that stays small or grows on. */
START_TEST(long_sequences)
{
	static const uint32_t different[] = {1, 5, 31, 32, 33, 64, 300, 3000, 1000000};
	enum { MOST = 3000 };
	uint64_t state = 2;
	double *values = malloc(MOST * sizeof *values);
	int wrong = 0;
	for (int kind = 0; kind < 5; kind++)
		for (size_t d = 0; d < sizeof different / sizeof *different; d++) {
			const double tolerance = tolerances[(d + (size_t)kind) % TOLERANCES];
			const size_t count = MOST - d * d;
			for (size_t i = 0; i < count; i++)
				values[i] = random_value(&state, kind, different[d], tolerance);
			wrong += !agrees(values, count, tolerance);
		}
	ck_assert_int_eq(wrong, 0);
	free(values);
}
END_TEST

/* Round by round through n values, each is found at the depth n - 1; so many that fit the slots
 * exactly, one less and one more. */
START_TEST(cycles)
{
	enum { MOST = 130, ROUNDS = 40 };
	double values[MOST * ROUNDS];
	int wrong = 0;
	for (size_t n = 1; n <= MOST; n++) {
		struct swf_stack_depth d;
		for (size_t i = 0; i < n * ROUNDS; i++)
			values[i] = (double)(i % n);
		wrong += swf_stack_depth(values, n * ROUNDS, 0, &d) != 0 ||
			d.hits != n * (ROUNDS - 1) || d.misses != n || d.size != n ||
			d.depth_mean != (double)(n - 1);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* At every tolerance up to 0.5, as many elements as can be are near one value: they are given in
 * all orders of a dense row around it. */
START_TEST(many_elements_are_near)
{
	enum { ROW = 60 };
	uint64_t state = 3;
	double values[4 * ROW];
	int wrong = 0;
	for (int round = 0; round < 5000; round++) {
		const double tolerance = random_below(&state, 501) / 1000.0;
		for (size_t i = 0; i < 4 * ROW; i++) {
			const double place = random_below(&state, ROW) / (double)ROW;
			values[i] = 1000 * pow((1 + tolerance) / (1 - tolerance), 2 * place);
		}
		wrong += !agrees(values, 4 * ROW, tolerance);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

Suite *stack_depth_suite(void)
{
	return suite_of("stack_depth",
		(const TTest *const[]){elements_keep_their_values, borders_of_the_tolerance,
			whole_percentages, short_sequences, long_sequences, cycles,
			many_elements_are_near, NULL});
}
