/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metrics of a set of jobs that ran. */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "metrics/metrics-rows.h"

bool swf_metrics_has_resources(const struct swf_metrics_options *options)
{
	return options->resources[SWF_KIND_GPUS] || options->resources[SWF_KIND_MEMORY];
}

bool swf_metrics_has_binding(const struct swf_metrics_options *options)
{
	for (int g = 0; g < SWF_METRICS_GROUPS; g++)
		if (options->by[g] && g != SWF_BY_WEEK)
			return false;
	return swf_metrics_has_resources(options);
}

static int describe_level(struct swf_levels *levels, struct swf_level_description *description)
{
	size_t n;
	struct swf_level_share *shares = swf_levels_shares(levels, &n);
	if (shares == NULL)
		return -1;
	*description = swf_levels_describe(shares, n);
	free(shares);
	return 0;
}

static int describe_levels(
	const struct swf_records *all, struct swf_window window, struct swf_metric_values *values)
{
	struct swf_levels levels[2];
	int result = swf_record_levels(all, window, levels);
	if (result == 0)
		result = describe_level(&levels[SWF_LEVEL_QUEUE], &values->queue);
	if (result == 0)
		result = describe_level(&levels[SWF_LEVEL_BUSY], &values->busy);
	swf_levels_clear(&levels[SWF_LEVEL_QUEUE]);
	swf_levels_clear(&levels[SWF_LEVEL_BUSY]);
	return result;
}

/* Longer than any log; only a wrong submit time is that far from the others. */
static const double most_weeks = 1 << 20;

/* Where weeks begin that count from a time. */
struct weeks {
	double first; /* s */
	size_t count;
};

/* The first week that begins at a time or later, or the count of weeks; and for which times. */
struct week {
	size_t number;
	double after, until; /* s */
};

static double begin_of(const struct weeks *weeks, size_t week)
{
	return weeks->first + (double)week * SWF_WEEK;
}

/* Finds it. Times of jobs ascend or nearly so, so it is mostly the one found last. */
static inline size_t find_week(const struct weeks *weeks, struct week *last, double time)
{
	if (time > last->after && time <= last->until)
		return last->number;
	const double quotient = ceil((time - weeks->first) / SWF_WEEK);
	size_t w = quotient < (double)weeks->count ? (size_t)quotient : weeks->count;
	/* a quotient that was rounded may be one off */
	while (w > 0 && time <= begin_of(weeks, w - 1))
		w--;
	while (w < weeks->count && time > begin_of(weeks, w))
		w++;
	*last = (struct week){.number = w,
		.after = w > 0 ? begin_of(weeks, w - 1) : -INFINITY,
		.until = w < weeks->count ? begin_of(weeks, w) : INFINITY};
	return w;
}

/* The trend of the first `kept` of the counts of jobs at the beginning of the weeks, each replaced
 * by the least from then on. At first they are changes since the week before. */
static int find_trend(double *counts, size_t weeks, size_t kept, struct swf_stats_trend *trend)
{
	for (size_t w = 1; w < weeks; w++)
		counts[w] += counts[w - 1];
	for (size_t w = weeks; w-- > 1;)
		counts[w - 1] = fmin(counts[w - 1], counts[w]);
	return swf_stats_trend(counts, kept, trend);
}

/* Resampling paper, section 6.2: the slope, in jobs a week, of the outstanding jobs, the last 20 %
 * of the weeks left out; NaN when fewer than two weeks are left. More jobs may be outstanding each
 * week because more run, with nobody waiting, so a saturated system has a queue that grows, too.
 * Only weeks count that begin before `end`. */
static int test_saturation(
	const struct swf_records *all, double end, struct swf_saturation *saturation)
{
	const double first = swf_record_submit(all, 0);
	const double span = swf_record_submit(all, all->count - 1) - first;
	*saturation = (struct swf_saturation){NAN, NAN};
	if (span > most_weeks * SWF_WEEK)
		return 0;
	struct weeks weeks = {.first = first, .count = (size_t)floor(span / SWF_WEEK) + 1};
	while (weeks.count > 0 && begin_of(&weeks, weeks.count - 1) >= end)
		weeks.count--;
	const size_t kept = weeks.count - weeks.count / 5;
	struct swf_stats_trend outstanding, waiting;
	/* one more, for what is later than all of them */
	double *out = calloc(2 * (weeks.count + 1), sizeof *out);
	if (out == NULL)
		return -1;
	double *const wait = out + weeks.count + 1;
	struct week submits = {.after = INFINITY}, starts = submits, ends = submits;
	for (size_t i = 0; i < all->count; i++) {
		const struct swf_record r = swf_record_at(all, i);
		const size_t submitted = find_week(&weeks, &submits, r.submit);
		out[submitted]++;
		wait[submitted]++;
		wait[find_week(&weeks, &starts, swf_record_start(&r))]--;
		out[find_week(&weeks, &ends, swf_record_end(&r))]--;
	}
	int result = find_trend(out, weeks.count, kept, &outstanding);
	if (result == 0)
		result = find_trend(wait, weeks.count, kept, &waiting);
	free(out);
	if (result != 0)
		return -1;
	saturation->slope = outstanding.slope;
	if (weeks.count >= SWF_SATURATION_WEEKS)
		saturation->stable = outstanding.slope < 1 || waiting.slope < 1 || waiting.low <= 0;
	return 0;
}

static double measure_job(const struct swf_record *r, enum swf_measure measure, double tau)
{
	const double response = r->wait + r->run_time;
	const double bounded = response / (r->run_time > tau ? r->run_time : tau);
	switch (measure) {
	case SWF_WAIT:
		return r->wait;
	case SWF_RESPONSE:
		return response;
	case SWF_SLOWDOWN:
		return r->run_time > 0 ? response / r->run_time : NAN;
	default:
		return bounded > 1 ? bounded : 1;
	}
}

/* The defined values of a measure. Returns how many there are. */
static size_t measure_jobs(
	const struct swf_records *records, enum swf_measure measure, double tau, double *values)
{
	size_t n = 0;
	for (size_t i = 0; i < records->count; i++) {
		const struct swf_record r = swf_record_at(records, i);
		double value = measure_job(&r, measure, tau);
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
	return swf_stats_half_width_95(means, n);
}

/* Jobs a day. */
static double throughput(const struct swf_metrics_options *options,
	const struct swf_records *records, struct swf_window window,
	const struct swf_metric_values *values)
{
	double period = values->makespan, jobs = (double)records->count;
	if (options->by[SWF_BY_WEEK]) {
		period = window.end - window.begin;
	} else if (options->by[SWF_BY_USER]) {
		period = values->activity;
	} else if (options->until > 0) {
		period = window.end - window.begin;
		for (size_t i = 0; i < records->count; i++) {
			const struct swf_record r = swf_record_at(records, i);
			jobs -= swf_record_end(&r) > window.end;
		}
	}
	return period > 0 ? jobs / period * SWF_DAY : NAN;
}

/* A user, from the first submit to the last. */
struct span {
	double first, last; /* s */
};

/* What is known of the users from the jobs so far. A session goes on while submits are up to an
 * hour apart, so a user costs two times, and the sessions a count and a sum. */
struct spans {
	struct swf_index index;
	struct span *of;
	size_t capacity;
	double jobs, sessions;
	double length; /* s, of all sessions together */
};

static int add_record(struct spans *spans, const struct swf_record *record)
{
	const size_t count = spans->index.count;
	struct span *of = swf_array_reserve(spans->of, count, &spans->capacity, sizeof *of);
	if (of == NULL)
		return -1;
	spans->of = of;
	const size_t user = swf_index_add(&spans->index, record->user);
	if (user == SIZE_MAX)
		return -1;
	if (user == count)
		of[user] = (struct span){.first = record->submit, .last = -INFINITY};
	const double gap = record->submit - of[user].last;
	spans->jobs++;
	if (gap > SWF_HOUR)
		spans->sessions++;
	else
		spans->length += gap;
	of[user].last = record->submit;
	return 0;
}

/* Measures the users, sessions and activity of jobs in submit order, as values->users and those
 * behind it. 0, or -1 when there is no memory. */
static int measure_users(const struct swf_records *records, struct swf_metric_values *values)
{
	struct spans spans = {0};
	int result = 0;
	for (size_t i = 0; i < records->count && result == 0; i++) {
		const struct swf_record r = swf_record_at(records, i);
		if (r.user >= 0)
			result = add_record(&spans, &r);
	}
	double *activity = malloc((spans.index.count + 1) * sizeof *activity);
	const size_t count = spans.index.count;
	if (activity == NULL)
		result = -1;
	if (result == 0) {
		for (size_t u = 0; u < count; u++)
			activity[u] = spans.of[u].last - spans.of[u].first;
		values->users = (double)count;
		values->sessions = spans.sessions;
		values->session_jobs = count > 0 ? spans.jobs / spans.sessions : NAN;
		values->session_length = count > 0 ? spans.length / spans.sessions : NAN;
		values->user_activity = swf_stats_describe(activity, count);
	}
	free(activity);
	free(spans.of);
	swf_index_clear(&spans.index);
	return result;
}

static void measure_energy(const struct swf_records *records, struct swf_metric_values *values)
{
	const double *energies = records->amounts[SWF_RECORD_ENERGY];
	values->energy = NAN;
	values->energy_jobs = 0;
	for (size_t i = 0; energies != NULL && i < records->count; i++) {
		if (energies[i] < 0)
			continue;
		values->energy = energies[i] + (values->energy_jobs > 0 ? values->energy : 0);
		values->energy_jobs++;
	}
}

int swf_metric_values_measure(const struct swf_metrics_options *options,
	const struct swf_records *records, const struct swf_records *all, struct swf_window window,
	struct swf_metric_values *values)
{
	const struct swf_metrics_options *o = options;
	const size_t count = records->count;
	double *of_jobs = malloc(count * sizeof *of_jobs);
	double *means = malloc((size_t)(o->batches + 1) * sizeof *means);
	bool enough = of_jobs != NULL && means != NULL;
	values->work = 0;
	for (int measure = 0; enough && measure < SWF_MEASURES; measure++) {
		size_t n = measure_jobs(records, (enum swf_measure)measure, o->tau, of_jobs);
		if (o->batches > 0)
			values->half_width[measure] =
				batch_half_width(of_jobs, n, o->batches, means);
		values->of[measure] = swf_stats_describe(of_jobs, n);
	}
	for (size_t i = 0; i < count; i++) {
		const struct swf_record r = swf_record_at(records, i);
		values->work += r.size * r.run_time;
	}
	measure_energy(records, values);
	free(of_jobs);
	free(means);
	if (!enough || measure_users(records, values) != 0 ||
		describe_levels(all, window, values) != 0)
		return -1;
	values->saturation = (struct swf_saturation){NAN, NAN};
	if (!o->by[SWF_BY_WEEK] &&
		test_saturation(all, o->until > 0 ? window.end : INFINITY, &values->saturation) !=
			0)
		return -1;
	values->zero_run_time =
		(double)(values->of[SWF_WAIT].count - values->of[SWF_SLOWDOWN].count);
	values->utilization = o->procs > 0 ? values->busy.mean / o->procs : NAN;
	values->makespan = swf_records_end(records) - swf_record_submit(records, 0);
	values->activity = swf_record_submit(records, count - 1) - swf_record_submit(records, 0);
	values->throughput = throughput(o, records, window, values);
	return 0;
}

/* How much of [begin, end) lies in the window, in s. */
static double within(double begin, double end, struct swf_window window)
{
	return fmax(fmin(end, window.end) - fmax(begin, window.begin), 0);
}

static struct swf_resource_values measure_resource(const struct swf_records *records,
	const struct swf_records *all, struct swf_window window, enum swf_kind resource,
	double capacity)
{
	const double seconds = window.end - window.begin, over = seconds > 0 ? seconds : NAN;
	struct swf_resource_values values = {.binds = NAN};
	for (size_t i = 0; i < all->count; i++) {
		const struct swf_record r = swf_record_at(all, i);
		const double need = swf_record_demand(all, i, resource);
		const double start = swf_record_start(&r);
		values.queue += need * within(r.submit, start, window);
		values.busy += need * within(start, start + r.run_time, window);
	}
	for (size_t i = 0; i < records->count; i++)
		values.work += swf_record_demand(records, i, resource) *
			swf_record_at(records, i).run_time;
	values.queue /= over;
	values.busy /= over;
	values.utilization = values.busy / capacity;
	values.load = values.work / over / capacity;
	return values;
}

/* What binds, where the amounts of all resources are known. */
static int measure_binding(const double capacities[SWF_KINDS], const struct swf_records *all,
	struct swf_window window, struct swf_metric_values *values)
{
	const double seconds = window.end - window.begin;
	struct swf_binding binding = {.begin = window.begin, .end = window.end, .since = -INFINITY};
	for (int r = 0; r < SWF_KINDS; r++)
		binding.capacities[r] = capacities[r] > 0 ? capacities[r] : INFINITY;
	if (swf_record_binding(all, &binding) != 0)
		return -1;
	if (!(seconds > 0) || !(capacities[SWF_KIND_PROCS] > 0))
		return 0;
	for (int r = 0; r < SWF_KINDS; r++)
		if (capacities[r] > 0)
			values->resources[r].binds = binding.times[r] / seconds;
	values->binds_none = binding.none / seconds;
	values->waiting_share = binding.waiting / seconds;
	return 0;
}

int swf_metric_values_resources(const struct swf_metrics_options *options,
	const double capacities[SWF_KINDS], const struct swf_records *records,
	const struct swf_records *all, struct swf_window window, struct swf_metric_values *values)
{
	static const struct swf_resource_values unknown = {NAN, NAN, NAN, NAN, NAN, NAN};
	if (!swf_metrics_has_resources(options))
		return 0;
	for (int r = 0; r < SWF_KINDS; r++)
		values->resources[r] = r == SWF_KIND_PROCS || capacities[r] > 0
			? measure_resource(records, all, window, (enum swf_kind)r,
				  capacities[r] > 0 ? capacities[r] : NAN)
			: unknown;
	values->binds_none = values->waiting_share = NAN;
	return swf_metrics_has_binding(options) ? measure_binding(capacities, all, window, values)
						: 0;
}
