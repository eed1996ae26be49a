/* What a synthetic user runs: remembered applications, and new ones. */
#ifndef SWFCORE_APPLICATIONS_H
#define SWFCORE_APPLICATIONS_H

#include "model/synthetic-user.h"

/* The application of the first job of a session. A new one gets the number after `executables`. */
struct application *swf_first_application(struct synthetic_user *user, int64_t *executables);

/* That of another job of the session. It may be batch work in an interactive session, or the other
 * way round. */
struct application *swf_next_application(struct synthetic_user *user, int64_t *executables);

/* How long a job of an application runs, in whole s. */
double swf_draw_run_time(struct synthetic_user *user, const struct application *a, bool awaited);

#endif
