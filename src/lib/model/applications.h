/* What a synthetic user runs: remembered applications, and new ones. */
#ifndef SWF_MODEL_APPLICATIONS_H
#define SWF_MODEL_APPLICATIONS_H

#include "model/synthetic-user.h"

/* What a user can tell of a job before it has run: the time that it may take, in s, and the work,
 * in processor-seconds; where there are no estimates the size stands for both. */
static inline double swf_application_expected_time(const struct swf_application *a)
{
	return a->estimate > 0 ? a->estimate : a->size;
}

static inline double swf_application_expected_work(const struct swf_application *a)
{
	return a->estimate > 0 ? a->size * a->estimate : a->size;
}

/* The application of the first job of a session. A new one gets the number after `executables`. */
struct swf_application *swf_application_first(
	struct swf_synthetic_user *user, int64_t *executables);

/* That of another job of the session. It may be batch work in an interactive session, or the other
 * way round. */
struct swf_application *swf_application_next(struct swf_synthetic_user *user, int64_t *executables);

/* How long a job of an application runs, in whole s. */
double swf_application_draw_run_time(
	struct swf_synthetic_user *user, const struct swf_application *a, bool awaited);

#endif
