/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-summary: aggregates the metrics of many runs, compared with a reference or between
 * conditions.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "stats/comparison.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "summary/runs.h"
#include "table/frame.h"

struct opts {
	struct runs_options runs;
	char **groups, **metrics;
	char *paired;     /* the value of the option, taken apart */
	double detect;    /* 0 without it */
	const char *pool; /* a column of the groups */
	const char *reference;
	const char *site; /* a table of the users of the logs */
	size_t bins;      /* 0 without --histogram */
	enum swf_format format;
};

/* The columns behind those of the groups; lists of them end with NULL. */
#define PAIRED_COLUMNS                                                                             \
	"metric", "first", "second", "n", "mean_first", "mean_second", "difference", "sd", "low",  \
		"high", "less", "equal", "greater", "p", "sign_p", "p_holm"
/* what follows these if the runs know the users of their logs */
#define SITE_PAIRED_COLUMNS "ratio", "ratio_low", "ratio_high", "error"
#define POOLED_COLUMNS                                                                             \
	"metric", "first", "second", "k", "ratio", "low", "high", "tau", "i2", "q", "q_p", "less", \
		"greater", "unclear", "p", "p_holm"
#define DESCRIBED "metric", SWF_MEAN_COLUMNS, "low", "high", SWF_QUANTILE_COLUMNS
static const char *const described_columns[] = {DESCRIBED, NULL};
static const char *const compared_columns[] = {
	DESCRIBED, "reference", "percentile", "span", "distance", "concentration", NULL};
static const char *const paired_columns[] = {PAIRED_COLUMNS, NULL};
static const char *const detected_columns[] = {PAIRED_COLUMNS, "needed", NULL};
static const char *const site_columns[] = {DESCRIBED, "error", NULL};
static const char *const site_paired_columns[] = {PAIRED_COLUMNS, SITE_PAIRED_COLUMNS, NULL};
static const char *const site_detected_columns[] = {
	PAIRED_COLUMNS, SITE_PAIRED_COLUMNS, "needed", NULL};
static const char *const pooled_columns[] = {POOLED_COLUMNS, NULL};
static const char *const histogram_columns[] = {"metric", "low", "high", "count", NULL};

/* The place of a name in a list, or SIZE_MAX. */
static size_t place_in(char *const *list, const char *name)
{
	for (size_t i = 0; list != NULL && name != NULL && list[i] != NULL; i++)
		if (strcmp(list[i], name) == 0)
			return i;
	return SIZE_MAX;
}

static bool has(char *const *list, const char *name)
{
	return place_in(list, name) != SIZE_MAX;
}

static const char *const *columns_of(const struct opts *o)
{
	const bool site = o->site != NULL;
	return o->bins > 0               ? histogram_columns
		: o->pool != NULL        ? pooled_columns
		: o->detect > 0          ? site ? site_detected_columns : detected_columns
		: o->runs.paired != NULL ? site ? site_paired_columns : paired_columns
		: o->reference != NULL   ? compared_columns
		: site                   ? site_columns
					 : described_columns;
}

static void check_opts(const struct opts *o)
{
	const char *paired = o->runs.paired, *replication = o->runs.replication;
	if ((o->bins > 0) + (paired != NULL) + (o->reference != NULL) > 1)
		die_usage("one of --histogram, --paired and --reference at most");
	if (o->site != NULL && (o->bins > 0 || o->reference != NULL))
		die_usage("--site goes without --histogram and --reference");
	const char *with_pairs =
		option_given_of((const char *const[]){"match", "detect", "pool", NULL});
	if (with_pairs != NULL && paired == NULL)
		die_usage("--%s goes with --paired", with_pairs);
	if (o->pool != NULL && o->detect > 0)
		die_usage("one of --detect and --pool at most");
	if (o->pool != NULL && !has(o->groups, o->pool))
		die_usage("--pool: '%s' is no column of --by", o->pool);
	if (paired != NULL && replication != NULL && strcmp(paired, replication) == 0)
		die_usage("--paired and --match: both '%s'", paired);
	if (has(o->groups, paired))
		die_usage("--paired and --by: both '%s'", paired);
	for (char **metric = o->metrics; metric != NULL && *metric != NULL; metric++)
		if (has(o->groups, *metric) || (paired != NULL && strcmp(*metric, paired) == 0) ||
			(replication != NULL && strcmp(*metric, replication) == 0))
			die_usage("--metrics: '%s' names groups or pairs, not a metric", *metric);
	for (const char *const *column = columns_of(o); *column != NULL; column++)
		if (has(o->groups, *column))
			die_usage("--by: '%s' is a column of the output", *column);
}

static void to_metrics(void *opts, const char *text)
{
	struct opts *o = opts;
	free(o->metrics);
	o->runs.metrics = o->metrics = names_value("metrics", text);
}

static void to_by(void *opts, const char *text)
{
	struct opts *o = opts;
	free(o->groups);
	o->runs.groups = o->groups = names_value("by", text);
}

static void to_paired(void *opts, const char *text)
{
	struct opts *o = opts;
	free(o->paired);
	o->paired = checked(strdup(text));
	paired_value(&o->runs, o->paired);
}

static const struct option_row options[] = {
	{'\0', "metrics", "LIST", "the metrics: columns (default: all columns of numbers)",
		TO_CALL(to_metrics)},
	{'B', "by", "LIST", "a row for each group of runs that are equal in these columns",
		TO_CALL(to_by)},
	{'r', "reference", "FILE", "compare with the metrics of the original", TO_FILE(reference)},
	{'\0', "site", "FILE",
		"means and intervals of the site: the users of the log were drawn with "
		"replacement, and this table has its effective_users",
		TO_FILE(site)},
	{'\0', "paired", "COLUMN",
		"differences of the same replications between every two values of this column; "
		"COLUMN=A,B chooses two, COLUMN=A compares all others with A",
		TO_CALL(to_paired)},
	{'\0', "match", "COLUMN",
		"the column that pairs replications (default: replication, or the place)",
		TO_TEXT(runs.replication)},
	{'\0', "detect", "SHARE",
		"add how many replications it takes to find a difference of this share of the "
		"first's mean, such as 5%",
		TO_FACTOR(detect, 100)},
	{'\0', "pool", "COLUMN",
		"pool the ratios of groups that differ only in this column of --by, such as logs",
		TO_TEXT(pool)},
	{'\0', "histogram", "N", "print histograms of N bins instead", TO_WHOLE(bins, 1, 100000)},
	FORMAT_OPTION(format), OPTIONS_END};

static const struct command command = {.name = "swf-summary",
	.usage = "[options] [FILE...]",
	.purpose =
		"Prints means, confidence intervals and percentiles of the metrics of many runs: "
		"CSV with a row a run, such as swf-metrics --format csv writes (default: "
		"standard input).",
	.options = options};

static void add_numbers(struct swf_table *table, const double *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		swf_table_number(table, numbers[i]);
}

/* No column of the group is left out. */
#define WITHOUT_NONE SIZE_MAX

/* Adds the cells of a group, but for that of one of its columns, and the name of a metric. */
static void begin_row(struct swf_table *table, const struct runs *runs, size_t group,
	size_t without, size_t metric)
{
	for (size_t column = 0; column < runs_group_columns(runs); column++)
		if (column != without)
			swf_table_text(table, runs_group_cell(runs, group, column));
	swf_table_text(table, runs_metric(runs, metric));
}

/* Adds n, mean, ..., max. Sorts the values. With effective users of a site, or else NULL, the mean
 * and the interval are those of the site. Returns the error of that mean, or NaN. */
static double add_description(
	struct swf_table *table, double *values, size_t count, const double *users)
{
	struct swf_site_mean site = {.error = NAN};
	double mean = swf_stats_mean(values, count);
	const double sd = swf_stats_sd(values, count, mean);
	if (users == NULL) {
		const double half = swf_stats_half_width_95(values, count);
		site.low = mean - half;
		site.high = mean + half;
	} else {
		site = swf_site_interval_mean(values, count, *users);
		mean = site.value;
	}
	swf_table_whole(table, (int64_t)count);
	add_numbers(table, (const double[]){mean, sd, site.low, site.high}, 4);
	swf_sort_doubles(values, count);
	swf_sample_cells_quantiles(table, values, count);
	return site.error;
}

/* Adds a row a bin. Not gsl_histogram, whose last bin lacks the greatest value. Sorts the values.
 */
static void add_histogram(struct swf_table *table, const struct opts *o, const struct runs *runs,
	size_t g, size_t m, double *values, size_t count)
{
	swf_sort_doubles(values, count);
	const double min = count > 0 ? values[0] : NAN, max = count > 0 ? values[count - 1] : NAN;
	const size_t bins = min < max ? o->bins : 1;
	size_t counted = 0;
	double low = min;
	for (size_t b = 1; b <= bins; b++) {
		const double high = b < bins ? min + (max - min) * (double)b / (double)bins : max;
		const size_t before = counted;
		while (counted < count && (b == bins || values[counted] < high))
			counted++;
		begin_row(table, runs, g, WITHOUT_NONE, m);
		add_numbers(table, (const double[]){low, high}, 2);
		swf_table_whole(table, (int64_t)(counted - before));
		low = high;
	}
}

static struct swf_table *new_table(const struct opts *o)
{
	const char *const *columns = columns_of(o);
	size_t room = 0, count = 0;
	while (columns[room] != NULL)
		room++;
	for (char **group = o->groups; group != NULL && *group != NULL; group++)
		room++;
	const char **names = checked(calloc(room, sizeof *names));
	for (char **group = o->groups; group != NULL && *group != NULL; group++)
		if (o->pool == NULL || strcmp(*group, o->pool) != 0)
			names[count++] = *group;
	for (; *columns != NULL; columns++)
		names[count++] = *columns;
	struct swf_table *table = checked(swf_table_new(names, count));
	free(names);
	swf_table_stream(table, output(), o->format);
	return table;
}

/* Adds the rows of runs that stand alone. */
static void add_rows(struct swf_table *table, const struct opts *o, const struct runs *runs)
{
	for (size_t g = 0; g < runs_groups(runs); g++) {
		double *values = checked(malloc(runs_in_group(runs, g) * sizeof *values));
		for (size_t m = 0; m < runs_metrics(runs); m++) {
			const size_t n = runs_values(runs, g, m, values);
			if (o->bins > 0) {
				add_histogram(table, o, runs, g, m, values, n);
				continue;
			}
			begin_row(table, runs, g, WITHOUT_NONE, m);
			const bool of_site = o->site != NULL && runs_of_site(runs, g);
			const double users = of_site ? runs_reference(runs, g, 0) : NAN;
			const double error =
				add_description(table, values, n, of_site ? &users : NULL);
			if (o->site != NULL)
				swf_table_number(table, error);
			if (o->reference == NULL)
				continue;
			const double original = runs_reference(runs, g, m);
			const struct swf_against a = swf_comparison_reference(values, n, original);
			add_numbers(table,
				(const double[]){original, a.percentile, a.span, a.distance,
					a.concentration},
				5);
		}
		free(values);
	}
}

/* A pair of conditions on the workloads, and what that says of the site. */
struct compared {
	struct swf_paired paired;
	struct swf_site_pair site;
	double needed;
};

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
		if (!of_site)
			continue;
		/* what is known of the site, in place of the means over the workloads */
		c->paired.mean_first = c->site.first;
		c->paired.mean_second = c->site.second;
		c->paired.difference = c->site.difference;
		c->paired.low = c->site.low;
		c->paired.high = c->site.high;
		c->paired.p = c->site.p;
	}
	free(values);
	return compared;
}

static void add_paired_row(struct swf_table *table, const struct runs *runs,
	struct condition_pair pair, const struct swf_paired *p, double p_holm)
{
	const double described[] = {
		p->mean_first, p->mean_second, p->difference, p->sd, p->low, p->high};
	swf_table_text(table, runs_condition(runs, pair.first));
	swf_table_text(table, runs_condition(runs, pair.second));
	swf_table_whole(table, (int64_t)p->count);
	add_numbers(table, described, sizeof described / sizeof *described);
	swf_table_whole(table, (int64_t)p->less);
	swf_table_whole(table, (int64_t)p->equal);
	swf_table_whole(table, (int64_t)p->greater);
	add_numbers(table, (const double[]){p->p, p->sign_p, p_holm}, 3);
}

/* Adds a row for each metric and pair of conditions of a group. `detect` is 0, or the part of the
 * first's mean whose detection a further cell is about. With `site` the runs know the users of the
 * logs: means, differences, intervals and p are those of the site, and `detect` is about logs. */
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
		const struct swf_site_pair *s = &compared[i].site;
		if (site)
			add_numbers(table,
				(const double[]){s->ratio, s->ratio_low, s->ratio_high, s->error},
				4);
		if (detect > 0)
			swf_table_number(table, compared[i].needed);
	}
	free(p_holm);
	free(compared);
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

static void add_pooled_row(struct swf_table *table, const struct runs *runs,
	struct condition_pair pair, const struct pooled_row *row, double p_holm)
{
	const struct swf_pooled *p = &row->pooled;
	const double pooled[] = {p->ratio, p->low, p->high, p->tau, p->i2, p->q, p->q_p};
	swf_table_text(table, runs_condition(runs, pair.first));
	swf_table_text(table, runs_condition(runs, pair.second));
	swf_table_whole(table, (int64_t)row->count);
	add_numbers(table, pooled, sizeof pooled / sizeof *pooled);
	swf_table_whole(table, (int64_t)row->less);
	swf_table_whole(table, (int64_t)row->greater);
	swf_table_whole(table, (int64_t)(row->count - row->less - row->greater));
	add_numbers(table, (const double[]){p->p, p_holm}, 2);
}

/* Adds a row for each set of groups that differ only in one of their columns, metric and pair of
 * conditions. With `site` the runs know the users of the logs, and the ratio of a log varies as
 * those of other logs of its site. */
static void add_pooled_rows(
	struct swf_table *table, const struct runs *runs, size_t column, bool site)
{
	struct sets sets = find_sets(runs, column);
	sets.site = site;
	const size_t pairs = runs_pairs(runs), of_set = runs_metrics(runs) * pairs;
	const size_t count = sets.index.count * of_set;
	struct pooled_row *rows = checked(calloc(count, sizeof *rows));
	double *p_holm = checked(calloc(count, sizeof *p_holm));
	for (size_t i = 0; i < count; i++) {
		struct pooled_row *row = &rows[i];
		for (size_t g = 0; g < runs_groups(runs); g++) {
			if (sets.of_group[g] != i / of_set)
				continue;
			row->group = g;
			add_pooled_group(
				&sets, row, g, i % of_set / pairs, runs_pair(runs, i % pairs));
		}
		row->pooled = swf_pool_effects(sets.effects, row->count);
		p_holm[i] = row->pooled.p;
	}
	must(swf_holm_correct(p_holm, count));
	note_count(sets.without, "comparison",
		"left out: a mean is not more than 0, there are fewer than 2 pairs, or the ratio "
		"does not vary");
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, rows[i].group, column, i % of_set / pairs);
		add_pooled_row(table, runs, runs_pair(runs, i % pairs), &rows[i], p_holm[i]);
	}
	free_cell_index(&sets.index);
	free(sets.of_group);
	free(sets.values);
	free(sets.effects);
	free(rows);
	free(p_holm);
}

int main(int argc, char **argv)
{
	struct opts o = {.format = SWF_FORMAT_CSV};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);

	char **paths = file_operands();
	struct runs *runs = runs_new(&o.runs);
	for (char **path = paths; *path != NULL; path++)
		runs_read(runs, *path);
	runs_finish(runs);
	if (o.reference != NULL)
		runs_read_reference(runs, o.reference);
	if (o.site != NULL)
		runs_read_users(runs, o.site);
	struct swf_table *table = new_table(&o);
	if (o.pool != NULL)
		add_pooled_rows(table, runs, place_in(o.groups, o.pool), o.site != NULL);
	else if (o.runs.paired == NULL)
		add_rows(table, &o, runs);
	for (size_t g = 0; g < runs_groups(runs) && o.pool == NULL && o.runs.paired != NULL; g++)
		add_paired_group(table, runs, g, o.detect, o.site != NULL);
	write_table(table, o.format);
	runs_free(runs);
	free(o.groups);
	free(o.metrics);
	free(o.paired);
	return command_end();
}
