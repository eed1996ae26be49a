#include "swfcore/resample.h"

#include <math.h>
#include <stdlib.h>

#include "array.h"
#include "heap.h"
#include "number.h"
#include "resample-plan.h"
#include "swfcore/random.h"

/* A user of the output. */
struct person {
	int64_t number;
	const struct swf_job *previous; /* the job that his last one was made of */
};

/* A subtrace that is giving its jobs. */
struct stream {
	const struct swf_subtrace *subtrace;
	struct person *person; /* whose jobs they are: often... */
	struct person own;     /* ...of nobody else */
	int64_t copy;
	int64_t shift;      /* weeks */
	double move;        /* s, from the log to the output */
	size_t begin, next; /* jobs of the subtrace */
	/* The numbers, in the output, of its last jobs, as many as field 17 can go back: that of
	 * job i at i % reach. */
	int64_t *numbers;
};

struct turn {
	double submit; /* s, of the next job of the stream */
	int64_t order; /* of the beginning of the streams */
	struct stream *stream;
};

static bool earlier(const struct turn *a, const struct turn *b)
{
	return a->submit < b->submit || (a->submit == b->submit && a->order < b->order);
}

HEAP(turns, struct turn, earlier)

struct swf_resample {
	const struct swf_pools *pools;
	struct swf_resample_plan plan;
	gsl_rng *rng, *repeats; /* repeating jobs changes nothing else */
	void (*used)(void *self, const struct swf_resample_use *use);
	void *self;
	double start, end; /* s */
	double week;       /* the next to begin, from 0 */
	int64_t jobs, users, streams;
	struct turn *turns; /* a heap */
	size_t turn_count, turn_capacity;
	struct lot {
		double *weights;
		size_t *order;
		int64_t *copies;
	} lots[SWF_POOL_CLASSES]; /* of the subtraces of each pool */
	size_t *drawn;
	size_t drawn_capacity;
	struct person *owners; /* where the parts of users are resampled */
};

static struct turn turn_of(struct stream *stream, int64_t order)
{
	const struct swf_subtrace *s = stream->subtrace;
	return (struct turn){.submit = s->jobs[s->places[stream->next]].submit + stream->move,
		.order = order,
		.stream = stream};
}

static void free_stream(struct stream *stream)
{
	free(stream->numbers);
	free(stream);
}

/* Has the stream begin with a job of its subtrace, moved by so many weeks. */
static void begin_stream(
	const struct swf_resample *r, struct stream *stream, size_t first, int64_t shift)
{
	stream->begin = stream->next = first;
	stream->shift = shift;
	stream->move = r->pools->logs[stream->subtrace->log].move + (double)shift * SWF_WEEK;
}

static void tell(const struct swf_resample *r, const struct stream *stream, int64_t first_week)
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
	struct turn *turns = swf_reserve(r->turns, r->turn_count, &r->turn_capacity, sizeof *turns);
	if (turns == NULL)
		return -1;
	r->turns = turns;
	struct stream *stream = calloc(1, sizeof *stream);
	int64_t *numbers = malloc((s->reach + 1) * sizeof *numbers);
	if (stream == NULL || numbers == NULL) {
		free(stream);
		free(numbers);
		return -1;
	}
	*stream = (struct stream){.subtrace = s, .numbers = numbers};
	begin_stream(r, stream, first, shift);
	const struct turn turn = turn_of(stream, r->streams++);
	if (turn.submit >= r->end) {
		free_stream(stream);
		return 0;
	}
	stream->person = r->owners != NULL ? &r->owners[s->owner] : &stream->own;
	if (stream->person->number == 0)
		stream->person->number = ++r->users;
	stream->copy = ++r->lots[pool].copies[i];
	turns_push(turns, r->turn_count++, turn);
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
	swf_draw(r->rng, r->lots[pool].weights, r->pools->pools[pool].count, r->lots[pool].order,
		count, r->drawn);
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

/* The j-th of so many places on a circle of n, as far apart as possible, after a random one. */
static int64_t place_of_copy(int64_t base, size_t j, size_t copies, int64_t n)
{
	return (base + (int64_t)j * n / (int64_t)copies) % n;
}

static int64_t random_below(struct swf_resample *r, int64_t n)
{
	return (int64_t)(gsl_rng_uniform(r->rng) * (double)n);
}

/* Starts a long-term user in a week of his period, which begins with his activity and ends with his
 * pause. */
static int start_long_term(struct swf_resample *r, size_t i, int64_t week)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_LONG_TERM].subtraces[i];
	if (week > s->last_week - s->first_week) {
		const int64_t pause = swf_period(r->pools, s) - week;
		return begin_use(r, SWF_POOL_LONG_TERM, i, 0, pause, pause - s->first_week);
	}
	const int64_t from = s->first_week + week;
	return begin_use(r, SWF_POOL_LONG_TERM, i, swf_subtrace_from_week(s, from), 0, -from);
}

/* Starts a temporary user in the k-th of the weeks in which he may start. */
static int start_temporary(struct swf_resample *r, size_t i, int64_t k)
{
	const struct swf_subtrace *s = &r->pools->pools[SWF_POOL_TEMPORARY].subtraces[i];
	const int64_t from =
		r->plan.stationary ? s->first_week + 1 + k : swf_subtrace_active_week(s, k);
	return begin_use(r, SWF_POOL_TEMPORARY, i, swf_subtrace_from_week(s, from), 0, -from);
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
		const int64_t weeks = !long_term ? swf_starting_weeks(s, r->plan.stationary)
			: r->plan.stationary     ? swf_period(r->pools, s)
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
		r->lots[pool].weights[i] = swf_draw_weight(
			r->pools, &r->pools->pools[pool].subtraces[i], present, r->plan.stationary);
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
	const int64_t trials = swf_arrival_trials(r->pools, plan->temporary_rate);
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

/* Puts the stream's next job in the place of the first turn, or what comes after its last. */
static void next_turn(struct swf_resample *r)
{
	struct stream *stream = r->turns[0].stream;
	const struct swf_subtrace *s = stream->subtrace;
	const bool over = ++stream->next == s->count;
	if (over && s->class_ == SWF_POOL_LONG_TERM && r->owners == NULL)
		begin_stream(r, stream, 0, stream->shift + swf_period(r->pools, s));
	else if (over) {
		turns_pop(r->turns, r->turn_count--);
		free_stream(stream);
		return;
	}
	const struct turn turn = turn_of(stream, r->turns[0].order);
	turns_replace(r->turns, r->turn_count, turn);
	if (over && turn.submit < r->end)
		tell(r, stream, s->first_week + stream->shift);
}

/* The job of the first turn. */
static void make_job(struct swf_resample *r, struct swf_job *job)
{
	const struct turn *turn = &r->turns[0];
	struct stream *stream = turn->stream;
	const struct swf_subtrace *s = stream->subtrace;
	const struct swf_job *own = &s->jobs[s->places[stream->next]], *made_of = own;
	struct person *person = stream->person;
	if (r->plan.repeat > 0 && person->previous != NULL &&
		gsl_rng_uniform(r->repeats) < r->plan.repeat)
		made_of = person->previous;
	person->previous = made_of;
	*job = *made_of;
	job->number = ++r->jobs;
	job->submit = turn->submit;
	job->user = person->number;
	job->preceding = own->preceding;
	job->think_time = own->think_time;
	if (own->preceding >= 0) {
		const size_t back = (size_t)own->preceding;
		const bool had = back > 0 && back <= stream->next - stream->begin;
		job->preceding =
			had ? stream->numbers[(stream->next - back) % s->reach] : SWF_UNKNOWN;
		job->think_time = had ? own->think_time : SWF_UNKNOWN;
	}
	if (s->reach > 0)
		stream->numbers[stream->next % s->reach] = job->number;
}

int swf_resample_next(struct swf_resample *resample, struct swf_job *job, struct swf_error *error)
{
	struct swf_resample *r = resample;
	while (r->plan.temporary_rate > 0) {
		const double week_begin = r->start + r->week * SWF_WEEK;
		if (week_begin >= r->end || (r->turn_count > 0 && r->turns[0].submit < week_begin))
			break;
		if (begin_week(r) != 0)
			return swf_fail(error, "out of memory");
	}
	if (r->turn_count == 0 || r->turns[0].submit >= r->end)
		return 0;
	if (r->turns[0].submit > SWF_TIME_MAX)
		return swf_fail(error, "the workload comes to times beyond 2^53 s");
	make_job(r, job);
	next_turn(r);
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
		swf_fail(error, "out of memory");
		return NULL;
	}
	*r = (struct swf_resample){.pools = pools,
		.plan = *plan,
		.rng = rng,
		.repeats = gsl_rng_alloc(gsl_rng_mt19937),
		.used = used,
		.self = self,
		.start = pools->logs[0].origin + pools->logs[0].move};
	r->end = r->start + plan->length;
	if (r->repeats != NULL)
		gsl_rng_set(r->repeats, gsl_rng_get(rng));
	if (r->repeats != NULL && make_lots(r) == 0 && start(r) == 0)
		return r;
	swf_fail(error, "out of memory");
	swf_resample_free(r);
	return NULL;
}

void swf_resample_free(struct swf_resample *resample)
{
	if (resample == NULL)
		return;
	for (size_t i = 0; i < resample->turn_count; i++)
		free_stream(resample->turns[i].stream);
	for (int pool = 0; pool < SWF_POOL_CLASSES; pool++) {
		free(resample->lots[pool].weights);
		free(resample->lots[pool].order);
		free(resample->lots[pool].copies);
	}
	if (resample->repeats != NULL)
		gsl_rng_free(resample->repeats);
	free(resample->turns);
	free(resample->drawn);
	free(resample->owners);
	free(resample);
}
