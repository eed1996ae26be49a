#include "summary/pooled-rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "shared/messages.h"
#include "stats/comparison.h"
#include "stats/holm.h"
#include "stats/pool.h"
#include "stats/site-interval.h"
#include "summary/begin-row.h"
#include "summary/cell-index.h"

/* The groups, and which of them make a set. */
struct sets {
	const struct runs *runs;
	struct cell_index index;
	size_t *of_group;
	double *values;             /* room for the pairs of a group */
	struct swf_effect *effects; /* room for those of a set */
	bool site;                  /* the effects are those of the site */
	int64_t without;            /* comparisons without a ratio */
};

/* What a row says, but for its place. */
struct pooled_row {
	size_t group; /* one of its set */
	size_t count, less, greater;
	struct swf_pooled pooled;
};

static struct sets find_sets(const struct runs *runs, size_t column)
{
	const size_t groups = runs_groups(runs);
	struct sets sets = {.runs = runs};
	struct cells cells = {0};
	size_t room = 0;
	sets.of_group = checked(calloc(groups, sizeof *sets.of_group));
	for (size_t g = 0; g < groups; g++) {
		cells.length = 0;
		for (size_t i = 0; i < runs_group_columns(runs); i++)
			if (i != column)
				add_cell(&cells, runs_group_cell(runs, g, i));
		sets.of_group[g] = number_of_cells(&sets.index, &cells);
		room = runs_in_group(runs, g) > room ? runs_in_group(runs, g) : room;
	}
	free(cells.text);
	sets.values = checked(calloc(2 * room, sizeof *sets.values));
	sets.effects = checked(calloc(groups, sizeof *sets.effects));
	return sets;
}

static void free_sets(struct sets *sets)
{
	free_cell_index(&sets->index);
	free(sets->of_group);
	free(sets->values);
	free(sets->effects);
}

/* Adds what a group says. */
static void add_group(struct sets *sets, struct pooled_row *row, size_t group, size_t metric,
	struct condition_pair pair)
{
	double *first = sets->values, *second = first + runs_in_group(sets->runs, group);
	const size_t n = runs_pair_values(sets->runs, group, metric, pair, first, second);
	const double users = sets->site ? runs_reference(sets->runs, group, 0) : (double)NAN;
	const struct swf_effect effect = sets->site
		? swf_site_interval_effect(first, second, n, users)
		: swf_pool_effect(first, second, n);
	if (!(effect.variance > 0)) {
		sets->without++;
		return;
	}
	sets->effects[row->count++] = effect;
	if (sets->site) {
		const struct swf_site_pair site =
			swf_site_interval_pair(first, second, n, users, 0);
		row->less += site.high < 0;
		row->greater += site.low > 0;
		return;
	}
	const struct swf_paired paired = swf_comparison_pairs(first, second, n);
	row->less += paired.high < 0;
	row->greater += paired.low > 0;
}

static struct pooled_row pool_set(
	struct sets *sets, size_t set, size_t metric, struct condition_pair pair)
{
	struct pooled_row row = {.group = SIZE_MAX};
	for (size_t g = 0; g < runs_groups(sets->runs); g++) {
		if (sets->of_group[g] != set)
			continue;
		row.group = g;
		add_group(sets, &row, g, metric, pair);
	}
	row.pooled = swf_pool_effects(sets->effects, row.count);
	return row;
}

static void add_row(struct swf_table *table, const struct runs *runs, struct condition_pair pair,
	const struct pooled_row *row, double p_holm)
{
	const struct swf_pooled *p = &row->pooled;
	const double pooled[] = {p->ratio, p->low, p->high, p->tau, p->i2, p->q, p->q_p};
	swf_table_text(table, runs_condition(runs, pair.first));
	swf_table_text(table, runs_condition(runs, pair.second));
	swf_table_whole(table, (int64_t)row->count);
	for (size_t i = 0; i < sizeof pooled / sizeof *pooled; i++)
		swf_table_number(table, pooled[i]);
	swf_table_whole(table, (int64_t)row->less);
	swf_table_whole(table, (int64_t)row->greater);
	swf_table_whole(table, (int64_t)(row->count - row->less - row->greater));
	swf_table_number(table, p->p);
	swf_table_number(table, p_holm);
}

void add_pooled_rows(struct swf_table *table, const struct runs *runs, size_t column, bool site)
{
	struct sets sets = find_sets(runs, column);
	sets.site = site;
	const size_t pairs = runs_pairs(runs), of_set = runs_metrics(runs) * pairs;
	const size_t count = sets.index.count * of_set;
	struct pooled_row *rows = checked(calloc(count, sizeof *rows));
	double *p_holm = checked(calloc(count, sizeof *p_holm));
	for (size_t i = 0; i < count; i++) {
		rows[i] =
			pool_set(&sets, i / of_set, i % of_set / pairs, runs_pair(runs, i % pairs));
		p_holm[i] = rows[i].pooled.p;
	}
	if (swf_holm_correct(p_holm, count) != 0)
		die_of_memory();
	note_count(sets.without, "comparison",
		"left out: a mean is not more than 0, there are fewer than 2 pairs, or the ratio "
		"does not vary");
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, rows[i].group, column, i % of_set / pairs);
		add_row(table, runs, runs_pair(runs, i % pairs), &rows[i], p_holm[i]);
	}
	free_sets(&sets);
	free(rows);
	free(p_holm);
}
