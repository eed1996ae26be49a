/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "classify/cluster-search.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "classify/clusters.h"
#include "stats/sort.h"
#include "stats/stats.h"

/* Long tails of variables, cut before rows are clustered; see clusters.h. */

int swf_cluster_cap(
	struct swf_frame *frame, size_t columns, double q, double *most, struct swf_error *error)
{
	double *values = malloc(frame->rows * sizeof *values);
	if (values == NULL)
		return swf_fail_memory(error);
	for (size_t column = 0; column < columns; column++) {
		for (size_t i = 0; i < frame->rows; i++)
			values[i] = frame->cells[i * frame->columns + column];
		swf_sort_doubles(values, frame->rows);
		most[column] = swf_stats_quantile(values, frame->rows, q);
		for (size_t i = 0; i < frame->rows; i++) {
			double *cell = &frame->cells[i * frame->columns + column];
			if (*cell > most[column])
				*cell = most[column];
		}
	}
	free(values);
	return 0;
}

/*
 * Lloyd's rounds with Hamerly's bounds. Between rounds, `sums` and `sizes` are those of the rows of
 * each cluster, and the bounds of each row hold: its own centre is no farther than upper + away of
 * its cluster, any other centre no nearer than lower - nearer. Centres that move change away and
 * nearer of a cluster, not the bounds of its rows. A row whose own centre is nearer than the other
 * bound, or than half the way to the next centre, stays without a distance computed. After some
 * rounds these are most rows, so a round costs little more than the rows that change.
 *
 * Bounds decide only by more than rounding, so the clusters are those of plain rounds.
 */

/* More rounds than any search is known to take. */
enum { MOST_ROUNDS = 100000 };

/* Rows consist of blocks of BLOCK cells, whose differences the processor computes side by side. */
enum { BLOCK = 4, CACHE_LINE = 64 };

/* Bounds are sums of rounded numbers: they rule a centre out only by more than rounding. */
static bool is_within(double distance, double bound)
{
	return distance * (1 + 1e-9) + 1e-12 < bound;
}

/* Zeros that begin with a line of the cache. */
static double *allocate(size_t count)
{
	const size_t size = count * sizeof(double);
	const size_t whole = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	double *memory = aligned_alloc(CACHE_LINE, whole);
	if (memory != NULL)
		memset(memory, 0, whole);
	return memory;
}

int swf_cluster_search_init(struct swf_cluster_search *search, size_t count, size_t columns,
	size_t clusters, struct swf_error *error)
{
	columns = (columns + BLOCK - 1) / BLOCK * BLOCK;
	*search = (struct swf_cluster_search){
		.count = count, .columns = columns, .clusters = clusters};
	search->rows = allocate(count * columns);
	search->labels = calloc(count, sizeof *search->labels);
	search->sizes = calloc(clusters, sizeof *search->sizes);
	search->centres = allocate(clusters * columns);
	search->sums = calloc(clusters * columns, sizeof *search->sums);
	search->moved = calloc(clusters, sizeof *search->moved);
	search->away = calloc(clusters, sizeof *search->away);
	search->nearer = calloc(clusters, sizeof *search->nearer);
	search->half = calloc(clusters, sizeof *search->half);
	search->open = calloc(count, sizeof *search->open);
	search->upper = calloc(count, sizeof *search->upper);
	search->lower = calloc(count, sizeof *search->lower);
	if (search->rows == NULL || search->labels == NULL || search->sizes == NULL ||
		search->centres == NULL || search->sums == NULL || search->moved == NULL ||
		search->away == NULL || search->nearer == NULL || search->half == NULL ||
		search->open == NULL || search->upper == NULL || search->lower == NULL)
		return swf_fail_memory(error);
	return 0;
}

void swf_cluster_search_clear(struct swf_cluster_search *search)
{
	free(search->rows);
	free(search->labels);
	free(search->sizes);
	free(search->centres);
	free(search->sums);
	free(search->moved);
	free(search->away);
	free(search->nearer);
	free(search->half);
	free(search->open);
	free(search->upper);
	free(search->lower);
	*search = (struct swf_cluster_search){0};
}

static const double *row_of(const struct swf_cluster_search *s, size_t i)
{
	return s->rows + i * s->columns;
}

static double *centre_of(const struct swf_cluster_search *s, size_t c)
{
	return s->centres + c * s->columns;
}

static double squared_distance(const double *a, const double *b, size_t columns)
{
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	for (size_t i = 0; i < columns; i += BLOCK) {
		const double d0 = a[i] - b[i], d1 = a[i + 1] - b[i + 1];
		const double d2 = a[i + 2] - b[i + 2], d3 = a[i + 3] - b[i + 3];
		s0 += d0 * d0;
		s1 += d1 * d1;
		s2 += d2 * d2;
		s3 += d3 * d3;
	}
	return (s0 + s2) + (s1 + s3);
}

/* A row by the squared distances to the nearest centre so far, which `upper` holds. */
static size_t draw_row(const struct swf_cluster_search *s, gsl_rng *rng, double total)
{
	const double place = gsl_rng_uniform(rng) * total;
	double reached = 0;
	size_t last = 0;
	for (size_t i = 0; i < s->count && reached <= place; i++) {
		if (s->upper[i] > 0)
			last = i;
		reached += s->upper[i];
	}
	return last;
}

/* Of several rows drawn the one that leaves the least sum of squared distances as a centre, the
 * first of equal ones. */
static size_t draw_best(const struct swf_cluster_search *s, gsl_rng *rng, double total)
{
	const int candidates = 2 + (int)log((double)s->clusters);
	double least = INFINITY;
	size_t best = 0;
	for (int i = 0; i < candidates; i++) {
		const size_t row = draw_row(s, rng, total);
		double left = 0;
		for (size_t k = 0; k < s->count; k++) {
			const double d = squared_distance(row_of(s, k), row_of(s, row), s->columns);
			left += d < s->upper[k] ? d : s->upper[k];
		}
		if (left < least) {
			least = left;
			best = row;
		}
	}
	return best;
}

/* Puts a row's cells into centre c. Returns the sum of the squared distances that are left. */
static double place_centre(struct swf_cluster_search *s, size_t c, size_t row)
{
	double left = 0, *centre = centre_of(s, c);
	memcpy(centre, row_of(s, row), s->columns * sizeof *centre);
	for (size_t i = 0; i < s->count; i++) {
		const double d = squared_distance(row_of(s, i), centre, s->columns);
		if (d < s->upper[i]) {
			s->lower[i] = s->upper[i];
			s->upper[i] = d;
			s->labels[i] = c;
		} else if (d < s->lower[i]) {
			s->lower[i] = d;
		}
		left += s->upper[i];
	}
	return left;
}

/* Greedy k-means++, which finds the nearest and the second nearest centre of each row on its way.
 */
static void draw_centres(struct swf_cluster_search *s, gsl_rng *rng)
{
	for (size_t i = 0; i < s->count; i++)
		s->upper[i] = s->lower[i] = INFINITY;
	double left = place_centre(s, 0, gsl_rng_uniform_int(rng, s->count));
	for (size_t c = 1; c < s->clusters; c++)
		left = place_centre(s, c, draw_best(s, rng, left));
	for (size_t i = 0; i < s->count; i++) {
		s->upper[i] = sqrt(s->upper[i]);
		s->lower[i] = sqrt(s->lower[i]);
	}
}

void swf_cluster_means(const double *rows, size_t count, size_t columns, const size_t *labels,
	size_t clusters, double *centres, size_t *sizes)
{
	memset(centres, 0, clusters * columns * sizeof *centres);
	memset(sizes, 0, clusters * sizeof *sizes);
	/* sums of distances from the first row: values that lie close together and far from 0 would
	 * not leave room for digits in sums of their own */
	for (size_t i = 0; i < count; i++) {
		sizes[labels[i]]++;
		for (size_t a = 0; a < columns; a++)
			centres[labels[i] * columns + a] += rows[i * columns + a] - rows[a];
	}
	for (size_t c = 0; c < clusters; c++)
		for (size_t a = 0; a < columns; a++)
			centres[c * columns + a] =
				rows[a] + centres[c * columns + a] / (double)sizes[c];
}

static void take(struct swf_cluster_search *s, size_t i, size_t cluster)
{
	const double *row = row_of(s, i);
	double *from = s->sums + s->labels[i] * s->columns, *to = s->sums + cluster * s->columns;
	for (size_t a = 0; a < s->columns; a++) {
		from[a] -= row[a];
		to[a] += row[a];
	}
	s->sizes[s->labels[i]]--;
	s->sizes[cluster]++;
	s->labels[i] = cluster;
}

/* Half the distance of each centre to the next one: a row within it has no nearer centre. */
static void measure_gaps(struct swf_cluster_search *s)
{
	for (size_t c = 0; c < s->clusters; c++) {
		double least = INFINITY;
		for (size_t b = 0; b < s->clusters; b++)
			if (b != c)
				least = fmin(least,
					squared_distance(
						centre_of(s, c), centre_of(s, b), s->columns));
		s->half[c] = sqrt(least) / 2;
	}
}

/* The nearest centre of a row, the first of equally near ones, with new bounds. */
static size_t nearest(struct swf_cluster_search *s, size_t i)
{
	double first = INFINITY, second = INFINITY;
	size_t found = 0;
	for (size_t c = 0; c < s->clusters; c++) {
		/* in these forms they need no jumps */
		const double d = squared_distance(row_of(s, i), centre_of(s, c), s->columns);
		const double other = d > first ? d : first;
		second = other < second ? other : second;
		found = d < first ? c : found;
		first = d < first ? d : first;
	}
	s->upper[i] = sqrt(first) - s->away[found];
	s->lower[i] = sqrt(second) + s->nearer[found];
	return found;
}

/* Adds to the bounds how far the centres moved. */
static void loosen(struct swf_cluster_search *s)
{
	size_t fastest = 0;
	double most = 0, others = 0;
	for (size_t c = 0; c < s->clusters; c++) {
		if (s->moved[c] > most) {
			others = most;
			most = s->moved[c];
			fastest = c;
		} else if (s->moved[c] > others) {
			others = s->moved[c];
		}
	}
	for (size_t c = 0; c < s->clusters; c++) {
		s->away[c] += s->moved[c];
		s->nearer[c] += c == fastest ? others : most;
	}
}

static double bound_of(const struct swf_cluster_search *s, size_t i)
{
	const size_t own = s->labels[i];
	const double lower = s->lower[i] - s->nearer[own];
	return s->half[own] > lower ? s->half[own] : lower;
}

/* Lists the rows that bounds do not decide: first with the upper one that there is, then with the
 * distance. No jump depends on a bound, which nothing could predict. Returns how many. */
static size_t list_open(struct swf_cluster_search *s)
{
	size_t open = 0, left = 0;
	for (size_t i = 0; i < s->count; i++) {
		const double distance = s->upper[i] + s->away[s->labels[i]];
		s->open[open] = i;
		open += !is_within(distance, bound_of(s, i));
	}
	for (size_t k = 0; k < open; k++) {
		const size_t i = s->open[k], own = s->labels[i];
		const double distance =
			sqrt(squared_distance(row_of(s, i), centre_of(s, own), s->columns));
		s->upper[i] = distance - s->away[own];
		s->open[left] = i;
		left += !is_within(distance, bound_of(s, i));
	}
	return left;
}

/* Puts each row into the cluster of its nearest centre. Returns how many changed. */
static size_t assign_rows(struct swf_cluster_search *s)
{
	size_t changed = 0;
	loosen(s);
	measure_gaps(s);
	const size_t open = list_open(s);
	for (size_t k = 0; k < open; k++) {
		const size_t i = s->open[k], found = nearest(s, i);
		if (found == s->labels[i])
			continue;
		take(s, i, found);
		changed++;
	}
	return changed;
}

static void move_centres(struct swf_cluster_search *s)
{
	for (size_t c = 0; c < s->clusters; c++) {
		double squared = 0, *centre = centre_of(s, c);
		for (size_t a = 0; a < s->columns && s->sizes[c] > 0; a++) {
			const double mean = s->sums[c * s->columns + a] / (double)s->sizes[c];
			squared += (mean - centre[a]) * (mean - centre[a]);
			centre[a] = mean;
		}
		s->moved[c] = sqrt(squared);
	}
}

/* Gives a cluster without rows the row that is farthest from its centre. */
static int fill(struct swf_cluster_search *s, size_t cluster, struct swf_error *error)
{
	double most = 0;
	size_t farthest = 0;
	for (size_t i = 0; i < s->count; i++) {
		const double d =
			squared_distance(row_of(s, i), centre_of(s, s->labels[i]), s->columns);
		if (d > most && s->sizes[s->labels[i]] > 1) {
			most = d;
			farthest = i;
		}
	}
	if (most <= 0)
		return swf_fail(
			error, "the rows do not differ enough for %zu clusters", s->clusters);
	take(s, farthest, cluster);
	return 0;
}

/* Returns how many clusters had no rows, or -1. Bounds mean nothing afterwards. */
static int fill_empty(struct swf_cluster_search *s, struct swf_error *error)
{
	int filled = 0;
	for (size_t c = 0; c < s->clusters; c++) {
		if (s->sizes[c] > 0)
			continue;
		if (fill(s, c, error) != 0)
			return -1;
		move_centres(s);
		filled++;
	}
	for (size_t i = 0; i < s->count && filled > 0; i++) {
		s->upper[i] = INFINITY;
		s->lower[i] = 0;
	}
	return filled;
}

int swf_cluster_search_run(struct swf_cluster_search *search, gsl_rng *rng, struct swf_error *error)
{
	const size_t columns = search->columns;
	draw_centres(search, rng);
	memset(search->away, 0, search->clusters * sizeof *search->away);
	memset(search->nearer, 0, search->clusters * sizeof *search->nearer);
	memset(search->sums, 0, search->clusters * columns * sizeof *search->sums);
	memset(search->sizes, 0, search->clusters * sizeof *search->sizes);
	for (size_t i = 0; i < search->count; i++) {
		search->sizes[search->labels[i]]++;
		for (size_t a = 0; a < columns; a++)
			search->sums[search->labels[i] * columns + a] += row_of(search, i)[a];
	}
	int filled;
	size_t rounds = 0;
	do {
		move_centres(search);
		filled = fill_empty(search, error);
		if (filled < 0)
			return -1;
		if (++rounds > MOST_ROUNDS)
			return swf_fail(error, "no end after %d rounds", MOST_ROUNDS);
	} while (assign_rows(search) > 0 || filled > 0);
	/* sums that changed with every row that moved are not quite exact */
	swf_cluster_means(search->rows, search->count, columns, search->labels, search->clusters,
		search->centres, search->sizes);
	search->within = 0;
	for (size_t i = 0; i < search->count; i++)
		search->within += squared_distance(
			row_of(search, i), centre_of(search, search->labels[i]), columns);
	return 0;
}
