#include "resample/streams.h"

#include <stdlib.h>

#include "base/array.h"

static bool earlier(const struct swf_turn *a, const struct swf_turn *b)
{
	if (a->submit != b->submit)
		return a->submit < b->submit;
	return a->place != b->place ? a->place < b->place : a->order < b->order;
}

HEAP(turns, struct swf_turn, earlier)

static size_t place_of(const struct swf_streams *streams, const struct swf_stream *stream)
{
	return streams->by_place ? stream->subtrace->places[stream->next] : 0;
}

struct swf_stream *swf_streams_add(struct swf_streams *streams, const struct swf_stream *like)
{
	const size_t reach = like->subtrace->reach;
	struct swf_turn *turns = swf_array_reserve(
		streams->turns, streams->count, &streams->capacity, sizeof *turns);
	if (turns == NULL)
		return NULL;
	streams->turns = turns;
	struct swf_stream *stream = swf_slab_take(&streams->slab);
	if (stream == NULL)
		return NULL;
	*stream = *like;
	stream->next = stream->begin;
	stream->numbers = reach > 0 ? malloc(reach * sizeof *stream->numbers) : NULL;
	if (reach > 0 && stream->numbers == NULL) {
		swf_slab_give_back(&streams->slab, stream);
		return NULL;
	}
	const struct swf_turn turn = {.submit = swf_stream_submit(stream),
		.place = place_of(streams, stream),
		.order = streams->begun++,
		.stream = stream};
	turns_push(turns, streams->count++, turn);
	return stream;
}

/* Makes a job of the stream's next one. */
static void make_job(struct swf_streams *streams, struct swf_stream *stream, struct swf_job *job)
{
	const struct swf_subtrace *s = stream->subtrace;
	const struct swf_job own = swf_pool_job(s, stream->next);
	struct swf_person *person = stream->person;
	const bool repeats = streams->repeat > 0 && person->previous != NULL &&
		gsl_rng_uniform(streams->repeats) < streams->repeat;
	if (repeats) {
		*job = swf_pool_job(person->previous, person->previous_job);
	} else {
		*job = own;
		person->previous = s;
		person->previous_job = stream->next;
	}
	job->number = ++streams->jobs;
	job->submit = streams->turns[0].submit;
	job->user = person->number;
	job->preceding = own.preceding;
	job->think_time = own.think_time;
	if (own.preceding >= 0) {
		const size_t back = (size_t)own.preceding;
		const bool had = back > 0 && back <= stream->next - stream->begin;
		job->preceding =
			had ? stream->numbers[(stream->next - back) % s->reach] : SWF_UNKNOWN;
		job->think_time = had ? own.think_time : SWF_UNKNOWN;
	}
	if (s->reach > 0)
		stream->numbers[stream->next % s->reach] = job->number;
}

static void end_stream(struct swf_streams *streams)
{
	struct swf_stream *stream = streams->turns[0].stream;
	turns_pop(streams->turns, streams->count--);
	free(stream->numbers);
	swf_slab_give_back(&streams->slab, stream);
}

const struct swf_stream *swf_streams_next(struct swf_streams *streams, struct swf_job *job)
{
	struct swf_turn turn = streams->turns[0];
	struct swf_stream *stream = turn.stream;
	make_job(streams, stream, job);
	if (stream->left != SIZE_MAX && --stream->left == 0) {
		end_stream(streams);
		return NULL;
	}
	const bool over = ++stream->next == stream->subtrace->count;
	if (over) {
		stream->begin = stream->next = 0;
		stream->shift += stream->period;
	}
	turn.submit = swf_stream_submit(stream);
	turn.place = place_of(streams, stream);
	turns_replace(streams->turns, streams->count, turn);
	return over ? stream : NULL;
}

void swf_streams_clear(struct swf_streams *streams)
{
	for (size_t i = 0; i < streams->count; i++)
		free(streams->turns[i].stream->numbers);
	free(streams->turns);
	swf_slab_clear(&streams->slab);
	if (streams->repeats != NULL)
		gsl_rng_free(streams->repeats);
	*streams = (struct swf_streams){0};
}
