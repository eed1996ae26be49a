/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance that a session goes on behind a job, against the job's response time and slowdown.
 * Definitions and columns: swf-sessions(1). Source: Feitelson, Resampling with feedback (2021),
 * figure 18, and the formula of Shmueli and Feitelson, On simulation and design of parallel-systems
 * schedulers: are we doing the right thing? (2009). */
#ifndef SWF_USERS_CONTINUATION_H
#define SWF_USERS_CONTINUATION_H

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/table.h"

struct swf_continuation;

/* A session goes on if the user's next job comes within `gap` s of the end of this one. NULL when
 * there is no memory. */
struct swf_continuation *swf_continuation_new(double gap);
void swf_continuation_free(struct swf_continuation *continuation);

/* Adds the next job of a log in submit order; it has a user. 0, or -1 when there is no memory. */
int swf_continuation_add(
	struct swf_continuation *continuation, const struct swf_job *job) SWF_MUST_CHECK;

/* A table without a row, NULL when there is no memory; and the rows for all jobs so far. */
struct swf_table *swf_continuation_new_table(void);
void swf_continuation_fill(const struct swf_continuation *continuation, struct swf_table *table);

#endif
