#include "resample/resample-classes.h"

#include <stdlib.h>

#include "resample/resample-plan.h"

/* Uses subtrace i of a pool from its job `first` on, unless it would begin after the end. */
static int begin_use(struct swf_resample *r, enum swf_pool_class pool, size_t i, size_t first,
	int64_t first_week, int64_t shift)
{
	const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
	const bool long_term = pool == SWF_POOL_LONG_TERM;
	const struct swf_stream like = {.subtrace = s,
		.person = r->owners != NULL ? &r->owners[s->owner] : NULL,
		.copy = r->lots[pool].copies[i] + 1,
		.period = long_term ? swf_resample_period(r->pools, s->log) : 0,
		.left = long_term ? SIZE_MAX : s->count - first,
		.shift = shift,
		.begin = first};
	const int begun = swf_resample_begin_use(r, &like, first_week);
	r->lots[pool].copies[i] += begun > 0;
	return begun < 0 ? -1 : 0;
}

/* The j-th of `copies` places on a circle of n, as far apart as possible, after a random one. */
static int64_t place_of_copy(int64_t base, size_t j, size_t copies, int64_t n)
{
	return (base + (int64_t)j * n / (int64_t)copies) % n;
}

/* Starts a long-term user in a week of the period, which begins with the user's activity and ends
 * with the pause. */
static int start_long_term(struct swf_resample *r, size_t i, int64_t week)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_LONG_TERM].subtraces[i];
	if (week > s->last_week - s->first_week) {
		const int64_t pause = swf_resample_period(r->pools, s->log) - week;
		return begin_use(r, SWF_POOL_LONG_TERM, i, 0, pause, pause - s->first_week);
	}
	const int64_t from = s->first_week + week;
	return begin_use(r, SWF_POOL_LONG_TERM, i, swf_pool_subtrace_from_week(s, from), 0, -from);
}

/* Starts a temporary user in the k-th of the weeks in which a start is possible. */
static int start_temporary(struct swf_resample *r, size_t i, int64_t k)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_TEMPORARY].subtraces[i];
	const int64_t from = r->plan.start == SWF_START_STATIONARY
		? s->first_week + 1 + k
		: swf_pool_subtrace_active_week(s, k);
	return begin_use(r, SWF_POOL_TEMPORARY, i, swf_pool_subtrace_from_week(s, from), 0, -from);
}

/* Starts the users who are there at first. */
static int start_users(struct swf_resample *r, enum swf_pool_class pool, size_t count)
{
	const bool long_term = pool == SWF_POOL_LONG_TERM;
	if (swf_resample_draw(r, pool, count) != 0)
		return -1;
	for (size_t k = 0; k < count;) {
		const size_t i = r->drawn[k], copies = swf_resample_copies(r, k, count);
		const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
		const int64_t weeks = !long_term ? swf_resample_starting_weeks(s, r->plan.start)
			: r->plan.start == SWF_START_STATIONARY
			? swf_resample_period(r->pools, s->log)
			: s->last_week - s->first_week + 1;
		const int64_t base = swf_resample_random_below(r, weeks);
		for (size_t j = 0; j < copies; j++, k++) {
			const int64_t week = place_of_copy(base, j, copies, weeks);
			if ((long_term ? start_long_term(r, i, week)
				       : start_temporary(r, i, week)) != 0)
				return -1;
		}
	}
	return 0;
}

/* Sets the weights of a pool, for those who come or for those who are present at the start. */
static void weigh(struct swf_resample *r, enum swf_pool_class pool, bool present)
{
	for (size_t i = 0; i < r->pools->pools[pool].count; i++)
		r->lots[pool].weights[i] = swf_resample_draw_weight(
			r->pools, &r->pools->pools[pool].subtraces[i], present, r->plan.start);
}

/* In the first week nobody comes who is there already, as long as there are enough others. */
static void spare_those_present(struct swf_resample *r, int64_t arrivals)
{
	const struct lot *lot = &r->lots[SWF_POOL_TEMPORARY];
	const size_t n = r->pools->pools[SWF_POOL_TEMPORARY].count;
	int64_t others = 0;
	for (size_t i = 0; i < n; i++)
		others += lot->copies[i] == 0 && lot->weights[i] > 0;
	if (others < arrivals)
		return;
	for (size_t i = 0; i < n; i++)
		if (lot->copies[i] > 0)
			lot->weights[i] = 0;
}

/* Those drawn from a pool come, with their first job in this week. */
static int come(struct swf_resample *r, enum swf_pool_class pool, size_t count)
{
	const int64_t week = (int64_t)r->week;
	if (swf_resample_draw(r, pool, count) != 0)
		return -1;
	for (size_t k = 0; k < count; k++) {
		const size_t i = r->drawn[k];
		const int64_t shift = week - r->pools->pools[pool].subtraces[i].first_week;
		if (begin_use(r, pool, i, 0, week, shift) != 0)
			return -1;
	}
	return 0;
}

/* A binomial number, by trying: so that no other library's arithmetic can change the workload. */
static int64_t random_successes(struct swf_resample *r, int64_t trials, double probability)
{
	int64_t successes = 0;
	for (int64_t i = 0; i < trials; i++)
		successes += gsl_rng_uniform(r->rng) < probability;
	return successes;
}

/* Begins the next week: a binomial number of users comes, or the sum of several where more come
 * than are in the pool. */
int swf_resample_begin_week(struct swf_resample *r)
{
	const struct swf_resample_plan *plan = &r->plan;
	const int64_t trials = swf_resample_arrival_trials(r->pools, plan->temporary_rate);
	const int64_t arrivals = random_successes(r, trials, plan->temporary_rate / (double)trials);
	const int64_t rare = random_successes(r, arrivals, plan->rare_rate / plan->temporary_rate);
	if (r->week == 0)
		spare_those_present(r, arrivals - rare);
	if (come(r, SWF_POOL_TEMPORARY, (size_t)(arrivals - rare)) != 0 ||
		come(r, SWF_POOL_RARE, (size_t)rare) != 0)
		return -1;
	if (r->week == 0)
		weigh(r, SWF_POOL_TEMPORARY, false);
	r->week++;
	return 0;
}

int swf_resample_start(struct swf_resample *r)
{
	weigh(r, SWF_POOL_LONG_TERM, false);
	weigh(r, SWF_POOL_TEMPORARY, false);
	weigh(r, SWF_POOL_RARE, false);
	if (r->pools->element != SWF_ELEMENT_USER) {
		r->owners = calloc(r->pools->owners + 1, sizeof *r->owners);
		if (r->owners == NULL)
			return -1;
	}
	if (start_users(r, SWF_POOL_LONG_TERM, (size_t)r->plan.long_term) != 0)
		return -1;
	weigh(r, SWF_POOL_TEMPORARY, true);
	if (start_users(r, SWF_POOL_TEMPORARY, (size_t)r->plan.temporary) != 0)
		return -1;
	weigh(r, SWF_POOL_TEMPORARY, false);
	return 0;
}
