/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The marginal distributions of a log, over its users and over its jobs, by which a generated
 * workload is compared with its source. Source: Zakay and Feitelson, Workload resampling for
 * performance evaluation of parallel job schedulers (2014), section 5.1, Figure 4.
 */
#ifndef SWF_ANALYSIS_DISTRIBUTIONS_H
#define SWF_ANALYSIS_DISTRIBUTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/users.h"
#include "users/session-lists.h"

enum swf_distribution {
	/* a value each user: */
	SWF_DISTRIBUTION_JOBS,           /* the user's jobs */
	SWF_DISTRIBUTION_SESSIONS,       /* the user's sessions */
	SWF_DISTRIBUTION_SESSION_LENGTH, /* their mean length, s from first submit to latest end */
	SWF_DISTRIBUTION_WORK,           /* processor-seconds, of jobs of known size and run time */
	SWF_DISTRIBUTION_ARRIVAL,        /* s from the log's first submit to the user's */
	SWF_DISTRIBUTION_DEPARTURE,      /* s from there to the latest end of the user's jobs */
	SWF_DISTRIBUTION_ACTIVITY,       /* s from the one to the other */
	/* a value each job where it is known: */
	SWF_DISTRIBUTION_WEEK,          /* the local hour of the week of its submit, 0 to 167 */
	SWF_DISTRIBUTION_RUN_TIME,      /* s */
	SWF_DISTRIBUTION_ESTIMATE,      /* s */
	SWF_DISTRIBUTION_SIZE,          /* processors */
	SWF_DISTRIBUTION_WAIT,          /* s */
	SWF_DISTRIBUTION_THINK_TIME,    /* s since the latest end in the previous job's session */
	SWF_DISTRIBUTION_INTER_ARRIVAL, /* s since the log's previous submit */
	SWF_DISTRIBUTION_ACCURACY       /* run time / estimate */
};
enum { SWF_DISTRIBUTIONS = SWF_DISTRIBUTION_ACCURACY + 1, SWF_WEEK_HOURS = 168 };

/* Whether it is one of users, or of what they did before: without users it has no value. */
static inline bool swf_distribution_needs_users(enum swf_distribution which)
{
	return which <= SWF_DISTRIBUTION_ACTIVITY || which == SWF_DISTRIBUTION_THINK_TIME;
}

/* "jobs", "sessions", "session_length", ..., NULL. */
extern const char *const swf_distribution_names[];

struct swf_sample {
	double *values; /* ascending, once the distributions are finished */
	size_t count, capacity;
};

/* Begins with {.size = ...}. */
struct swf_distributions {
	enum swf_size size;
	struct swf_sample samples[SWF_DISTRIBUTIONS];
	struct swf_users users;
	struct swf_sessions_by_user sessions;
	struct swf_user_span *spans; /* of the users' sessions */
	size_t spans_capacity;
	double previous_submit; /* s */
};

/* Adds the next job, in submit order; one without a user counts among the jobs alone. Returns 0, or
 * -1 when there is no memory. */
int swf_distributions_add(
	struct swf_distributions *distributions, const struct swf_job *job) SWF_MUST_CHECK;

/* Finds the values of users and hours, and sorts all. Returns 0, or -1 when there is no memory. */
int swf_distributions_finish(struct swf_distributions *distributions,
	const struct swf_calendar *calendar) SWF_MUST_CHECK;

void swf_distributions_clear(struct swf_distributions *distributions);

#endif
