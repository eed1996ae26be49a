#include "swf/summaries.h"

#include <stdlib.h>

#include "base/array.h"

static int has(const struct swf_summaries *s, int64_t number)
{
	struct swf_bisection b = {.high = s->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, s->ranges[b.middle].last < number);
	return (b.low < s->count && s->ranges[b.low].first <= number) ||
		swf_index_find(&s->others, number) != SIZE_MAX;
}

static int add(struct swf_summaries *s, int64_t number)
{
	struct swf_number_range *last = s->count > 0 ? &s->ranges[s->count - 1] : NULL;
	if (last != NULL && number <= last->last)
		return has(s, number) || swf_index_add(&s->others, number) != SIZE_MAX ? 0 : -1;
	if (last != NULL && number - 1 == last->last) {
		last->last = number;
		return 0;
	}
	struct swf_number_range *ranges =
		swf_array_reserve(s->ranges, s->count, &s->capacity, sizeof *ranges);
	if (ranges == NULL)
		return -1;
	s->ranges = ranges;
	ranges[s->count++] = (struct swf_number_range){number, number};
	return 0;
}

int swf_summaries_cover(struct swf_summaries *summaries, const struct swf_job *job)
{
	return swf_job_is_partial(job) ? has(summaries, job->number) : add(summaries, job->number);
}

void swf_summaries_clear(struct swf_summaries *summaries)
{
	free(summaries->ranges);
	swf_index_clear(&summaries->others);
	*summaries = (struct swf_summaries){0};
}
