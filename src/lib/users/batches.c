#include "swfcore/batches.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* Adds the sessions that have just ended to the list of those that have. */
static int note_ended(struct swf_batches *b)
{
	const struct swf_sessions *s = &b->sessions;
	for (size_t i = s->ended_count; i-- > 0;) {
		size_t *ended = swf_array_reserve_from(
			4, b->ended, b->ended_count, &b->ended_capacity, sizeof *ended);
		if (ended == NULL)
			return -1;
		size_t session = s->running[s->running_count + i].session;
		b->ended = ended;
		b->ended[b->ended_count++] = session;
		if (session > b->latest_ended)
			b->latest_ended = session;
	}
	return 0;
}

static int start_session(struct swf_batches *b)
{
	struct swf_session_start *starts = swf_array_reserve_from(
		4, b->starts, b->sessions.sessions - 1, &b->starts_capacity, sizeof *starts);
	if (starts == NULL)
		return -1;
	b->starts = starts;
	if (note_ended(b) != 0)
		return -1;
	starts[b->sessions.sessions - 1] =
		(struct swf_session_start){.batch = b->count, .ended = b->ended_count};
	return 0;
}

/* With `named` the batch depends on the job that fields 17 and 18 name. */
static int start_batch(struct swf_batches *b, const struct swf_job *job, bool named)
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
static int add(struct swf_batches *b, const struct swf_job *job, bool starts_batch, bool named)
{
	if ((b->sessions.starts_session && start_session(b) != 0) ||
		(starts_batch && start_batch(b, job, named) != 0))
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
	return add(batches, job, batches->sessions.starts_batch, false);
}

int swf_batches_add_named(struct swf_batches *batches, const struct swf_session_rule *rule,
	const struct swf_job *job, bool same)
{
	if (swf_sessions_add(&batches->sessions, rule, job) != 0)
		return -1;
	return add(batches, job, batches->sessions.starts_session || !same, true);
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
