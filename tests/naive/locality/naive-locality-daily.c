/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-locality: the bins of the values of each day.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 16

/* Which part of the jobs of a value lies in each bin. */
struct parts {
	double value;
	double of_bin[BINS];
};

struct table {
	struct parts *rows; /* by value */
	size_t count, capacity;
};

/* The parts of the values of the places from FIRST up to END. Every value of the log is copied once
 * for each bin, so that a bin holds as many copies as there are values. */
static struct parts parts_of(const struct values *sorted, size_t first, size_t end)
{
	struct parts parts = {.value = sorted->value[first]};
	size_t copies = (end - first) * BINS, copies_of_bin[BINS] = {0};
	for (size_t copy = first * BINS; copy < end * BINS; copy++)
		copies_of_bin[copy / sorted->count]++;
	for (size_t b = 0; b < BINS; b++)
		parts.of_bin[b] = (double)copies_of_bin[b] / (double)copies;
	return parts;
}

static struct table new_table(const struct values *sorted)
{
	struct table table = {.rows = NULL};
	for (size_t first = 0, end; first < sorted->count; first = end) {
		for (end = first;
			end < sorted->count && sorted->value[end] == sorted->value[first];)
			end++;
		table.rows =
			with_room(table.rows, table.count, &table.capacity, sizeof *table.rows);
		table.rows[table.count++] = parts_of(sorted, first, end);
	}
	return table;
}

static int compare_parts(const void *value, const void *parts)
{
	double left = *(const double *)value, right = ((const struct parts *)parts)->value;
	return (left > right) - (left < right);
}

static void add_to_bins(const struct table *table, double value, double bins[BINS])
{
	const struct parts *parts =
		bsearch(&value, table->rows, table->count, sizeof *parts, compare_parts);
	for (size_t b = 0; b < BINS; b++)
		bins[b] += parts->of_bin[b];
}

struct day {
	double jobs, share; /* of the fullest bin, NAN without a job */
};

static struct day find_day(
	const struct log *log, const struct table *table, int attribute, long number)
{
	double jobs = 0, most = 0, bins[BINS] = {0};
	for (size_t i = 0; i < log->count; i++) {
		double value = log->jobs[i].value[attribute];
		if (log->jobs[i].day != number || isnan(value))
			continue;
		jobs++;
		add_to_bins(table, value, bins);
	}
	for (size_t b = 0; b < BINS; b++)
		most = fmax(most, bins[b]);
	return (struct day){.jobs = jobs, .share = jobs > 0 ? most / jobs : NAN};
}

static void print_days(const struct log *log, int attribute, bool each)
{
	struct values sorted = {.value = NULL}, shares = {.value = NULL};
	for (size_t i = 0; i < log->count; i++)
		add_value(&sorted, log->jobs[i].value[attribute]);
	sort_values(&sorted);
	struct table table = new_table(&sorted);
	long first = log->jobs[0].day, last = log->jobs[log->count - 1].day;
	for (long number = first; number <= last; number++) {
		struct day day = find_day(log, &table, attribute, number);
		add_value(&shares, day.share);
		if (!each || isnan(day.share))
			continue;
		printf("%s,", attribute_names[attribute]);
		PRINT_CELLS((double)(number - first), day.jobs, day.share);
		putchar('\n');
	}
	if (!each) {
		printf("%s,", attribute_names[attribute]);
		print_description(&shares);
	}
	free(table.rows);
	free(sorted.value);
	free(shares.value);
}

void print_daily(const struct log *log, const struct options *options)
{
	if (log->count == 0)
		fail("no jobs");
	puts(options->each ? "attribute,day,jobs,share" : "attribute," DESCRIPTION_HEAD);
	for (int a = 0; a < ATTRIBUTES; a++)
		if (options->attributes[a])
			print_days(log, a, options->each);
}
