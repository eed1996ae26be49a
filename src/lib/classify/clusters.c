/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "classify/clusters.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/random.h"
#include "classify/cluster-search.h"
#include "stats/sort.h"
#include "stats/stats.h"

/*
 * Nothing may depend on the order in which rows came. So they are sorted by their cells first, and
 * searched in that order; equal rows are interchangeable. The best of several searches is then
 * settled: by the arithmetic that swf_assignment_add() uses on other tables, until every row is in
 * the cluster of its nearest centre. So whoever reads the centres finds the same clusters.
 */

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

/* Orders the clusters by size and puts each row into the cluster of its nearest centre, by the
 * arithmetic of swf_cluster_centres_nearest(), until nothing changes. */
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

/* What the table of groups is made of. */
struct groups {
	struct swf_table *table;
	const struct swf_frame *frame;
	const struct swf_centres *centres; /* or NULL */
	size_t *begins;                    /* of each group in `rows`, and the end of the last */
	size_t *rows;
	double *values; /* room for a column */
};

/* The cells from the mean on. */
static void describe(const struct groups *g, size_t group, size_t column, size_t count)
{
	const struct swf_centres *centres = g->centres;
	const bool scaled = centres != NULL && column < centres->columns;
	const size_t place = centres != NULL ? group * centres->columns + column : 0;
	double median = NAN, low = NAN, high = NAN;
	swf_sort_doubles(g->values, count);
	if (count > 0) {
		median = swf_stats_quantile(g->values, count, 0.5);
		low = swf_stats_quantile(g->values, count, 0.05);
		high = swf_stats_quantile(g->values, count, 0.95);
	}
	if (scaled)
		swf_table_time(g->table, centres->values[place]);
	else
		/* of values in order, so that it does not depend on the order of the rows */
		swf_table_number(g->table, swf_stats_mean(g->values, count));
	swf_table_number(g->table, median);
	swf_table_number(g->table, low);
	swf_table_number(g->table, high);
	swf_table_number(g->table, high - low);
	swf_table_time(g->table, scaled ? centres->scales[column] : (double)NAN);
	if (centres != NULL && centres->most != NULL)
		swf_table_time(g->table, scaled ? centres->most[column] : (double)NAN);
}

static void add_group(const struct groups *g, size_t group, const char *name)
{
	const struct swf_frame *frame = g->frame;
	const size_t begin = g->begins[group], end = g->begins[group + 1];
	for (size_t column = 0; column < frame->columns; column++) {
		size_t known = 0;
		for (size_t i = begin; i < end; i++) {
			g->values[known] = swf_frame_row(frame, g->rows[i])[column];
			if (!isnan(g->values[known]))
				known++;
		}
		if (name != NULL)
			swf_table_text(g->table, name);
		else
			swf_table_whole(g->table, (int64_t)group + 1);
		swf_table_whole(g->table, (int64_t)(end - begin));
		swf_table_number(g->table, (double)(end - begin) / (double)frame->rows);
		swf_table_text(g->table, frame->names[column]);
		describe(g, group, column, known);
	}
}

struct swf_table *swf_cluster_groups_table(const struct swf_frame *frame, const size_t *labels,
	const char *const *names, size_t groups, const struct swf_centres *centres)
{
	static const char *const columns[] = {"cluster", "rows", "share", "variable", "mean",
		"median", "p5", "p95", "interval", "scale", "most"};
	const bool capped = centres != NULL && centres->most != NULL;
	struct groups g = {
		.table = swf_table_new(columns, sizeof columns / sizeof *columns - !capped),
		.frame = frame,
		.centres = centres,
		.begins = malloc((groups + 2) * sizeof *g.begins),
		.rows = malloc((frame->rows + 1) * sizeof *g.rows),
		.values = malloc((frame->rows + 1) * sizeof *g.values)};
	if (g.table != NULL && g.begins != NULL && g.rows != NULL && g.values != NULL) {
		/* the rows in order of their groups: begins[c + 1] goes from the first row of group
		 * c to behind the last */
		memset(g.begins, 0, (groups + 2) * sizeof *g.begins);
		for (size_t i = 0; i < frame->rows; i++)
			g.begins[labels[i] + 2]++;
		for (size_t c = 2; c < groups + 2; c++)
			g.begins[c] += g.begins[c - 1];
		for (size_t i = 0; i < frame->rows; i++)
			g.rows[g.begins[labels[i] + 1]++] = i;
		for (size_t group = 0; group < groups; group++)
			add_group(&g, group, names != NULL ? names[group] : NULL);
	} else {
		swf_table_free(g.table);
		g.table = NULL;
	}
	free(g.begins);
	free(g.rows);
	free(g.values);
	return g.table;
}

/* Texts, each once, in order of appearance. */
struct texts {
	char **texts;
	size_t count, capacity;
};

/* The place of a text, which is added where it is new; -1 when there is no memory. Most texts are
 * those of the row before. */
static int64_t place_of(struct texts *list, const char *text)
{
	for (size_t i = list->count; i-- > 0;)
		if (strcmp(list->texts[i], text) == 0)
			return (int64_t)i;
	char **texts = swf_array_reserve(list->texts, list->count, &list->capacity, sizeof *texts);
	if (texts == NULL)
		return -1;
	list->texts = texts;
	texts[list->count] = strdup(text);
	return texts[list->count] == NULL ? -1 : (int64_t)list->count++;
}

static void free_texts(char **texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(texts[i]);
	free(texts);
}

/* A mean in a table, and the scale of its variable. */
struct mean {
	size_t centre, column;
	double mean, scale, most;
};

struct means {
	struct texts names, variables;
	struct mean *means;
	size_t count, capacity;
};

enum { CLUSTER, VARIABLE, MEAN, SCALE, NEEDED, MOST = NEEDED, COLUMNS };

/* Takes over the row that the reader has, if it has a scale. */
static int add_mean(
	struct means *m, struct swf_csv_reader *reader, const int *places, struct swf_error *error)
{
	struct mean mean;
	if (swf_csv_number(reader, places[MEAN], &mean.mean, error) != 0 ||
		swf_csv_number(reader, places[SCALE], &mean.scale, error) != 0)
		return -1;
	mean.most = NAN;
	if (places[MOST] >= 0 && swf_csv_number(reader, places[MOST], &mean.most, error) != 0)
		return -1;
	if (isnan(mean.most))
		mean.most = INFINITY;
	if (isnan(mean.scale))
		return 0;
	if (mean.scale <= 0)
		return swf_csv_refuse(reader, error, "column 'scale': not more than 0");
	if (isnan(mean.mean))
		return swf_csv_refuse(reader, error, "a scale without a mean");
	struct mean *means = swf_array_reserve(m->means, m->count, &m->capacity, sizeof *means);
	if (means != NULL)
		m->means = means;
	const int64_t centre = place_of(&m->names, swf_csv_cell(reader, places[CLUSTER])),
		      column = place_of(&m->variables, swf_csv_cell(reader, places[VARIABLE]));
	if (means == NULL || centre < 0 || column < 0)
		return swf_fail_memory(error);
	mean.centre = (size_t)centre;
	mean.column = (size_t)column;
	means[m->count++] = mean;
	return 0;
}

static int read_means(struct means *m, struct swf_csv_reader *reader, struct swf_error *error)
{
	static const char *const names[NEEDED] = {"cluster", "variable", "mean", "scale"};
	int places[COLUMNS], got = 1;
	for (int i = 0; i < NEEDED; i++)
		if ((places[i] = swf_csv_need_column(reader, names[i], error)) < 0)
			return -1;
	places[MOST] = swf_csv_column(reader, "most");
	while (got == 1 && (got = swf_csv_next(reader, error)) == 1)
		got = add_mean(m, reader, places, error) == 0 ? 1 : -1;
	return got;
}

/* Every cluster must have every variable once, and a variable the same scale everywhere. */
static int arrange(const struct means *m, const char *path, struct swf_centres *centres,
	struct swf_error *error)
{
	char **names = m->names.texts, **variables = m->variables.texts;
	for (size_t i = 0; i < centres->count * centres->columns; i++)
		centres->values[i] = NAN;
	for (size_t i = 0; i < m->count; i++) {
		const struct mean *mean = &m->means[i];
		double *value = centres->values + mean->centre * centres->columns + mean->column;
		double *scale = &centres->scales[mean->column];
		if (!isnan(*value))
			return swf_fail(error, "%s: cluster '%.100s' has two means of '%.100s'",
				path, names[mean->centre], variables[mean->column]);
		if (*scale > 0 && *scale != mean->scale)
			return swf_fail(error, "%s: cluster '%.100s' has another scale of '%.100s'",
				path, names[mean->centre], variables[mean->column]);
		double *most = &centres->most[mean->column];
		if (*scale > 0 && *most != mean->most)
			return swf_fail(error, "%s: cluster '%.100s' has another most of '%.100s'",
				path, names[mean->centre], variables[mean->column]);
		*value = mean->mean;
		*scale = mean->scale;
		*most = mean->most;
	}
	for (size_t i = 0; i < centres->count * centres->columns; i++)
		if (isnan(centres->values[i]))
			return swf_fail(error, "%s: cluster '%.100s' has no mean of '%.100s'", path,
				names[i / centres->columns], variables[i % centres->columns]);
	return 0;
}

int swf_cluster_centres_read(struct swf_csv_reader *reader, const char *path,
	struct swf_named_centres *centres, struct swf_error *error)
{
	struct means m = {0};
	int result = read_means(&m, reader, error);
	*centres = (struct swf_named_centres){
		.centres = {.count = m.names.count, .columns = m.variables.count},
		.names = m.names.texts,
		.variables = m.variables.texts};
	struct swf_centres *c = &centres->centres;
	if (result == 0 && m.count == 0)
		result = swf_fail(error, "%s: no row has a scale", path);
	if (result == 0) {
		c->values = malloc(c->count * c->columns * sizeof *c->values);
		c->scales = calloc(c->columns, sizeof *c->scales);
		c->most = calloc(c->columns, sizeof *c->most);
		result = c->values != NULL && c->scales != NULL && c->most != NULL
			? arrange(&m, path, c, error)
			: swf_fail_memory(error);
	}
	free(m.means);
	if (result != 0)
		swf_cluster_centres_clear(centres);
	return result;
}

void swf_cluster_centres_clear(struct swf_named_centres *centres)
{
	free_texts(centres->names, centres->centres.count);
	free_texts(centres->variables, centres->centres.columns);
	free(centres->centres.values);
	free(centres->centres.scales);
	free(centres->centres.most);
	*centres = (struct swf_named_centres){0};
}

struct swf_assignment {
	const struct swf_named_centres *centres;
	enum swf_format format;
	struct swf_table *table;
	char **names; /* of the columns of the first table, and that of the clusters */
	size_t columns;
	int *places;    /* of these columns in the present table */
	int *variables; /* of the variables of the centres there */
	double *row;    /* these variables of a row */
	size_t rows, incomplete;
};

/* The names of the columns, and one more. */
static int copy_names(struct swf_assignment *a, const struct swf_csv_reader *first)
{
	for (size_t i = 0; i <= a->columns; i++) {
		a->names[i] = strdup(i < a->columns ? swf_csv_name(first, (int)i) : "cluster");
		if (a->names[i] == NULL)
			return -1;
	}
	a->table = swf_table_new((const char *const *)a->names, a->columns + 1);
	return a->table == NULL ? -1 : 0;
}

struct swf_assignment *swf_assignment_new(const struct swf_named_centres *centres,
	const struct swf_csv_reader *first, enum swf_format format, struct swf_error *error)
{
	if (swf_csv_column(first, "cluster") >= 0) {
		swf_csv_refuse(first, error, "there is a column 'cluster' already");
		return NULL;
	}
	const size_t columns = swf_csv_columns(first), variables = centres->centres.columns;
	struct swf_assignment *a = calloc(1, sizeof *a);
	if (a != NULL) {
		*a = (struct swf_assignment){.centres = centres,
			.format = format,
			.columns = columns,
			.names = calloc(columns + 1, sizeof *a->names),
			.places = calloc(columns, sizeof *a->places),
			.variables = calloc(variables, sizeof *a->variables),
			.row = calloc(variables, sizeof *a->row)};
		if (a->names != NULL && a->places != NULL && a->variables != NULL &&
			a->row != NULL && copy_names(a, first) == 0)
			return a;
	}
	if (a != NULL)
		swf_table_free(a->table);
	swf_assignment_free(a);
	swf_fail_memory(error);
	return NULL;
}

static int find_columns(
	struct swf_assignment *a, const struct swf_csv_reader *reader, struct swf_error *error)
{
	for (size_t i = 0; i < a->centres->centres.columns; i++)
		if ((a->variables[i] = swf_csv_need_column(
			     reader, a->centres->variables[i], error)) < 0)
			return -1;
	for (size_t i = 0; i < a->columns; i++)
		if ((a->places[i] = swf_csv_need_column(reader, a->names[i], error)) < 0)
			return -1;
	if (swf_csv_columns(reader) != a->columns)
		return swf_csv_refuse(reader, error,
			"%zu columns, which are not all in the first table",
			swf_csv_columns(reader));
	return 0;
}

/* A cell as it is; in other formats than CSV a number as a number. */
static int copy_cell(struct swf_assignment *a, const struct swf_csv_reader *reader, int column,
	struct swf_error *error)
{
	const char *cell = swf_csv_cell(reader, column);
	double value;
	if (a->format == SWF_FORMAT_CSV || (cell[0] != '\0' && !swf_csv_is_number(cell))) {
		swf_table_text(a->table, cell);
		return 0;
	}
	if (swf_csv_number(reader, column, &value, error) != 0)
		return -1;
	swf_table_time(a->table, value);
	return 0;
}

/* Puts the name of the cluster of the row, a number as a number likewise. */
static void put_cluster(struct swf_assignment *a, bool complete)
{
	const char *name = complete
		? a->centres->names[swf_cluster_centres_nearest(&a->centres->centres, a->row)]
		: NULL;
	char number[32] = "";
	const long value = name != NULL ? strtol(name, NULL, 10) : 0;
	snprintf(number, sizeof number, "%ld", value);
	if (name == NULL)
		swf_table_number(a->table, NAN);
	else if (a->format != SWF_FORMAT_CSV && strcmp(name, number) == 0)
		swf_table_whole(a->table, value);
	else
		swf_table_text(a->table, name);
}

int swf_assignment_add(
	struct swf_assignment *assignment, struct swf_csv_reader *reader, struct swf_error *error)
{
	struct swf_assignment *a = assignment;
	int got;
	if (find_columns(a, reader, error) != 0)
		return -1;
	while ((got = swf_csv_next(reader, error)) == 1) {
		bool complete = true;
		for (size_t i = 0; i < a->centres->centres.columns; i++) {
			if (swf_csv_number(reader, a->variables[i], &a->row[i], error) != 0)
				return -1;
			complete = complete && !isnan(a->row[i]);
			if (a->row[i] > a->centres->centres.most[i])
				a->row[i] = a->centres->centres.most[i];
		}
		for (size_t i = 0; i < a->columns; i++)
			if (copy_cell(a, reader, a->places[i], error) != 0)
				return -1;
		put_cluster(a, complete);
		a->rows++;
		a->incomplete += !complete;
	}
	return got;
}

struct swf_table *swf_assignment_table(const struct swf_assignment *assignment)
{
	return assignment->table;
}

size_t swf_assignment_rows(const struct swf_assignment *assignment)
{
	return assignment->rows;
}

size_t swf_assignment_incomplete(const struct swf_assignment *assignment)
{
	return assignment->incomplete;
}

void swf_assignment_free(struct swf_assignment *assignment)
{
	if (assignment == NULL)
		return;
	for (size_t i = 0; i <= assignment->columns && assignment->names != NULL; i++)
		free(assignment->names[i]);
	free(assignment->names);
	free(assignment->places);
	free(assignment->variables);
	free(assignment->row);
	free(assignment);
}
