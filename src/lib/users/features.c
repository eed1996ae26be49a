/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "swfcore/quantity.h"

/*
 * Each job is added to the sample of its session and to that of its user, so what is kept grows
 * with the jobs of the largest user, not with the log: ending a session or a user empties the
 * sample, and its memory is used again. The values of a sample are in the order of the jobs until
 * it is described, which sorts them; count_unique() relies on that.
 */

/* The variables, in order: those of the jobs of a session or of a user, and all of each. Names once
 * published stay. */
/* clang-format off */
#define SAMPLE_VARIABLES(X) \
	X("Rm",         described[RUN_TIME].median) \
	X("Ri",         described[RUN_TIME].interval) \
	X("Pm",         described[SIZE].median) \
	X("Pi",         described[SIZE].interval) \
	X("Im",         described[INTER_ARRIVAL].median) \
	X("Ii",         described[INTER_ARRIVAL].interval) \
	X("Tm",         described[THINK_TIME].median) \
	X("Ti",         described[THINK_TIME].interval)
#define SESSION_VARIABLES(X) \
	X("J",          (double)sample->jobs) \
	X("D",          duration) \
	SAMPLE_VARIABLES(X) \
	X("day_start",  day_start) \
	X("day_part",   duration > 0 ? swf_calendar_daytime(calendar, start, end) / duration \
				     : day_start) \
	X("UP",         count_unique(&sample->values[SIZE])) \
	X("UR",         count_unique(&sample->values[RUN_TIME])) \
	X("week_start", week_start) \
	X("week_part",  duration > 0 ? swf_calendar_workweek(calendar, start, end) / duration \
				     : week_start)
#define USER_VARIABLES(X) \
	X("J",          jobs) \
	X("S",          sessions) \
	SAMPLE_VARIABLES(X) \
	X("day_part",   (double)f->daytime_jobs / jobs) \
	X("week_part",  (double)f->workday_jobs / jobs) \
	X("IWD",        (double)f->classes[SWF_SESSION_IWD] / sessions) \
	X("IWN",        (double)f->classes[SWF_SESSION_IWN] / sessions) \
	X("IW",         (double)f->classes[SWF_SESSION_IW] / sessions) \
	X("BHP",        (double)f->classes[SWF_SESSION_BHP] / sessions) \
	X("BHD",        (double)f->classes[SWF_SESSION_BHD] / sessions) \
	X("JW",         duration > 0 ? jobs / (duration / SWF_WEEK) : (double)NAN) \
	X("D_days",     duration / SWF_DAY)
/* clang-format on */

#define ONE(name, value)   +1
#define NAME(name, value)  name,
#define VALUE(name, value) value,

_Static_assert((0 SESSION_VARIABLES(ONE)) == SWF_SESSION_VARIABLES, "the header counts others");
_Static_assert((0 USER_VARIABLES(ONE)) == SWF_USER_VARIABLES, "the header counts others");

const char *const swf_features_session_variables[] = {SESSION_VARIABLES(NAME)};
const char *const swf_features_user_variables[] = {USER_VARIABLES(NAME)};

struct value_list {
	double *values;
	size_t count, capacity;
};

/* What was seen of the jobs of a session or of a user. */
enum { RUN_TIME, SIZE, INTER_ARRIVAL, THINK_TIME, KINDS };
struct sample {
	size_t jobs;
	double start, end;
	struct value_list values[KINDS];
};

struct swf_features {
	const struct swf_session_class_rule *rule;
	struct sample session, user;
	struct swf_local_time session_start;
	enum swf_session_class class_;
	size_t daytime_jobs, workday_jobs;
	size_t sessions;
	size_t classes[SWF_SESSION_CLASSES];
};

struct swf_features *swf_features_new(const struct swf_session_class_rule *rule)
{
	struct swf_features *features = calloc(1, sizeof *features);
	if (features != NULL)
		features->rule = rule;
	return features;
}

void swf_features_free(struct swf_features *features)
{
	if (features == NULL)
		return;
	for (int kind = 0; kind < KINDS; kind++) {
		free(features->session.values[kind].values);
		free(features->user.values[kind].values);
	}
	free(features);
}

static int add_value(struct value_list *v, double value)
{
	double *values = swf_array_reserve(v->values, v->count, &v->capacity, sizeof *values);
	if (values == NULL)
		return -1;
	v->values = values;
	values[v->count++] = value;
	return 0;
}

static int add_job(struct sample *sample, enum swf_size which, const struct swf_sessions *sessions,
	const struct swf_job *job)
{
	const int32_t size = swf_job_size(job, which);
	bool first = sample->jobs++ == 0;
	if (first)
		sample->start = sample->end = job->submit;
	sample->end = fmax(sample->end, sessions->end);
	if (job->run_time >= 0 && add_value(&sample->values[RUN_TIME], job->run_time) != 0)
		return -1;
	if (size > 0 && add_value(&sample->values[SIZE], size) != 0)
		return -1;
	const double inter_arrival = first ? 0 : sessions->inter_arrival;
	const double think_time = first ? 0 : sessions->since_end;
	return add_value(&sample->values[INTER_ARRIVAL], inter_arrival) != 0 ||
			add_value(&sample->values[THINK_TIME], think_time) != 0
		? -1
		: 0;
}

int swf_features_add(struct swf_features *features, const struct swf_sessions *sessions,
	const struct swf_job *job)
{
	struct swf_features *f = features;
	const struct swf_local_time local = swf_calendar_local(f->rule->calendar, job->submit);
	if (f->session.jobs == 0) {
		f->session_start = local;
		f->class_ = swf_session_class(f->rule, job);
	}
	f->daytime_jobs += swf_calendar_is_daytime(local);
	f->workday_jobs += swf_calendar_is_workday(local);
	return add_job(&f->session, f->rule->size, sessions, job) != 0 ||
			add_job(&f->user, f->rule->size, sessions, job) != 0
		? -1
		: 0;
}

struct description {
	double median, interval;
};

/* Sorts the values, and finds their medians and 90 % intervals. */
static void describe(struct sample *sample, int32_t procs, struct description described[KINDS])
{
	for (int kind = 0; kind < KINDS; kind++) {
		const struct value_list *v = &sample->values[kind];
		const double unit = kind == SIZE ? procs / 128.0 : 1;
		described[kind] = (struct description){NAN, NAN};
		if (v->count == 0)
			continue;
		swf_sort_doubles(v->values, v->count);
		const double interval = swf_stats_quantile(v->values, v->count, 0.95) -
			swf_stats_quantile(v->values, v->count, 0.05);
		described[kind].median = swf_stats_quantile(v->values, v->count, 0.5) / unit;
		described[kind].interval = interval / unit;
	}
}

/* How many of the ascending values are unique, each standing for those up to 5 % above it. */
static double count_unique(const struct value_list *v)
{
	size_t count = 0;
	double least = 0;
	for (size_t i = 0; i < v->count; i++) {
		if (count > 0 && 20 * v->values[i] <= 21 * least)
			continue;
		least = v->values[i];
		count++;
	}
	return (double)count;
}

static void empty_sample(struct sample *sample)
{
	sample->jobs = 0;
	for (int kind = 0; kind < KINDS; kind++)
		sample->values[kind].count = 0;
}

static void describe_session(struct swf_features *f, struct swf_session_features *session)
{
	struct sample *sample = &f->session;
	const struct swf_calendar *calendar = f->rule->calendar;
	const double start = sample->start, end = sample->end, duration = end - start;
	const bool day_start = swf_calendar_is_daytime(f->session_start);
	const bool week_start = swf_calendar_is_workday(f->session_start);
	session->start = start;
	session->end = end;
	session->class_ = f->class_;
	struct description described[KINDS];
	describe(sample, f->rule->procs, described);
	const double variables[] = {SESSION_VARIABLES(VALUE)};
	memcpy(session->variables, variables, sizeof variables);
}

void swf_features_end_session(struct swf_features *features, struct swf_session_features *session)
{
	struct swf_features *f = features;
	if (session != NULL)
		describe_session(f, session);
	f->sessions++;
	f->classes[f->class_]++;
	empty_sample(&f->session);
}

void swf_features_end_user(struct swf_features *features, double variables[SWF_USER_VARIABLES])
{
	struct swf_features *f = features;
	struct sample *sample = &f->user;
	const double jobs = (double)sample->jobs, sessions = (double)f->sessions;
	const double duration = sample->end - sample->start;
	struct description described[KINDS];
	describe(sample, f->rule->procs, described);
	const double values[] = {USER_VARIABLES(VALUE)};
	memcpy(variables, values, sizeof values);
	empty_sample(sample);
	f->daytime_jobs = f->workday_jobs = f->sessions = 0;
	for (int c = 0; c < SWF_SESSION_CLASSES; c++)
		f->classes[c] = 0;
}
