/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "select/records.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "shared/job-fields.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "shared/option-values.h"
#include "swfcore/sessions.h"

struct change {
	int64_t job;
	int field;
	double time;
	int64_t whole;
	bool done; /* the job was there */
};

static struct change *changes;
static size_t change_count, change_capacity;

/* The numbers of their jobs. Most jobs have no change, and find that out here. */
static struct swf_index changed_jobs;

static double read_seconds(const char *text)
{
	double time;
	const char *end = text + strlen(text);
	if (swf_number_scan_time(text, end, &time) == SWF_SCAN_OK)
		return time;
	return duration_value("set", text, 1);
}

void add_change(void *opts, const char *text)
{
	char number[32], name[32];
	struct change c = {0};
	const char *rest = split_value(text, '=', number, sizeof number);
	const char *value = rest != NULL ? split_value(rest, ':', name, sizeof name) : NULL;
	(void)opts;
	if (value == NULL)
		die_usage("--set: not JOB=FIELD:VALUE, as in 17=run_time:18h: '%s'", text);
	c.job = whole_value("set", number, INT64_MIN, INT64_MAX);
	c.field = choice_value("set", name, field_names);
	const enum field_kind kind = job_fields[c.field].kind;
	if (kind == KIND_time)
		c.time = read_seconds(value);
	else if (kind == KIND_procs)
		c.whole = whole_value("set", value, SWF_UNKNOWN, INT32_MAX);
	else
		c.whole = read_number(
			"set", value, SWF_UNKNOWN, c.field == FIELD_status ? status_names : NULL);
	changes = reserve(changes, change_count, &change_capacity, sizeof *changes);
	changes[change_count++] = c;
	if (swf_index_add(&changed_jobs, c.job) == SIZE_MAX)
		die_of_memory();
}

/* Changes the fields of a job. */
static void apply_changes(struct swf_job *job)
{
	const int64_t number = job->number;
	if (change_count == 0 || swf_index_find(&changed_jobs, number) == SIZE_MAX)
		return;
	for (size_t i = 0; i < change_count; i++) {
		struct change *c = &changes[i];
		if (c->job != number)
			continue;
		set_field(job, c->field, c->time, c->whole);
		c->done = true;
	}
}

void settle_changes(const struct swf_header *header)
{
	for (size_t i = 0; i < change_count; i++)
		need_field(header, "set", changes[i].field);
}

void check_changes(void)
{
	for (size_t i = 0; i < change_count; i++)
		if (!changes[i].done)
			die("--set: the log has no job %lld", (long long)changes[i].job);
}

/* Sessions are found as records are given out, in the order of submits: a job goes on with the
 * session of the job before of its user, or begins another. */

/* The class of the session that goes on, of the user at a place, which the job may begin. */
static int find_class(struct source *s, const struct swf_job *job, size_t user, bool begins)
{
	if (user == s->class_count) {
		s->classes =
			reserve(s->classes, s->class_count, &s->class_capacity, sizeof *s->classes);
		s->class_count++;
	}
	if (begins)
		s->classes[user] = (int)swf_session_class(s->rule, job);
	return s->classes[user];
}

/* Finds the session of the next record. */
static void find_session(struct source *s, struct record *record)
{
	const struct swf_job *job = &record->job;
	record->session = 0;
	record->class_ = -1;
	if (!s->sessions || swf_job_is_anonymous(job))
		return;
	struct swf_sessions *sessions = swf_sessions_of(&s->by_user, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		die_of_memory();
	record->session = sessions->sessions;
	if (s->rule != NULL)
		record->class_ = find_class(s, job, swf_index_find(&s->by_user.index, job->user),
			sessions->starts_session);
}

/* Dies of a job, as it is after its changes, that was submitted before the one that precedes it. */
static void check_order(const struct source *s, const struct swf_job *job)
{
	struct swf_error error;
	if (!s->in_order || s->read == 0 || job->submit >= s->last)
		return;
	swf_log_refuse(s->log, 2, "earlier than the job before", &error);
	error.kind = SWF_ERROR_UNSORTED;
	die_of(&error);
}

static bool read_job(struct source *s, struct swf_job *job)
{
	struct swf_error error;
	const int got = swf_log_next(s->log, job, &error);
	if (got < 0)
		die_of(&error);
	if (got == 0)
		return false;
	progress((int64_t)s->read + 1);
	apply_changes(job);
	check_order(s, job);
	if (s->read++ == 0)
		s->first = job->submit;
	s->last = job->submit;
	return true;
}

void source_read_all(struct source *source)
{
	struct source *s = source;
	struct swf_job job;
	s->in_memory = true;
	while (read_job(s, &job)) {
		if (swf_packed_jobs_add(&s->jobs, &job) != 0)
			die_of_memory();
		keep_extra(s->log);
	}
}

bool source_next(struct source *source, struct record *record)
{
	struct source *s = source;
	if (!s->in_memory) {
		record->place = s->read;
		if (!read_job(s, &record->job))
			return false;
		record->extra = read_extra(s->log, &record->extra_length);
	} else {
		if (s->next == s->jobs.count)
			return false;
		record->place = s->next++;
		record->job = swf_packed_jobs_get(&s->jobs, record->place);
		record->extra = kept_extra(record->place, &record->extra_length);
	}
	find_session(s, record);
	return true;
}

void source_clear(struct source *source)
{
	swf_packed_jobs_clear(&source->jobs);
	swf_sessions_by_user_clear(&source->by_user);
	free(source->classes);
}
