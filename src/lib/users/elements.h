/*
 * The elements of a log that are moved as one: the jobs of a user, a session or a batch, or each
 * by itself. Sessions and batches are those of sessions.h, found by arrival with a gap of an hour.
 */
#ifndef SWF_USERS_ELEMENTS_H
#define SWF_USERS_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "users/sessions-by-user.h"

enum swf_element { SWF_ELEMENT_USER, SWF_ELEMENT_SESSION, SWF_ELEMENT_BATCH, SWF_ELEMENT_JOB };

/* "user", "session", "batch", "job", NULL. */
extern const char *const swf_element_names[];

/* Finds them as the jobs of a log come in submit order. Begins with {.element = ...}. */
struct swf_elements {
	enum swf_element element;
	struct swf_sessions_by_user users;
};

/* Takes the next job. *user gets the place of its user, in the order in which they came, or
 * SIZE_MAX if the job is an element by itself, as all jobs without a user are. Returns 1 if it is
 * the first of an element, which then is the one of its user until another begins, 0 if it belongs
 * to that one, and -1 when there is no memory. */
int swf_elements_add(
	struct swf_elements *elements, const struct swf_job *job, size_t *user) SWF_MUST_CHECK;

void swf_elements_clear(struct swf_elements *elements);

#endif
