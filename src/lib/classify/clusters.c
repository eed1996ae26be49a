#include "classify/clusters.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "classify/cluster-search.h"

/* Rounds after a search, which only rounding makes necessary. */
enum { MOST_ROUNDS = 1000 };

static double squared_distance(const struct swf_centres *centres, size_t c, const double *row)
{
	const double *centre = centres->values + c * centres->columns;
	double sum = 0;
	for (size_t a = 0; a < centres->columns; a++) {
		const double difference = (row[a] - centre[a]) / centres->scales[a];
		sum += difference * difference;
	}
	return sum;
}

size_t swf_cluster_centres_nearest(const struct swf_centres *centres, const double *row)
{
	double least = INFINITY;
	size_t found = 0;
	for (size_t c = 0; c < centres->count; c++) {
		const double distance = squared_distance(centres, c, row);
		if (distance < least) {
			least = distance;
			found = c;
		}
	}
	return found;
}

/* Rows in an order that does not depend on the one in which they came: that of their cells. */
struct key {
	const double *row;
	size_t columns;
};

static int compare_cells(const double *a, const double *b, size_t columns)
{
	size_t i = 0;
	while (i < columns && a[i] == b[i])
		i++;
	return i == columns ? 0 : a[i] < b[i] ? -1 : 1;
}

static int compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	return compare_cells(x->row, y->row, x->columns);
}

/* What functions return, with the error set, where the rows have no such clusters. */
enum { NO_CLUSTERS = 1 };

/* What there is while clusters are looked for. */
struct work {
	struct key *keys;
	struct swf_frame sorted; /* the columns by which rows are clustered */
	struct swf_cluster_search search;
	size_t *best; /* the labels of the best search */
	struct swf_clusters *found;
};

static int begin(struct work *w, const struct swf_frame *frame,
	const struct swf_clusters_options *options, struct swf_error *error)
{
	const size_t columns = options->columns, clusters = options->clusters, rows = frame->rows;
	const size_t least = clusters < 2 ? 2 : clusters;
	if (rows < least) {
		swf_fail(error, "%zu cluster%s need%s %zu rows at least; there %s %zu", clusters,
			clusters == 1 ? "" : "s", clusters == 1 ? "s" : "", least,
			rows == 1 ? "is" : "are", rows);
		return NO_CLUSTERS;
	}
	struct swf_centres *centres = &w->found->centres;
	*centres = (struct swf_centres){.count = clusters, .columns = columns};
	centres->values = calloc(clusters * columns, sizeof *centres->values);
	centres->scales = calloc(columns, sizeof *centres->scales);
	w->found->sizes = calloc(clusters, sizeof *w->found->sizes);
	w->found->labels = calloc(rows, sizeof *w->found->labels);
	w->keys = calloc(rows, sizeof *w->keys);
	w->best = calloc(rows, sizeof *w->best);
	w->sorted = (struct swf_frame){.names = frame->names, .columns = columns, .rows = rows};
	w->sorted.cells = calloc(rows * columns, sizeof *w->sorted.cells);
	if (centres->values == NULL || centres->scales == NULL || w->found->sizes == NULL ||
		w->found->labels == NULL || w->keys == NULL || w->best == NULL ||
		w->sorted.cells == NULL)
		return swf_fail_memory(error);
	return 0;
}

static int sort(
	struct work *w, const struct swf_frame *frame, size_t clusters, struct swf_error *error)
{
	const size_t columns = w->sorted.columns, rows = w->sorted.rows;
	for (size_t i = 0; i < rows; i++)
		w->keys[i] = (struct key){swf_frame_row(frame, i), columns};
	/* which of two equal rows comes first does not matter */
	qsort(w->keys, rows, sizeof *w->keys, compare_keys);
	size_t differ = 0;
	for (size_t i = 0; i < rows; i++) {
		memcpy(w->sorted.cells + i * columns, w->keys[i].row, columns * sizeof(double));
		differ += i == 0 || compare_keys(&w->keys[i - 1], &w->keys[i]) != 0;
	}
	if (differ >= clusters)
		return 0;
	swf_fail(error, "%zu clusters of %zu row%s that differ", clusters, differ,
		differ == 1 ? "" : "s");
	return NO_CLUSTERS;
}

static int standardize(struct work *w, struct swf_error *error)
{
	const size_t columns = w->sorted.columns;
	double *means = malloc(columns * sizeof *means), *scales = w->found->centres.scales;
	if (means == NULL)
		return swf_fail_memory(error);
	const int result = swf_frame_scales(&w->sorted, means, scales, error);
	for (size_t i = 0; i < w->sorted.rows && result == 0; i++) {
		const double *row = swf_frame_row(&w->sorted, i);
		double *cells = w->search.rows + i * w->search.columns;
		for (size_t a = 0; a < columns; a++) {
			cells[a] = (row[a] - means[a]) / scales[a];
			w->found->total += cells[a] * cells[a];
		}
	}
	free(means);
	return result == 0 ? 0 : NO_CLUSTERS;
}

/* Keeps the labels of the best of several searches. */
static int search(
	struct work *w, const struct swf_clusters_options *options, struct swf_error *error)
{
	struct swf_cluster_search *s = &w->search;
	for (size_t restart = 1; restart <= options->restarts; restart++) {
		gsl_rng *rng = swf_random_new(options->seed, restart);
		if (rng == NULL)
			return swf_fail_memory(error);
		const int result = swf_cluster_search_run(s, rng, error);
		gsl_rng_free(rng);
		if (result != 0)
			return NO_CLUSTERS;
		if (restart > 1 && s->within >= w->found->within)
			continue;
		w->found->within = s->within;
		w->found->restart = restart;
		memcpy(w->best, s->labels, s->count * sizeof *s->labels);
	}
	return 0;
}

struct rank {
	size_t size, cluster, columns;
	const double *centre;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return compare_cells(x->centre, y->centre, x->columns);
}

/* Renames the clusters, by decreasing size and then by their centres. */
static int rename_clusters(struct work *w)
{
	const struct swf_centres *centres = &w->found->centres;
	struct rank *ranks = malloc(centres->count * sizeof *ranks);
	size_t *places = malloc(centres->count * sizeof *places);
	for (size_t c = 0; c < centres->count && ranks != NULL; c++)
		ranks[c] = (struct rank){w->found->sizes[c], c, centres->columns,
			centres->values + c * centres->columns};
	if (ranks != NULL && places != NULL) {
		qsort(ranks, centres->count, sizeof *ranks, compare_ranks);
		for (size_t c = 0; c < centres->count; c++)
			places[ranks[c].cluster] = c;
		for (size_t i = 0; i < w->sorted.rows; i++)
			w->best[i] = places[w->best[i]];
	}
	const int result = ranks != NULL && places != NULL ? 0 : -1;
	free(ranks);
	free(places);
	return result;
}

static void find_means(struct work *w)
{
	struct swf_centres *centres = &w->found->centres;
	swf_cluster_means(w->sorted.cells, w->sorted.rows, centres->columns, w->best,
		centres->count, centres->values, w->found->sizes);
}

/* Puts the clusters into order and the rows into those of the nearest centres, by the arithmetic
 * that whoever has the centres uses, until that changes nothing. */
static int settle(struct work *w, struct swf_error *error)
{
	for (int round = 0; round < MOST_ROUNDS; round++) {
		find_means(w);
		if (rename_clusters(w) != 0)
			return swf_fail_memory(error);
		find_means(w);
		bool changed = false;
		for (size_t i = 0; i < w->sorted.rows; i++) {
			const size_t nearest = swf_cluster_centres_nearest(
				&w->found->centres, swf_frame_row(&w->sorted, i));
			changed = changed || nearest != w->best[i];
			w->best[i] = nearest;
		}
		if (!changed)
			return 0;
	}
	swf_fail(error, "the rows differ too little for their size: the clusters do not settle");
	return NO_CLUSTERS;
}

int swf_clusters_find(const struct swf_frame *frame, const struct swf_clusters_options *options,
	struct swf_clusters *clusters, struct swf_error *error)
{
	*clusters = (struct swf_clusters){0};
	struct work w = {.found = clusters};
	int result = begin(&w, frame, options, error);
	if (result == 0)
		result = sort(&w, frame, options->clusters, error);
	if (result == 0)
		result = swf_cluster_search_init(
			&w.search, frame->rows, options->columns, options->clusters, error);
	if (result == 0)
		result = standardize(&w, error);
	if (result == 0)
		result = search(&w, options, error);
	if (result == 0)
		result = settle(&w, error);
	clusters->within = 0;
	for (size_t i = 0; i < frame->rows && result == 0; i++) {
		clusters->within += squared_distance(
			&clusters->centres, w.best[i], swf_frame_row(&w.sorted, i));
		const size_t row = (size_t)(w.keys[i].row - frame->cells) / frame->columns;
		clusters->labels[row] = w.best[i];
	}
	swf_cluster_search_clear(&w.search);
	swf_frame_clear(&w.sorted);
	free(w.keys);
	free(w.best);
	if (result != 0)
		swf_clusters_clear(clusters);
	return result;
}

void swf_clusters_clear(struct swf_clusters *clusters)
{
	free(clusters->centres.values);
	free(clusters->centres.scales);
	free(clusters->centres.most);
	free(clusters->sizes);
	free(clusters->labels);
	*clusters = (struct swf_clusters){0};
}
