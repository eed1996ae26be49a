/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resample/pools.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "table/csv-reader.h"

enum column { WEIGHT, USER, CLASS, LOG, COLUMNS };
/* Weights are 0 or in this range, so that sums stay finite and nothing vanishes in them. */
static const double WEIGHT_MIN = 1e-9, WEIGHT_MAX = 1e9;
static const char *const names[COLUMNS] = {"weight", "user", "class", "log"};

/* What a row says; -1 stands for an empty cell. */
struct bias {
	double weight;
	int64_t user;
	int64_t class_;
	int64_t log; /* 0 is the first */
};

/* The cell, "" where there is no such column. */
static const char *cell_of(
	const struct swf_csv_reader *csv, const int columns[COLUMNS], enum column column)
{
	return columns[column] < 0 ? "" : swf_csv_cell(csv, columns[column]);
}

static bool read_whole(const char *text, int64_t *value)
{
	return swf_number_scan_whole(text, text + strlen(text), value) == SWF_SCAN_OK &&
		*value >= 0;
}

static int read_row(const struct swf_csv_reader *csv, const int columns[COLUMNS],
	const struct swf_pools *pools, struct bias *bias, struct swf_error *error)
{
	const char *weight = cell_of(csv, columns, WEIGHT), *user = cell_of(csv, columns, USER),
		   *class_ = cell_of(csv, columns, CLASS), *log = cell_of(csv, columns, LOG);
	*bias = (struct bias){.user = -1, .class_ = -1, .log = -1};
	if (swf_number_scan_time(weight, weight + strlen(weight), &bias->weight) != SWF_SCAN_OK ||
		bias->weight < 0)
		return swf_csv_refuse(
			csv, error, "weight: not a number from 0 on: '%.40s'", weight);
	if (*user != '\0' && !read_whole(user, &bias->user))
		return swf_csv_refuse(csv, error, "user: not a user number: '%.40s'", user);
	if (*log != '\0' &&
		(!read_whole(log, &bias->log) || bias->log == 0 ||
			bias->log-- > (int64_t)pools->log_count))
		return swf_csv_refuse(
			csv, error, "log: not from 1 to %zu: '%.40s'", pools->log_count, log);
	for (int c = SWF_POOL_LONG_TERM; c <= SWF_POOL_TEMPORARY; c++)
		if (strcmp(class_, swf_pool_class_names[c]) == 0)
			bias->class_ = c;
	if (*class_ != '\0' && bias->class_ < 0)
		return swf_csv_refuse(
			csv, error, "class: neither long-term nor temporary: '%.40s'", class_);
	if (bias->class_ >= 0 && pools->classless)
		return swf_csv_refuse(csv, error, "class: displaced users have none");
	if (bias->user < 0 && bias->class_ < 0 && bias->log < 0)
		return swf_csv_refuse(csv, error, "whose weight? user, class and log are empty");
	if (bias->user >= 0 && bias->log < 0 && pools->log_count > 1)
		return swf_csv_refuse(csv, error, "user %lld of which log? the column log tells",
			(long long)bias->user);
	return 0;
}

static bool matches(const struct bias *bias, const struct swf_subtrace *s)
{
	return (bias->user < 0 || s->user == bias->user) &&
		(bias->class_ < 0 || (int64_t)s->class_ == bias->class_) &&
		(bias->log < 0 || (int64_t)s->log == bias->log);
}

/* The place of the first subtrace that can match the row: a pool is in the order of logs and then
 * of users, and a row that names a user means a single log. */
static size_t first_match(const struct bias *bias, const struct swf_subtrace_pool *pool)
{
	const size_t log = bias->log < 0 ? 0 : (size_t)bias->log;
	struct swf_bisection b = {.high = bias->user < 0 ? 0 : pool->count};
	while (swf_bisection_next(&b)) {
		const struct swf_subtrace *s = &pool->subtraces[b.middle];
		swf_bisection_tell(&b, s->log < log || (s->log == log && s->user < bias->user));
	}
	return b.low;
}

/* Applies the row to whom it matches. */
static int apply(const struct bias *bias, struct swf_pools *pools, const struct swf_csv_reader *csv,
	struct swf_error *error)
{
	size_t matched = 0;
	for (int c = 0; c < SWF_POOL_CLASSES; c++) {
		const struct swf_subtrace_pool *pool = &pools->pools[c];
		for (size_t i = first_match(bias, pool); i < pool->count; i++) {
			struct swf_subtrace *s = &pool->subtraces[i];
			if (bias->user >= 0 && s->user != bias->user)
				break;
			if (!matches(bias, s))
				continue;
			matched++;
			s->weight *= bias->weight;
			if (s->weight != 0 && !(s->weight >= WEIGHT_MIN && s->weight <= WEIGHT_MAX))
				return swf_csv_refuse(csv, error,
					"weight: that of user %lld comes to %g, not to 0 or from "
					"%g to %g",
					(long long)s->user, s->weight, WEIGHT_MIN, WEIGHT_MAX);
		}
	}
	if (matched > 0)
		return 0;
	return swf_csv_refuse(csv, error,
		pools->classless
			? "no user of the logs matches this row"
			: "no user of the pools, in which discarded ones are not, matches this "
			  "row");
}

static int read_rows(struct swf_csv_reader *csv, struct swf_pools *pools, struct swf_error *error)
{
	int columns[COLUMNS], got;
	struct bias bias;
	if ((columns[WEIGHT] = swf_csv_need_column(csv, names[WEIGHT], error)) < 0)
		return -1;
	for (int c = USER; c < COLUMNS; c++)
		columns[c] = swf_csv_column(csv, names[c]);
	if (columns[USER] < 0 && columns[CLASS] < 0 && columns[LOG] < 0)
		return swf_csv_need_column(csv, names[USER], error);
	while ((got = swf_csv_next(csv, error)) == 1) {
		if (read_row(csv, columns, pools, &bias, error) != 0 ||
			apply(&bias, pools, csv, error) != 0)
			return -1;
	}
	return got;
}

int swf_bias_read(const char *path, struct swf_pools *pools, struct swf_error *error)
{
	struct swf_csv_reader *csv = swf_csv_new(path, error);
	if (csv == NULL)
		return -1;
	const int result = read_rows(csv, pools, error);
	swf_csv_free(csv);
	return result;
}
