/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/outlooks.h"

#include <math.h>
#include <string.h>

#include "slurm/model/node-sets.h"
#include "unit/suites.h"

enum { NODES = 70, WORDS = 2, MINUTES = 50, STEP = 60, MOST = 40 };
static const double begin = 600, last = 600 + MINUTES * STEP;

/* Which nodes are reserved in which minute. */
static bool taken[MINUTES][NODES];

static void random_set(uint64_t *state, uint64_t *set)
{
	memset(set, 0, WORDS * sizeof *set);
	for (uint32_t n = 1 + random_below(state, 8); n > 0; n--)
		swf_slurm_node_sets_put(set, random_below(state, NODES));
}

/* In whole minutes; a reservation has no less than one, and none before the first. */
static void take(double start, double end, const uint64_t *set)
{
	start = fmax(start, begin);
	end = fmax(end, start + STEP);
	for (int m = 0; m < MINUTES; m++)
		for (size_t n = 0; n < NODES; n++)
			if (begin + m * STEP >= start && begin + m * STEP < end &&
				swf_slurm_node_sets_has(set, n))
				taken[m][n] = true;
}

/* Free from start to end, up to the minute that begins at the end. */
static bool is_free(double start, double end, size_t node)
{
	for (int m = 0; m < MINUTES; m++)
		if (begin + (m + 1) * STEP > start && begin + m * STEP <= end && taken[m][node])
			return false;
	return true;
}

static void check_free(
	const struct swf_slurm_reservations *r, const uint64_t *among, double start, double end)
{
	uint64_t nodes[WORDS];
	const double later = swf_slurm_reservations_free(r, start, end, among, nodes);
	for (size_t n = 0; n < NODES; n++)
		ck_assert(swf_slurm_node_sets_has(nodes, n) ==
			(swf_slurm_node_sets_has(among, n) && is_free(start, end, n)));
	ck_assert(swf_slurm_reservations_opening(r, start, end, among) == later);
	/* before that time nothing opens, and at it something does */
	for (int m = 1; m < MINUTES; m++) {
		const double at = begin + m * STEP;
		bool opens = false;
		if (at <= start || at > later)
			continue;
		for (size_t n = 0; n < NODES; n++)
			opens |= swf_slurm_node_sets_has(among, n) && taken[m - 1][n] &&
				!taken[m][n];
		ck_assert(at == later ? opens : !opens || at > end);
	}
	/* what is said to stay the same does */
	const double same_before = swf_slurm_reservations_same_before(r, end, later, nodes);
	ck_assert(same_before > end);
	uint64_t again[WORDS];
	const double same_later = swf_slurm_reservations_free(
		r, start, fmin(same_before, last + STEP) - 1, among, again);
	ck_assert(same_later == later && swf_slurm_node_sets_equal(nodes, again, WORDS));
}

/* The first time from which on each minute has so many free nodes of a partition. */
static void check_room(const struct swf_slurm_reservations *r, size_t partition, double start,
	double length, int64_t nodes)
{
	const uint64_t *of = r->conf->partitions[partition].nodes;
	for (int m = 0; m < MINUTES && begin + m * STEP <= start + length; m++) {
		int64_t free_nodes = 0;
		for (size_t n = 0; n < NODES; n++)
			free_nodes += swf_slurm_node_sets_has(of, n) && !taken[m][n];
		if (begin + (m + 1) * STEP > start && free_nodes < nodes)
			start = m + 1 < MINUTES ? begin + (m + 1) * STEP : (double)INFINITY;
	}
	ck_assert(swf_slurm_reservations_room(r, start, length, partition, nodes) == start);
}

/* Outlooks that are asked for again and again, after few reservations or many. */
static void check_outlooks(struct swf_slurm_outlooks *outlooks,
	const struct swf_slurm_reservations *r, uint64_t *state)
{
	static const uint64_t among[2][WORDS] = {{UINT64_MAX, UINT64_MAX}, {0x00ff00ff00ff00ff, 1}};
	for (uint32_t i = 0; i < 4; i++) {
		const double start = begin + 7 * STEP * random_below(state, 3);
		const double end = start + 11 * STEP * (1 + random_below(state, 2));
		const uint64_t *const set = among[random_below(state, 2)];
		bool made;
		const struct swf_slurm_outlook *outlook =
			swf_slurm_outlooks_find(outlooks, r, NULL, start, end, set, &made);
		ck_assert_ptr_nonnull(outlook);
		for (size_t n = 0; n < NODES; n++)
			ck_assert(swf_slurm_node_sets_has(outlook->nodes, n) ==
				(swf_slurm_node_sets_has(set, n) && is_free(start, end, n)));
	}
}

START_TEST(reservations_are_kept)
{
	struct swf_slurm_reservations r = {0};
	struct swf_slurm_outlooks outlooks = {0};
	uint64_t state = 4, all[WORDS] = {UINT64_MAX, (UINT64_C(1) << (NODES - 64)) - 1};
	uint64_t some[WORDS] = {0x0f0f0f0f0f0f0f0f, 0x0f};
	struct swf_slurm_partition partitions[] = {{.nodes = all}, {.nodes = some}};
	const struct swf_slurm_conf conf = {.words = WORDS,
		.partitions = partitions,
		.partition_count = 2,
		.loops.bf_resolution = STEP};
	for (int round = 0; round < 300; round++) {
		memset(taken, 0, sizeof taken);
		ck_assert_int_eq(swf_slurm_reservations_begin(&r, &conf, begin, last, all), 0);
		swf_slurm_outlooks_forget(&outlooks);
		for (uint32_t i = random_below(&state, MOST); i > 0; i--) {
			uint64_t set[WORDS];
			const double start = begin + STEP * (double)random_below(&state, MINUTES);
			const double end = start + STEP * (double)random_below(&state, 20);
			random_set(&state, set);
			bool overlap = false;
			for (size_t n = 0; n < NODES; n++)
				overlap |= swf_slurm_node_sets_has(set, n) &&
					!is_free(start, end - STEP, n);
			ck_assert(end == start ||
				swf_slurm_reservations_overlap(&r, start, end, set) == overlap);
			uint64_t among[WORDS], nodes[WORDS], left[WORDS];
			random_set(&state, among);
			const double until = begin + (double)random_below(&state, MINUTES * STEP);
			swf_slurm_reservations_free(&r, begin, until, among, nodes);
			const size_t masks = r.mask_count;
			ck_assert_int_eq(swf_slurm_reservations_add(&r, start, end, set), 0);
			take(start, end, set);
			swf_slurm_reservations_free(&r, begin, until, nodes, left);
			ck_assert(swf_slurm_reservations_leave(&r, masks, until, nodes) ==
				swf_slurm_node_sets_equal(nodes, left, WORDS));
			check_outlooks(&outlooks, &r, &state);
		}
		for (size_t i = 0; i + 1 < r.count; i++)
			ck_assert(r.stretches[i].end == r.stretches[i + 1].begin);
		ck_assert(swf_slurm_reservations_end(&r) == last);
		for (int i = 0; i < 20; i++) {
			uint64_t among[WORDS];
			random_set(&state, among);
			const double start = begin + (double)random_below(&state, MINUTES * STEP);
			const double length = (double)random_below(&state, 20 * STEP);
			check_free(&r, among, start, start + length);
			check_room(&r, random_below(&state, 2), start, length,
				random_below(&state, 30));
		}
	}
	swf_slurm_outlooks_clear(&outlooks);
	swf_slurm_reservations_clear(&r);
}
END_TEST

/* As in Slurm: a stretch that is made counts, also when it becomes one with another. */
START_TEST(stretches_are_counted)
{
	struct swf_slurm_reservations r = {0};
	uint64_t all = 7;
	const uint64_t first = 1, second = 2;
	struct swf_slurm_partition partition = {.nodes = &all};
	const struct swf_slurm_conf conf = {.words = 1,
		.partitions = &partition,
		.partition_count = 1,
		.loops.bf_resolution = 60};
	ck_assert_int_eq(swf_slurm_reservations_begin(&r, &conf, 0, 6000, &all), 0);
	ck_assert_int_eq(r.made, 1);
	ck_assert_int_eq(swf_slurm_reservations_add(&r, 600, 1200, &first), 0);
	ck_assert_int_eq(r.made, 3);
	ck_assert_uint_eq(r.count, 3);
	/* the same nodes for the time behind: the second stretch grows */
	ck_assert_int_eq(swf_slurm_reservations_add(&r, 1200, 1800, &first), 0);
	ck_assert_int_eq(r.made, 4);
	ck_assert_uint_eq(r.count, 3);
	/* shorter than a minute: one minute */
	ck_assert_int_eq(swf_slurm_reservations_add(&r, 3000, 3000, &second), 0);
	ck_assert(swf_slurm_reservations_overlap(&r, 3000, 3060, &second));
	ck_assert(!swf_slurm_reservations_overlap(&r, 3060, 3120, &second));
	/* behind the end: none */
	ck_assert_int_eq(swf_slurm_reservations_add(&r, 6060, 6120, &second), 0);
	ck_assert_int_eq(r.made, 6);
	swf_slurm_reservations_clear(&r);
}
END_TEST

Suite *reservations_suite(void)
{
	return suite_of("reservations",
		(const TTest *const[]){reservations_are_kept, stretches_are_counted, NULL});
}
