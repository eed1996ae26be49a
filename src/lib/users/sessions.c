/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/sessions.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "swfcore/quantity.h"

/*
 * Sessions of one user. Ends are looked at only when a session starts. From then on each earlier
 * session is in one of three places. Those that still run are in the heap `running`, the first to
 * end on top. Those that ended since the previous start lie behind the end of the heap, where
 * popping left them. Of all others only the last to end is kept (last_ended), since a session can
 * have waited for no other. So a session is pushed once and popped once, at the cost of the
 * logarithm of how many run side by side.
 */

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
		const size_t before = s->running_count;
		while (s->running_count > 0 && s->running[0].end <= now)
			running_pop(s->running, s->running_count--);
		s->ended_count = before - s->running_count;
		/* what an earlier start found had ended before all that this one finds */
		if (s->ended_count > 0)
			s->last_ended = s->running[s->running_count];
		s->any_ended = s->any_ended || s->ended_count > 0;
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

/*
 * The graph of batches. `ended` lists the sessions in the order of their ends, and only grows: each
 * start adds all that ended since the start before. Let s (`latest_ended`) be the one in the list
 * that started last. A session that depends on s depends by way of s on those that had ended when
 * s started, and these are the first of the list. So the direct dependencies of its first batch are
 * the rest of the list, which two numbers describe, and nothing is copied.
 */

static int begin_session(struct swf_batches *b)
{
	struct swf_session_start *starts = swf_array_reserve_from(
		4, b->starts, b->sessions.sessions - 1, &b->starts_capacity, sizeof *starts);
	if (starts == NULL)
		return -1;
	b->starts = starts;
	/* popping left the one that ended first at the end */
	for (size_t i = b->sessions.ended_count; i-- > 0;) {
		size_t *ended = swf_array_reserve_from(
			4, b->ended, b->ended_count, &b->ended_capacity, sizeof *ended);
		if (ended == NULL)
			return -1;
		const size_t session = b->sessions.running[b->sessions.running_count + i].session;
		b->ended = ended;
		ended[b->ended_count++] = session;
		if (session > b->latest_ended)
			b->latest_ended = session;
	}
	starts[b->sessions.sessions - 1] =
		(struct swf_session_start){.batch = b->count, .ended = b->ended_count};
	return 0;
}

/* With `named` the batch depends on the job that fields 17 and 18 name. */
static int begin_batch(struct swf_batches *b, const struct swf_job *job, bool named)
{
	const struct swf_sessions *s = &b->sessions;
	struct swf_batch *batches =
		swf_array_reserve_from(4, b->batches, b->count, &b->capacity, sizeof *batches);
	if (batches == NULL)
		return -1;
	b->batches = batches;
	const bool depends = named ? job->preceding != SWF_UNKNOWN : s->depends;
	const double think_time = named ? job->think_time : job->submit - s->preceding_end;
	struct swf_batch batch = {.session = s->sessions - 1,
		.first = b->jobs,
		.arrival = job->submit,
		.end = s->end,
		.think_time = depends ? think_time : NAN,
		.inter_arrival =
			b->count > 0 ? job->submit - batches[b->count - 1].last_arrival : NAN,
		.depends = depends};
	if (s->starts_session && depends && !named) {
		batch.depends_from = b->starts[b->latest_ended].ended;
		batch.depends = b->ended_count - batch.depends_from;
	}
	batches[b->count++] = batch;
	return 0;
}

/* Adds the job that the sessions were given last. */
static int add_job(struct swf_batches *b, const struct swf_job *job, bool starts_batch, bool named)
{
	if ((b->sessions.starts_session && begin_session(b) != 0) ||
		(starts_batch && begin_batch(b, job, named) != 0))
		return -1;
	struct swf_batch *batch = &b->batches[b->count - 1];
	batch->jobs++;
	batch->last_arrival = job->submit;
	if (b->sessions.end > batch->end)
		batch->end = b->sessions.end;
	b->jobs++;
	return 0;
}

int swf_batches_add(
	struct swf_batches *batches, const struct swf_session_rule *rule, const struct swf_job *job)
{
	if (swf_sessions_add(&batches->sessions, rule, job) != 0)
		return -1;
	return add_job(batches, job, batches->sessions.starts_batch, false);
}

int swf_batches_add_named(struct swf_batches *batches, const struct swf_session_rule *rule,
	const struct swf_job *job, bool same)
{
	if (swf_sessions_add(&batches->sessions, rule, job) != 0)
		return -1;
	return add_job(batches, job, batches->sessions.starts_session || !same, true);
}

size_t swf_batch_dependency(const struct swf_batches *batches, size_t i, size_t k)
{
	const struct swf_batch *batch = &batches->batches[i];
	if (i != batches->starts[batch->session].batch)
		return i - 1;
	/* the last batch before the next session */
	return batches->starts[batches->ended[batch->depends_from + k] + 1].batch - 1;
}

void swf_batches_reset(struct swf_batches *batches)
{
	swf_sessions_reset(&batches->sessions);
	batches->count = batches->jobs = 0;
	batches->ended_count = batches->latest_ended = 0;
}

void swf_batches_clear(struct swf_batches *batches)
{
	free(batches->batches);
	free(batches->starts);
	free(batches->ended);
	swf_sessions_clear(&batches->sessions);
	*batches = (struct swf_batches){0};
}

static void write_nodes(const struct swf_batches *batches, FILE *file)
{
	size_t session = 0;
	for (size_t i = 0; i < batches->count; i++) {
		const struct swf_batch *batch = &batches->batches[i];
		if (i == 0 || batch->session != session) {
			session = batch->session;
			fprintf(file,
				"%s\tsubgraph cluster_%zu {\n"
				"\t\tlabel=\"session %zu\"; style=rounded; color=gray;\n",
				i > 0 ? "\t}\n" : "", session + 1, session + 1);
		}
		fprintf(file, "\t\tb%zu [label=\"batch %zu\\n%zu job%s\"];\n", i + 1, i + 1,
			batch->jobs, batch->jobs == 1 ? "" : "s");
	}
	fputs(batches->count > 0 ? "\t}\n" : "", file);
}

/* A time as logs have it. */
static const char *time_text(double seconds, char text[2 * SWF_NUMBER_SLACK])
{
	*swf_number_put_time(text, seconds) = '\0';
	return text;
}

void swf_batches_dot(const struct swf_batches *batches, int64_t user, FILE *file)
{
	char text[2 * SWF_NUMBER_SLACK];
	/* edges lead back in time, so that time flows from left to right */
	fprintf(file, "digraph \"user %lld\" {\n\trankdir=RL;\n\tnode [shape=box];\n",
		(long long)user);
	write_nodes(batches, file);
	for (size_t i = 0; i < batches->count; i++) {
		const struct swf_batch *batch = &batches->batches[i];
		for (size_t k = 0; k < batch->depends; k++) {
			fprintf(file, "\tb%zu -> b%zu", i + 1,
				swf_batch_dependency(batches, i, k) + 1);
			/* the think time counts from the last of them */
			if (k + 1 == batch->depends)
				fprintf(file, " [label=\"think %s s\"]",
					time_text(batch->think_time, text));
			fputs(";\n", file);
		}
		if (i > 0)
			fprintf(file, "\tb%zu -> b%zu [style=dashed, label=\"%s s\"];\n", i + 1, i,
				time_text(batch->inter_arrival, text));
	}
	fputs("}\n", file);
}
