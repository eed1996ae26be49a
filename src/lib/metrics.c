#include "swfcore/metrics.h"

#include <math.h>
#include <stdlib.h>

#include "array.h"
#include "figures.h"
#include "metrics-rows.h"
#include "swfcore/user-index.h"

struct swf_metrics {
	const struct swf_metrics_options *options;
	struct swf_record *records;
	size_t count, capacity;
	struct swf_metrics_counts counts;
	struct swf_user_index leavers; /* the users of abandoned jobs */
};

struct swf_metrics *swf_metrics_new(const struct swf_metrics_options *options)
{
	struct swf_metrics *metrics = calloc(1, sizeof *metrics);
	if (metrics != NULL)
		metrics->options = options;
	return metrics;
}

void swf_metrics_free(struct swf_metrics *metrics)
{
	if (metrics == NULL)
		return;
	free(metrics->records);
	swf_user_index_free(&metrics->leavers);
	free(metrics);
}

int swf_metrics_add(struct swf_metrics *metrics, const struct swf_job *job)
{
	int32_t size = swf_job_size(job, metrics->options->size);
	if (job->wait < 0 || job->run_time < 0 || size <= 0) {
		metrics->counts.not_run++;
		if (job->status != SWF_STATUS_CANCELLED || job->run_time < 0 || size <= 0)
			return 0;
		metrics->counts.abandoned++;
		if (job->user >= 0 && swf_user_index_add(&metrics->leavers, job->user) == SIZE_MAX)
			return -1;
		metrics->counts.users_left = (int64_t)metrics->leavers.count;
		return 0;
	}
	struct swf_record *records =
		swf_reserve(metrics->records, metrics->count, &metrics->capacity, sizeof *records);
	if (records == NULL)
		return -1;
	metrics->records = records;
	double start = job->submit + job->wait;
	metrics->records[metrics->count] = (struct swf_record){.submit = job->submit,
		.wait = job->wait,
		.run_time = job->run_time,
		.start = start,
		.end = start + job->run_time,
		.user = job->user,
		.place = metrics->count,
		.size = size};
	metrics->count++;
	metrics->counts.jobs++;
	return 0;
}

struct swf_metrics_counts swf_metrics_counts(const struct swf_metrics *metrics)
{
	return metrics->counts;
}

static int by_submit(const void *a, const void *b)
{
	const struct swf_record *x = a, *y = b;
	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static int by_group(const void *a, const void *b)
{
	const struct swf_record *x = a, *y = b;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return by_submit(a, b);
}

/* How many of the jobs in submit order, counted from the one end or the other, a quantity spans. */
static size_t spanned(
	const struct swf_record *records, size_t count, struct swf_quantity quantity, bool from_end)
{
	double n = (double)count;
	if (quantity.unit == SWF_COUNT)
		return (size_t)fmin(quantity.value, n);
	if (quantity.unit == SWF_PERCENT)
		return (size_t)floor(n * quantity.value / 100);
	size_t jobs = 0;
	if (from_end) {
		double limit = records[count - 1].submit - quantity.value;
		while (jobs < count && records[count - 1 - jobs].submit > limit)
			jobs++;
	} else {
		double limit = records[0].submit + quantity.value;
		while (jobs < count && records[jobs].submit < limit)
			jobs++;
	}
	return jobs;
}

/* When --until ends. */
static double horizon(const struct swf_metrics *m)
{
	return m->records[0].submit + m->options->until;
}

/* The jobs left between warm-up and cool-down, as a part of the records in submit order. */
static int select_jobs(
	struct swf_metrics *m, struct swf_record **first, size_t *count, struct swf_error *error)
{
	if (m->count == 0)
		return swf_fail(error, "no job has a wait time, a run time and a size");
	for (size_t i = 1; i < m->count; i++) {
		if (by_submit(&m->records[i - 1], &m->records[i]) > 0) {
			qsort(m->records, m->count, sizeof *m->records, by_submit);
			break;
		}
	}
	size_t warmup = spanned(m->records, m->count, m->options->warmup, false);
	size_t cooldown = spanned(m->records, m->count, m->options->cooldown, true);
	if (m->options->until > 0)
		while (cooldown < m->count &&
			m->records[m->count - 1 - cooldown].submit > horizon(m))
			cooldown++;
	if (warmup + cooldown >= m->count)
		return swf_fail(error, "warm-up and cool-down leave no job of %zu", m->count);
	*first = m->records + warmup;
	*count = m->count - warmup - cooldown;
	return 0;
}

static struct swf_window window_of(
	const struct swf_metrics *m, const struct swf_record *records, size_t count)
{
	const struct swf_metrics_options *o = m->options;
	return (struct swf_window){.begin = records[0].submit,
		.end = o->until > 0                      ? horizon(m)
			: o->window == SWF_WINDOW_SUBMIT ? records[count - 1].submit
							 : swf_last_end(records, count)};
}

static int64_t group_of(const struct swf_record *r, enum swf_metrics_group group, double begin)
{
	switch (group) {
	case SWF_BY_USER:
		return r->user;
	case SWF_BY_CLASS:
		return r->run_time <= 60 ? 0 : r->run_time <= 600 ? 1 : 2;
	case SWF_BY_WEEK:
		return (int64_t)floor((r->submit - begin) / SWF_WEEK) + 1;
	default:
		return 0;
	}
}

/* The records of which some may wait or run in the window: those submitted before its end, without
 * those at the front that all ended before it begins. Windows ask in order, so `first` only moves
 * on. */
static size_t records_around(const struct swf_metrics *m, struct swf_window window, size_t *first)
{
	while (*first < m->count && m->records[*first].end <= window.begin)
		++*first;
	size_t end = *first;
	while (end < m->count && m->records[end].submit < window.end)
		end++;
	return end - *first;
}

/* A row for each run of records with the same group. */
static int add_groups(struct swf_metrics *m, struct swf_record *records, size_t count,
	struct swf_window window, struct swf_metrics_rows *rows)
{
	const struct swf_metrics_options *o = m->options;
	for (size_t i = 0; i < count; i++)
		records[i].group = group_of(&records[i], o->group, records[0].submit);
	if (o->group != SWF_BY_NOTHING)
		qsort(records, count, sizeof *records, by_group);
	const double begin = window.begin;
	size_t around = 0;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count; end++)
			if (records[end].group != records[first].group)
				break;
		struct swf_metrics_row *larger = swf_reserve_from(
			4, rows->rows, rows->count, &rows->capacity, sizeof *larger);
		if (larger == NULL)
			return -1;
		rows->rows = larger;
		struct swf_metrics_row *row = &larger[rows->count++];
		row->group = records[first].group;
		/* those whose queue and processors count */
		const struct swf_record *all = records + first;
		size_t all_count = end - first;
		if (o->group == SWF_BY_NOTHING) {
			all = m->records;
			all_count = m->count;
		} else if (o->group == SWF_BY_WEEK) {
			window.begin = begin + (double)(row->group - 1) * SWF_WEEK;
			window.end = window.begin + SWF_WEEK;
			all_count = records_around(m, window, &around);
			all = m->records + around;
		}
		if (swf_figures(o, records + first, end - first, all, all_count, window,
			    &row->figures) != 0)
			return -1;
	}
	return 0;
}

int swf_metrics_find_rows(
	struct swf_metrics *metrics, struct swf_metrics_rows *rows, struct swf_error *error)
{
	struct swf_record *records;
	size_t count;
	*rows = (struct swf_metrics_rows){.options = metrics->options, .counts = metrics->counts};
	if (select_jobs(metrics, &records, &count, error) != 0)
		return -1;
	const struct swf_window window = window_of(metrics, records, count);
	return add_groups(metrics, records, count, window, rows) == 0
		? 0
		: swf_fail(error, "out of memory");
}

struct swf_table *swf_metrics_distribution(
	struct swf_metrics *metrics, enum swf_metrics_level level, struct swf_error *error)
{
	static const char *const names[] = {"level", "seconds", "share", "cumulated"};
	struct swf_record *records;
	size_t count, n;
	if (select_jobs(metrics, &records, &count, error) != 0)
		return NULL;
	struct swf_window window = window_of(metrics, records, count);
	struct swf_level_share *shares =
		swf_record_levels(metrics->records, metrics->count, level, window, &n);
	struct swf_table *table = swf_table_new(names, 4);
	if (shares == NULL || table == NULL) {
		free(shares);
		swf_table_free(table);
		swf_fail(error, "out of memory");
		return NULL;
	}
	double cumulated = 0, total = window.end - window.begin;
	for (size_t i = 0; i < n; i++) {
		cumulated += shares[i].time;
		swf_table_number(table, shares[i].level);
		swf_table_number(table, shares[i].time);
		swf_table_number(table, shares[i].time / total);
		swf_table_number(table, cumulated / total);
	}
	free(shares);
	return table;
}
