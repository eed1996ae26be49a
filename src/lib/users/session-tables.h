/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of what is found of users' work: a row a job, batch, session or user. Columns:
 * swf-sessions(1). Each table is made empty (NULL when there is no memory) and filled row by row.
 */
#ifndef SWF_SESSION_TABLES_H
#define SWF_SESSION_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/sessions.h"
#include "swfcore/table.h"
#include "swfcore/users.h"
#include "users/features.h"

/* A job, with fields 17 and 18 filled, that `sessions` was given last; NULL for one without a user.
 */
struct swf_table *swf_session_tables_jobs(void);
void swf_session_tables_add_job(
	struct swf_table *table, const struct swf_job *job, const struct swf_sessions *sessions);

/* All batches of a user. Returns 0, or -1 when there is no memory. */
struct swf_table *swf_session_tables_batches(void);
int swf_session_tables_add_batches(
	struct swf_table *table, int64_t user, const struct swf_batches *batches) SWF_MUST_CHECK;

/* A session; `number` counts the user's from 1. */
struct swf_table *swf_session_tables_sessions(void);
void swf_session_tables_add_session(struct swf_table *table, int64_t user, size_t number,
	const struct swf_session_features *session);

struct swf_table *swf_session_tables_users(void);
void swf_session_tables_add_user(
	struct swf_table *table, int64_t user, const double variables[SWF_USER_VARIABLES]);

/* Tables of the users of a log. Columns: swf-split-users(1). */

/* An empty table with a row a user, with `files` behind a column with the name of the user's file.
 * NULL when there is no memory. */
struct swf_table *swf_user_tables_users(bool files);

/* Adds the row of a user, behind the cell with the user's file if there is such a column. */
void swf_user_tables_add_user(struct swf_table *table, const struct swf_users *users,
	const struct swf_user *user, const struct swf_user_class_rule *rule);

/* A table of one row: the users and jobs of each class. NULL when there is no memory. */
struct swf_table *swf_user_tables_summary(
	const struct swf_users *users, const struct swf_user_class_rule *rule);

/*
 * The chance that a session goes on behind a job, against the job's response time and slowdown.
 * Definitions and columns: swf-sessions(1). Source: Feitelson, Resampling with feedback (2021),
 * figure 18, and the formula of Shmueli and Feitelson, On simulation and design of parallel-systems
 * schedulers: are we doing the right thing? (2009).
 */
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
