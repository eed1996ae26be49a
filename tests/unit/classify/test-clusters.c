/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "classify/cluster-search.h"
#include "classify/clusters.h"
#include "unit/suites.h"

static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

static struct swf_frame frame_of(double *cells, size_t rows, size_t columns)
{
	return (struct swf_frame){.names = names, .columns = columns, .cells = cells, .rows = rows};
}

static struct swf_clusters find(
	const struct swf_frame *frame, size_t clusters, size_t restarts, uint64_t seed)
{
	const struct swf_clusters_options options = {.columns = frame->columns,
		.clusters = clusters,
		.restarts = restarts,
		.seed = seed};
	struct swf_clusters found;
	struct swf_error error;
	ck_assert_msg(swf_clusters_find(frame, &options, &found, &error) == 0, "%s", error.text);
	return found;
}

/* By the definition. */
static double squared_distance(const struct swf_centres *c, size_t centre, const double *row)
{
	double sum = 0;
	for (size_t a = 0; a < c->columns; a++)
		sum += pow((row[a] - c->values[centre * c->columns + a]) / c->scales[a], 2);
	return sum;
}

/* What the header promises. */
static void check_fixpoint(const struct swf_frame *frame, const struct swf_clusters *found)
{
	const struct swf_centres *c = &found->centres;
	const size_t p = c->columns;
	double within = 0, total = 0;
	for (size_t k = 0; k < c->count; k++) {
		size_t size = 0;
		for (size_t i = 0; i < frame->rows; i++)
			size += found->labels[i] == k;
		ck_assert_uint_eq(found->sizes[k], size);
		ck_assert_uint_gt(size, 0);
		ck_assert(k == 0 || found->sizes[k - 1] >= size);
		for (size_t a = 0; a < p; a++) {
			double sum = 0;
			for (size_t i = 0; i < frame->rows; i++)
				if (found->labels[i] == k)
					sum += swf_frame_row(frame, i)[a];
			ck_assert_double_eq_tol(
				c->values[k * p + a], sum / (double)size, 1e-12 * (1 + fabs(sum)));
		}
	}
	for (size_t i = 0; i < frame->rows; i++) {
		const double *row = swf_frame_row(frame, i);
		const double own = squared_distance(c, found->labels[i], row);
		ck_assert_uint_eq(found->labels[i], swf_cluster_centres_nearest(c, row));
		for (size_t k = 0; k < c->count; k++)
			ck_assert(own <= squared_distance(c, k, row) * (1 + 1e-12) + 1e-24);
		within += own;
	}
	ck_assert_double_eq_tol(found->within, within, 1e-9 * (1 + within));
	for (size_t a = 0; a < p; a++) {
		double sum = 0, squares = 0;
		for (size_t i = 0; i < frame->rows; i++)
			sum += swf_frame_row(frame, i)[a];
		for (size_t i = 0; i < frame->rows; i++)
			squares += pow(swf_frame_row(frame, i)[a] - sum / (double)frame->rows, 2);
		ck_assert_double_eq_tol(c->scales[a], sqrt(squares / (double)(frame->rows - 1)),
			1e-9 * c->scales[a]);
		total += (double)(frame->rows - 1);
	}
	ck_assert_double_eq_tol(found->total, total, 1e-9 * total);
}

static void shuffle(double *cells, size_t rows, size_t columns, uint64_t *state)
{
	for (size_t i = rows; i > 1; i--) {
		const size_t j = random_below(state, (uint32_t)i);
		for (size_t a = 0; a < columns; a++) {
			const double cell = cells[(i - 1) * columns + a];
			cells[(i - 1) * columns + a] = cells[j * columns + a];
			cells[j * columns + a] = cell;
		}
	}
}

/* 0 1 | 10 11 12: means 0.5 and 11, the larger first. s^2 = (46.24 + 33.64 + 10.24 + 17.64 + 27.04)
 * / 4 = 33.7; within = (2 * 0.25 + 2) / 33.7, total = 4. */
START_TEST(worked_by_hand)
{
	double cells[] = {0, 11, 10, 1, 12};
	const size_t labels[] = {1, 0, 0, 1, 0};
	struct swf_frame frame = frame_of(cells, 5, 1);
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct swf_clusters found = find(&frame, 2, 3, seed);
		ck_assert(found.centres.values[0] == 11 && found.centres.values[1] == 0.5);
		ck_assert_double_eq_tol(found.centres.scales[0], sqrt(33.7), 1e-12);
		ck_assert_uint_eq(found.sizes[0], 3);
		ck_assert_uint_eq(found.sizes[1], 2);
		ck_assert(memcmp(found.labels, labels, sizeof labels) == 0);
		ck_assert_double_eq_tol(found.within, 2.5 / 33.7, 1e-12);
		ck_assert_double_eq_tol(found.total, 4, 1e-12);
		ck_assert_uint_eq(found.restart, 1);
		swf_clusters_clear(&found);
	}
}
END_TEST

/* A row halfway belongs to the cluster that is listed first, which is the larger one. */
START_TEST(ties_go_to_the_first)
{
	double cells[] = {0, 0, 0, 2, 4};
	struct swf_frame frame = frame_of(cells, 5, 1);
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct swf_clusters found = find(&frame, 2, 10, seed);
		check_fixpoint(&frame, &found);
		swf_clusters_clear(&found);
	}
	double centre_values[] = {0, 4}, scale = 1, row = 2;
	const struct swf_centres centres = {
		.count = 2, .columns = 1, .values = centre_values, .scales = &scale};
	ck_assert_uint_eq(swf_cluster_centres_nearest(&centres, &row), 0);
}
END_TEST

static void same(const struct swf_clusters *a, const struct swf_clusters *b)
{
	const size_t k = a->centres.count, p = a->centres.columns;
	ck_assert(memcmp(a->centres.values, b->centres.values, k * p * sizeof(double)) == 0);
	ck_assert(memcmp(a->centres.scales, b->centres.scales, p * sizeof(double)) == 0);
	ck_assert(memcmp(a->sizes, b->sizes, k * sizeof(size_t)) == 0);
	ck_assert(a->within == b->within);
}

/* Blobs of 60, 50, 40 and 30 rows: found for any seed, and the same bytes for any order of rows. */
START_TEST(finds_blobs_that_are_far_apart)
{
	enum { BLOBS = 4, P = 3, ROWS = 180 };
	static const size_t sizes[BLOBS] = {60, 50, 40, 30};
	double cells[ROWS * P];
	uint64_t state = 1;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	for (size_t blob = 0, i = 0; blob < BLOBS; blob++)
		for (size_t k = 0; k < sizes[blob]; k++, i++)
			for (size_t a = 0; a < P; a++)
				cells[i * P + a] = (double)(blob >> a & 1) * 1000 +
					(a == 2) * 500.0 * (double)blob +
					random_below(&state, 100) / 7.0;
	struct swf_clusters first = find(&frame, BLOBS, 10, 0);
	for (uint64_t seed = 0; seed < 50; seed++) {
		shuffle(cells, ROWS, P, &state);
		struct swf_clusters found = find(&frame, BLOBS, 10, seed);
		check_fixpoint(&frame, &found);
		ck_assert(memcmp(found.sizes, sizes, sizeof sizes) == 0);
		ck_assert(memcmp(found.centres.values, first.centres.values,
				  BLOBS * P * sizeof(double)) == 0);
		swf_clusters_clear(&found);
	}
	swf_clusters_clear(&first);
}
END_TEST

/* Rows without clusters, some of them equal. */
static void scatter(double *cells, size_t rows, size_t columns, uint64_t *state)
{
	for (size_t i = 0; i < rows * columns; i++)
		cells[i] = i % columns == 1 ? random_below(state, 5)
					    : pow(random_below(state, 1000), 1.5) - 500;
}

START_TEST(the_order_of_rows_does_not_matter)
{
	enum { ROWS = 300, P = 5 };
	double cells[ROWS * P];
	uint64_t state = 2;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	scatter(cells, ROWS, P, &state);
	for (size_t clusters = 1; clusters <= 9; clusters += 2) {
		struct swf_clusters first = find(&frame, clusters, 4, 7);
		check_fixpoint(&frame, &first);
		for (int order = 0; order < 5; order++) {
			shuffle(cells, ROWS, P, &state);
			struct swf_clusters found = find(&frame, clusters, 4, 7);
			check_fixpoint(&frame, &found);
			same(&found, &first);
			ck_assert_uint_eq(found.restart, first.restart);
			swf_clusters_clear(&found);
		}
		swf_clusters_clear(&first);
	}
}
END_TEST

static double naive_distance(const double *a, const double *b, size_t p)
{
	double sum = 0;
	for (size_t i = 0; i < p; i++)
		sum += pow(a[i] - b[i], 2);
	return sum;
}

/* The sum of the squared distances to the nearest of these rows, up to row `until`. */
static double naive_left(const double *z, size_t until, size_t p, const size_t *drawn, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < until; i++) {
		double least = INFINITY;
		for (size_t c = 0; c < count; c++)
			least = fmin(least, naive_distance(z + i * p, z + drawn[c] * p, p));
		sum += least;
	}
	return sum;
}

/* Greedy k-means++. */
static void naive_draw(
	const double *z, size_t rows, size_t p, size_t clusters, gsl_rng *rng, size_t *drawn)
{
	drawn[0] = gsl_rng_uniform_int(rng, rows);
	for (size_t c = 1; c < clusters; c++) {
		double least = INFINITY;
		size_t best = 0;
		for (int candidate = 0; candidate < 2 + (int)log((double)clusters); candidate++) {
			const double place =
				gsl_rng_uniform(rng) * naive_left(z, rows, p, drawn, c);
			drawn[c] = 0;
			while (naive_left(z, drawn[c] + 1, p, drawn, c) <= place)
				drawn[c]++;
			const double left = naive_left(z, rows, p, drawn, c + 1);
			if (left < least) {
				least = left;
				best = drawn[c];
			}
		}
		drawn[c] = best;
	}
}

/* Plain rounds, with the sum of squares after each, which never grows. */
static double naive_search(const double *z, size_t rows, size_t p, size_t clusters, gsl_rng *rng)
{
	double *centres = malloc(clusters * p * sizeof *centres), within = INFINITY;
	size_t *labels = calloc(rows, sizeof *labels), *drawn = calloc(clusters, sizeof *drawn);
	naive_draw(z, rows, p, clusters, rng, drawn);
	for (size_t c = 0; c < clusters; c++)
		memcpy(centres + c * p, z + drawn[c] * p, p * sizeof *z);
	for (bool changed = true; changed;) {
		double sum = 0;
		changed = false;
		for (size_t i = 0; i < rows; i++) {
			double nearest = INFINITY;
			size_t found = 0;
			for (size_t c = 0; c < clusters; c++) {
				const double d = naive_distance(z + i * p, centres + c * p, p);
				if (d < nearest) {
					nearest = d;
					found = c;
				}
			}
			changed = changed || labels[i] != found;
			labels[i] = found;
			sum += nearest;
		}
		ck_assert(sum <= within * (1 + 1e-12));
		within = sum;
		for (size_t c = 0; c < clusters; c++)
			for (size_t a = 0; a < p; a++) {
				double total = 0, n = 0;
				for (size_t i = 0; i < rows; i++)
					if (labels[i] == c) {
						total += z[i * p + a];
						n++;
					}
				ck_assert(n > 0);
				centres[c * p + a] = total / n;
			}
	}
	free(centres);
	free(drawn);
	free(labels);
	return within;
}

START_TEST(a_search_ends_where_a_naive_one_does)
{
	enum { ROWS = 150, P = 6 };
	double cells[ROWS * P], means[P], scales[P];
	uint64_t state = 4;
	struct swf_error error;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	scatter(cells, ROWS, P, &state);
	ck_assert_int_eq(swf_frame_scales(&frame, means, scales, &error), 0);
	for (size_t i = 0; i < ROWS * P; i++)
		cells[i] = (cells[i] - means[i % P]) / scales[i % P];
	for (size_t clusters = 2; clusters <= 12; clusters += 5) {
		struct swf_cluster_search search;
		ck_assert_int_eq(swf_cluster_search_init(&search, ROWS, P, clusters, &error), 0);
		for (size_t i = 0; i < ROWS; i++)
			memcpy(search.rows + i * search.columns, cells + i * P, P * sizeof *cells);
		for (uint64_t restart = 1; restart <= 6; restart++) {
			gsl_rng *rng = swf_random_new(1, restart);
			gsl_rng *again = swf_random_new(1, restart);
			ck_assert_int_eq(swf_cluster_search_run(&search, rng, &error), 0);
			const double within = naive_search(cells, ROWS, P, clusters, again);
			ck_assert_double_eq_tol(search.within, within, 1e-9 * within);
			gsl_rng_free(rng);
			gsl_rng_free(again);
		}
		swf_cluster_search_clear(&search);
	}
}
END_TEST

/* The best of many is never worse than the best of some of them. */
START_TEST(more_searches_are_never_worse)
{
	enum { ROWS = 250, P = 4 };
	double cells[ROWS * P], before = INFINITY;
	uint64_t state = 6;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	scatter(cells, ROWS, P, &state);
	for (size_t restarts = 1; restarts <= 12; restarts++) {
		struct swf_clusters found = find(&frame, 7, restarts, 3);
		ck_assert(found.within <= before);
		ck_assert(found.within == before || found.restart == restarts);
		before = found.within;
		swf_clusters_clear(&found);
	}
}
END_TEST

START_TEST(one_cluster_and_one_a_row)
{
	enum { ROWS = 12, P = 2 };
	double cells[ROWS * P];
	uint64_t state = 8;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	for (size_t i = 0; i < ROWS * P; i++)
		cells[i] = random_below(&state, 1000) + (double)(i / P) / 16;
	struct swf_clusters found = find(&frame, 1, 2, 1);
	check_fixpoint(&frame, &found);
	ck_assert_double_eq_tol(found.within, found.total, 1e-9);
	swf_clusters_clear(&found);
	found = find(&frame, ROWS, 2, 1);
	check_fixpoint(&frame, &found);
	ck_assert(found.within == 0);
	/* all of size 1: in order of their centres */
	for (size_t k = 1; k < ROWS; k++)
		ck_assert(found.centres.values[(k - 1) * P] <= found.centres.values[k * P]);
	swf_clusters_clear(&found);
}
END_TEST

/* Three rows many times are three clusters, whatever the seed, and not four. */
/* Whole numbers next to 0, and as many microseconds after 1970, where a double has quarters of one:
 * the clusters are as close, but for that. */
START_TEST(rows_far_from_0)
{
	enum { ROWS = 1000, FAR = 1700000000 };
	const double offset = FAR * 1e6;
	static double near[ROWS][2], far[ROWS][2];
	uint64_t state = 8;
	for (int i = 0; i < ROWS; i++) {
		near[i][0] = random_below(&state, 50);
		near[i][1] = random_below(&state, 1000);
		far[i][0] = offset + near[i][0];
		far[i][1] = near[i][1];
	}
	const struct swf_frame a = frame_of(&near[0][0], ROWS, 2),
			       b = frame_of(&far[0][0], ROWS, 2);
	for (size_t k = 1; k <= 40; k += 13) {
		struct swf_clusters one = find(&a, k, 3, 1), other = find(&b, k, 3, 1);
		ck_assert_double_le(other.within, other.total * (1 + 1e-4));
		ck_assert_double_eq_tol(other.within, one.within, 0.02 * one.within);
		swf_clusters_clear(&one);
		swf_clusters_clear(&other);
	}
}
END_TEST

START_TEST(rows_that_are_equal)
{
	double cells[60];
	struct swf_frame frame = frame_of(cells, 60, 1);
	for (int i = 0; i < 60; i++)
		cells[i] = i < 10 ? 3 : i < 30 ? 1 : 2;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct swf_clusters found = find(&frame, 3, 1, seed);
		ck_assert(found.within == 0);
		ck_assert(found.centres.values[0] == 2 && found.centres.values[1] == 1 &&
			found.centres.values[2] == 3);
		swf_clusters_clear(&found);
	}
	const struct swf_clusters_options options = {
		.columns = 1, .clusters = 4, .restarts = 1, .seed = 1};
	struct swf_clusters found;
	struct swf_error error;
	ck_assert_int_eq(swf_clusters_find(&frame, &options, &found, &error), 1);
	ck_assert_str_eq(error.text, "4 clusters of 3 rows that differ");
}
END_TEST

START_TEST(refuses_what_has_no_clusters)
{
	double cells[] = {1, 5, 2, 5, 3, 5};
	struct swf_frame frame = frame_of(cells, 3, 2);
	struct swf_clusters_options options = {
		.columns = 2, .clusters = 2, .restarts = 1, .seed = 1};
	struct swf_clusters found;
	struct swf_error error;
	ck_assert_int_eq(swf_clusters_find(&frame, &options, &found, &error), 1);
	ck_assert_str_eq(error.text, "column 'b' is constant: it is 5 in all 3 rows");
	options.clusters = 5;
	ck_assert_int_eq(swf_clusters_find(&frame, &options, &found, &error), 1);
	ck_assert_str_eq(error.text, "5 clusters need 5 rows at least; there are 3");
	options.clusters = 1;
	frame.rows = 1;
	ck_assert_int_eq(swf_clusters_find(&frame, &options, &found, &error), 1);
	ck_assert_str_eq(error.text, "1 cluster needs 2 rows at least; there is 1");
	/* the first column alone has some */
	options.columns = 1;
	frame.rows = 3;
	ck_assert_int_eq(swf_clusters_find(&frame, &options, &found, &error), 0);
	swf_clusters_clear(&found);
}
END_TEST

/* Rows that differ, but by less than can be squared. */
START_TEST(refuses_differences_that_vanish)
{
	static const double rows[] = {0, 1e-200, 1};
	struct swf_cluster_search search;
	struct swf_error error;
	ck_assert_int_eq(swf_cluster_search_init(&search, 3, 1, 3, &error), 0);
	for (size_t i = 0; i < 3; i++)
		search.rows[i * search.columns] = rows[i];
	gsl_rng *rng = swf_random_new(1, 1);
	ck_assert_int_eq(swf_cluster_search_run(&search, rng, &error), -1);
	ck_assert_str_eq(error.text, "the rows do not differ enough for 3 clusters");
	gsl_rng_free(rng);
	swf_cluster_search_clear(&search);
}
END_TEST

Suite *clusters_suite(void)
{
	return suite_of("clusters",
		(const TTest *const[]){worked_by_hand, ties_go_to_the_first,
			finds_blobs_that_are_far_apart, the_order_of_rows_does_not_matter,
			a_search_ends_where_a_naive_one_does, more_searches_are_never_worse,
			one_cluster_and_one_a_row, rows_that_are_equal, rows_far_from_0,
			refuses_what_has_no_clusters, refuses_differences_that_vanish, NULL});
}
