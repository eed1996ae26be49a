#include "swfcore/metrics.h"

#include <math.h>
#include <stdlib.h>

#include "swfcore/stats.h"

#define WEEK 604800.0
#define DAY  86400.0

/* A job that ran. */
struct record {
	double submit, start, end; /* s */
	double run_time;           /* s */
	int64_t group;             /* the key of its group */
	int64_t user;
	size_t place; /* in the log */
	int32_t size;
};

struct swf_metrics {
	const struct swf_metrics_options *options;
	struct record *records;
	size_t count, capacity;
	struct swf_metrics_counts counts;
	int64_t *leavers; /* the users of abandoned jobs, with repetitions */
	size_t leavers_count, leavers_capacity;
};

/* A span of time and of the jobs in submit order. */
struct window {
	double begin, end; /* s */
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

/* Makes room for one more element of an array. */
static int reserve(void **array, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return 0;
	size_t wanted = *capacity == 0 ? 1024 : 2 * *capacity;
	void *larger = realloc(*array, wanted * size);
	if (larger == NULL)
		return -1;
	*array = larger;
	*capacity = wanted;
	return 0;
}

static int add_leaver(struct swf_metrics *m, int64_t user)
{
	void *array = m->leavers;
	if (reserve(&array, m->leavers_count, &m->leavers_capacity, sizeof *m->leavers) != 0)
		return -1;
	m->leavers = array;
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
		return add_leaver(metrics, job->user);
	}
	void *array = metrics->records;
	if (reserve(&array, metrics->count, &metrics->capacity, sizeof *metrics->records) != 0)
		return -1;
	metrics->records = array;
	double start = job->submit + job->wait;
	metrics->records[metrics->count] = (struct record){.submit = job->submit,
		.start = start,
		.end = start + job->run_time,
		.run_time = job->run_time,
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
	const struct record *x = a, *y = b;
	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static int by_group(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return by_submit(a, b);
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* How many different values there are. Sorts them. */
static size_t count_different(int64_t *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
	size_t different = 0;
	for (size_t i = 0; i < count; i++)
		different += i == 0 || values[i] != values[i - 1];
	return different;
}

/* How many of the jobs in submit order, counted from the one end or the other, a quantity spans. */
static size_t spanned(
	const struct record *records, size_t count, struct swf_quantity quantity, bool from_end)
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
static int select_jobs(struct swf_metrics *m, struct record **first, size_t *count,
	struct swf_error *error)
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

static double last_end(const struct record *records, size_t count)
{
	double end = -INFINITY;
	for (size_t i = 0; i < count; i++)
		end = fmax(end, records[i].end);
	return end;
}

static struct window window_of(
	const struct record *records, size_t count, enum swf_metrics_window kind)
{
	return (struct window){.begin = records[0].submit,
		.end = kind == SWF_WINDOW_SUBMIT ? records[count - 1].submit
						 : last_end(records, count)};
}

/* The distribution of the number of waiting jobs, or of the processors in use, in a window. */
static struct swf_level_share *level_shares(const struct record *records, size_t count,
	enum swf_metrics_level level, struct window window, size_t *shares_count)
{
	struct swf_change *changes = malloc((2 * count + 1) * sizeof *changes);
	struct swf_level_share *shares = malloc((2 * count + 1) * sizeof *shares);
	if (changes == NULL || shares == NULL) {
		free(changes);
		free(shares);
		return NULL;
	}
	size_t n = 0;
	for (size_t i = 0; i < count; i++) {
		const struct record *r = &records[i];
		bool queue = level == SWF_LEVEL_QUEUE;
		double begin = queue ? r->submit : r->start;
		double end = queue ? r->start : r->end;
		double by = queue ? 1 : r->size;
		if (begin < window.end && end > window.begin && end > begin) {
			changes[n++] = (struct swf_change){begin, by};
			changes[n++] = (struct swf_change){end, -by};
		}
	}
	*shares_count = swf_level_shares(changes, n, window.begin, window.end, shares);
	free(changes);
	return shares;
}

static int describe_level(const struct record *records, size_t count, enum swf_metrics_level level,
	struct window window, struct swf_level_description *description)
{
	size_t n;
	struct swf_level_share *shares = level_shares(records, count, level, window, &n);
	if (shares == NULL)
		return -1;
	*description = swf_describe_levels(shares, n);
	free(shares);
	return 0;
}

/* How many of the ascending values are not greater than the limit. */
static size_t count_up_to(const double *values, size_t count, double limit)
{
	size_t low = 0;
	while (low < count) {
		size_t middle = low + (count - low) / 2;
		if (values[middle] <= limit)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* Resampling paper, section 6.2: the slope, in jobs a week, of the outstanding jobs at the beginning
 * of the weeks, each replaced by the least that is still to come, the last 20 % of the weeks left
 * out. NaN when fewer than two weeks are left. */
static int outstanding_slope(const struct record *records, size_t count, double *slope)
{
	double begin = records[0].submit, span = records[count - 1].submit - begin;
	size_t weeks = (size_t)floor(span / WEEK) + 1;
	double *submits = malloc(count * sizeof *submits);
	double *ends = malloc(count * sizeof *ends);
	double *outstanding = malloc(weeks * sizeof *outstanding);
	bool enough = submits != NULL && ends != NULL && outstanding != NULL;
	if (enough) {
		for (size_t i = 0; i < count; i++) {
			submits[i] = records[i].submit;
			ends[i] = records[i].end;
		}
		swf_sort_doubles(ends, count);
		for (size_t week = weeks; week-- > 0;) {
			double time = begin + (double)week * WEEK;
			size_t arrived = count_up_to(submits, count, time);
			size_t ended = count_up_to(ends, count, time);
			outstanding[week] = (double)(arrived - ended);
			if (week + 1 < weeks)
				outstanding[week] = fmin(outstanding[week], outstanding[week + 1]);
		}
		*slope = swf_slope(outstanding, weeks - weeks / 5);
	}
	free(submits);
	free(ends);
	free(outstanding);
	return enough ? 0 : -1;
}

/* What is measured of each job. */
enum measure { WAIT, RESPONSE, SLOWDOWN, BOUNDED_SLOWDOWN, MEASURES };

static double measure_job(const struct record *r, enum measure measure, double tau)
{
	double response = r->end - r->submit;
	switch (measure) {
	case WAIT:
		return r->start - r->submit;
	case RESPONSE:
		return response;
	case SLOWDOWN:
		return r->run_time > 0 ? response / r->run_time : NAN;
	default:
		return fmax(1, response / fmax(r->run_time, tau));
	}
}

/* The values of a measure, those that are not defined left out. Returns how many. */
static size_t measure_jobs(const struct record *records, size_t count, enum measure measure,
	double tau, double *values)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++) {
		double value = measure_job(&records[i], measure, tau);
		if (!isnan(value))
			values[n++] = value;
	}
	return n;
}

/* The half width of the confidence interval of a mean from the means of equal batches of jobs. */
static double batch_half_width(const double *values, size_t count, int batches, double *means)
{
	size_t n = (size_t)batches;
	if (count < n)
		return NAN;
	for (size_t b = 0; b < n; b++) {
		size_t first = count * b / n, end = count * (b + 1) / n;
		double sum = 0;
		for (size_t i = first; i < end; i++)
			sum += values[i];
		means[b] = sum / (double)(end - first);
	}
	return swf_half_width_95(means, n);
}

struct row {
	double group;
	struct swf_description of[MEASURES];
	double half_width[MEASURES];
	struct swf_level_description queue, busy;
	double utilization;
	double throughput;
	double makespan;
	double activity;
	double slope;
	double work;
	double users;
	double zero_run_time;
};

/* The figures of a group: `records` are its jobs, `all` those whose queue and processors are measured
 * in the window. */
static int compute(const struct swf_metrics *m, const struct record *records, size_t count,
	const struct record *all, size_t all_count, struct window window, struct row *row)
{
	const struct swf_metrics_options *o = m->options;
	double *values = malloc(count * sizeof *values);
	double *means = malloc((size_t)(o->batches + 1) * sizeof *means);
	int64_t *users = malloc(count * sizeof *users);
	bool enough = values != NULL && means != NULL && users != NULL;
	row->work = row->users = 0;
	for (int measure = 0; enough && measure < MEASURES; measure++) {
		size_t n = measure_jobs(records, count, (enum measure)measure, o->tau, values);
		if (o->batches > 0)
			row->half_width[measure] = batch_half_width(values, n, o->batches, means);
		row->of[measure] = swf_describe(values, n);
	}
	size_t known = 0;
	for (size_t i = 0; enough && i < count; i++) {
		row->work += (double)records[i].size * records[i].run_time;
		if (records[i].user != SWF_UNKNOWN)
			users[known++] = records[i].user;
	}
	if (enough)
		row->users = (double)count_different(users, known);
	free(values);
	free(means);
	free(users);
	if (!enough || describe_level(all, all_count, SWF_LEVEL_QUEUE, window, &row->queue) != 0 ||
		describe_level(all, all_count, SWF_LEVEL_BUSY, window, &row->busy) != 0)
		return -1;
	row->zero_run_time = (double)(row->of[WAIT].count - row->of[SLOWDOWN].count);
	row->utilization = o->procs > 0 ? row->busy.mean / o->procs : NAN;
	row->makespan = last_end(records, count) - records[0].submit;
	row->activity = records[count - 1].submit - records[0].submit;
	double period = o->group == SWF_BY_USER ? row->activity
		: o->group == SWF_BY_WEEK       ? window.end - window.begin
						: row->makespan;
	row->throughput = period > 0 ? (double)count / period * DAY : NAN;
	row->slope = NAN;
	return o->group == SWF_BY_WEEK ? 0 : outstanding_slope(all, all_count, &row->slope);
}

/* The columns, in order; the group's comes before them. Names once published stay. */
/* clang-format off */
#define MAIN_COLUMNS(X) \
	X("jobs",               number(row->of[WAIT].count)) \
	X("wait_mean",          number(row->of[WAIT].mean)) \
	X("wait_median",        number(row->of[WAIT].median)) \
	X("wait_p95",           number(row->of[WAIT].p95)) \
	X("wait_p99",           number(row->of[WAIT].p99)) \
	X("wait_max",           number(row->of[WAIT].max)) \
	X("response_mean",      number(row->of[RESPONSE].mean)) \
	X("slowdown_mean",      number(row->of[SLOWDOWN].mean)) \
	X("bsld_mean",          number(row->of[BOUNDED_SLOWDOWN].mean)) \
	X("utilization",        number(row->utilization)) \
	X("throughput_per_day", number(row->throughput)) \
	X("queue_mean",         number(row->queue.mean)) \
	X("queue_p95",          number(row->queue.p95)) \
	X("queue_max",          number(row->queue.max)) \
	X("makespan",           number(row->makespan)) \
	X("stable",             verdict(row->slope)) \
	X("outstanding_slope",  number(row->slope))
#define MORE_COLUMNS(X) \
	X("wait_sd",            number(row->of[WAIT].sd)) \
	X("wait_p90",           number(row->of[WAIT].p90)) \
	X("response_sd",        number(row->of[RESPONSE].sd)) \
	X("response_median",    number(row->of[RESPONSE].median)) \
	X("response_p90",       number(row->of[RESPONSE].p90)) \
	X("response_p95",       number(row->of[RESPONSE].p95)) \
	X("response_p99",       number(row->of[RESPONSE].p99)) \
	X("response_max",       number(row->of[RESPONSE].max)) \
	X("slowdown_sd",        number(row->of[SLOWDOWN].sd)) \
	X("slowdown_median",    number(row->of[SLOWDOWN].median)) \
	X("slowdown_p90",       number(row->of[SLOWDOWN].p90)) \
	X("slowdown_p95",       number(row->of[SLOWDOWN].p95)) \
	X("slowdown_p99",       number(row->of[SLOWDOWN].p99)) \
	X("slowdown_max",       number(row->of[SLOWDOWN].max)) \
	X("bsld_sd",            number(row->of[BOUNDED_SLOWDOWN].sd)) \
	X("bsld_median",        number(row->of[BOUNDED_SLOWDOWN].median)) \
	X("bsld_p90",           number(row->of[BOUNDED_SLOWDOWN].p90)) \
	X("bsld_p95",           number(row->of[BOUNDED_SLOWDOWN].p95)) \
	X("bsld_p99",           number(row->of[BOUNDED_SLOWDOWN].p99)) \
	X("bsld_max",           number(row->of[BOUNDED_SLOWDOWN].max)) \
	X("queue_p50",          number(row->queue.p50)) \
	X("busy_mean",          number(row->busy.mean)) \
	X("busy_p50",           number(row->busy.p50)) \
	X("busy_p95",           number(row->busy.p95)) \
	X("busy_max",           number(row->busy.max)) \
	X("work",               number(row->work)) \
	X("users",              number(row->users)) \
	X("activity",           number(row->activity)) \
	X("zero_run_time",      number(row->zero_run_time))
/* of the whole log */
#define LOG_COLUMNS(X) \
	X("not_run",            number(m->counts.not_run)) \
	X("abandoned",          number(m->counts.abandoned)) \
	X("users_left",         number(count_different(m->leavers, m->leavers_count)))
/* with batch means */
#define BATCH_COLUMNS(X) \
	X("wait_mean_low",      number(row->of[WAIT].mean - row->half_width[WAIT])) \
	X("wait_mean_high",     number(row->of[WAIT].mean + row->half_width[WAIT])) \
	X("response_mean_low",  number(row->of[RESPONSE].mean - row->half_width[RESPONSE])) \
	X("response_mean_high", number(row->of[RESPONSE].mean + row->half_width[RESPONSE])) \
	X("slowdown_mean_low",  number(row->of[SLOWDOWN].mean - row->half_width[SLOWDOWN])) \
	X("slowdown_mean_high", number(row->of[SLOWDOWN].mean + row->half_width[SLOWDOWN])) \
	X("bsld_mean_low",      number(row->of[BOUNDED_SLOWDOWN].mean - row->half_width[BOUNDED_SLOWDOWN])) \
	X("bsld_mean_high",     number(row->of[BOUNDED_SLOWDOWN].mean + row->half_width[BOUNDED_SLOWDOWN]))
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

static void add_row(struct swf_metrics *m, struct swf_table *table, const struct row *row)
{
	static const char *const classes[] = {"short", "medium", "long"};
	const struct swf_metrics_options *o = m->options;
	if (o->group == SWF_BY_CLASS)
		swf_table_text(table, classes[(int)row->group]);
	else if (o->group != SWF_BY_NOTHING)
		swf_table_number(table, row->group);
#define number(value) swf_table_number(table, (double)(value))
#define verdict(slope) isnan(slope) ? swf_table_number(table, NAN) : swf_table_truth(table, slope < 1)
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
#undef number
}

static int64_t group_of(const struct record *r, enum swf_metrics_group group, double begin)
{
	switch (group) {
	case SWF_BY_USER:
		return r->user;
	case SWF_BY_CLASS:
		return r->run_time <= 60 ? 0 : r->run_time <= 600 ? 1 : 2;
	case SWF_BY_WEEK:
		return (int64_t)floor((r->submit - begin) / WEEK) + 1;
	default:
		return 0;
	}
}

/* A row for each run of records with the same group. */
static int add_groups(struct swf_metrics *m, struct record *records, size_t count,
	struct window window, struct swf_table *table)
{
	const struct swf_metrics_options *o = m->options;
	for (size_t i = 0; i < count; i++)
		records[i].group = group_of(&records[i], o->group, records[0].submit);
	double begin = window.begin;
	if (o->group != SWF_BY_NOTHING)
		qsort(records, count, sizeof *records, by_group);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count; end++)
			if (records[end].group != records[first].group)
				break;
		struct row row = {.group = (double)records[first].group};
		bool whole = o->group == SWF_BY_NOTHING || o->group == SWF_BY_WEEK;
		if (o->group == SWF_BY_WEEK) {
			window.begin = begin + (row.group - 1) * WEEK;
			window.end = window.begin + WEEK;
		}
		if (compute(m, records + first, end - first,
			    whole ? m->records : records + first, whole ? m->count : end - first,
			    window, &row) != 0)
			return -1;
		add_row(m, table, &row);
	}
	return 0;
}

struct swf_table *swf_metrics_table(struct swf_metrics *metrics, struct swf_error *error)
{
	const char *names[MOST_COLUMNS];
	struct record *records;
	size_t count;
	if (select_jobs(metrics, &records, &count, error) != 0)
		return NULL;
	struct window window = window_of(records, count, metrics->options->window);
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
	struct record *records;
	size_t count, n;
	if (select_jobs(metrics, &records, &count, error) != 0)
		return NULL;
	struct window window = window_of(records, count, metrics->options->window);
	struct swf_level_share *shares =
		level_shares(metrics->records, metrics->count, level, window, &n);
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
