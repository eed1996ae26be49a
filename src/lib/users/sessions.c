#include "swfcore/sessions.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "swfcore/quantity.h"

const struct swf_session_rule swf_session_default_rule = {.by = SWF_BY_ARRIVAL, .gap = SWF_HOUR};

/* Of sessions that ended together, the last to start counts as the last to end. */
static inline bool ends_before(const struct swf_session_end *a, const struct swf_session_end *b)
{
	return a->end < b->end || (a->end == b->end && a->session < b->session);
}

HEAP(running, struct swf_session_end, ends_before)

/* The session that goes on becomes one of the earlier ones. */
static int leave_session(struct swf_sessions *s)
{
	struct swf_session_end *running = swf_array_reserve_from(
		4, s->running, s->running_count, &s->running_capacity, sizeof *running);
	if (running == NULL)
		return -1;
	s->running = running;
	running_push(running, s->running_count++,
		(struct swf_session_end){
			.end = s->latest_end, .job = s->latest_job, .session = s->sessions - 1});
	return 0;
}

/* Sorts out the earlier sessions that have ended by now. */
static void find_ended(struct swf_sessions *s, double now)
{
	size_t before = s->running_count;
	while (s->running_count > 0 && s->running[0].end <= now)
		running_pop(s->running, s->running_count--);
	s->ended_count = before - s->running_count;
	/* those that had ended at an earlier start ended before these */
	if (s->ended_count > 0)
		s->last_ended = s->running[s->running_count];
	s->any_ended = s->any_ended || s->ended_count > 0;
}

int swf_sessions_add(struct swf_sessions *sessions, const struct swf_session_rule *rule,
	const struct swf_job *job)
{
	struct swf_sessions *s = sessions;
	const double now = job->submit, end = swf_job_end(job);
	s->inter_arrival = s->sessions > 0 ? now - s->submit : (double)NAN;
	s->since_end =
		s->sessions > 0 ? now - (rule->previous ? s->end : s->latest_end) : (double)NAN;
	s->starts_session = s->sessions == 0 ||
		(rule->by == SWF_BY_ARRIVAL ? s->inter_arrival : s->since_end) > rule->gap;
	s->starts_batch = s->starts_session || now >= s->latest_end;
	s->ended_count = 0;
	if (s->starts_session) {
		if (s->sessions > 0 && leave_session(s) != 0)
			return -1;
		find_ended(s, now);
		s->sessions++;
		s->depends = s->any_ended;
		s->preceding = s->last_ended.job;
		s->preceding_end = s->last_ended.end;
	} else if (s->starts_batch) {
		s->depends = true;
		s->preceding = s->latest_job;
		s->preceding_end = s->latest_end;
	}
	s->batches += s->starts_batch;
	if (s->starts_session || end >= s->latest_end) {
		s->latest_end = end;
		s->latest_job = job->number;
	}
	s->submit = now;
	s->end = end;
	return 0;
}

void swf_sessions_mark(const struct swf_sessions *sessions, struct swf_job *job)
{
	/* a job without a number cannot be named */
	const bool named = sessions->depends && sessions->preceding != SWF_UNKNOWN;
	job->preceding = named ? sessions->preceding : SWF_UNKNOWN;
	job->think_time = named ? job->submit - sessions->preceding_end : SWF_UNKNOWN;
}

void swf_sessions_reset(struct swf_sessions *sessions)
{
	*sessions = (struct swf_sessions){
		.running = sessions->running, .running_capacity = sessions->running_capacity};
}

void swf_sessions_clear(struct swf_sessions *sessions)
{
	free(sessions->running);
	*sessions = (struct swf_sessions){0};
}
