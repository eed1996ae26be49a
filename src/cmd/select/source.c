#include "select/source.h"

#include <stdlib.h>

#include "select/changes.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/sessions.h"

/* The class of the session that goes on, of the user at a place, which the job may begin. */
static int class_of(struct source *s, const struct swf_job *job, size_t user, bool begins)
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
		record->class_ = class_of(s, job, swf_index_find(&s->by_user.index, job->user),
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
	change(job);
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
		if (swf_jobs_add(&s->jobs, &job) != 0)
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
		record->job = s->jobs.jobs[record->place];
		record->extra = kept_extra(record->place, &record->extra_length);
	}
	find_session(s, record);
	return true;
}

void source_clear(struct source *source)
{
	swf_jobs_clear(&source->jobs);
	swf_sessions_by_user_clear(&source->by_user);
	free(source->classes);
}
