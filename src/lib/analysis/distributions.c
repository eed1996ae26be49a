/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/distributions.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "stats/sort.h"
#include "swf/fields.h"
#include "swfcore/quantity.h"

const char *const swf_distribution_names[] = {"jobs", "sessions", "session_length", "work",
	"arrival", "departure", "activity", "week", "runtime", "estimate", "size", "wait",
	"think_time", "inter_arrival", "accuracy", NULL};

/* Between calls, sessions, spans and users have one entry for each user, in the order of first
 * appearance. Users are never sorted here, so a user has the same place in all three. */

/* When a user's work ends, and how long the sessions were. */
struct swf_user_span {
	double start, end; /* s, of the session that goes on */
	double lengths;    /* s, the sum of those before */
	double departure;  /* s */
	size_t sessions;
};

static int add_value(struct swf_distributions *d, enum swf_distribution which, double value)
{
	struct swf_sample *sample = &d->samples[which];
	double *larger = swf_array_reserve(
		sample->values, sample->count, &sample->capacity, sizeof *sample->values);
	if (larger == NULL)
		return -1;
	sample->values = larger;
	larger[sample->count++] = value;
	return 0;
}

static int add_attribute(struct swf_distributions *d, enum swf_distribution which,
	enum swf_attribute attribute, const struct swf_job *job)
{
	const double value = swf_attribute_of(job, attribute, d->size);
	return value >= 0 ? add_value(d, which, value) : 0;
}

/* Adds a job to its user's sessions. */
static int add_to_user(struct swf_distributions *d, const struct swf_job *job)
{
	struct swf_sessions *sessions = swf_sessions_of(&d->sessions, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		return -1;
	const size_t place = (size_t)(sessions - d->sessions.sessions);
	struct swf_user_span *spans =
		swf_array_reserve(d->spans, place, &d->spans_capacity, sizeof *spans);
	if (spans == NULL)
		return -1;
	d->spans = spans;
	struct swf_user_span *span = &spans[place];
	if (sessions->sessions == 1 && sessions->starts_session)
		*span = (struct swf_user_span){
			.start = job->submit, .end = job->submit, .departure = job->submit};
	if (sessions->starts_session) {
		span->lengths += span->end - span->start;
		span->start = job->submit;
	}
	span->end = sessions->latest_end;
	span->departure = fmax(span->departure, span->end);
	span->sessions = sessions->sessions;
	return isnan(sessions->since_end)
		? 0
		: add_value(d, SWF_DISTRIBUTION_THINK_TIME, sessions->since_end);
}

int swf_distributions_add(struct swf_distributions *distributions, const struct swf_job *job)
{
	struct swf_distributions *d = distributions;
	const double estimate = swf_attribute_of(job, SWF_ATTRIBUTE_ESTIMATE, d->size);
	const bool first = !d->users.any;
	swf_users_span(&d->users, job);
	if (swf_users_add(&d->users, job, d->size) != 0 ||
		(!swf_job_is_anonymous(job) && add_to_user(d, job) != 0) ||
		(!first &&
			add_value(d, SWF_DISTRIBUTION_INTER_ARRIVAL,
				job->submit - d->previous_submit) != 0) ||
		add_value(d, SWF_DISTRIBUTION_WEEK, job->submit) != 0 ||
		add_attribute(d, SWF_DISTRIBUTION_RUN_TIME, SWF_ATTRIBUTE_RUN_TIME, job) != 0 ||
		add_attribute(d, SWF_DISTRIBUTION_ESTIMATE, SWF_ATTRIBUTE_ESTIMATE, job) != 0 ||
		add_attribute(d, SWF_DISTRIBUTION_SIZE, SWF_ATTRIBUTE_SIZE, job) != 0 ||
		(job->wait >= 0 && add_value(d, SWF_DISTRIBUTION_WAIT, job->wait) != 0) ||
		(job->run_time >= 0 && estimate > 0 &&
			add_value(d, SWF_DISTRIBUTION_ACCURACY, job->run_time / estimate) != 0))
		return -1;
	d->previous_submit = job->submit;
	return 0;
}

/* The values of one user. */
static int add_user(
	struct swf_distributions *d, const struct swf_user *user, const struct swf_user_span *span)
{
	const double length = span->lengths + span->end - span->start;
	return add_value(d, SWF_DISTRIBUTION_JOBS, (double)user->jobs) != 0 ||
			add_value(d, SWF_DISTRIBUTION_SESSIONS, (double)span->sessions) != 0 ||
			add_value(d, SWF_DISTRIBUTION_SESSION_LENGTH,
				length / (double)span->sessions) != 0 ||
			add_value(d, SWF_DISTRIBUTION_WORK, user->work) != 0 ||
			add_value(d, SWF_DISTRIBUTION_ARRIVAL, user->first - d->users.first) != 0 ||
			add_value(d, SWF_DISTRIBUTION_DEPARTURE,
				span->departure - d->users.first) != 0 ||
			add_value(d, SWF_DISTRIBUTION_ACTIVITY, span->departure - user->first) != 0
		? -1
		: 0;
}

int swf_distributions_finish(
	struct swf_distributions *distributions, const struct swf_calendar *calendar)
{
	struct swf_distributions *d = distributions;
	struct swf_sample *week = &d->samples[SWF_DISTRIBUTION_WEEK];
	for (size_t u = 0; u < d->users.count; u++)
		if (add_user(d, &d->users.users[u], &d->spans[u]) != 0)
			return -1;
	for (size_t i = 0; i < week->count; i++) {
		const struct swf_local_time time = swf_calendar_local(calendar, week->values[i]);
		week->values[i] = time.weekday * 24 + floor(time.second / SWF_HOUR);
	}
	for (int i = 0; i < SWF_DISTRIBUTIONS; i++)
		swf_sort_doubles(d->samples[i].values, d->samples[i].count);
	return 0;
}

void swf_distributions_clear(struct swf_distributions *distributions)
{
	for (int i = 0; i < SWF_DISTRIBUTIONS; i++)
		free(distributions->samples[i].values);
	swf_users_clear(&distributions->users);
	swf_sessions_by_user_clear(&distributions->sessions);
	free(distributions->spans);
	*distributions = (struct swf_distributions){.size = distributions->size};
}
