/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resample/resample.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/random.h"
#include "swfcore/quantity.h"

/*
 * Between calls, all uses that begin before the week `week` of the output have begun, each with a
 * stream of its jobs. A week begins as soon as no stream has a job before it. So the first turn of
 * the streams is the next job of the output, and only the streams of active users take memory.
 *
 * The lots of a pool go on from draw to draw: the order, which each draw leaves as another
 * permutation, and how often each subtrace has been used so far. Weights are set before the draws
 * that need others.
 */

struct swf_resample {
	const struct swf_pools *pools;
	struct swf_resample_plan plan;
	gsl_rng *rng;
	void (*used)(void *self, const struct swf_resample_use *use);
	void *self;
	double start, end; /* s */
	double week;       /* the next to begin, from 0 */
	int64_t users;
	struct swf_streams streams;
	struct lot {
		double *weights;
		size_t *order;
		int64_t *copies;
	} lots[SWF_POOL_CLASSES]; /* of the subtraces of each pool */
	size_t *drawn;
	size_t drawn_capacity;
	/* Where the parts of users are resampled, a person each; of displaced users one for each of
	 * the copies, from first_owner[i] on. */
	struct swf_person *owners;
	size_t *first_owner;
};

/* Tells of a use that begins, or that passes the end of a period. */
static void resample_tell(
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

/* Begins a stream like this one. Its subtrace, copy, period, shift, `begin` and `left` are set, and
 * its person unless it has one of its own. Returns 1, 0 if it would begin after the end of the
 * workload, or -1 when there is no memory. */
static int resample_begin_use(
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
	resample_tell(r, stream, first_week);
	return 1;
}

/* Draws from a pool by the weights of its lot, into r->drawn, where copies are neighbours. Returns
 * 0, or -1 when there is no memory. */
static int resample_draw(struct swf_resample *r, enum swf_pool_class pool, size_t count)
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

/* How many of those drawn from k on are the same one. */
static size_t resample_copies(const struct swf_resample *r, size_t k, size_t count)
{
	size_t copies = 1;
	while (k + copies < count && r->drawn[k + copies] == r->drawn[k])
		copies++;
	return copies;
}

static int64_t resample_random_below(struct swf_resample *r, int64_t n)
{
	return (int64_t)(gsl_rng_uniform(r->rng) * (double)n);
}

const char *const swf_start_names[] = {"stationary", "literal", NULL};

static double weeks_of(const struct swf_pools *pools, size_t log)
{
	return pools->logs[log]->length / SWF_WEEK;
}

/* Weeks after which a long-term user submits the same jobs again; no two copies overlap. */
static int64_t resample_period(const struct swf_pools *pools, size_t log)
{
	return (int64_t)fmax(1, ceil(weeks_of(pools, log)));
}

/* The weeks of a log, the last one cut or not: the circle on which displaced users are moved. */
static int64_t resample_round(const struct swf_pools *pools, size_t log)
{
	return (int64_t)floor(weeks_of(pools, log)) + 1;
}

/* The number of weeks at which a temporary user who is present from the start may begin. */
static int64_t resample_starting_weeks(const struct swf_subtrace *subtrace, enum swf_start start)
{
	return start == SWF_START_STATIONARY ? subtrace->last_week - subtrace->first_week
					     : subtrace->weeks_active;
}

/* The number of users of a log who are displaced in a round of it, where one of weight 1 is used so
 * often. */
static int64_t resample_displaced(const struct swf_pools *pools, double uses, size_t log)
{
	const struct swf_subtrace_pool *all = &pools->pools[SWF_POOL_ALL];
	double weight = 0;
	for (size_t i = 0; i < all->count; i++)
		if (all->subtraces[i].log == log)
			weight += all->subtraces[i].weight;
	return llround(uses * weight);
}

struct swf_resample_plan swf_resample_plan_for(
	const struct swf_pools *pools, double load, enum swf_start start)
{
	const struct swf_subtrace_pool *long_term = &pools->pools[SWF_POOL_LONG_TERM];
	const struct swf_subtrace_pool *temporary = &pools->pools[SWF_POOL_TEMPORARY];
	const struct swf_subtrace_pool *rare = &pools->pools[SWF_POOL_RARE];
	const struct swf_subtrace_pool *all = &pools->pools[SWF_POOL_ALL];
	double long_term_weight = 0, temporary_weight = 0, come = 0, present = 0, rare_rate = 0;
	double all_weight = 0;
	int64_t displaced = 0;
	for (size_t i = 0; i < long_term->count; i++)
		long_term_weight += long_term->subtraces[i].weight;
	for (size_t i = 0; i < all->count; i++)
		all_weight += all->subtraces[i].weight;
	/* whole numbers of weeks are added up before they are divided, so that nothing is rounded
	 * on the way */
	for (size_t log = 0; log < pools->log_count; log++) {
		double weight = 0, weeks = 0;
		for (size_t i = 0; i < temporary->count; i++) {
			const struct swf_subtrace *s = &temporary->subtraces[i];
			if (s->log != log)
				continue;
			weight += s->weight;
			weeks += s->weight * (double)resample_starting_weeks(s, start);
		}
		temporary_weight += weight;
		come += weight / weeks_of(pools, log);
		present += weeks / weeks_of(pools, log);
	}
	for (size_t i = 0; i < rare->count; i++)
		rare_rate += 1 / weeks_of(pools, rare->subtraces[i].log);
	const double mean_weight = (long_term_weight + temporary_weight + all_weight) /
		(double)(long_term->count + temporary->count + all->count);
	const double uses = mean_weight > 0 ? load / mean_weight : 0;
	for (size_t log = 0; log < pools->log_count; log++)
		displaced += resample_displaced(pools, uses, log);
	return (struct swf_resample_plan){.long_term = llround(uses * long_term_weight),
		.temporary = pools->element == SWF_ELEMENT_USER ? llround(uses * present) : 0,
		.temporary_rate = uses * come,
		.rare_rate = load * rare_rate,
		.displaced = displaced,
		.uses = uses,
		.length = pools->classless ? (double)resample_round(pools, 0) * SWF_WEEK
					   : pools->logs[0]->length,
		.start = start};
}

/* The weight of a subtrace in draws of those that come, or with `present` of those that are there
 * at the start. */
static double resample_draw_weight(const struct swf_pools *pools,
	const struct swf_subtrace *subtrace, bool present, enum swf_start start)
{
	const bool is_there =
		subtrace->class_ == SWF_POOL_LONG_TERM || subtrace->class_ == SWF_POOL_ALL;
	if (is_there && pools->element == SWF_ELEMENT_USER)
		return subtrace->weight;
	return subtrace->weight / weeks_of(pools, subtrace->log) *
		(present ? (double)resample_starting_weeks(subtrace, start) : 1);
}

static double total_weight(
	const struct swf_pools *pools, enum swf_pool_class pool, bool present, enum swf_start start)
{
	double total = 0;
	for (size_t i = 0; i < pools->pools[pool].count; i++)
		total += resample_draw_weight(
			pools, &pools->pools[pool].subtraces[i], present, start);
	return total;
}

int swf_resample_check(const struct swf_pools *pools, const struct swf_resample_plan *plan,
	struct swf_error *error)
{
	const struct swf_resample_plan *p = plan;
	const double come = p->temporary_rate - p->rare_rate;
	if (!(p->long_term >= 0 && p->long_term <= SWF_RESAMPLE_MOST && p->temporary >= 0 &&
		    p->temporary <= SWF_RESAMPLE_MOST && p->temporary_rate >= 0 &&
		    p->temporary_rate <= SWF_RESAMPLE_MOST))
		return swf_fail(error, "more than %d users, or less than none", SWF_RESAMPLE_MOST);
	if (p->displaced < 0 || p->displaced > SWF_RESAMPLE_MOST || p->displace < 0)
		return swf_fail(error, "more than %d users are displaced, or by less than nothing",
			SWF_RESAMPLE_MOST);
	if (pools->classless && p->displaced == 0)
		return swf_fail(error, "there is no user to be displaced");
	if (!(p->length > 0) || !(p->repeat >= 0 && p->repeat <= 1) || !(p->rare_rate >= 0))
		return swf_fail(error, "no length, or a wrong rate or probability");
	if (p->temporary_rate > 0 && p->temporary_rate < 1e-6)
		return swf_fail(error, "a user in a million weeks does not come");
	if (come < 0)
		return swf_fail(error,
			"rare behaviours cannot come %g times a week where %g temporary users come",
			p->rare_rate, p->temporary_rate);
	if (p->long_term > 0 && !(total_weight(pools, SWF_POOL_LONG_TERM, true, p->start) > 0))
		return swf_fail(error, "there is no long-term user to be drawn");
	if (p->temporary > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, true, p->start) > 0))
		return swf_fail(error, "there is no temporary user to be there at the start");
	if (come > 0 && !(total_weight(pools, SWF_POOL_TEMPORARY, false, p->start) > 0))
		return swf_fail(error, "there is no temporary user to come");
	if (p->rare_rate > 0 && !(total_weight(pools, SWF_POOL_RARE, false, p->start) > 0))
		return swf_fail(error, "there is no rare behaviour to be drawn");
	return 0;
}

/* Uses subtrace i of a pool from its job `first` on, unless it would begin after the end. */
static int begin_use(struct swf_resample *r, enum swf_pool_class pool, size_t i, size_t first,
	int64_t first_week, int64_t shift)
{
	const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
	const bool long_term = pool == SWF_POOL_LONG_TERM;
	const struct swf_stream like = {.subtrace = s,
		.person = r->owners != NULL ? &r->owners[s->owner] : NULL,
		.copy = r->lots[pool].copies[i] + 1,
		.period = long_term ? resample_period(r->pools, s->log) : 0,
		.left = long_term ? SIZE_MAX : s->count - first,
		.shift = shift,
		.begin = first};
	const int begun = resample_begin_use(r, &like, first_week);
	r->lots[pool].copies[i] += begun > 0;
	return begun < 0 ? -1 : 0;
}

/* Starts a long-term user in a week of the period, which begins with the user's activity and ends
 * with the pause. */
static int start_long_term(struct swf_resample *r, size_t i, int64_t week)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_LONG_TERM].subtraces[i];
	if (week > s->last_week - s->first_week) {
		const int64_t pause = resample_period(r->pools, s->log) - week;
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
	if (resample_draw(r, pool, count) != 0)
		return -1;
	for (size_t k = 0; k < count;) {
		const size_t i = r->drawn[k], copies = resample_copies(r, k, count);
		const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
		const int64_t weeks = !long_term ? resample_starting_weeks(s, r->plan.start)
			: r->plan.start == SWF_START_STATIONARY ? resample_period(r->pools, s->log)
								: s->last_week - s->first_week + 1;
		const int64_t base = resample_random_below(r, weeks);
		for (size_t j = 0; j < copies; j++, k++) {
			/* copies lie as far apart as possible on the circle of weeks */
			const int64_t week = (base + (int64_t)j * weeks / (int64_t)copies) % weeks;
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
		r->lots[pool].weights[i] = resample_draw_weight(
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
	if (resample_draw(r, pool, count) != 0)
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
static int begin_week_by_class(struct swf_resample *r)
{
	const struct swf_resample_plan *plan = &r->plan;
	/* one trial for each temporary user of the pool, or for each rare one where there are no
	 * others; several where more come */
	const size_t temporary = r->pools->pools[SWF_POOL_TEMPORARY].count;
	const double users =
		(double)(temporary > 0 ? temporary : r->pools->pools[SWF_POOL_RARE].count);
	const int64_t trials = (int64_t)(users * fmax(1, ceil(plan->temporary_rate / users)));
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

static int start_by_class(struct swf_resample *r)
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

/* Displaced users: in each round of their log all are moved by a few weeks. The copies of a user
 * are persons of their own, who go on from round to round. */

/* Makes the persons of all copies. Returns 0, or -1 when there is no memory. */
static int displaced_start(struct swf_resample *r)
{
	const struct swf_subtrace_pool *all = &r->pools->pools[SWF_POOL_ALL];
	size_t persons = 0;
	r->streams.by_place = true;
	r->first_owner = malloc((all->count + 1) * sizeof *r->first_owner);
	if (r->first_owner == NULL)
		return -1;
	/* a user is drawn as often as expected, rounded down or up, and so is the number of draws
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
		return resample_random_below(r, round);
	const int64_t weeks = (resample_random_below(r, 2 * most + 1) - most) % round;
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
	return resample_begin_use(r, &like, swf_pool_subtrace_week(s, like.begin) + like.shift);
}

static int begin_round(struct swf_resample *r, size_t log, int64_t round)
{
	const size_t count = (size_t)resample_displaced(r->pools, r->plan.uses, log);
	const struct swf_subtrace_pool *all = &r->pools->pools[SWF_POOL_ALL];
	for (size_t i = 0; i < all->count; i++)
		r->lots[SWF_POOL_ALL].weights[i] =
			all->subtraces[i].log == log ? all->subtraces[i].weight : 0;
	if (resample_draw(r, SWF_POOL_ALL, count) != 0)
		return -1;
	for (size_t k = 0; k < count;) {
		const size_t copies = resample_copies(r, k, count);
		for (size_t j = 0; j < copies; j++, k++)
			if (move_user(r, r->drawn[k], j, round) < 0)
				return -1;
	}
	return 0;
}

/* Begins the next week, and with it the rounds of logs that begin there. Returns 0, or -1 when
 * there is no memory. */
static int displaced_begin_week(struct swf_resample *r)
{
	for (size_t log = 0; log < r->pools->log_count; log++) {
		const int64_t round = resample_round(r->pools, log);
		if ((int64_t)r->week % round == 0 && begin_round(r, log, round) != 0)
			return -1;
	}
	r->week++;
	return 0;
}

int swf_resample_next(struct swf_resample *resample, struct swf_job *job, struct swf_error *error)
{
	struct swf_resample *r = resample;
	const struct swf_streams *streams = &r->streams;
	while (r->pools->classless || r->plan.temporary_rate > 0) {
		const double week_begin = r->start + r->week * SWF_WEEK;
		if (week_begin >= r->end ||
			(streams->count > 0 && streams->turns[0].submit < week_begin))
			break;
		if ((r->pools->classless ? displaced_begin_week(r) : begin_week_by_class(r)) != 0)
			return swf_fail_memory(error);
	}
	if (streams->count == 0 || streams->turns[0].submit >= r->end)
		return 0;
	if (streams->turns[0].submit > SWF_TIME_MAX)
		return swf_fail(error, "the workload comes to times beyond 2^53 s");
	const struct swf_stream *again = swf_streams_next(&r->streams, job);
	if (again != NULL && swf_stream_submit(again) < r->end)
		resample_tell(r, again, again->subtrace->first_week + again->shift);
	return 1;
}

static int make_lots(struct swf_resample *r)
{
	for (int pool = 0; pool < SWF_POOL_CLASSES; pool++) {
		const size_t n = r->pools->pools[pool].count;
		struct lot *lot = &r->lots[pool];
		lot->weights = malloc((n + 1) * sizeof *lot->weights);
		lot->order = malloc((n + 1) * sizeof *lot->order);
		lot->copies = calloc(n + 1, sizeof *lot->copies);
		if (lot->weights == NULL || lot->order == NULL || lot->copies == NULL)
			return -1;
		for (size_t i = 0; i < n; i++)
			lot->order[i] = i;
	}
	return 0;
}

struct swf_resample *swf_resample_new(const struct swf_pools *pools,
	const struct swf_resample_plan *plan, gsl_rng *rng,
	void (*used)(void *self, const struct swf_resample_use *use), void *self,
	struct swf_error *error)
{
	if (swf_resample_check(pools, plan, error) != 0)
		return NULL;
	struct swf_resample *r = calloc(1, sizeof *r);
	if (r == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	*r = (struct swf_resample){.pools = pools,
		.plan = *plan,
		.rng = rng,
		/* repeating jobs has its generator, so that it changes nothing else */
		.streams = {.repeat = plan->repeat,
			.repeats = swf_random_new_from(rng),
			.slab = {.element_size = sizeof(struct swf_stream)}},
		.used = used,
		.self = self,
		.start = pools->logs[0]->origin + pools->logs[0]->move};
	r->end = r->start + plan->length;
	if (r->streams.repeats != NULL && make_lots(r) == 0 &&
		(pools->classless ? displaced_start(r) : start_by_class(r)) == 0)
		return r;
	swf_fail_memory(error);
	swf_resample_free(r);
	return NULL;
}

void swf_resample_free(struct swf_resample *resample)
{
	if (resample == NULL)
		return;
	swf_streams_clear(&resample->streams);
	for (int pool = 0; pool < SWF_POOL_CLASSES; pool++) {
		free(resample->lots[pool].weights);
		free(resample->lots[pool].order);
		free(resample->lots[pool].copies);
	}
	free(resample->drawn);
	free(resample->owners);
	free(resample->first_owner);
	free(resample);
}
