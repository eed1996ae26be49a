#include "resample/displaced.h"

#include <math.h>
#include <stdlib.h>

#include "resample/resample-plan.h"

/* Weights of a log's users, where others are not drawn. */
static void weigh(struct swf_resample *r, size_t log)
{
	const struct swf_subtrace_pool *all = &r->pools->pools[SWF_POOL_ALL];
	for (size_t i = 0; i < all->count; i++)
		r->lots[SWF_POOL_ALL].weights[i] =
			all->subtraces[i].log == log ? all->subtraces[i].weight : 0;
}

int swf_displaced_start(struct swf_resample *r)
{
	const struct swf_subtrace_pool *all = &r->pools->pools[SWF_POOL_ALL];
	size_t persons = 0;
	r->streams.by_place = true;
	r->first_owner = malloc((all->count + 1) * sizeof *r->first_owner);
	if (r->first_owner == NULL)
		return -1;
	/* one is drawn as often as expected, rounded down or up; the number of all is rounded, too
	 */
	for (size_t i = 0; i < all->count; i++) {
		r->first_owner[i] = persons;
		persons += (size_t)ceil(r->plan.uses * all->subtraces[i].weight) + 2;
	}
	r->owners = calloc(persons + 1, sizeof *r->owners);
	return r->owners == NULL ? -1 : 0;
}

/* The weeks by which a user is moved forward in a round of a log, going around. */
static int64_t draw_weeks(struct swf_resample *r, int64_t round)
{
	const int64_t most = r->plan.displace;
	if (most == SWF_DISPLACE_ANY)
		return swf_resample_random_below(r, round);
	const int64_t weeks = (swf_resample_random_below(r, 2 * most + 1) - most) % round;
	return weeks < 0 ? weeks + round : weeks;
}

/* Moves a user in a round that begins in the next week. */
static int move_user(struct swf_resample *r, size_t i, size_t copy, int64_t round)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_ALL].subtraces[i];
	const int64_t forward = draw_weeks(r, round);
	/* from this job on they come around, and so before the others */
	const size_t around = swf_pool_subtrace_from_week(s, round - forward);
	const bool any = around < s->count;
	const struct swf_stream like = {.subtrace = s,
		.person = &r->owners[r->first_owner[i] + copy],
		.copy = (int64_t)copy + 1,
		.period = round,
		.left = s->count,
		.shift = (int64_t)r->week + forward - (any ? round : 0),
		.begin = any ? around : 0};
	return swf_resample_begin_use(r, &like, swf_pool_subtrace_week(s, like.begin) + like.shift);
}

static int begin_round(struct swf_resample *r, size_t log, int64_t round)
{
	const size_t count = (size_t)swf_resample_displaced(r->pools, r->plan.uses, log);
	weigh(r, log);
	if (swf_resample_draw(r, SWF_POOL_ALL, count) != 0)
		return -1;
	for (size_t k = 0; k < count;) {
		const size_t copies = swf_resample_copies(r, k, count);
		for (size_t j = 0; j < copies; j++, k++)
			if (move_user(r, r->drawn[k], j, round) < 0)
				return -1;
	}
	return 0;
}

int swf_displaced_begin_week(struct swf_resample *r)
{
	for (size_t log = 0; log < r->pools->log_count; log++) {
		const int64_t round = swf_resample_round(r->pools, log);
		if ((int64_t)r->week % round == 0 && begin_round(r, log, round) != 0)
			return -1;
	}
	r->week++;
	return 0;
}
