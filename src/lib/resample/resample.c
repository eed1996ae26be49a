#include "resample/resample.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/random.h"
#include "resample/resample-plan.h"
#include "resample/streams.h"

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
	struct swf_person *owners; /* where the parts of users are resampled */
};

static void tell(const struct swf_resample *r, const struct swf_stream *stream, int64_t first_week)
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

/* Uses subtrace i of a pool from its job `first` on, unless it would begin after the end. */
static int begin_use(struct swf_resample *r, enum swf_pool_class pool, size_t i, size_t first,
	int64_t first_week, int64_t shift)
{
	const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
	const struct swf_stream like = {.subtrace = s,
		.period = pool == SWF_POOL_LONG_TERM ? swf_resample_period(r->pools, s) : 0,
		.shift = shift,
		.move = r->pools->logs[s->log].move,
		.begin = first,
		.next = first};
	if (swf_stream_submit(&like) >= r->end)
		return 0;
	struct swf_stream *stream = swf_streams_add(&r->streams, &like);
	if (stream == NULL)
		return -1;
	stream->person = r->owners != NULL ? &r->owners[s->owner] : &stream->own;
	if (stream->person->number == 0)
		stream->person->number = ++r->users;
	stream->copy = ++r->lots[pool].copies[i];
	tell(r, stream, first_week);
	return 0;
}

/* Draws from a pool, into r->drawn. */
static int draw(struct swf_resample *r, enum swf_pool_class pool, size_t count)
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
static size_t copies_from(const struct swf_resample *r, size_t k, size_t count)
{
	size_t copies = 1;
	while (k + copies < count && r->drawn[k + copies] == r->drawn[k])
		copies++;
	return copies;
}

/* The j-th of `copies` places on a circle of n, as far apart as possible, after a random one. */
static int64_t place_of_copy(int64_t base, size_t j, size_t copies, int64_t n)
{
	return (base + (int64_t)j * n / (int64_t)copies) % n;
}

static int64_t random_below(struct swf_resample *r, int64_t n)
{
	return (int64_t)(gsl_rng_uniform(r->rng) * (double)n);
}

/* Starts a long-term user in a week of the period, which begins with the user's activity and ends
 * with the pause. */
static int start_long_term(struct swf_resample *r, size_t i, int64_t week)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_LONG_TERM].subtraces[i];
	if (week > s->last_week - s->first_week) {
		const int64_t pause = swf_resample_period(r->pools, s) - week;
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
	if (draw(r, pool, count) != 0)
		return -1;
	for (size_t k = 0; k < count;) {
		const size_t i = r->drawn[k], copies = copies_from(r, k, count);
		const struct swf_subtrace *s = &r->pools->pools[pool].subtraces[i];
		const int64_t weeks = !long_term ? swf_resample_starting_weeks(s, r->plan.start)
			: r->plan.start == SWF_START_STATIONARY ? swf_resample_period(r->pools, s)
								: s->last_week - s->first_week + 1;
		const int64_t base = random_below(r, weeks);
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
	if (draw(r, pool, count) != 0)
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
static int begin_week(struct swf_resample *r)
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

int swf_resample_next(struct swf_resample *resample, struct swf_job *job, struct swf_error *error)
{
	struct swf_resample *r = resample;
	const struct swf_streams *streams = &r->streams;
	while (r->plan.temporary_rate > 0) {
		const double week_begin = r->start + r->week * SWF_WEEK;
		if (week_begin >= r->end ||
			(streams->count > 0 && streams->turns[0].submit < week_begin))
			break;
		if (begin_week(r) != 0)
			return swf_fail_memory(error);
	}
	if (streams->count == 0 || streams->turns[0].submit >= r->end)
		return 0;
	if (streams->turns[0].submit > SWF_TIME_MAX)
		return swf_fail(error, "the workload comes to times beyond 2^53 s");
	const struct swf_stream *again = swf_streams_next(&r->streams, job);
	if (again != NULL && swf_stream_submit(again) < r->end)
		tell(r, again, again->subtrace->first_week + again->shift);
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
		weigh(r, (enum swf_pool_class)pool, false);
	}
	if (r->pools->element == SWF_ELEMENT_USER)
		return 0;
	r->owners = calloc(r->pools->owners + 1, sizeof *r->owners);
	return r->owners == NULL ? -1 : 0;
}

static int start(struct swf_resample *r)
{
	if (start_users(r, SWF_POOL_LONG_TERM, (size_t)r->plan.long_term) != 0)
		return -1;
	weigh(r, SWF_POOL_TEMPORARY, true);
	if (start_users(r, SWF_POOL_TEMPORARY, (size_t)r->plan.temporary) != 0)
		return -1;
	weigh(r, SWF_POOL_TEMPORARY, false);
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
		.start = pools->logs[0].origin + pools->logs[0].move};
	r->end = r->start + plan->length;
	if (r->streams.repeats != NULL && make_lots(r) == 0 && start(r) == 0)
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
	free(resample);
}
