#include "metrics/figures.h"

#include <math.h>
#include <stdlib.h>

#include "base/bisection.h"
#include "metrics/activity.h"
#include "stats/sort.h"

static int describe_level(const struct swf_record_times *times, enum swf_metrics_level level,
	struct swf_window window, struct swf_level_description *description)
{
	size_t n;
	struct swf_level_share *shares = swf_record_levels(times, level, window, &n);
	if (shares == NULL)
		return -1;
	*description = swf_levels_describe(shares, n);
	free(shares);
	return 0;
}

/* How many of the times are not later than the limit. */
static size_t count_up_to(double (*times)[2], size_t count, double limit)
{
	struct swf_bisection b = {.high = count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, times[b.middle][0] <= limit);
	return b.low;
}

/* Longer than any log; only a wrong submit time is that far from the others. */
static const double most_weeks = 1 << 20;

/* The trend of the first `kept` of the counts at the beginning of the weeks of the jobs that have
 * come and whose times are still to come, each replaced by the least from then on. */
static int find_trend(const struct swf_record_times *all, double (*times)[2], size_t weeks,
	size_t kept, struct swf_stats_trend *trend)
{
	const struct swf_record *records = all->records;
	const size_t count = all->count;
	double *counts = malloc(weeks * sizeof *counts);
	size_t arrived = count;
	if (counts == NULL)
		return -1;
	for (size_t week = weeks; week-- > 0;) {
		double time = records[0].submit + (double)week * SWF_WEEK;
		while (arrived > 0 && records[arrived - 1].submit > time)
			arrived--;
		counts[week] = (double)(arrived - count_up_to(times, count, time));
		if (week + 1 < weeks)
			counts[week] = fmin(counts[week], counts[week + 1]);
	}
	const int result = swf_stats_trend(counts, kept, trend);
	free(counts);
	return result;
}

/* Resampling paper, section 6.2: the slope, in jobs a week, of the outstanding jobs, the last 20 %
 * of the weeks left out; NaN when fewer than two weeks are left. More jobs may be outstanding each
 * week because more run, with nobody waiting, so a saturated system has a queue that grows, too.
 * Only weeks count that begin less than `longest` s after the first submit. */
static int test_saturation(
	const struct swf_record_times *all, double longest, struct swf_saturation *saturation)
{
	const struct swf_record *records = all->records;
	const double span = records[all->count - 1].submit - records[0].submit;
	*saturation = (struct swf_saturation){NAN, NAN};
	if (span > most_weeks * SWF_WEEK)
		return 0;
	const size_t weeks = (size_t)fmin(floor(span / SWF_WEEK) + 1, ceil(longest / SWF_WEEK));
	const size_t kept = weeks - weeks / 5;
	struct swf_stats_trend outstanding, waiting;
	if (find_trend(all, all->ends, weeks, kept, &outstanding) != 0 ||
		find_trend(all, all->starts, weeks, kept, &waiting) != 0)
		return -1;
	saturation->slope = outstanding.slope;
	if (weeks >= SWF_SATURATION_WEEKS)
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

/* The values of a measure, those that are not defined left out. Returns how many. */
static size_t measure_jobs(const struct swf_record *records, size_t count, enum swf_measure measure,
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
	return swf_stats_half_width_95(means, n);
}

/* Jobs a day. */
static double throughput(const struct swf_metrics_options *options,
	const struct swf_record *records, size_t count, struct swf_window window,
	const struct swf_figures *figures)
{
	double period = figures->makespan, jobs = (double)count;
	if (options->by[SWF_BY_WEEK]) {
		period = window.end - window.begin;
	} else if (options->by[SWF_BY_USER]) {
		period = figures->activity;
	} else if (options->until > 0) {
		period = window.end - window.begin;
		for (size_t i = 0; i < count; i++)
			jobs -= swf_record_end(&records[i]) > window.end;
	}
	return period > 0 ? jobs / period * SWF_DAY : NAN;
}

/* What depends on the jobs that wait and run beside those that are measured. */
static int measure_all(const struct swf_metrics_options *options, const struct swf_record *all,
	size_t all_count, struct swf_window window, struct swf_figures *figures)
{
	const double longest = options->until > 0 ? options->until : INFINITY;
	struct swf_record_times times;
	int result = swf_record_times_init(&times, all, all_count);
	figures->saturation = (struct swf_saturation){NAN, NAN};
	if (result == 0)
		result = describe_level(&times, SWF_LEVEL_QUEUE, window, &figures->queue);
	if (result == 0)
		result = describe_level(&times, SWF_LEVEL_BUSY, window, &figures->busy);
	if (result == 0 && !options->by[SWF_BY_WEEK])
		result = test_saturation(&times, longest, &figures->saturation);
	swf_record_times_clear(&times);
	return result;
}

int swf_figures(const struct swf_metrics_options *options, const struct swf_record *records,
	size_t count, const struct swf_record *all, size_t all_count, struct swf_window window,
	struct swf_figures *figures)
{
	const struct swf_metrics_options *o = options;
	double *values = malloc(count * sizeof *values);
	double *means = malloc((size_t)(o->batches + 1) * sizeof *means);
	bool enough = values != NULL && means != NULL;
	figures->work = 0;
	for (int measure = 0; enough && measure < SWF_MEASURES; measure++) {
		size_t n = measure_jobs(records, count, (enum swf_measure)measure, o->tau, values);
		if (o->batches > 0)
			figures->half_width[measure] =
				batch_half_width(values, n, o->batches, means);
		figures->of[measure] = swf_stats_describe(values, n);
	}
	for (size_t i = 0; i < count; i++)
		figures->work += (double)records[i].size * records[i].run_time;
	free(values);
	free(means);
	if (!enough || swf_activity_measure(records, count, figures) != 0 ||
		measure_all(o, all, all_count, window, figures) != 0)
		return -1;
	figures->zero_run_time =
		(double)(figures->of[SWF_WAIT].count - figures->of[SWF_SLOWDOWN].count);
	figures->utilization = o->procs > 0 ? figures->busy.mean / o->procs : NAN;
	figures->makespan = swf_records_end(records, count) - records[0].submit;
	figures->activity = records[count - 1].submit - records[0].submit;
	figures->throughput = throughput(o, records, count, window, figures);
	return 0;
}
