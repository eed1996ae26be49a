#include <math.h>
#include <stdlib.h>

#include "metrics-rows.h"
#include "swfcore/metrics.h"

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
	TRUTH("stable",         isnan(f->slope) ? NAN : f->slope < 1) \
	X("outstanding_slope",  f->slope)
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
/* with batch means */
#define BATCH_COLUMNS(X) \
	X("wait_mean_low",      low(f, SWF_WAIT)) \
	X("wait_mean_high",     high(f, SWF_WAIT)) \
	X("response_mean_low",  low(f, SWF_RESPONSE)) \
	X("response_mean_high", high(f, SWF_RESPONSE)) \
	X("slowdown_mean_low",  low(f, SWF_SLOWDOWN)) \
	X("slowdown_mean_high", high(f, SWF_SLOWDOWN)) \
	X("bsld_mean_low",      low(f, SWF_BOUNDED_SLOWDOWN)) \
	X("bsld_mean_high",     high(f, SWF_BOUNDED_SLOWDOWN))
/* clang-format on */

#define ONE(name, value) +1
enum {
	MOST_COLUMNS =
		0 MAIN_COLUMNS(ONE, ONE) MORE_COLUMNS(ONE) LOG_COLUMNS(ONE) BATCH_COLUMNS(ONE)
};
#undef ONE

static double low(const struct swf_figures *f, enum swf_measure measure)
{
	return f->of[measure].mean - f->half_width[measure];
}

static double high(const struct swf_figures *f, enum swf_measure measure)
{
	return f->of[measure].mean + f->half_width[measure];
}

/* A column with its value in a row. */
struct figure {
	const char *name;
	double value; /* NaN where it is not known */
	bool truth;
};

/* The columns that the options ask for, with the values of a row, or without one (NULL) their names
 * alone. Returns how many. */
static size_t list_figures(const struct swf_metrics_rows *rows, const struct swf_metrics_row *row,
	struct figure figures[MOST_COLUMNS])
{
	const struct swf_metrics_options *o = rows->options;
	const struct swf_metrics_counts *counts = &rows->counts;
	const struct swf_figures *f = row != NULL ? &row->figures : NULL;
	size_t n = 0;
#define FIGURE(name, value) figures[n++] = (struct figure){name, f != NULL ? (value) : NAN, false};
#define TRUTH(name, value)  figures[n++] = (struct figure){name, f != NULL ? (value) : NAN, true};
	MAIN_COLUMNS(FIGURE, TRUTH)
	if (!o->brief) {
		MORE_COLUMNS(FIGURE)
		if (o->group == SWF_BY_NOTHING) {
			LOG_COLUMNS(FIGURE)
		}
	}
	if (o->batches > 0) {
		BATCH_COLUMNS(FIGURE)
	}
#undef FIGURE
#undef TRUTH
	return n;
}

/* The name of the column of the group, before the others, or NULL. */
static const char *group_column(enum swf_metrics_group group)
{
	static const char *const names[] = {NULL, "user", "class", "week"};
	return names[group];
}

static void add_group(struct swf_table *table, enum swf_metrics_group by, int64_t group)
{
	static const char *const classes[] = {"short", "medium", "long"};
	if (by == SWF_BY_CLASS)
		swf_table_text(table, classes[group]);
	else if (by != SWF_BY_NOTHING)
		swf_table_whole(table, group);
}

static struct swf_table *lay_out(const struct swf_metrics_rows *rows)
{
	const enum swf_metrics_group by = rows->options->group;
	struct figure figures[MOST_COLUMNS];
	const char *names[1 + MOST_COLUMNS];
	const size_t n = list_figures(rows, NULL, figures);
	size_t columns = 0;
	if (by != SWF_BY_NOTHING)
		names[columns++] = group_column(by);
	for (size_t i = 0; i < n; i++)
		names[columns++] = figures[i].name;
	struct swf_table *table = swf_table_new(names, columns);
	for (size_t r = 0; table != NULL && r < rows->count; r++) {
		add_group(table, by, rows->rows[r].group);
		list_figures(rows, &rows->rows[r], figures);
		for (size_t i = 0; i < n; i++) {
			if (figures[i].truth && !isnan(figures[i].value))
				swf_table_truth(table, figures[i].value != 0);
			else
				swf_table_number(table, figures[i].value);
		}
	}
	return table;
}

struct swf_table *swf_metrics_table(struct swf_metrics *metrics, struct swf_error *error)
{
	struct swf_metrics_rows rows;
	struct swf_table *table = NULL;
	if (swf_metrics_find_rows(metrics, &rows, error) == 0) {
		table = lay_out(&rows);
		if (table == NULL)
			swf_fail(error, "out of memory");
	}
	free(rows.rows);
	return table;
}

/* A row for each figure of a group, of which one row may be missing (NULL). */
static void add_differences(struct swf_table *table, const struct swf_metrics_rows *rows,
	const struct swf_metrics_row *row, const struct swf_metrics_rows *other_rows,
	const struct swf_metrics_row *other_row)
{
	struct figure figures[MOST_COLUMNS], others[MOST_COLUMNS];
	const size_t n = list_figures(rows, row, figures);
	list_figures(other_rows, other_row, others);
	for (size_t i = 0; i < n; i++) {
		const double value = figures[i].value, other = others[i].value;
		add_group(table, rows->options->group, row != NULL ? row->group : other_row->group);
		swf_table_text(table, figures[i].name);
		swf_table_number(table, value);
		swf_table_number(table, other);
		swf_table_number(table, value - other);
		swf_table_number(table, value / other);
	}
}

/* The groups of both, in their order. */
static struct swf_table *lay_out_differences(
	const struct swf_metrics_rows *a, const struct swf_metrics_rows *b)
{
	const char *const names[] = {
		group_column(a->options->group), "figure", "value", "other", "difference", "ratio"};
	const size_t skipped = names[0] == NULL;
	struct swf_table *table = swf_table_new(names + skipped, 6 - skipped);
	for (size_t i = 0, j = 0; table != NULL && (i < a->count || j < b->count);) {
		const bool from_a =
			i < a->count && (j == b->count || a->rows[i].group <= b->rows[j].group);
		const bool from_b =
			j < b->count && (i == a->count || b->rows[j].group <= a->rows[i].group);
		add_differences(
			table, a, from_a ? &a->rows[i] : NULL, b, from_b ? &b->rows[j] : NULL);
		i += from_a;
		j += from_b;
	}
	return table;
}

struct swf_table *swf_metrics_compare(
	struct swf_metrics *metrics, struct swf_metrics *other, struct swf_error *error)
{
	struct swf_metrics_rows rows, other_rows = {0};
	struct swf_table *table = NULL;
	struct swf_error reason;
	if (swf_metrics_find_rows(metrics, &rows, error) != 0) {
		/* said */
	} else if (swf_metrics_find_rows(other, &other_rows, &reason) != 0) {
		swf_fail(error, "the other log: %s", reason.text);
	} else {
		table = lay_out_differences(&rows, &other_rows);
		if (table == NULL)
			swf_fail(error, "out of memory");
	}
	free(rows.rows);
	free(other_rows.rows);
	return table;
}
