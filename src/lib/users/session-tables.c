/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/session-tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swfcore/quantity.h"

/* The columns, in order: name, kind of cell, whether it is known, value. Names once published stay.
 */
/* clang-format off */
#define JOB_COLUMNS(X) \
	X("job",           whole, true,    job->number) \
	X("user",          whole, of_user, job->user) \
	X("session",       whole, of_user, (int64_t)sessions->sessions) \
	X("batch",         whole, of_user, (int64_t)sessions->batches) \
	X("submit",        time,  true,    job->submit) \
	X("end",           time,  true,    swf_job_end(job)) \
	X("inter_arrival", time,  of_user, sessions->inter_arrival) \
	X("since_end",     time,  of_user, sessions->since_end) \
	X("preceding",     whole, depends, job->preceding) \
	X("think_time",    time,  depends, job->think_time)
#define BATCH_COLUMNS(X) \
	X("user",          whole, true,    user) \
	X("session",       whole, true,    (int64_t)batch->session + 1) \
	X("batch",         whole, true,    (int64_t)i + 1) \
	X("jobs",          whole, true,    (int64_t)batch->jobs) \
	X("arrival",       time,  true,    batch->arrival) \
	X("last_arrival",  time,  true,    batch->last_arrival) \
	X("end",           time,  true,    batch->end) \
	X("depends_on",    text,  depends, depends_on) \
	X("think_time",    time,  true,    batch->think_time) \
	X("inter_arrival", time,  true,    batch->inter_arrival)
/* with the variables of the session behind them */
#define SESSION_COLUMNS(X) \
	X("user",          whole, true,    user) \
	X("session",       whole, true,    (int64_t)number) \
	X("start",         time,  true,    session->start) \
	X("end",           time,  true,    session->end) \
	X("class",         text,  true,    swf_session_class_names[session->class_])
/* clang-format on */

#define ONE(name, kind, known, value)  +1
#define NAME(name, kind, known, value) name,
#define CELL(name, kind, known, value)                                                             \
	if (known)                                                                                 \
		swf_table_##kind(table, value);                                                    \
	else                                                                                       \
		swf_table_number(table, NAN);

struct swf_table *swf_session_tables_jobs(void)
{
	static const char *const names[] = {JOB_COLUMNS(NAME)};
	return swf_table_new(names, 0 JOB_COLUMNS(ONE));
}

void swf_session_tables_add_job(
	struct swf_table *table, const struct swf_job *job, const struct swf_sessions *sessions)
{
	const bool of_user = sessions != NULL, depends = of_user && sessions->depends;
	JOB_COLUMNS(CELL)
}

struct swf_table *swf_session_tables_batches(void)
{
	static const char *const names[] = {BATCH_COLUMNS(NAME)};
	return swf_table_new(names, 0 BATCH_COLUMNS(ONE));
}

/* The numbers of the batches that batch i depends on, with blanks between them. */
static char *dependencies(const struct swf_batches *batches, size_t i)
{
	enum { DIGITS = 21 };
	const size_t count = batches->batches[i].depends;
	char *text = malloc(count * DIGITS + 1), *p = text;
	if (text == NULL)
		return NULL;
	*p = '\0';
	for (size_t k = 0; k < count; k++)
		p += sprintf(p, "%s%zu", k > 0 ? " " : "", swf_batch_dependency(batches, i, k) + 1);
	return text;
}

int swf_session_tables_add_batches(
	struct swf_table *table, int64_t user, const struct swf_batches *batches)
{
	for (size_t i = 0; i < batches->count; i++) {
		const struct swf_batch *batch = &batches->batches[i];
		const bool depends = batch->depends > 0;
		char *depends_on = dependencies(batches, i);
		if (depends_on == NULL)
			return -1;
		BATCH_COLUMNS(CELL)
		free(depends_on);
	}
	return 0;
}

struct swf_table *swf_session_tables_sessions(void)
{
	enum { BEFORE = 0 SESSION_COLUMNS(ONE) };
	const char *names[BEFORE + SWF_SESSION_VARIABLES] = {SESSION_COLUMNS(NAME)};
	memcpy(names + BEFORE, swf_features_session_variables,
		sizeof swf_features_session_variables);
	return swf_table_new(names, BEFORE + SWF_SESSION_VARIABLES);
}

static void add_variables(struct swf_table *table, const double *variables, size_t count)
{
	for (size_t i = 0; i < count; i++)
		swf_table_number(table, variables[i]);
}

void swf_session_tables_add_session(struct swf_table *table, int64_t user, size_t number,
	const struct swf_session_features *session)
{
	SESSION_COLUMNS(CELL)
	add_variables(table, session->variables, SWF_SESSION_VARIABLES);
}

struct swf_table *swf_session_tables_users(void)
{
	const char *names[1 + SWF_USER_VARIABLES] = {"user"};
	memcpy(names + 1, swf_features_user_variables, sizeof swf_features_user_variables);
	return swf_table_new(names, 1 + SWF_USER_VARIABLES);
}

void swf_session_tables_add_user(
	struct swf_table *table, int64_t user, const double variables[SWF_USER_VARIABLES])
{
	swf_table_whole(table, user);
	add_variables(table, variables, SWF_USER_VARIABLES);
}

struct swf_table *swf_user_tables_users(bool files)
{
	static const char *const names[] = {"file", "user", "class", "jobs", "first", "last",
		"weeks_active", "work", "span_weeks", "jobs_share", "work_share"};
	const size_t count = sizeof names / sizeof *names;
	return files ? swf_table_new(names, count) : swf_table_new(names + 1, count - 1);
}

void swf_user_tables_add_user(struct swf_table *table, const struct swf_users *users,
	const struct swf_user *user, const struct swf_user_class_rule *rule)
{
	swf_table_whole(table, user->number);
	swf_table_text(table, swf_user_class_names[swf_user_class(users, user, rule)]);
	swf_table_number(table, (double)user->jobs);
	swf_table_time(table, user->first);
	swf_table_time(table, user->last);
	swf_table_number(table, (double)user->weeks_active);
	swf_table_number(table, user->work);
	swf_table_number(table, (user->last - user->first) / SWF_WEEK);
	swf_table_number(table, (double)user->jobs / (double)users->total.jobs);
	swf_table_number(
		table, users->total.work > 0 ? user->work / users->total.work : (double)NAN);
}

struct swf_table *swf_user_tables_summary(
	const struct swf_users *users, const struct swf_user_class_rule *rule)
{
	static const char *const names[] = {"long_term_users", "long_term_jobs", "temporary_users",
		"temporary_jobs", "discarded_users", "discarded_jobs", "anonymous_jobs",
		"long_term_weeks", "edge_weeks", "effective_users"};
	int64_t user_count[SWF_USER_CLASSES] = {0}, jobs[SWF_USER_CLASSES] = {0};
	struct swf_table *table = swf_table_new(names, sizeof names / sizeof *names);
	if (table == NULL)
		return NULL;
	swf_table_set_record(table);
	for (size_t i = 0; i < users->count; i++) {
		enum swf_user_class class_ = swf_user_class(users, &users->users[i], rule);
		user_count[class_]++;
		jobs[class_] += users->users[i].jobs;
	}
	for (int class_ = 0; class_ < SWF_USER_CLASSES; class_++) {
		swf_table_number(table, (double)user_count[class_]);
		swf_table_number(table, (double)jobs[class_]);
	}
	swf_table_number(table, (double)users->anonymous);
	swf_table_number(table, rule->long_term / SWF_WEEK);
	swf_table_number(table, rule->edge / SWF_WEEK);
	swf_table_number(table, swf_users_effective(users));
	return table;
}
