#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "swfcore/batches.h"

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
static const char *shown(double seconds, char text[2 * SWF_NUMBER_SLACK])
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
					shown(batch->think_time, text));
			fputs(";\n", file);
		}
		if (i > 0)
			fprintf(file, "\tb%zu -> b%zu [style=dashed, label=\"%s s\"];\n", i + 1, i,
				shown(batch->inter_arrival, text));
	}
	fputs("}\n", file);
}
