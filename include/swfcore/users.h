/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The users of a log: when each was active, how much they did, and whether they stayed.
 *
 * A user who is active for longer than `long_term` is a long-term user. Of the others, those whose
 * submits all fall within `edge` of the beginning or the end of the log were probably cut by it,
 * and are discarded; the rest are temporary. Source: Zakay and Feitelson, Workload resampling for
 * performance evaluation of parallel job schedulers (2014), section 4.
 */
#ifndef SWFCORE_USERS_H
#define SWFCORE_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_index;

struct swf_user {
	int64_t number;
	int64_t jobs;
	double first, last;   /* s, the first and the last submit */
	double end;           /* s, the latest end of a job */
	int64_t weeks_active; /* with a submit; weeks count from the first submit of the log */
	double work;          /* processor seconds, of the jobs of known size and run time */
	int64_t last_week;    /* the last week with a submit, from 0 */
};

/* Begins with {0}. */
struct swf_users {
	struct swf_user *users; /* in the order of first appearance, until they are sorted */
	size_t count, capacity;
	struct swf_index *index; /* of their numbers, for swf_users_find */
	double first, last;      /* s, submits of the log */
	double end;              /* s, the latest end of a job of the log */
	bool any;                /* there was a job in it */
	int64_t anonymous;       /* jobs without a user */
	double anonymous_work;   /* their work in processor seconds */
	struct swf_user_total {
		int64_t jobs;
		int64_t weeks_active;
		double work;
	} total; /* over the users */
};

/* Widens the span of the log, which begins with its first submit, by a job. */
void swf_users_span(struct swf_users *users, const struct swf_job *job);

/* Adds a job, in submit order, to its user; a job without one is counted. The span must hold it.
 * Returns 0, or -1 when there is no memory. */
int swf_users_add(
	struct swf_users *users, const struct swf_job *job, enum swf_size size) SWF_MUST_CHECK;

/* The place of the user with this number, or SIZE_MAX if there is none. */
size_t swf_users_find(const struct swf_users *users, int64_t number);

/* Puts the users in the order of their numbers. Returns 0, or -1 when there is no memory. */
int swf_users_sort(struct swf_users *users) SWF_MUST_CHECK;

/* The effective number of users: that of users with equal shares of the work among whom work is as
 * concentrated, (sum of work)^2 / sum of work^2. 0 if there is no work. Source: Kish, Survey
 * Sampling (1965). */
double swf_users_effective(const struct swf_users *users);

enum swf_user_class { SWF_USER_LONG_TERM, SWF_USER_TEMPORARY, SWF_USER_DISCARDED };
enum { SWF_USER_CLASSES = 3 };

/* "long-term", "temporary", "discarded", NULL. */
extern const char *const swf_user_class_names[];

/* How long users and the log are active: from the first submit to the last; or users from their
 * first submit to the latest end of their jobs, and the log from its second 0 to the latest end. */
enum swf_span { SWF_SPAN_SUBMITS, SWF_SPAN_JOBS };

/* "submits", "jobs", NULL. */
extern const char *const swf_span_names[];

/* What the definition above leaves open. */
struct swf_user_class_rule {
	double long_term; /* s */
	double edge;      /* s */
	enum swf_span span;
};

/* The class of a user, once all jobs of the log have been added. */
enum swf_user_class swf_user_class(const struct swf_users *users, const struct swf_user *user,
	const struct swf_user_class_rule *rule);

void swf_users_clear(struct swf_users *users);

/* A log in memory, with the jobs of each user in their order. Begins with {0}. Once it is finished,
 * the users are in the order of their numbers. */
struct swf_workload {
	struct swf_packed_jobs jobs; /* in submit order */
	struct swf_users users;      /* of these jobs, and perhaps of others that are not kept */
	size_t *places;              /* of the jobs, user by user; those without a user come last */
	size_t *begins;              /* where in places each user begins, and those without one */
};

/* Adds a job, in submit order, to the jobs and to its user. Returns 0, or -1 when there is no
 * memory. */
int swf_workload_add(struct swf_workload *workload, const struct swf_job *job,
	enum swf_size size) SWF_MUST_CHECK;

/* Sorts the users and groups the jobs, which must be all that were added to users. Returns 0, or -1
 * when there is no memory. */
int swf_workload_finish(struct swf_workload *workload) SWF_MUST_CHECK;

/* The places of the jobs of the user at place u, `count` of them; with u the number of users, of
 * the jobs without one. */
static inline const size_t *swf_workload_places(
	const struct swf_workload *workload, size_t u, size_t *count)
{
	*count = workload->begins[u + 1] - workload->begins[u];
	return workload->places + workload->begins[u];
}

void swf_workload_clear(struct swf_workload *workload);

#ifdef __cplusplus
}
#endif
#endif
