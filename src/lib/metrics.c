#include "swfcore/metrics.h"

#include <math.h>
#include <stdlib.h>

#include "array.h"
#include "figures.h"

struct swf_metrics {
	const struct swf_metrics_options *options;
	struct swf_record *records;
	size_t count, capacity;
	struct swf_metrics_counts counts;
	int64_t *leavers; /* the users of abandoned jobs, with repetitions */
	size_t leavers_count, leavers_capacity;
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
	free(metrics->leavers);
	free(metrics);
}

static int add_leaver(struct swf_metrics *m, int64_t user)
{
	int64_t *leavers =
		swf_reserve(m->leavers, m->leavers_count, &m->leavers_capacity, sizeof *leavers);
	if (leavers == NULL)
		return -1;
	m->leavers = leavers;
	m->leavers[m->leavers_count++] = user;
	return 0;
}

int swf_metrics_add(struct swf_metrics *metrics, const struct swf_job *job)
{
	int32_t size = swf_job_size(job, metrics->options->size);
	if (job->wait < 0 || job->run_time < 0 || size <= 0) {
		metrics->counts.not_run++;
		if (job->status != SWF_STATUS_CANCELLED || job->wait >= 0)
			return 0;
		metrics->counts.abandoned++;
		return job->user == SWF_UNKNOWN ? 0 : add_leaver(metrics, job->user);
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
	if (warmup + cooldown >= m->count)
		return swf_fail(error, "warm-up and cool-down leave no job of %zu", m->count);
	*first = m->records + warmup;
	*count = m->count - warmup - cooldown;
	return 0;
}

static struct swf_window window_of(
	const struct swf_record *records, size_t count, enum swf_metrics_window kind)
{
	return (struct swf_window){.begin = records[0].submit,
		.end = kind == SWF_WINDOW_SUBMIT ? records[count - 1].submit
						 : swf_last_end(records, count)};
}

/* The columns, in order; the group's comes before them. Names once published stay. */
/* clang-format off */
#define MAIN_COLUMNS(X) \
	X("jobs",               number(f->of[SWF_WAIT].count)) \
	X("wait_mean",          number(f->of[SWF_WAIT].mean)) \
	X("wait_median",        number(f->of[SWF_WAIT].median)) \
	X("wait_p95",           number(f->of[SWF_WAIT].p95)) \
	X("wait_p99",           number(f->of[SWF_WAIT].p99)) \
	X("wait_max",           number(f->of[SWF_WAIT].max)) \
	X("response_mean",      number(f->of[SWF_RESPONSE].mean)) \
	X("slowdown_mean",      number(f->of[SWF_SLOWDOWN].mean)) \
	X("bsld_mean",          number(f->of[SWF_BOUNDED_SLOWDOWN].mean)) \
	X("utilization",        number(f->utilization)) \
	X("throughput_per_day", number(f->throughput)) \
	X("queue_mean",         number(f->queue.mean)) \
	X("queue_p95",          number(f->queue.p95)) \
	X("queue_max",          number(f->queue.max)) \
	X("makespan",           number(f->makespan)) \
	X("stable",             verdict(f->slope)) \
	X("outstanding_slope",  number(f->slope))
#define MORE_COLUMNS(X) \
	X("wait_sd",            number(f->of[SWF_WAIT].sd)) \
	X("wait_p90",           number(f->of[SWF_WAIT].p90)) \
	X("response_sd",        number(f->of[SWF_RESPONSE].sd)) \
	X("response_median",    number(f->of[SWF_RESPONSE].median)) \
	X("response_p90",       number(f->of[SWF_RESPONSE].p90)) \
	X("response_p95",       number(f->of[SWF_RESPONSE].p95)) \
	X("response_p99",       number(f->of[SWF_RESPONSE].p99)) \
	X("response_max",       number(f->of[SWF_RESPONSE].max)) \
	X("slowdown_sd",        number(f->of[SWF_SLOWDOWN].sd)) \
	X("slowdown_median",    number(f->of[SWF_SLOWDOWN].median)) \
	X("slowdown_p90",       number(f->of[SWF_SLOWDOWN].p90)) \
	X("slowdown_p95",       number(f->of[SWF_SLOWDOWN].p95)) \
	X("slowdown_p99",       number(f->of[SWF_SLOWDOWN].p99)) \
	X("slowdown_max",       number(f->of[SWF_SLOWDOWN].max)) \
	X("bsld_sd",            number(f->of[SWF_BOUNDED_SLOWDOWN].sd)) \
	X("bsld_median",        number(f->of[SWF_BOUNDED_SLOWDOWN].median)) \
	X("bsld_p90",           number(f->of[SWF_BOUNDED_SLOWDOWN].p90)) \
	X("bsld_p95",           number(f->of[SWF_BOUNDED_SLOWDOWN].p95)) \
	X("bsld_p99",           number(f->of[SWF_BOUNDED_SLOWDOWN].p99)) \
	X("bsld_max",           number(f->of[SWF_BOUNDED_SLOWDOWN].max)) \
	X("queue_p50",          number(f->queue.p50)) \
	X("busy_mean",          number(f->busy.mean)) \
	X("busy_p50",           number(f->busy.p50)) \
	X("busy_p95",           number(f->busy.p95)) \
	X("busy_max",           number(f->busy.max)) \
	X("work",               number(f->work)) \
	X("users",              number(f->users)) \
	X("activity",           number(f->activity)) \
	X("zero_run_time",      number(f->zero_run_time))
/* of the whole log */
#define LOG_COLUMNS(X) \
	X("not_run",            number(m->counts.not_run)) \
	X("abandoned",          number(m->counts.abandoned)) \
	X("users_left",         number(swf_count_different(m->leavers, m->leavers_count)))
/* with batch means */
#define BATCH_COLUMNS(X) \
	X("wait_mean_low",      low(SWF_WAIT)) \
	X("wait_mean_high",     high(SWF_WAIT)) \
	X("response_mean_low",  low(SWF_RESPONSE)) \
	X("response_mean_high", high(SWF_RESPONSE)) \
	X("slowdown_mean_low",  low(SWF_SLOWDOWN)) \
	X("slowdown_mean_high", high(SWF_SLOWDOWN)) \
	X("bsld_mean_low",      low(SWF_BOUNDED_SLOWDOWN)) \
	X("bsld_mean_high",     high(SWF_BOUNDED_SLOWDOWN))
/* clang-format on */

enum { MOST_COLUMNS = 64 };

/* The names of the columns that the options ask for. Returns how many. */
static size_t column_names(const struct swf_metrics_options *o, const char *names[MOST_COLUMNS])
{
	static const char *const groups[] = {NULL, "user", "class", "week"};
	size_t n = 0;
	if (o->group != SWF_BY_NOTHING)
		names[n++] = groups[o->group];
#define NAME(name, cell) names[n++] = name;
	MAIN_COLUMNS(NAME)
	if (!o->brief) {
		MORE_COLUMNS(NAME)
		if (o->group == SWF_BY_NOTHING) {
			LOG_COLUMNS(NAME)
		}
	}
	if (o->batches > 0) {
		BATCH_COLUMNS(NAME)
	}
#undef NAME
	return n;
}

static void add_row(
	struct swf_metrics *m, struct swf_table *table, int64_t group, const struct swf_figures *f)
{
	static const char *const classes[] = {"short", "medium", "long"};
	const struct swf_metrics_options *o = m->options;
	if (o->group == SWF_BY_CLASS)
		swf_table_text(table, classes[group]);
	else if (o->group != SWF_BY_NOTHING)
		swf_table_whole(table, group);
#define number(value)    swf_table_number(table, (double)(value))
#define low(measure)     number(f->of[measure].mean - f->half_width[measure])
#define high(measure)    number(f->of[measure].mean + f->half_width[measure])
#define verdict(slope)   isnan(slope) ? number(NAN) : swf_table_truth(table, (slope) < 1)
#define CELL(name, cell) cell;
	MAIN_COLUMNS(CELL)
	if (!o->brief) {
		MORE_COLUMNS(CELL)
		if (o->group == SWF_BY_NOTHING) {
			LOG_COLUMNS(CELL)
		}
	}
	if (o->batches > 0) {
		BATCH_COLUMNS(CELL)
	}
#undef CELL
#undef verdict
#undef high
#undef low
#undef number
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
	struct swf_window window, struct swf_table *table)
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
		const int64_t group = records[first].group;
		/* those whose queue and processors count */
		const struct swf_record *all = records + first;
		size_t all_count = end - first;
		if (o->group == SWF_BY_NOTHING) {
			all = m->records;
			all_count = m->count;
		} else if (o->group == SWF_BY_WEEK) {
			window.begin = begin + (double)(group - 1) * SWF_WEEK;
			window.end = window.begin + SWF_WEEK;
			all_count = records_around(m, window, &around);
			all = m->records + around;
		}
		struct swf_figures figures;
		if (swf_figures(
			    o, records + first, end - first, all, all_count, window, &figures) != 0)
			return -1;
		add_row(m, table, group, &figures);
	}
	return 0;
}

struct swf_table *swf_metrics_table(struct swf_metrics *metrics, struct swf_error *error)
{
	const char *names[MOST_COLUMNS];
	struct swf_record *records;
	size_t count;
	if (select_jobs(metrics, &records, &count, error) != 0)
		return NULL;
	struct swf_window window = window_of(records, count, metrics->options->window);
	struct swf_table *table = swf_table_new(names, column_names(metrics->options, names));
	if (table == NULL || add_groups(metrics, records, count, window, table) != 0) {
		swf_table_free(table);
		swf_fail(error, "out of memory");
		return NULL;
	}
	return table;
}

struct swf_table *swf_metrics_distribution(
	struct swf_metrics *metrics, enum swf_metrics_level level, struct swf_error *error)
{
	static const char *const names[] = {"level", "seconds", "share", "cumulated"};
	struct swf_record *records;
	size_t count, n;
	if (select_jobs(metrics, &records, &count, error) != 0)
		return NULL;
	struct swf_window window = window_of(records, count, metrics->options->window);
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
