/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/fit-samples.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "model/model.h"
#include "model/synthetic-user.h"
#include "stats/sort.h"
#include "swfcore/quantity.h"
#include "users/features.h"

/* Fewer values than this are put together with those of the next range, where there is one. */
enum { VALUES_LEAST = 20 };

void swf_fit_samples_begin(struct swf_fit_samples *samples, bool has_estimates)
{
	/* a minute and a processor-minute, where there are estimates */
	static const enum swf_model_variable by_minutes[] = {SWF_MODEL_AWAITED_1,
		SWF_MODEL_AWAITED_2, SWF_MODEL_AWAITED_5, SWF_MODEL_AWAITED_17, SWF_MODEL_JOBS,
		SWF_MODEL_JOBS_AWAITED, SWF_MODEL_ACCURACY, SWF_MODEL_ACCURACY_AWAITED};
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		samples->units[v] = 1;
	for (size_t i = 0; has_estimates && i < sizeof by_minutes / sizeof *by_minutes; i++)
		samples->units[by_minutes[i]] = 60;
	samples->units[SWF_MODEL_BREAK] = 1.0 / 1024;
	samples->units[SWF_MODEL_SESSIONS] = SWF_DAY;
}

static int add_value(struct swf_fit_values *v, double value)
{
	double *values =
		swf_array_reserve_from(16, v->values, v->count, &v->capacity, sizeof *values);
	if (values == NULL)
		return -1;
	v->values = values;
	values[v->count++] = value;
	return 0;
}

static int add_values(struct swf_fit_values *v, const struct swf_fit_values *others)
{
	for (size_t i = 0; i < others->count; i++)
		if (add_value(v, others->values[i]) != 0)
			return -1;
	return 0;
}

/* The values of a range, which is added with those before it if need be. NULL when there is no
 * memory. */
static struct swf_fit_values *values_of_range(struct swf_fit_sample *s, size_t range)
{
	while (s->ranges_count <= range) {
		struct swf_fit_values *ranges = swf_array_reserve_from(
			1, s->ranges, s->ranges_count, &s->capacity, sizeof *ranges);
		if (ranges == NULL)
			return NULL;
		s->ranges = ranges;
		ranges[s->ranges_count++] = (struct swf_fit_values){0};
	}
	return &s->ranges[range];
}

int swf_fit_see(struct swf_fit_samples *samples, enum swf_model_variable variable, size_t class_,
	double of, double value)
{
	struct swf_fit_sample *s = &samples->of[variable][class_];
	size_t range = 0;
	if (swf_model_variables[variable].given)
		for (double end = samples->units[variable]; end <= of; end *= 4)
			range++;
	struct swf_fit_values *values = values_of_range(s, range);
	s->count++;
	return values != NULL ? add_value(values, value) : -1;
}

int swf_fit_see_instead(struct swf_fit_samples *samples, enum swf_model_variable usual,
	enum swf_model_variable other, size_t class_)
{
	struct swf_fit_sample *s = &samples->of[usual][class_];
	const struct swf_fit_sample *from = &samples->of[other][class_];
	if (s->count > 0)
		return 0;
	for (size_t r = 0; r < from->ranges_count; r++) {
		struct swf_fit_values *values = values_of_range(s, r);
		if (values == NULL || add_values(values, &from->ranges[r]) != 0)
			return -1;
	}
	s->count = from->count;
	return 0;
}

/* Makes one distribution of values, which it sorts. */
static int fill_part(struct swf_histogram *histogram, const struct swf_variable_of_model *v,
	struct swf_fit_values *values)
{
	const enum swf_histogram_kind kind =
		v->whole || v->names != NULL ? SWF_HISTOGRAM_VALUES : SWF_HISTOGRAM_RANGES;
	if (histogram == NULL)
		return -1;
	swf_sort_doubles(values->values, values->count);
	return swf_histogram_add_sample(histogram, values->values, values->count, kind);
}

/* Makes a distribution of the values of each range, where there are enough. The last range, which
 * has values, is one in any case. */
static int fill_class(struct swf_model *model, struct swf_fit_samples *samples,
	enum swf_model_variable variable, size_t class_)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	const struct swf_fit_sample *s = &samples->of[variable][class_];
	double from = v->given ? 0 : -INFINITY, end = samples->units[variable];
	for (size_t r = 0; r < s->ranges_count; r++, end *= 4) {
		struct swf_fit_values *values = &s->ranges[r];
		const bool last = r + 1 == s->ranges_count;
		if (!last && values->count < VALUES_LEAST) {
			if (add_values(&s->ranges[r + 1], values) != 0)
				return -1;
			continue;
		}
		const double to = last ? (double)INFINITY : end;
		if (fill_part(swf_model_part(model, variable, class_, from, to), v, values) != 0)
			return -1;
		from = to;
	}
	return 0;
}

int swf_fit_fill(
	struct swf_model *model, struct swf_fit_samples *samples, enum swf_model_variable variable)
{
	for (size_t c = 0; c < SWF_MODEL_CLASSES_MOST; c++)
		if (fill_class(model, samples, variable, c) != 0)
			return -1;
	return 0;
}

void swf_fit_samples_clear(struct swf_fit_samples *samples)
{
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		for (int c = 0; c < SWF_MODEL_CLASSES_MOST; c++) {
			struct swf_fit_sample *s = &samples->of[v][c];
			for (size_t r = 0; r < s->ranges_count; r++)
				free(s->ranges[r].values);
			free(s->ranges);
		}
	*samples = (struct swf_fit_samples){0};
}

void swf_fit_see_count(struct swf_fit_pairs *pairs, struct swf_synthetic_past *past, double count)
{
	const double x = log(count);
	for (uint32_t i = 0; i < past->count && i < SWF_MODEL_MEMORY; i++) {
		const double y = past->counts[i];
		pairs->count++;
		pairs->x += x;
		pairs->y += y;
		pairs->xx += x * x;
		pairs->yy += y * y;
		pairs->xy += x * y;
	}
	swf_synthetic_keep_count(past, x);
}

double swf_fit_persistence(const struct swf_fit_pairs *pairs)
{
	const double n = SWF_MODEL_MEMORY, count = pairs->count;
	if (count == 0)
		return 0;
	const double covariance = pairs->xy - pairs->x * pairs->y / count;
	const double variances = (pairs->xx - pairs->x * pairs->x / count) *
		(pairs->yy - pairs->y * pairs->y / count);
	const double r = variances > 0 ? covariance / sqrt(variances) : 0;
	/* rounded, since logarithms are not the same everywhere */
	return r > 0 ? floor(1000 * n * r / (1 + (n - 1) * r) + 0.5) / 1000 : 0;
}

/*
 * What a log tells about sessions and jobs. Users are looked at one after the other. The memories
 * are those that a synthetic user who submitted the same would have, and are kept in the same way:
 * so what is counted here, such as an application run again, is what the generator draws.
 */

/* A run of an application. */
struct run {
	struct swf_application application; /* without an executable and run times */
	double run_time;                    /* s */
	bool starts_batch;
	double since_before; /* s, since the submit before it, or the latest end if it starts a
				batch */
};

/* Of the session and the user that are looked at. */
struct look {
	struct swf_fit_work *work;
	struct swf_session_class_rule rule;
	enum swf_session_class class_; /* of the session */
	struct run *runs;              /* of the session */
	size_t count, capacity;
	struct swf_synthetic_memory memories[SWF_SYNTHETIC_MEMORIES];
};

static int see(struct look *look, enum swf_model_variable variable, double value)
{
	return swf_fit_see(&look->work->samples, variable, look->class_, 0, value);
}

/* The class of sessions whose applications a job is one of: batch work is where it is found,
 * interactive work with the session, or by the time of day in a session of batch work. */
static enum swf_session_class class_of_job(const struct look *look, const struct swf_job *job)
{
	const enum swf_session_class own = swf_session_class(&look->rule, job);
	const bool session_is_batch =
		look->class_ == SWF_SESSION_BHP || look->class_ == SWF_SESSION_BHD;
	return own == SWF_SESSION_BHP || own == SWF_SESSION_BHD || session_is_batch ? own
										    : look->class_;
}

static int add_run(
	struct look *look, const struct swf_job *job, const struct swf_sessions *sessions)
{
	struct swf_fit_work *work = look->work;
	struct run *runs =
		swf_array_reserve(look->runs, look->count, &look->capacity, sizeof *runs);
	if (runs == NULL)
		return -1;
	look->runs = runs;
	const int32_t size = swf_job_size(job, look->rule.size);
	/* where there are estimates at all, the run time stands for one that is missing */
	const double estimate =
		work->has_estimates ? fmax(1, ceil(swf_job_estimate(job))) : SWF_UNKNOWN;
	runs[look->count++] =
		(struct run){.application = {.class_ = class_of_job(look, job),
				     .size = size < look->rule.procs ? size : look->rule.procs,
				     .estimate = estimate},
			.run_time = job->run_time,
			.starts_batch = sessions->starts_batch,
			.since_before = sessions->starts_batch ? sessions->since_end
							       : sessions->inter_arrival};
	return 0;
}

static bool same(const struct swf_application *a, const struct swf_application *b)
{
	return swf_synthetic_memory_place(a->class_) == swf_synthetic_memory_place(b->class_) &&
		a->size == b->size && a->estimate == b->estimate;
}

/* What a user runs, compared with the application before it and with the user's memory, to which it
 * is added if it is new or begins a session. */
static enum swf_model_application compare(struct look *look, const struct swf_application *before,
	const struct swf_application *a, bool begins_session)
{
	struct swf_synthetic_memory *m = &look->memories[swf_synthetic_memory_place(a->class_)];
	const uint32_t count = m->applications_count;
	const uint32_t held = count < SWF_MODEL_MEMORY ? count : SWF_MODEL_MEMORY;
	enum swf_model_application which = SWF_MODEL_NEW;
	for (uint32_t i = 0; i < held; i++) {
		const struct swf_application *other = &m->applications[i];
		if (same(other, a) && which > SWF_MODEL_EARLIER)
			which = SWF_MODEL_EARLIER;
		else if (other->size == a->size && which > SWF_MODEL_NEW_ESTIMATE)
			which = SWF_MODEL_NEW_ESTIMATE;
		else if (other->estimate == a->estimate && which > SWF_MODEL_NEW_SIZE)
			which = SWF_MODEL_NEW_SIZE;
	}
	if (same(before, a))
		which = SWF_MODEL_LAST;
	if (begins_session || which >= SWF_MODEL_NEW_ESTIMATE)
		m->applications[m->applications_count++ % SWF_MODEL_MEMORY] = *a;
	return which;
}

static int see_first_application(struct look *look, const struct swf_application *a)
{
	const struct swf_synthetic_memory *m =
		&look->memories[swf_synthetic_memory_place(a->class_)];
	const uint32_t count = m->applications_count;
	const struct swf_application none = {.size = 0},
				     *last = count > 0
		? &m->applications[(count - 1) % SWF_MODEL_MEMORY]
		: &none;
	const struct swf_application before = *last;
	const enum swf_model_application which = compare(look, &before, a, true);
	return count > 0 ? see(look, SWF_MODEL_APPLICATION, which) : 0;
}

static int see_next_application(
	struct look *look, const struct swf_application *before, const struct swf_application *a)
{
	const enum swf_model_application which = compare(look, before, a, false);
	return swf_fit_see(&look->work->samples, SWF_MODEL_NEXT_APPLICATION, look->class_,
		       before->size, which) != 0 ||
			(which != SWF_MODEL_LAST && see(look, SWF_MODEL_NEXT_CLASS, a->class_) != 0)
		? -1
		: 0;
}

/* The size, the estimate and the run time of a job, in the class of its application. */
static int see_job(struct look *look, const struct run *run, const struct run *before, bool awaited)
{
	const struct swf_application *a = &run->application;
	struct swf_fit_samples *samples = &look->work->samples;
	const bool estimated = a->estimate > 0;
	const double work = swf_application_expected_work(a);
	const double value = estimated ? run->run_time / a->estimate : run->run_time;
	const enum swf_model_variable usual = estimated ? SWF_MODEL_ACCURACY : SWF_MODEL_RUN_TIME;
	const enum swf_model_variable of_awaited =
		estimated ? SWF_MODEL_ACCURACY_AWAITED : SWF_MODEL_RUN_TIME_AWAITED;
	const bool again = before != NULL && same(&before->application, a);
	if (again) {
		const double difference = fabs(run->run_time - before->run_time);
		struct swf_fit_repeats *repeats = &look->work->repeats[a->class_];
		repeats->again++;
		repeats->as_long += difference <= 0.05 * before->run_time;
	}
	const bool first = before == NULL;
	if (!again &&
		swf_fit_see(samples, first ? SWF_MODEL_SIZE : SWF_MODEL_NEXT_SIZE, a->class_, 0,
			a->size) != 0)
		return -1;
	if (!again && estimated &&
		swf_fit_see(samples, first ? SWF_MODEL_ESTIMATE : SWF_MODEL_NEXT_ESTIMATE,
			a->class_, a->size, a->estimate) != 0)
		return -1;
	return swf_fit_see(samples, awaited ? of_awaited : usual, a->class_, work, value);
}

/* Ends a batch of the session, the one with this number, whose jobs are those from begin to end. */
static int end_batch(struct look *look, double batch, size_t begin, size_t end)
{
	const struct swf_application *first = &look->runs[begin].application;
	const bool awaited = end < look->count;
	const double jobs = (double)(end - begin);
	const double work = swf_application_expected_work(first);
	swf_fit_see_count(&look->work->jobs[look->class_][awaited],
		&look->memories[swf_synthetic_memory_place(look->class_)].jobs[awaited], jobs);
	for (size_t i = begin; i < end; i++) {
		const struct run *run = &look->runs[i], *before = i > 0 ? run - 1 : NULL;
		const enum swf_model_variable between =
			run->starts_batch ? SWF_MODEL_THINK_TIME : SWF_MODEL_INTER_ARRIVAL;
		if (i > 0 && see(look, between, run->since_before) != 0)
			return -1;
		if ((i == 0 ? see_first_application(look, &run->application)
			    : see_next_application(
				      look, &before->application, &run->application)) != 0)
			return -1;
		if (see_job(look, run, before, awaited) != 0)
			return -1;
	}
	return swf_fit_see(&look->work->samples, swf_model_awaited(batch), look->class_,
		       swf_application_expected_time(first), awaited) != 0
		? -1
		: swf_fit_see(&look->work->samples,
			  awaited ? SWF_MODEL_JOBS_AWAITED : SWF_MODEL_JOBS, look->class_, work,
			  jobs);
}

/* Ends the session. */
static int end_session(struct look *look)
{
	double batches = 0;
	for (size_t begin = 0, end = 1; begin < look->count; begin = end++) {
		while (end < look->count && !look->runs[end].starts_batch)
			end++;
		if (end_batch(look, ++batches, begin, end) != 0)
			return -1;
	}
	swf_fit_see_count(&look->work->batches[look->class_],
		&look->memories[swf_synthetic_memory_place(look->class_)].batches, batches);
	look->count = 0;
	return 0;
}

/* Begins a session with a job. */
static int begin_session(struct look *look, size_t user, const struct swf_job *job)
{
	struct swf_fit_work *work = look->work;
	struct swf_fit_session *sessions =
		swf_array_reserve(work->sessions, work->count, &work->capacity, sizeof *sessions);
	if (sessions == NULL)
		return -1;
	work->sessions = sessions;
	look->class_ = swf_session_class(&look->rule, job);
	sessions[work->count++] = (struct swf_fit_session){
		.user = user, .class_ = look->class_, .start = job->submit, .last = job->submit};
	return 0;
}

static int see_user(struct look *look, struct swf_features *features, struct swf_sessions *sessions,
	size_t user)
{
	struct swf_fit_work *work = look->work;
	size_t count;
	const size_t *places = swf_workload_places(work->workload, user, &count);
	swf_sessions_reset(sessions);
	for (int i = 0; i < SWF_SYNTHETIC_MEMORIES; i++)
		look->memories[i] = (struct swf_synthetic_memory){.applications_count = 0};
	for (size_t i = 0; i < count; i++) {
		const struct swf_job job = swf_packed_jobs_get(&work->workload->jobs, places[i]);
		if (swf_sessions_add(sessions, &work->rule, &job) != 0)
			return -1;
		if (sessions->starts_session && sessions->sessions > 1) {
			swf_features_end_session(features, NULL);
			if (end_session(look) != 0)
				return -1;
		}
		if (sessions->starts_session && begin_session(look, user, &job) != 0)
			return -1;
		work->sessions[work->count - 1].last = job.submit;
		if (swf_features_add(features, sessions, &job) != 0 ||
			add_run(look, &job, sessions) != 0)
			return -1;
	}
	swf_features_end_session(features, NULL);
	swf_features_end_user(features, work->features[user]);
	return end_session(look);
}

int swf_fit_see_work(struct swf_fit_work *work)
{
	const struct swf_workload *w = work->workload;
	const double procs = work->options->procs;
	struct look look = {.work = work,
		.rule = {.calendar = work->options->calendar,
			.procs = work->options->procs,
			.size = work->options->size}};
	for (size_t i = 0; i < w->jobs.count; i++) {
		const struct swf_job job = swf_packed_jobs_get(&w->jobs, i);
		look.rule.longest_estimate =
			fmax(look.rule.longest_estimate, swf_job_estimate(&job));
		work->has_estimates |= job.estimate > 0;
		if (!swf_job_is_anonymous(&job))
			work->work +=
				fmin(swf_job_size(&job, work->options->size), procs) * job.run_time;
	}
	swf_fit_samples_begin(&work->samples, work->has_estimates);
	struct swf_features *features = swf_features_new(&look.rule);
	struct swf_sessions sessions = {0};
	int result = features != NULL ? 0 : -1;
	for (size_t u = 0; u < w->users.count && result == 0; u++)
		result = see_user(&look, features, &sessions, u);
	swf_features_free(features);
	swf_sessions_clear(&sessions);
	free(look.runs);
	return result;
}
