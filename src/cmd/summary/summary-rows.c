/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "summary/summary-rows.h"
#include "summary/cell-index.h"

#include <math.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"
#include "stats/comparison.h"

void begin_row(struct swf_table *table, const struct runs *runs, size_t group, size_t without,
	size_t metric)
{
	for (size_t column = 0; column < runs_group_columns(runs); column++)
		if (column != without)
			swf_table_text(table, runs_group_cell(runs, group, column));
	swf_table_text(table, runs_metric(runs, metric));
}

/* A pair of conditions on the workloads, and what that says of the site. */
struct compared {
	struct swf_paired paired;
	struct swf_site_pair site;
	double needed;
};

/* Puts what is known of the site in place of the means over the workloads. */
static void take_site(struct swf_paired *paired, const struct swf_site_pair *site)
{
	paired->mean_first = site->first;
	paired->mean_second = site->second;
	paired->difference = site->difference;
	paired->low = site->low;
	paired->high = site->high;
	paired->p = site->p;
}

/* The pairs of conditions of each metric, compared in a group. To be freed. */
static struct compared *compare_group(
	const struct runs *runs, size_t group, double detect, bool of_site)
{
	const size_t room = runs_in_group(runs, group), pairs = runs_pairs(runs);
	double *values = checked(malloc(2 * room * sizeof *values + 1));
	struct compared *compared =
		checked(calloc(runs_metrics(runs) * pairs + 1, sizeof *compared));
	for (size_t i = 0; i < runs_metrics(runs) * pairs; i++) {
		struct compared *c = &compared[i];
		const size_t n = runs_pair_values(
			runs, group, i / pairs, runs_pair(runs, i % pairs), values, values + room);
		c->site = (struct swf_site_pair){
			.ratio = NAN, .ratio_low = NAN, .ratio_high = NAN, .error = NAN};
		if (of_site)
			c->site = swf_site_interval_pair(
				values, values + room, n, runs_reference(runs, group, 0), detect);
		c->paired = swf_comparison_pairs(values, values + room, n);
		c->needed = of_site
			? c->site.needed
			: swf_power_pairs_needed(detect * c->paired.mean_first, c->paired.sd);
		if (of_site)
			take_site(&c->paired, &c->site);
	}
	free(values);
	return compared;
}

static void add_site(struct swf_table *table, const struct swf_site_pair *s)
{
	const double cells[] = {s->ratio, s->ratio_low, s->ratio_high, s->error};
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
		swf_table_number(table, cells[i]);
}

static void add_paired_row(struct swf_table *table, const struct runs *runs,
	struct condition_pair pair, const struct swf_paired *p, double p_holm)
{
	const double described[] = {
		p->mean_first, p->mean_second, p->difference, p->sd, p->low, p->high};
	const size_t counted[] = {p->less, p->equal, p->greater};
	const double tested[] = {p->p, p->sign_p, p_holm};
	swf_table_text(table, runs_condition(runs, pair.first));
	swf_table_text(table, runs_condition(runs, pair.second));
	swf_table_whole(table, (int64_t)p->count);
	for (size_t i = 0; i < sizeof described / sizeof *described; i++)
		swf_table_number(table, described[i]);
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
		swf_table_whole(table, (int64_t)counted[i]);
	for (size_t i = 0; i < sizeof tested / sizeof *tested; i++)
		swf_table_number(table, tested[i]);
}

static void add_paired_group(
	struct swf_table *table, const struct runs *runs, size_t group, double detect, bool site)
{
	const size_t pairs = runs_pairs(runs), count = runs_metrics(runs) * pairs;
	const bool of_site = site && runs_of_site(runs, group);
	struct compared *compared = compare_group(runs, group, detect, of_site);
	double *p_holm = checked(malloc(count * sizeof *p_holm + 1));
	for (size_t i = 0; i < count; i++)
		p_holm[i] = compared[i].paired.p;
	must(swf_holm_correct(p_holm, count));
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, group, WITHOUT_NONE, i / pairs);
		add_paired_row(
			table, runs, runs_pair(runs, i % pairs), &compared[i].paired, p_holm[i]);
		if (site)
			add_site(table, &compared[i].site);
		if (detect > 0)
			swf_table_number(table, compared[i].needed);
	}
	free(p_holm);
	free(compared);
}

void add_paired_rows(struct swf_table *table, const struct runs *runs, double detect, bool site)
{
	for (size_t group = 0; group < runs_groups(runs); group++)
		add_paired_group(table, runs, group, detect, site);
}

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
static void add_pooled_group(struct sets *sets, struct pooled_row *row, size_t group, size_t metric,
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
		add_pooled_group(sets, &row, g, metric, pair);
	}
	row.pooled = swf_pool_effects(sets->effects, row.count);
	return row;
}

static void add_pooled_row(struct swf_table *table, const struct runs *runs,
	struct condition_pair pair, const struct pooled_row *row, double p_holm)
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
	must(swf_holm_correct(p_holm, count));
	note_count(sets.without, "comparison",
		"left out: a mean is not more than 0, there are fewer than 2 pairs, or the ratio "
		"does not vary");
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, rows[i].group, column, i % of_set / pairs);
		add_pooled_row(table, runs, runs_pair(runs, i % pairs), &rows[i], p_holm[i]);
	}
	free_sets(&sets);
	free(rows);
	free(p_holm);
}
