/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-hurst: the Hurst parameter of the jobs per hour of logs, or of any other series.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/hurst.h"
#include "shared/command.h"
#include "shared/job-fields.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-input.h"
#include "shared/table-output.h"
#include "stats/series.h"
#include "swf/fields.h"
#include "swfcore/quantity.h"

enum { ALL = SWF_HURST_METHODS };
static const char *const methods[] = {"rs", "variance", "periodogram", "whittle", "all", NULL};
/* what is added up besides the fields 2 to 18 */
enum { JOBS = SWF_FIELDS + 1, SIZE, WORK };

struct opts {
	int method; /* enum swf_hurst_method, or ALL */
	struct swf_hurst_options hurst;
	double bin;
	int attribute;
	enum swf_size size;
	bool numbers; /* the files hold nothing else */
	const char *column;
	bool points;
	enum swf_format format;
	bool several; /* files */
};

/* s; the daily cycle is regular, which is not what H means */
static const double SLOWER_THAN_DAYS = 30 * SWF_HOUR;

/* More would take over half a gigabyte: 97 days in seconds. */
static const double MOST_BINS = 1 << 23;

static const char *const attribute_names[] = {"jobs", "size", "work", "runtime", "estimate", NULL};

/* Names stand for what is added up besides the fields, and for some of these. */
static void to_attribute(void *opts, const char *text)
{
	static const int attributes[] = {JOBS, SIZE, WORK, 4, 9};
	((struct opts *)opts)->attribute = strspn(text, "-0123456789") > 0
		? (int)whole_value("attribute", text, 2, SWF_FIELDS)
		: attributes[choice_value("attribute", text, attribute_names)];
}

static const struct option_row options[] = {
	{'\0', "method", "METHOD", "how H is estimated", TO_CHOICE(method, methods)},
	{'\0', "bin", "DURATION", "width of the bins of a log (default: 1h)", TO_DURATION(bin, 1)},
	{'a', "attribute", "WHAT",
		"what is summed in each bin (default: jobs): the number of a field, 2 to 18, or "
		"one "
		"of these",
		.choices = attribute_names, TO_CALL(to_attribute)},
	{'\0', "numbers", NULL, "the files hold plain numbers", TO_FLAG(numbers)},
	{'\0', "column", "NAME", "the files are CSV tables; this column is the series",
		TO_TEXT(column)},
	{'\0', "subsets", "N", "segments of each length for rs (default: 10)",
		TO_WHOLE(hurst.subsets, 1, 1000000)},
	{'\0', "frequencies", "N",
		"lowest frequencies for periodogram and whittle (default: values^0.7; for logs "
		"without periods under 30 h)",
		TO_WHOLE(hurst.frequencies, 2, INT32_MAX)},
	{'\0', "points", NULL, "print the points of the plots instead", TO_FLAG(points)},
	FORMAT_OPTION(format), SIZE_OPTION(size), INCLUDE(reading_options), OPTIONS_END};

static const struct command command = {.name = "swf-hurst",
	.usage = "[options] [LOG...]",
	.purpose = "Estimates the Hurst parameter of SWF logs (default: standard input).",
	.options = options};

static void check_opts(const struct opts *o)
{
	static const char *const of_logs[] = {"bin", "attribute", "size", NULL};
	if (o->bin <= 0)
		die_usage("--bin: it must be more than 0");
	if (o->numbers && o->column != NULL)
		die_usage("--column goes without --numbers");
	if (option_given_of(of_logs) != NULL && (o->numbers || o->column != NULL))
		die_usage("--bin, --attribute and --size go without --numbers and --column");
	if (option_given("subsets") && o->method != SWF_HURST_RS && o->method != ALL)
		die_usage("--subsets goes with rs and all");
	if (option_given("frequencies") &&
		(o->method == SWF_HURST_RS || o->method == SWF_HURST_VARIANCE))
		die_usage("--frequencies goes with periodogram, whittle and all");
	if (o->points && o->method == SWF_HURST_WHITTLE)
		die_usage("--points: whittle has no plot; its powers are those of periodogram");
}

/* What a job adds to its bin; NaN where that is unknown. */
static double amount(const struct swf_job *job, const struct opts *o)
{
	const double size = swf_job_size(job, o->size);
	switch (o->attribute) {
	case JOBS:
		return 1;
	case SIZE:
		return size > 0 ? size : NAN;
	case WORK:
		return size > 0 && job->run_time >= 0 ? size * job->run_time : NAN;
	default: {
		const double field = number_field(job, o->attribute - 1);
		return field == SWF_UNKNOWN ? NAN : field;
	}
	}
}

/* Adds the next value. */
static void append_value(struct swf_series *series, double value)
{
	must(swf_series_add(series, (double)series->count, value));
}

static void read_line(char *line, const char *name, int64_t number, struct swf_series *series)
{
	static const char blanks[] = " \t\r\n";
	for (char *p = line + strspn(line, blanks); *p != '\0'; p += strspn(p, blanks)) {
		const size_t length = strcspn(p, blanks);
		char *end;
		const double value = strtod(p, &end);
		/* no inf, nan and hexadecimal numbers */
		if (end != p + length || strspn(p, "0123456789+-.eE") < length || !isfinite(value))
			die("%s:%lld: not a number: '%.*s'", name, (long long)number,
				(int)(length < 40 ? length : 40), p);
		append_value(series, value);
		p = end;
	}
}

/* Adds the numbers of a file, with blanks or newlines between them, to a series, which begins with
 * {.width = 1}; lines that begin with ; or # are passed over. "-" is the standard input. */
static void read_numbers(const char *path, struct swf_series *series)
{
	const char *name = shown_name(path);
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	if (file == NULL)
		die("%s: %s", name, strerror(errno));
	errno = 0;
	for (int64_t number = 1; (length = getline(&line, &size, file)) >= 0; number++, errno = 0) {
		if (strlen(line) != (size_t)length)
			die("%s:%lld: a NUL byte", name, (long long)number);
		if (line[0] != ';' && line[0] != '#')
			read_line(line, name, number, series);
	}
	if (ferror(file) || errno == ENOMEM)
		die("%s: %s", name, strerror(errno));
	free(line);
	fclose(file);
}

/* Adds the numbers in a column of a table in CSV. */
static void read_column(const char *path, const char *column, struct swf_series *series)
{
	struct swf_error error;
	struct swf_csv_reader *csv = open_table(path);
	const int place = swf_csv_need_column(csv, column, &error);
	int got = place < 0 ? -1 : 1;
	double value;
	while (got == 1 && (got = swf_csv_next(csv, &error)) == 1) {
		if (swf_csv_number(csv, place, &value, &error) != 0 ||
			(isnan(value) && swf_csv_refuse(csv, &error, "column '%s': empty", column)))
			die_of(&error);
		append_value(series, value);
	}
	if (got < 0)
		die_of(&error);
	swf_csv_free(csv);
}

static void read_log(
	const char *path, const char *name, const struct opts *o, struct swf_series *series)
{
	struct swf_log *log = open_log_at(path);
	struct swf_job job;
	int64_t unknown = 0;
	series->width = o->bin;
	while (next_job(log, &job)) {
		const double value = amount(&job, o);
		unknown += isnan(value);
		if (series->count > 0 && job.submit - series->first >= MOST_BINS * o->bin)
			die("%s: over %.0f bins; give a longer --bin", name, MOST_BINS);
		must(swf_series_add(series, job.submit, isnan(value) ? 0 : value));
	}
	note_log_counts(swf_log_counts(log));
	note_count(unknown, "job", "of which the value is unknown: left out");
	swf_log_free(log);
	if (series->count == 0)
		die("%s: no jobs", name);
	if (series->count < SWF_HURST_LEAST)
		die("%s: %zu bin%s; at least %d are needed; give a shorter --bin", name,
			series->count, series->count == 1 ? "" : "s", SWF_HURST_LEAST);
}

static void measure(const char *path, const struct opts *o, struct swf_table *table)
{
	struct swf_hurst_options how = o->hurst;
	const char *name = shown_name(path);
	struct swf_series series = {.width = 1};
	if (o->column != NULL) {
		read_column(path, o->column, &series);
	} else if (o->numbers) {
		read_numbers(path, &series);
	} else {
		read_log(path, name, o, &series);
		how.period = SLOWER_THAN_DAYS / o->bin;
	}
	for (int method = 0; method < SWF_HURST_METHODS; method++) {
		if ((o->method != ALL && o->method != method) ||
			(o->points && method == SWF_HURST_WHITTLE))
			continue;
		struct swf_hurst hurst;
		struct swf_error error;
		if (swf_hurst_estimate((enum swf_hurst_method)method, series.bins, series.count,
			    &how, &hurst, &error) != 0)
			die("%s: %s", name, error.text);
		const double estimate[] = {hurst.h, hurst.low, hurst.high, (double)hurst.count};
		for (size_t i = 0; i < (o->points ? hurst.count : 1); i++) {
			const double point[] = {hurst.points[i].x, hurst.points[i].y};
			row_of_log(table, o->several, path);
			swf_table_text(table, methods[method]);
			for (int k = 0; k < (o->points ? 2 : 4); k++)
				swf_table_number(table, o->points ? point[k] : estimate[k]);
		}
		swf_hurst_clear(&hurst);
	}
	swf_series_clear(&series);
}

int main(int argc, char **argv)
{
	static const char *const estimates[] = {"method", "h", "low", "high", "points", NULL};
	static const char *const points[] = {"method", "x", "y", NULL};
	struct opts o = {.bin = SWF_HOUR,
		.attribute = JOBS,
		.hurst.subsets = SWF_HURST_SUBSETS,
		.format = SWF_FORMAT_CSV};
	command_begin(&command, &o, argc, argv);
	check_opts(&o);

	char **paths = file_operands();
	o.several = paths[1] != NULL;
	struct swf_table *table = table_of_logs(o.points ? points : estimates, o.several);
	for (; *paths != NULL; paths++) {
		messages_about(o.several ? shown_name(*paths) : NULL);
		measure(*paths, &o, table);
	}
	write_table(table, o.format);
	return command_end();
}
