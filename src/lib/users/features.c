#include "users/features.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "swfcore/quantity.h"

const char *const swf_session_variables[] = {"J", "D", "Rm", "Ri", "Pm", "Pi", "Im", "Ii", "Tm",
	"Ti", "day_start", "day_part", "UP", "UR", "week_start", "week_part"};
const char *const swf_user_variables[] = {"J", "S", "Rm", "Ri", "Pm", "Pi", "Im", "Ii", "Tm", "Ti",
	"day_part", "week_part", "IWD", "IWN", "IW", "BHP", "BHD", "JW", "D_days"};
const char *const swf_session_class_names[] = {"IWD", "IWN", "IW", "BHP", "BHD"};

struct values {
	double *values;
	size_t count, capacity;
};

/* What was seen of the jobs of a session or of a user. */
enum { RUN_TIME, SIZE, INTER_ARRIVAL, THINK_TIME, KINDS };
struct sample {
	size_t jobs;
	double start, end;
	struct values of[KINDS];
};

struct swf_features {
	const struct swf_features_options *options;
	struct sample session, user;
	struct swf_local_time session_start;
	enum swf_session_class class_;
	size_t daytime_jobs, workday_jobs;
	size_t sessions;
	size_t classes[SWF_SESSION_CLASSES];
};

struct swf_features *swf_features_new(const struct swf_features_options *options)
{
	struct swf_features *features = calloc(1, sizeof *features);
	if (features != NULL)
		features->options = options;
	return features;
}

void swf_features_free(struct swf_features *features)
{
	if (features == NULL)
		return;
	for (int kind = 0; kind < KINDS; kind++) {
		free(features->session.of[kind].values);
		free(features->user.of[kind].values);
	}
	free(features);
}

static int add_value(struct values *v, double value)
{
	double *values = swf_reserve(v->values, v->count, &v->capacity, sizeof *values);
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
	if (job->run_time >= 0 && add_value(&sample->of[RUN_TIME], job->run_time) != 0)
		return -1;
	if (size > 0 && add_value(&sample->of[SIZE], size) != 0)
		return -1;
	const double inter_arrival = first ? 0 : sessions->inter_arrival;
	const double think_time = first ? 0 : sessions->since_end;
	return add_value(&sample->of[INTER_ARRIVAL], inter_arrival) != 0 ||
			add_value(&sample->of[THINK_TIME], think_time) != 0
		? -1
		: 0;
}

int swf_features_add(struct swf_features *features, const struct swf_sessions *sessions,
	const struct swf_job *job)
{
	struct swf_features *f = features;
	const struct swf_local_time local = swf_calendar_local(f->options->calendar, job->submit);
	if (f->session.jobs == 0) {
		f->session_start = local;
		f->class_ = swf_session_class(f->options, job);
	}
	f->daytime_jobs += swf_calendar_is_daytime(local);
	f->workday_jobs += swf_calendar_is_workday(local);
	return add_job(&f->session, f->options->size, sessions, job) != 0 ||
			add_job(&f->user, f->options->size, sessions, job) != 0
		? -1
		: 0;
}

enum swf_session_class swf_session_class(
	const struct swf_features_options *options, const struct swf_job *first)
{
	const struct swf_local_time local = swf_calendar_local(options->calendar, first->submit);
	if (2 * swf_job_estimate(first) > options->longest_estimate)
		return SWF_SESSION_BHD;
	if (2.0 * swf_job_size(first, options->size) > options->procs)
		return SWF_SESSION_BHP;
	if (!swf_calendar_is_workday(local))
		return SWF_SESSION_IW;
	return swf_calendar_is_daytime(local) ? SWF_SESSION_IWD : SWF_SESSION_IWN;
}

/* The median and the 90 % interval of values, which are sorted, in a unit. */
static double *put_description(double *place, struct values *v, double unit)
{
	swf_sort_doubles(v->values, v->count);
	double median = NAN, interval = NAN;
	if (v->count > 0) {
		median = swf_stats_quantile(v->values, v->count, 0.5);
		interval = swf_stats_quantile(v->values, v->count, 0.95) -
			swf_stats_quantile(v->values, v->count, 0.05);
	}
	*place++ = median / unit;
	*place++ = interval / unit;
	return place;
}

static double *put_descriptions(double *place, struct sample *sample, int32_t procs)
{
	place = put_description(place, &sample->of[RUN_TIME], 1);
	place = put_description(place, &sample->of[SIZE], procs / 128.0);
	place = put_description(place, &sample->of[INTER_ARRIVAL], 1);
	return put_description(place, &sample->of[THINK_TIME], 1);
}

/* How many of the ascending values are unique, each standing for those up to 5 % above it. */
static double unique(const struct values *v)
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

static void clear(struct sample *sample)
{
	sample->jobs = 0;
	for (int kind = 0; kind < KINDS; kind++)
		sample->of[kind].count = 0;
}

void swf_features_end_session(struct swf_features *features, struct swf_session_features *session)
{
	struct swf_features *f = features;
	struct sample *sample = &f->session;
	const struct swf_calendar *calendar = f->options->calendar;
	const double start = sample->start, end = sample->end, duration = end - start;
	const bool day_start = swf_calendar_is_daytime(f->session_start);
	const bool week_start = swf_calendar_is_workday(f->session_start);
	session->start = start;
	session->end = end;
	session->class_ = f->class_;
	double *v = session->variables;
	*v++ = (double)sample->jobs;
	*v++ = duration;
	v = put_descriptions(v, sample, f->options->procs);
	*v++ = day_start;
	*v++ = duration > 0 ? swf_calendar_daytime(calendar, start, end) / duration : day_start;
	*v++ = unique(&sample->of[SIZE]);
	*v++ = unique(&sample->of[RUN_TIME]);
	*v++ = week_start;
	*v++ = duration > 0 ? swf_calendar_workweek(calendar, start, end) / duration : week_start;
	f->sessions++;
	f->classes[f->class_]++;
	clear(sample);
}

void swf_features_end_user(struct swf_features *features, double variables[SWF_USER_VARIABLES])
{
	struct swf_features *f = features;
	struct sample *sample = &f->user;
	const double jobs = (double)sample->jobs, duration = sample->end - sample->start;
	double *v = variables;
	*v++ = jobs;
	*v++ = (double)f->sessions;
	v = put_descriptions(v, sample, f->options->procs);
	*v++ = (double)f->daytime_jobs / jobs;
	*v++ = (double)f->workday_jobs / jobs;
	for (int c = 0; c < SWF_SESSION_CLASSES; c++)
		*v++ = (double)f->classes[c] / (double)f->sessions;
	*v++ = duration > 0 ? jobs / (duration / SWF_WEEK) : (double)NAN;
	*v++ = duration / SWF_DAY;
	clear(sample);
	f->daytime_jobs = f->workday_jobs = f->sessions = 0;
	for (int c = 0; c < SWF_SESSION_CLASSES; c++)
		f->classes[c] = 0;
}
