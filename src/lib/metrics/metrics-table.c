/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "metrics/metrics-rows.h"
#include "swfcore/metrics.h"
#include "swfcore/quantity.h"

/* The columns, in order; the group's comes before them. Names once published stay. */
/* clang-format off */
#define MAIN_COLUMNS(X, TRUTH) \
	X("jobs",               (double)f->of[SWF_WAIT].count) \
	X("wait_mean",          f->of[SWF_WAIT].mean) \
	X("wait_median",        f->of[SWF_WAIT].median) \
	X("wait_p95",           f->of[SWF_WAIT].p95) \
	X("wait_p99",           f->of[SWF_WAIT].p99) \
	X("wait_max",           f->of[SWF_WAIT].max) \
	X("response_mean",      f->of[SWF_RESPONSE].mean) \
	X("slowdown_mean",      f->of[SWF_SLOWDOWN].mean) \
	X("bsld_mean",          f->of[SWF_BOUNDED_SLOWDOWN].mean) \
	X("utilization",        f->utilization) \
	X("throughput_per_day", f->throughput) \
	X("queue_mean",         f->queue.mean) \
	X("queue_p95",          f->queue.p95) \
	X("queue_max",          f->queue.max) \
	X("makespan",           f->makespan) \
	TRUTH("stable",         f->saturation.stable) \
	X("outstanding_slope",  f->saturation.slope)
#define MORE_COLUMNS(X) \
	X("wait_sd",            f->of[SWF_WAIT].sd) \
	X("wait_p90",           f->of[SWF_WAIT].p90) \
	X("response_sd",        f->of[SWF_RESPONSE].sd) \
	X("response_median",    f->of[SWF_RESPONSE].median) \
	X("response_p90",       f->of[SWF_RESPONSE].p90) \
	X("response_p95",       f->of[SWF_RESPONSE].p95) \
	X("response_p99",       f->of[SWF_RESPONSE].p99) \
	X("response_max",       f->of[SWF_RESPONSE].max) \
	X("slowdown_sd",        f->of[SWF_SLOWDOWN].sd) \
	X("slowdown_median",    f->of[SWF_SLOWDOWN].median) \
	X("slowdown_p90",       f->of[SWF_SLOWDOWN].p90) \
	X("slowdown_p95",       f->of[SWF_SLOWDOWN].p95) \
	X("slowdown_p99",       f->of[SWF_SLOWDOWN].p99) \
	X("slowdown_max",       f->of[SWF_SLOWDOWN].max) \
	X("bsld_sd",            f->of[SWF_BOUNDED_SLOWDOWN].sd) \
	X("bsld_median",        f->of[SWF_BOUNDED_SLOWDOWN].median) \
	X("bsld_p90",           f->of[SWF_BOUNDED_SLOWDOWN].p90) \
	X("bsld_p95",           f->of[SWF_BOUNDED_SLOWDOWN].p95) \
	X("bsld_p99",           f->of[SWF_BOUNDED_SLOWDOWN].p99) \
	X("bsld_max",           f->of[SWF_BOUNDED_SLOWDOWN].max) \
	X("queue_p50",          f->queue.p50) \
	X("busy_mean",          f->busy.mean) \
	X("busy_p50",           f->busy.p50) \
	X("busy_p95",           f->busy.p95) \
	X("busy_max",           f->busy.max) \
	X("work",               f->work) \
	X("users",              f->users) \
	X("activity",           f->activity) \
	X("zero_run_time",      f->zero_run_time) \
	X("sessions",           f->sessions) \
	X("session_jobs_mean",  f->session_jobs) \
	X("session_length_mean", f->session_length) \
	X("user_activity_mean", f->user_activity.mean) \
	X("user_activity_median", f->user_activity.median)
/* of the whole log */
#define LOG_COLUMNS(X) \
	X("not_run",            (double)counts->not_run) \
	X("abandoned",          (double)counts->abandoned) \
	X("users_left",         (double)counts->users_left)
/* where there are more resources than processors; of these the others have columns of their own */
#define PROCS_COLUMNS(X) \
	X("load_procs",         f->resources[SWF_KIND_PROCS].load) \
	X("queue_procs_mean",   f->resources[SWF_KIND_PROCS].queue)
#define RESOURCE_COLUMNS(X, name, r) \
	X("utilization_" name,  f->resources[r].utilization) \
	X("load_" name,         f->resources[r].load) \
	X("queue_" name "_mean", f->resources[r].queue) \
	X("busy_" name "_mean", f->resources[r].busy) \
	X("work_" name,         f->resources[r].work)
#define ENERGY_COLUMNS(X) \
	X("energy",             f->energy) \
	X("energy_jobs",        f->energy_jobs)
#define BINDS_COLUMN(X, name, r) \
	X("binds_" name,        f->resources[r].binds)
#define BINDING_COLUMNS(X) \
	X("binds_none",         f->binds_none) \
	X("waiting_share",      f->waiting_share)
/* with batch means */
#define BATCH_COLUMNS(X) \
	X("wait_mean_low",      interval_low(f, SWF_WAIT)) \
	X("wait_mean_high",     interval_high(f, SWF_WAIT)) \
	X("response_mean_low",  interval_low(f, SWF_RESPONSE)) \
	X("response_mean_high", interval_high(f, SWF_RESPONSE)) \
	X("slowdown_mean_low",  interval_low(f, SWF_SLOWDOWN)) \
	X("slowdown_mean_high", interval_high(f, SWF_SLOWDOWN)) \
	X("bsld_mean_low",      interval_low(f, SWF_BOUNDED_SLOWDOWN)) \
	X("bsld_mean_high",     interval_high(f, SWF_BOUNDED_SLOWDOWN))
/* clang-format on */

#define ONE(name, value) +1
enum {
	MOST_COLUMNS = 0 MAIN_COLUMNS(ONE, ONE) MORE_COLUMNS(ONE) LOG_COLUMNS(ONE)
		PROCS_COLUMNS(ONE) ENERGY_COLUMNS(ONE) RESOURCE_COLUMNS(ONE, , 0)
			RESOURCE_COLUMNS(ONE, , 0) BINDS_COLUMN(ONE, , 0) BINDS_COLUMN(ONE, , 0)
				BINDS_COLUMN(ONE, , 0) BINDING_COLUMNS(ONE) BATCH_COLUMNS(ONE)
};
#undef ONE

static double interval_low(const struct swf_metric_values *f, enum swf_measure measure)
{
	return f->of[measure].mean - f->half_width[measure];
}

static double interval_high(const struct swf_metric_values *f, enum swf_measure measure)
{
	return f->of[measure].mean + f->half_width[measure];
}

/* A column with its value in a row. */
struct metric {
	const char *name;
	double value; /* NaN where it is not known */
	bool truth;
};

static bool is_grouped(const struct swf_metrics_options *o)
{
	for (int g = 0; g < SWF_METRICS_GROUPS; g++)
		if (o->by[g])
			return true;
	return false;
}

/* The columns that the options ask for, with the values of a row, or without one (NULL) their names
 * alone. Returns how many. */
static size_t list_metrics(const struct swf_metrics_options *o,
	const struct swf_metrics_counts *counts, const struct swf_metrics_row *row,
	struct metric metrics[MOST_COLUMNS])
{
	const struct swf_metric_values *f = row != NULL ? &row->values : NULL;
	size_t n = 0;
#define METRIC(name, value) metrics[n++] = (struct metric){name, f != NULL ? (value) : NAN, false};
#define TRUTH(name, value)  metrics[n++] = (struct metric){name, f != NULL ? (value) : NAN, true};
	MAIN_COLUMNS(METRIC, TRUTH)
	if (!o->brief) {
		MORE_COLUMNS(METRIC)
		if (!is_grouped(o)) {
			LOG_COLUMNS(METRIC)
		}
	}
	const bool gpus = o->resources[SWF_KIND_GPUS], memory = o->resources[SWF_KIND_MEMORY];
	if (!o->brief && swf_metrics_has_resources(o)) {
		PROCS_COLUMNS(METRIC)
	}
	if (!o->brief && gpus) {
		RESOURCE_COLUMNS(METRIC, "gpus", SWF_KIND_GPUS)
	}
	if (!o->brief && memory) {
		RESOURCE_COLUMNS(METRIC, "memory", SWF_KIND_MEMORY)
	}
	if (!o->brief && o->energy) {
		ENERGY_COLUMNS(METRIC)
	}
	if (!o->brief && swf_metrics_has_binding(o)) {
		BINDS_COLUMN(METRIC, "procs", SWF_KIND_PROCS)
		if (gpus) {
			BINDS_COLUMN(METRIC, "gpus", SWF_KIND_GPUS)
		}
		if (memory) {
			BINDS_COLUMN(METRIC, "memory", SWF_KIND_MEMORY)
		}
		BINDING_COLUMNS(METRIC)
	}
	if (o->batches > 0) {
		BATCH_COLUMNS(METRIC)
	}
#undef METRIC
#undef TRUTH
	return n;
}

/* Adds the name of a class: up to a limit, or over the last one. */
static void add_class(struct swf_table *table, const struct swf_metrics_options *o,
	enum swf_metrics_group group, int64_t class_)
{
	static const char *const defaults[] = {"short", "medium", "long"};
	if (group == SWF_BY_CLASS && o->class_limits.count == 0) {
		swf_table_text(table, defaults[class_]);
		return;
	}
	if (group == SWF_BY_GPUS && class_ == 0) {
		swf_table_text(table, "none");
		return;
	}
	const struct swf_metrics_limits *limits = swf_metrics_limits(o, group);
	const bool last = class_ == (int64_t)limits->count;
	const double limit = limits->limits[last ? class_ - 1 : class_];
	char name[48], text[SWF_DURATION_ROOM];
	if (group == SWF_BY_CLASS)
		swf_duration_put(limit, text);
	else
		snprintf(text, sizeof text, "%.10g", limit);
	snprintf(name, sizeof name, "%s-%s", last ? "over" : "to", text);
	swf_table_text(table, name);
}

static void add_groups(struct swf_table *table, const struct swf_metrics_options *o,
	const struct swf_metrics_row *row)
{
	for (int g = 0; g < SWF_BY_NUMBERS; g++)
		if (o->by[g])
			swf_table_whole(table, row->keys[g]);
	if (o->by[SWF_BY_CLASS])
		add_class(table, o, SWF_BY_CLASS, row->keys[SWF_BY_CLASS]);
	if (o->by[SWF_BY_SIZE])
		add_class(table, o, SWF_BY_SIZE, row->keys[SWF_BY_SIZE]);
	if (o->by[SWF_BY_GPUS])
		add_class(table, o, SWF_BY_GPUS, row->keys[SWF_BY_GPUS]);
	if (o->by[SWF_BY_WEEK]) {
		swf_table_whole(table, row->keys[SWF_BY_WEEK]);
		swf_table_truth(table, row->partial);
	}
}

struct swf_table *swf_metrics_new_table(const struct swf_metrics_options *options, bool compared)
{
	static const char *const groups[] = {"user", "group", "queue", "partition", "gpu_type",
		"nodes", "class", "size", "week", "gpus"};
	static const char *const of_both[] = {"figure", "value", "other", "difference", "ratio"};
	const struct swf_metrics_counts counts = {0};
	struct metric metrics[MOST_COLUMNS];
	const char *names[SWF_METRICS_GROUPS + 1 + MOST_COLUMNS];
	size_t columns = 0;
	for (int g = 0; g < SWF_METRICS_GROUPS; g++)
		if (options->by[swf_metrics_order[g]])
			names[columns++] = groups[swf_metrics_order[g]];
	if (options->by[SWF_BY_WEEK])
		names[columns++] = "partial";
	if (compared) {
		for (size_t i = 0; i < sizeof of_both / sizeof *of_both; i++)
			names[columns++] = of_both[i];
	} else {
		const size_t n = list_metrics(options, &counts, NULL, metrics);
		for (size_t i = 0; i < n; i++)
			names[columns++] = metrics[i].name;
	}
	struct swf_table *table = swf_table_new(names, columns);
	if (table != NULL && !compared && !is_grouped(options))
		swf_table_set_record(table);
	return table;
}

int swf_metrics_fill(struct swf_metrics *metrics, struct swf_table *table, struct swf_error *error)
{
	struct swf_metrics_rows rows;
	struct swf_metrics_row row;
	struct metric values[MOST_COLUMNS];
	int got = swf_metrics_rows_init(&rows, metrics, error) == 0 ? 1 : -1;
	while (got == 1 && (got = swf_metrics_rows_next(&rows, &row, error)) == 1) {
		const size_t n = list_metrics(metrics->options, &metrics->counts, &row, values);
		add_groups(table, metrics->options, &row);
		for (size_t i = 0; i < n; i++)
			if (values[i].truth && !isnan(values[i].value))
				swf_table_truth(table, values[i].value != 0);
			else
				swf_table_number(table, values[i].value);
	}
	swf_metrics_rows_clear(&rows);
	return got;
}

/* Adds a row for each metric of a group. One log may lack the group (NULL). */
static void add_differences(struct swf_table *table, const struct swf_metrics *m,
	const struct swf_metrics_row *row, const struct swf_metrics *other_m,
	const struct swf_metrics_row *other_row)
{
	struct metric metrics[MOST_COLUMNS], others[MOST_COLUMNS];
	const size_t n = list_metrics(m->options, &m->counts, row, metrics);
	list_metrics(m->options, &other_m->counts, other_row, others);
	struct swf_metrics_row group = row != NULL ? *row : *other_row;
	group.partial = (row != NULL && row->partial) || (other_row != NULL && other_row->partial);
	for (size_t i = 0; i < n; i++) {
		const double value = metrics[i].value, other = others[i].value;
		add_groups(table, m->options, &group);
		swf_table_text(table, metrics[i].name);
		swf_table_number(table, value);
		swf_table_number(table, other);
		swf_table_number(table, value - other);
		swf_table_number(table, value / other);
	}
}

static int compare_groups(const struct swf_metrics_row *a, const struct swf_metrics_row *b)
{
	for (int i = 0; i < SWF_METRICS_GROUPS; i++) {
		const enum swf_metrics_group g = swf_metrics_order[i];
		if (a->keys[g] != b->keys[g])
			return a->keys[g] < b->keys[g] ? -1 : 1;
	}
	return 0;
}

/* The groups of both, in their order. */
static int merge_rows(struct swf_metrics_rows *a, struct swf_metrics_rows *b,
	struct swf_table *table, struct swf_error *error)
{
	struct swf_metrics_row row, other;
	int got = swf_metrics_rows_next(a, &row, error);
	int other_got = got < 0 ? -1 : swf_metrics_rows_next(b, &other, error);
	while (got >= 0 && other_got >= 0 && got + other_got > 0) {
		const int order = got == 0 ? 1 : other_got == 0 ? -1 : compare_groups(&row, &other);
		add_differences(table, a->metrics, order <= 0 ? &row : NULL, b->metrics,
			order >= 0 ? &other : NULL);
		if (order <= 0)
			got = swf_metrics_rows_next(a, &row, error);
		if (order >= 0 && got >= 0)
			other_got = swf_metrics_rows_next(b, &other, error);
	}
	return got < 0 ? -1 : other_got;
}

int swf_metrics_compare(struct swf_metrics *metrics, struct swf_metrics *other,
	struct swf_table *table, struct swf_error *error)
{
	struct swf_metrics_rows rows, other_rows = {0};
	struct swf_measured measured;
	struct swf_error reason;
	/* what logs may lack is found out before the rows use up what has been added */
	if (swf_metrics_select(metrics, &measured, error) != 0)
		return -1;
	if (swf_metrics_select(other, &measured, &reason) != 0)
		return swf_fail(error, "the other log: %s", reason.text);
	int result = swf_metrics_rows_init(&rows, metrics, error);
	if (result == 0)
		result = swf_metrics_rows_init(&other_rows, other, error);
	if (result == 0)
		result = merge_rows(&rows, &other_rows, table, error);
	swf_metrics_rows_clear(&rows);
	swf_metrics_rows_clear(&other_rows);
	return result;
}
