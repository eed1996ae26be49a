/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-locality stack|daily|similarity|mixed|distrib [OPTION...] LOG
 *
 * A second implementation of swf-locality and swf-distrib, written from their manuals alone and
 * naive on purpose: every definition is followed to the letter, by going through all pairs of jobs,
 * by copying, or by counting. It reads a plain log and prints the same tables as CSV, in full
 * precision. Options are those of the commands, in their long form, a tolerance in per cent; mixed
 * prints what is to be expected of swf-locality similarity --bootstrap.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "naive-locality";

const char *const attribute_names[ATTRIBUTES] = {"runtime", "estimate", "size"};

static const struct {
	const char *name;
	void (*print)(const struct log *log, const struct options *options);
} actions[] = {{"stack", print_stack}, {"daily", print_daily}, {"similarity", print_similarity},
	{"mixed", print_mixed}, {"distrib", print_distributions}};

/* ---- values ---- */

void add_value(struct values *values, double value)
{
	if (isnan(value))
		return;
	values->value = with_room(values->value, values->count, &values->capacity, sizeof value);
	values->value[values->count++] = value;
}

static int compare_numbers(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

void sort_values(struct values *values)
{
	if (values->count > 0)
		qsort(values->value, values->count, sizeof *values->value, compare_numbers);
}

static long double exact_mean(const struct values *values)
{
	long double sum = 0;
	for (size_t i = 0; i < values->count; i++)
		sum += values->value[i];
	return sum / (long double)values->count;
}

double mean_of(const struct values *values)
{
	return values->count > 0 ? (double)exact_mean(values) : NAN;
}

double deviation_of(const struct values *values)
{
	if (values->count < 2)
		return NAN;
	long double mean = exact_mean(values), squares = 0;
	for (size_t i = 0; i < values->count; i++)
		squares += (values->value[i] - mean) * (values->value[i] - mean);
	return (double)sqrtl(squares / (long double)(values->count - 1));
}

double quantile(const struct values *sorted, double q)
{
	if (sorted->count == 0)
		return NAN;
	double place = q * (double)(sorted->count - 1);
	size_t below = (size_t)floor(place);
	double low = sorted->value[below];
	if (below + 1 == sorted->count)
		return low;
	return low + (place - (double)below) * (sorted->value[below + 1] - low);
}

void print_cells(const double *cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			putchar(',');
		if (!isnan(cells[i]))
			printf("%.17g", cells[i]);
	}
}

void print_description(struct values *values)
{
	sort_values(values);
	PRINT_CELLS((double)values->count, mean_of(values), deviation_of(values),
		quantile(values, 0), quantile(values, 0.05), quantile(values, 0.25),
		quantile(values, 0.5), quantile(values, 0.75), quantile(values, 0.95),
		quantile(values, 1));
	putchar('\n');
}

/* ---- options ---- */

static int usage(void)
{
	fprintf(stderr,
		"usage: naive-locality stack|daily|similarity|mixed|distrib "
		"[OPTION...] LOG\n");
	return 2;
}

static bool set_attribute(struct options *options, const char *name)
{
	for (int a = 0; a < ATTRIBUTES; a++)
		if (strcmp(name, attribute_names[a]) == 0)
			return options->attributes[a] = true;
	return false;
}

static bool set_measure(struct options *options, const char *name)
{
	static const char *const names[MEASURES] = {"mean", "median", "identical"};
	for (int m = 0; m < MEASURES; m++) {
		if (strcmp(name, names[m]) == 0) {
			options->measure = (enum measure)m;
			return true;
		}
	}
	return false;
}

static bool set_size(struct options *options, const char *field)
{
	options->requested = strcmp(field, "requested") == 0;
	return options->requested || strcmp(field, "allocated") == 0;
}

static bool set_option(struct options *options, const char *name, const char *value)
{
	if (strcmp(name, "--attribute") == 0)
		return set_attribute(options, value);
	if (strcmp(name, "--measure") == 0)
		return set_measure(options, value);
	if (strcmp(name, "--size") == 0)
		return set_size(options, value);
	if (strcmp(name, "--tolerance") == 0)
		options->percent = strtod(value, NULL);
	else if (strcmp(name, "--distance") == 0)
		options->distance = strtoul(value, NULL, 10);
	else if (strcmp(name, "--distribution") == 0)
		options->distribution = value;
	else if (strcmp(name, "--compare") == 0)
		options->compare = value;
	else if (strcmp(name, "--tz") == 0)
		options->zone = value;
	else if (strcmp(name, "--start-time") == 0)
		options->start = value;
	else
		return false;
	return true;
}

static bool read_options(int count, char **words, struct options *options)
{
	for (int i = 0; i < count; i++) {
		if (strcmp(words[i], "--each") == 0)
			options->each = true;
		else if (i + 1 == count || !set_option(options, words[i], words[i + 1]))
			return false;
		else
			i++;
	}
	bool any = false;
	for (int a = 0; a < ATTRIBUTES; a++)
		any = any || options->attributes[a];
	for (int a = 0; a < ATTRIBUTES && !any; a++)
		options->attributes[a] = true;
	return true;
}

int main(int argc, char **argv)
{
	size_t action = 0, count = sizeof actions / sizeof *actions;
	while (argc > 2 && action < count && strcmp(argv[1], actions[action].name) != 0)
		action++;
	if (argc < 3 || action == count)
		return usage();
	struct options options = {.percent = 5, .distance = 5, .requested = true};
	if (!read_options(argc - 3, argv + 2, &options))
		return usage();
	struct log log = read_log(argv[argc - 1], &options);
	actions[action].print(&log, &options);
	free_log(&log);
	return ferror(stdout) || fflush(stdout) != 0;
}
