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
#include "summary/summary-rows.h"
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

/* The columns behind those of the groups, ended by NULL. */
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
	{'r', "reference", "FILE", "compare with the metrics of the original", TO_TEXT(reference)},
	{'\0', "site", "FILE",
		"means and intervals of the site: the users of the log were drawn with "
		"replacement, and this table has its effective_users",
		TO_TEXT(site)},
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

/* Adds n, mean, ..., max. Sorts the values. */
static void add_description(struct swf_table *table, double *values, size_t count)
{
	const double mean = swf_stats_mean(values, count);
	const double half = swf_stats_half_width_95(values, count);
	swf_sample_cells_mean(table, values, count);
	add_numbers(table, (const double[]){mean - half, mean + half}, 2);
	swf_sort_doubles(values, count);
	swf_sample_cells_quantiles(table, values, count);
}

/* The same with the mean and the interval for the site, and the error of that mean. */
static void add_site(struct swf_table *table, double *values, size_t count, double users)
{
	const struct swf_site_mean s = swf_site_interval_mean(values, count, users);
	const double sd = swf_stats_sd(values, count, swf_stats_mean(values, count));
	swf_table_whole(table, (int64_t)count);
	add_numbers(table, (const double[]){s.value, sd, s.low, s.high}, 4);
	swf_sort_doubles(values, count);
	swf_sample_cells_quantiles(table, values, count);
	swf_table_number(table, s.error);
}

/* Adds the metric of the original and how the results compare with it. */
static void add_reference(
	struct swf_table *table, const double *ascending, size_t count, double reference)
{
	const struct swf_against a = swf_comparison_reference(ascending, count, reference);
	add_numbers(table,
		(const double[]){reference, a.percentile, a.span, a.distance, a.concentration}, 5);
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
			if (o->site != NULL && runs_of_site(runs, g)) {
				add_site(table, values, n, runs_reference(runs, g, 0));
				continue;
			}
			add_description(table, values, n);
			if (o->site != NULL)
				swf_table_number(table, NAN);
			if (o->reference != NULL)
				add_reference(table, values, n, runs_reference(runs, g, m));
		}
		free(values);
	}
}

static void write_summary(const struct opts *o, const struct runs *runs)
{
	struct swf_table *table = new_table(o);
	if (o->pool != NULL)
		add_pooled_rows(table, runs, place_in(o->groups, o->pool), o->site != NULL);
	else if (o->runs.paired != NULL)
		add_paired_rows(table, runs, o->detect, o->site != NULL);
	else
		add_rows(table, o, runs);
	write_table(table, o->format);
}

int main(int argc, char **argv)
{
	struct opts o = {.format = SWF_FORMAT_CSV};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);
	if (o.reference != NULL)
		file_option(o.reference);
	if (o.site != NULL)
		file_option(o.site);

	char **paths = file_operands();
	struct runs *runs = runs_new(&o.runs);
	for (char **path = paths; *path != NULL; path++)
		runs_read(runs, *path);
	runs_finish(runs);
	if (o.reference != NULL)
		runs_read_reference(runs, o.reference);
	if (o.site != NULL)
		runs_read_users(runs, o.site);
	write_summary(&o, runs);
	runs_free(runs);
	free(o.groups);
	free(o.metrics);
	free(o.paired);
	return command_end();
}
