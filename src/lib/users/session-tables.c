#include "users/session-tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct swf_table *swf_session_tables_jobs(void)
{
	static const char *const names[] = {"job", "user", "session", "batch", "submit", "end",
		"inter_arrival", "since_end", "preceding", "think_time"};
	return swf_table_new(names, COUNT(names));
}

void swf_session_tables_add_job(
	struct swf_table *table, const struct swf_job *job, const struct swf_sessions *sessions)
{
	swf_table_whole(table, job->number);
	if (sessions == NULL) {
		for (int empty = 0; empty < 3; empty++)
			swf_table_number(table, NAN);
	} else {
		swf_table_whole(table, job->user);
		swf_table_whole(table, (int64_t)sessions->sessions);
		swf_table_whole(table, (int64_t)sessions->batches);
	}
	swf_table_time(table, job->submit);
	swf_table_time(table, swf_job_end(job));
	swf_table_time(table, sessions != NULL ? sessions->inter_arrival : (double)NAN);
	swf_table_time(table, sessions != NULL ? sessions->since_end : (double)NAN);
	if (sessions != NULL && sessions->depends) {
		swf_table_whole(table, job->preceding);
		swf_table_time(table, job->think_time);
	} else {
		swf_table_number(table, NAN);
		swf_table_number(table, NAN);
	}
}

struct swf_table *swf_session_tables_batches(void)
{
	static const char *const names[] = {"user", "session", "batch", "jobs", "arrival",
		"last_arrival", "end", "depends_on", "think_time", "inter_arrival"};
	return swf_table_new(names, COUNT(names));
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
		char *depends_on = dependencies(batches, i);
		if (depends_on == NULL)
			return -1;
		swf_table_whole(table, user);
		swf_table_number(table, (double)batch->session + 1);
		swf_table_number(table, (double)i + 1);
		swf_table_number(table, (double)batch->jobs);
		swf_table_time(table, batch->arrival);
		swf_table_time(table, batch->last_arrival);
		swf_table_time(table, batch->end);
		if (batch->depends > 0)
			swf_table_text(table, depends_on);
		else
			swf_table_number(table, NAN);
		swf_table_time(table, batch->think_time);
		swf_table_time(table, batch->inter_arrival);
		free(depends_on);
	}
	return 0;
}

struct swf_table *swf_session_tables_sessions(void)
{
	const char *names[5 + SWF_SESSION_VARIABLES] = {"user", "session", "start", "end", "class"};
	memcpy(names + 5, swf_session_variables, sizeof swf_session_variables);
	return swf_table_new(names, COUNT(names));
}

static void add_variables(struct swf_table *table, const double *variables, size_t count)
{
	for (size_t i = 0; i < count; i++)
		swf_table_number(table, variables[i]);
}

void swf_session_tables_add_session(struct swf_table *table, int64_t user, size_t number,
	const struct swf_session_features *session)
{
	swf_table_whole(table, user);
	swf_table_number(table, (double)number);
	swf_table_time(table, session->start);
	swf_table_time(table, session->end);
	swf_table_text(table, swf_session_class_names[session->class_]);
	add_variables(table, session->variables, SWF_SESSION_VARIABLES);
}

struct swf_table *swf_session_tables_users(void)
{
	const char *names[1 + SWF_USER_VARIABLES] = {"user"};
	memcpy(names + 1, swf_user_variables, sizeof swf_user_variables);
	return swf_table_new(names, COUNT(names));
}

void swf_session_tables_add_user(
	struct swf_table *table, int64_t user, const double variables[SWF_USER_VARIABLES])
{
	swf_table_whole(table, user);
	add_variables(table, variables, SWF_USER_VARIABLES);
}
