#include "resample/resample-run.h"

#include <stdlib.h>

#include "base/random.h"

void swf_resample_tell(
	const struct swf_resample *r, const struct swf_stream *stream, int64_t first_week)
{
	const struct swf_resample_use use = {.user = stream->person->number,
		.subtrace = stream->subtrace,
		.copy = stream->copy,
		.first_week = first_week,
		.shift = stream->shift,
		.first_job = stream->begin};
	if (r->used != NULL)
		r->used(r->self, &use);
}

int swf_resample_begin_use(
	struct swf_resample *r, const struct swf_stream *like, int64_t first_week)
{
	struct swf_stream next = *like;
	next.next = like->begin;
	next.move = r->pools->logs[like->subtrace->log]->move;
	if (swf_stream_submit(&next) >= r->end)
		return 0;
	struct swf_stream *stream = swf_streams_add(&r->streams, &next);
	if (stream == NULL)
		return -1;
	if (stream->person == NULL)
		stream->person = &stream->own;
	if (stream->person->number == 0)
		stream->person->number = ++r->users;
	swf_resample_tell(r, stream, first_week);
	return 1;
}

int swf_resample_draw(struct swf_resample *r, enum swf_pool_class pool, size_t count)
{
	if (count > r->drawn_capacity) {
		size_t *larger = realloc(r->drawn, count * sizeof *larger);
		if (larger == NULL)
			return -1;
		r->drawn = larger;
		r->drawn_capacity = count;
	}
	swf_random_draw(r->rng, r->lots[pool].weights, r->pools->pools[pool].count,
		r->lots[pool].order, count, r->drawn);
	return 0;
}

size_t swf_resample_copies(const struct swf_resample *r, size_t k, size_t count)
{
	size_t copies = 1;
	while (k + copies < count && r->drawn[k + copies] == r->drawn[k])
		copies++;
	return copies;
}

int64_t swf_resample_random_below(struct swf_resample *r, int64_t n)
{
	return (int64_t)(gsl_rng_uniform(r->rng) * (double)n);
}
