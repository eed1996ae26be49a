/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-sessions: finds the sessions and batches of each user and writes the log with the job that
 * each job waited for, or a table of what was found, or the graph of one user's batches.
 *
 * A session depends only on the jobs before it. The log and the tables of jobs and of continuation
 * are therefore written as jobs are read, with memory by user. The other tables have their rows by
 * user and hold the log.
 */
#include <math.h>
#include <stdlib.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "swfcore/sessions.h"
#include "swfcore/users.h"
#include "users/features.h"
#include "users/session-lists.h"
#include "users/session-tables.h"

enum table { TABLE_JOBS, TABLE_BATCHES, TABLE_SESSIONS, TABLE_USERS, TABLE_CONTINUATION, NO_TABLE };

struct opts {
	struct swf_session_rule rule; /* its gap is negative if not given */
	enum table table;
	enum swf_format format;
	int64_t dot_user; /* negative if not given */
	enum swf_size size;
	int32_t procs;
};

static const char *const ways[] = {"arrival", "think-time", NULL};
static const char *const tables[] = {"jobs", "batches", "sessions", "users", "continuation", NULL};

static const struct option_row options[] = {
	{'\0', "session-by", "WAY",
		"a session ends with a long gap between arrivals, or think time",
		TO_CHOICE(rule.by, ways)},
	{'g', "gap", "DURATION",
		"length of a gap that ends a session (default: 1h; with --session-by think-time "
		"and --table continuation 20m)",
		TO_DURATION(rule.gap, 1)},
	{'\0', "previous", NULL,
		"with --session-by think-time: count from the end of the previous job, not from "
		"the latest end in the session",
		TO_FLAG(rule.previous)},
	{'t', "table", "WHAT", "print a table instead", TO_CHOICE(table, tables)},
	FORMAT_OPTION(format),
	{'\0', "dot", "USER", "print the user's graph of batches for graphviz instead",
		TO_WHOLE(dot_user, 0, INT64_MAX)},
	INCLUDE(anonymous_jobs_options), PROCS_OPTION(procs, "MaxProcs or MaxNodes of the log"),
	SIZE_OPTION(size), INCLUDE(local_time_options), INCLUDE(writing_options),
	INCLUDE(extra_options), OPTIONS_END};

static const struct command command = {.name = "swf-sessions",
	.usage = "[options] [LOG]",
	.purpose = "Finds the sessions and batches of each user in an SWF log (default: standard "
		   "input) and writes the log with the job that each job depends on in fields 17 "
		   "and 18.",
	.options = options};

/* Dies of options that contradict each other, and settles the gap. */
static void settle_opts(struct opts *o)
{
	static const char *const ways_of_division[] = {"session-by", "previous", NULL};
	struct swf_session_rule *rule = &o->rule;
	const bool prints_table = o->table != NO_TABLE;
	const char *given = option_given_of(ways_of_division);
	if (o->table == TABLE_CONTINUATION && given != NULL)
		die_usage("--table continuation goes without --%s", given);
	if (o->dot_user >= 0 && prints_table)
		die_usage("--dot goes without --table");
	if (option_given("format") && !prints_table)
		die_usage("--format goes with --table");
	settle_extra(!prints_table && o->dot_user < 0, "goes without --table and --dot");
	if (rule->previous && rule->by != SWF_BY_THINK_TIME)
		die_usage("--previous goes with --session-by think-time");
	if (rule->gap < 0)
		rule->gap = rule->by == SWF_BY_ARRIVAL && o->table != TABLE_CONTINUATION ? SWF_HOUR
											 : 1200;
}

/* Warns where the waits of a log, which say when its jobs ended, are not known. */
static void warn_of_waits(
	const struct swf_waits *waits, const struct swf_log *log, const struct opts *o)
{
	warn_of_unknown_waits(waits,
		o->procs > 0 ? o->procs : swf_header_procs(swf_log_header(log)), file_operand(),
		"Think times may include time in the queue, and batches may be split");
}

/* Writes the log, or the table of jobs, as the jobs come. */
static void mark_jobs(struct swf_log *log, const struct opts *o, struct swf_table *table)
{
	struct swf_sessions_by_user all = {0};
	struct swf_writer *writer = table == NULL ? begin_filtered_log(log) : NULL;
	struct swf_job job;
	struct swf_waits waits = {0};
	int64_t left_out = 0;
	double left_out_work = 0;
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, o->size);
		struct swf_sessions *sessions = NULL;
		job.preceding = SWF_UNKNOWN;
		job.think_time = SWF_UNKNOWN;
		if (!swf_job_is_anonymous(&job)) {
			sessions = checked(swf_sessions_of(&all, job.user));
			must(swf_sessions_add(sessions, &o->rule, &job));
			swf_sessions_mark(sessions, &job);
		} else if (!log_options()->keep_anonymous) {
			left_out++;
			left_out_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
			continue;
		}
		if (table != NULL)
			swf_session_tables_add_job(table, &job, sessions);
		else if (put_read_job(writer, &job, log) != 0)
			break;
	}
	if (writer != NULL)
		end_log(writer, output_name());
	warn_of_waits(&waits, log, o);
	note_anonymous(left_out, left_out_work, swf_log_counts(log).work);
	swf_sessions_by_user_clear(&all);
}

/* What users do after their jobs, as these come. */
static void count_continuation(struct swf_log *log, const struct opts *o, struct swf_table *table)
{
	struct swf_continuation *continuation = checked(swf_continuation_new(o->rule.gap));
	struct swf_waits waits = {0};
	struct swf_job job;
	int64_t left_out = 0;
	double left_out_work = 0;
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, o->size);
		if (swf_job_is_anonymous(&job)) {
			left_out++;
			left_out_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
		} else if (swf_continuation_add(continuation, &job) != 0) {
			die_of_memory();
		}
	}
	warn_of_waits(&waits, log, o);
	note_anonymous(left_out, left_out_work, swf_log_counts(log).work);
	swf_continuation_fill(continuation, table);
	swf_continuation_free(continuation);
}

/* The graph of one user; nobody else's jobs matter. */
static void write_dot(struct swf_log *log, const struct opts *o)
{
	struct swf_batches batches = {0};
	struct swf_waits waits = {0};
	struct swf_job job;
	keep_operands();
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, o->size);
		if (job.user == o->dot_user && swf_batches_add(&batches, &o->rule, &job) != 0)
			die_of_memory();
	}
	warn_of_waits(&waits, log, o);
	if (batches.count == 0)
		die("user %lld has no jobs in the log", (long long)o->dot_user);
	swf_batches_dot(&batches, o->dot_user, output());
	swf_batches_clear(&batches);
}

/* The log in memory, and what the variables are relative to. */
struct swf_synthetic_memory {
	struct swf_workload workload;
	double last_end;
	double longest_estimate;
};

static void read_jobs(struct swf_log *log, const struct opts *o, struct swf_synthetic_memory *m)
{
	struct swf_job job;
	struct swf_waits waits = {0};
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, o->size);
		must(swf_workload_add(&m->workload, &job, o->size));
		m->last_end = fmax(m->last_end, swf_job_end(&job));
		m->longest_estimate = fmax(m->longest_estimate, swf_job_estimate(&job));
	}
	warn_of_waits(&waits, log, o);
	note_anonymous(m->workload.users.anonymous, m->workload.users.anonymous_work,
		swf_log_counts(log).work);
	must(swf_workload_finish(&m->workload));
}

/* A row for every batch. */
static void add_batches(const struct swf_workload *w, const struct opts *o, struct swf_table *table)
{
	struct swf_batches batches = {0};
	for (size_t u = 0; u < w->users.count; u++) {
		size_t count;
		const size_t *places = swf_workload_places(w, u, &count);
		swf_batches_reset(&batches);
		for (size_t i = 0; i < count; i++) {
			const struct swf_job job = swf_packed_jobs_get(&w->jobs, places[i]);
			must(swf_batches_add(&batches, &o->rule, &job));
		}
		must(swf_session_tables_add_batches(table, w->users.users[u].number, &batches));
	}
	swf_batches_clear(&batches);
}

/* Ends the session that goes on, with a row where the table is that of sessions. */
static void end_session(struct swf_features *features, const struct opts *o, int64_t user,
	size_t number, struct swf_table *table)
{
	struct swf_session_features session;
	swf_features_end_session(features, &session);
	if (o->table == TABLE_SESSIONS)
		swf_session_tables_add_session(table, user, number, &session);
}

/* A row for every session, or for every user. */
static void add_features(const struct swf_workload *w, const struct opts *o,
	struct swf_features *features, struct swf_table *table)
{
	struct swf_sessions sessions = {0};
	double variables[SWF_USER_VARIABLES];
	for (size_t u = 0; u < w->users.count; u++) {
		const int64_t user = w->users.users[u].number;
		size_t count;
		const size_t *places = swf_workload_places(w, u, &count);
		swf_sessions_reset(&sessions);
		for (size_t i = 0; i < count; i++) {
			const struct swf_job job = swf_packed_jobs_get(&w->jobs, places[i]);
			must(swf_sessions_add(&sessions, &o->rule, &job));
			if (sessions.starts_session && sessions.sessions > 1)
				end_session(features, o, user, sessions.sessions - 1, table);
			must(swf_features_add(features, &sessions, &job));
		}
		end_session(features, o, user, sessions.sessions, table);
		swf_features_end_user(features, variables);
		if (o->table == TABLE_USERS)
			swf_session_tables_add_user(table, user, variables);
	}
	swf_sessions_clear(&sessions);
}

static void add_rows_by_user(struct swf_log *log, const struct opts *o, struct swf_table *table)
{
	const struct swf_header *header = swf_log_header(log);
	struct swf_synthetic_memory m = {.last_end = -INFINITY};
	const struct swf_users *users = &m.workload.users;
	read_jobs(log, o, &m);
	if (o->table == TABLE_BATCHES) {
		add_batches(&m.workload, o, table);
	} else if (users->count > 0) {
		struct swf_calendar *calendar = local_time(header, users->first, m.last_end);
		const struct swf_session_class_rule class_rule = {.calendar = calendar,
			.procs = o->procs > 0 ? o->procs : swf_header_procs(header),
			.size = o->size,
			.longest_estimate = m.longest_estimate};
		if (class_rule.procs == 0)
			die_without_procs(log, file_operand());
		struct swf_features *features = checked(swf_features_new(&class_rule));
		add_features(&m.workload, o, features, table);
		swf_features_free(features);
		swf_calendar_free(calendar);
	}
	swf_workload_clear(&m.workload);
}

int main(int argc, char **argv)
{
	static struct swf_table *(*const new_table[])(void) = {swf_session_tables_jobs,
		swf_session_tables_batches, swf_session_tables_sessions, swf_session_tables_users,
		swf_continuation_new_table};
	struct opts o = {
		.rule.gap = -1, .table = NO_TABLE, .format = SWF_FORMAT_CSV, .dot_user = -1};
	command_begin(&command, &o, argc, argv);
	settle_opts(&o);

	struct swf_log *log = open_log();
	struct swf_table *table = o.table != NO_TABLE ? checked(new_table[o.table]()) : NULL;
	if (table != NULL)
		swf_table_stream(table, output(), o.format);
	if (o.dot_user >= 0)
		write_dot(log, &o);
	else if (o.table == TABLE_JOBS || table == NULL)
		mark_jobs(log, &o, table);
	else if (o.table == TABLE_CONTINUATION)
		count_continuation(log, &o, table);
	else
		add_rows_by_user(log, &o, table);
	if (table != NULL)
		write_table(table, o.format);
	note_log_counts(swf_log_counts(log));
	if (!log_options()->keep_anonymous)
		need_users(log, file_operand());
	swf_log_free(log);
	return command_end();
}
