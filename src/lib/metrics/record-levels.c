#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/heap.h"
#include "metrics/records.h"

/* A job while it is counted. */
struct counted {
	double begin, end; /* s */
	double by;
};

static bool begins_before(const struct counted *a, const struct counted *b)
{
	return a->begin < b->begin;
}

static bool ends_before(const struct counted *a, const struct counted *b)
{
	return a->end < b->end;
}

HEAP(coming, struct counted, begins_before)
HEAP(going, struct counted, ends_before)

/* The jobs that are yet to be counted, and those that are: no more of them are held at a time than
 * wait and run then. */
struct sweep {
	struct counted *coming, *going;
	size_t coming_count, going_count, coming_capacity, going_capacity;
	struct swf_levels levels;
};

static int begin_next(struct sweep *s)
{
	const struct counted next = s->coming[0];
	coming_pop(s->coming, s->coming_count--);
	struct counted *going = swf_array_reserve_from(
		4, s->going, s->going_count, &s->going_capacity, sizeof *going);
	if (going == NULL)
		return -1;
	s->going = going;
	going_push(going, s->going_count++, next);
	return swf_levels_change(&s->levels, next.begin, next.by);
}

static int end_next(struct sweep *s)
{
	const struct counted next = s->going[0];
	going_pop(s->going, s->going_count--);
	return swf_levels_change(&s->levels, next.end, -next.by);
}

/* All changes up to a time pass. */
static int pass(struct sweep *s, double time)
{
	for (;;) {
		const double begin = s->coming_count > 0 ? s->coming[0].begin : (double)INFINITY;
		const double end = s->going_count > 0 ? s->going[0].end : (double)INFINITY;
		const double next = fmin(begin, end);
		if (next > time || (s->coming_count == 0 && s->going_count == 0))
			return 0;
		if ((begin <= end ? begin_next(s) : end_next(s)) != 0)
			return -1;
	}
}

static int add(struct sweep *s, const struct counted *job)
{
	struct counted *coming = swf_array_reserve_from(
		4, s->coming, s->coming_count, &s->coming_capacity, sizeof *coming);
	if (coming == NULL)
		return -1;
	s->coming = coming;
	coming_push(coming, s->coming_count++, *job);
	return 0;
}

struct swf_level_share *swf_record_levels(const struct swf_record *records, size_t count,
	enum swf_metrics_level level, struct swf_window window, size_t *shares_count)
{
	struct sweep s = {.levels = {.begin = window.begin, .end = window.end, .since = -INFINITY}};
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		const struct swf_record *r = &records[i];
		const double start = swf_record_start(r);
		const struct counted job = level == SWF_LEVEL_QUEUE
			? (struct counted){r->submit, start, 1}
			: (struct counted){start, swf_record_end(r), r->size};
		if (job.begin < window.end && job.end > window.begin && job.end > job.begin)
			result = pass(&s, r->submit) != 0 ? -1 : add(&s, &job);
	}
	struct swf_level_share *shares = result == 0 && pass(&s, INFINITY) == 0
		? swf_levels_shares(&s.levels, shares_count)
		: NULL;
	swf_levels_clear(&s.levels);
	free(s.coming);
	free(s.going);
	return shares;
}
