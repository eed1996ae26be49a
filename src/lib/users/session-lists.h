/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is found of the sessions of all users of a log: the sessions themselves, side by side, for
 * its jobs as they come; the class of each; the elements of a log that are moved as one; and the
 * jobs that field 17 names.
 */
#ifndef SWF_SESSION_LISTS_H
#define SWF_SESSION_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"
#include "swfcore/sessions.h"

/* Begins with {0}. */
struct swf_sessions_by_user {
	struct swf_index index;
	struct swf_sessions *sessions;
	size_t capacity;
};

/* Those of a user, who is added if need be. NULL when there is no memory. Valid until the next
 * call. */
struct swf_sessions *swf_sessions_of(struct swf_sessions_by_user *all, int64_t user) SWF_MUST_CHECK;

void swf_sessions_by_user_clear(struct swf_sessions_by_user *all);

/*
 * The class of a session by rule. Source: Zilber, Amit and Talby, What is worth learning from
 * parallel workloads? A user and session based analysis (2005), section 7.
 */

/* Interactive work that starts in the daytime or at night of a working day, or at the weekend;
 * batch work that is highly parallel, or long. */
enum swf_session_class {
	SWF_SESSION_IWD,
	SWF_SESSION_IWN,
	SWF_SESSION_IW,
	SWF_SESSION_BHP,
	SWF_SESSION_BHD
};
enum { SWF_SESSION_CLASSES = 5 };

/* "IWD", "IWN", "IW", "BHP", "BHD", NULL. */
extern const char *const swf_session_class_names[];

/* What the classes of a log's sessions are relative to. */
struct swf_session_class_rule {
	const struct swf_calendar *calendar;
	int32_t procs; /* of the machine, > 0 */
	enum swf_size size;
	double longest_estimate; /* s, in the log */
};

/* By its first job alone: BHD if its estimate is over half of the log's longest, else BHP if its
 * size is over half of the machine, else by the time of its submit. */
enum swf_session_class swf_session_class(
	const struct swf_session_class_rule *rule, const struct swf_job *first);

/*
 * The elements of a log that are moved as one: the jobs of a user, a session or a batch, or each
 * by itself. Sessions and batches are those of sessions.h, found by arrival with a gap of an hour.
 */

enum swf_element { SWF_ELEMENT_USER, SWF_ELEMENT_SESSION, SWF_ELEMENT_BATCH, SWF_ELEMENT_JOB };

/* "user", "session", "batch", "job", NULL. */
extern const char *const swf_element_names[];

/* Finds them as the jobs of a log come in submit order. Begins with {.element = ...}. */
struct swf_elements {
	enum swf_element element;
	struct swf_sessions_by_user users;
};

/* Takes the next job. *user gets the place of its user in the order of their first jobs, or
 * SIZE_MAX if the job is an element by itself, as all jobs without a user are. Returns 1 if the job
 * begins an element, 0 if it belongs to the last element of its user, and -1 when there is no
 * memory. */
int swf_elements_add(
	struct swf_elements *elements, const struct swf_job *job, size_t *user) SWF_MUST_CHECK;

void swf_elements_clear(struct swf_elements *elements);

/* For each of a user's jobs, `count` of them at `places` among all jobs: which of them its field 17
 * names, the last one of that number before it, in *preceding from 0; SIZE_MAX where it names none.
 * 0, or -1 when there is no memory. */
int swf_preceding_find(const struct swf_packed_jobs *jobs, const size_t *places, size_t count,
	size_t *preceding) SWF_MUST_CHECK;

#endif
