/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/generator.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/random.h"
#include "model/synthetic-user.h"
#include "stats/sort.h"
#include "swfcore/quantity.h"

/* Who the users of a model are, and when they come. */

/*
 * The population consists of copies of that of the model. Each user has a level: the number of the
 * copy, from 0, plus a place in it from 0 to 1. All users under a level are there. So a larger
 * population has the same users and others besides.
 */
struct population {
	struct swf_synthetic_users users;
	uint64_t seed;
	int64_t past; /* weeks before the workload begins in which users came who may be there */
};

/* What is done with a user of the population: `seed` is that of the user's random numbers;
 * long-term users come in no week (NaN). Returns 0, or -1 when there is no memory. */
typedef int population_use(void *self, double level, size_t class_, double week, uint32_t seed);

/* Returns 0, or -1 when there is no memory. */
static int set_population(struct population *p, const struct swf_model *model,
	const struct swf_generator_options *options)
{
	gsl_rng *rng = swf_random_new(options->seed, options->replication);
	if (rng != NULL) {
		/* one after the other, or the compiler chooses which is the first */
		p->seed = (uint64_t)gsl_rng_get(rng) << 32;
		p->seed |= gsl_rng_get(rng);
	}
	swf_synthetic_users_set(&p->users, model, options->procs, options->daily_cycle);
	for (size_t k = 0; k < model->classes; k++) {
		const struct swf_histogram *tenure = swf_model_find(model, SWF_MODEL_TENURE, k, 0);
		if (tenure != NULL)
			p->past = (int64_t)fmax(
				(double)p->past, 1 + ceil(swf_histogram_most(tenure) / SWF_WEEK));
	}
	const bool made = rng != NULL;
	gsl_rng_free(rng);
	return made ? 0 : -1;
}

/* Uses the long-term users of a class in a copy. Levels are evenly spaced, so the users under any
 * level are as many as expected, to within one. Returns 0, or what a use that fails returned. */
static int use_long_term(
	struct population *p, int64_t copy, size_t class_, population_use *use, void *self)
{
	const double count = swf_model_value(p->users.model, SWF_MODEL_LONG_TERM, class_);
	struct swf_taus random;
	swf_taus_set(&random, swf_random_mixed(p->seed, class_, (uint64_t)copy));
	const double first = swf_taus_uniform(&random);
	for (double i = first; i < count; i++)
		if (use(self, (double)copy + i / count, class_, (double)NAN,
			    swf_taus_next(&random)) != 0)
			return -1;
	return 0;
}

/* The same of the temporary users of a class in a copy who come in a week. */
static int use_temporary(struct population *p, int64_t copy, size_t class_, double week,
	population_use *use, void *self)
{
	const uint64_t place = SWF_MODEL_CLASSES_MOST * (uint64_t)(1 + p->past + (int64_t)week);
	struct swf_taus random;
	swf_taus_set(&random, swf_random_mixed(p->seed, place + class_, (uint64_t)copy));
	const double count = swf_histogram_draw_whole(
		swf_model_find(p->users.model, SWF_MODEL_ARRIVALS, class_, 0),
		swf_taus_uniform(&random));
	for (double i = 0; i < count; i++) {
		const double level = (double)copy + swf_taus_uniform(&random);
		if (use(self, level, class_, week, swf_taus_next(&random)) != 0)
			return -1;
	}
	return 0;
}

/* Sets a user to work, and has that user work until the workload begins. Returns whether there is a
 * job then or later. */
static bool start_user(struct swf_synthetic_user *user, const struct population *p, size_t class_,
	double week, uint32_t seed, int64_t *executables)
{
	struct swf_synthetic_job job;
	*user = (struct swf_synthetic_user){.all = &p->users, .class_ = class_};
	swf_taus_set(&user->random, seed);
	if (isnan(week))
		swf_synthetic_user_start_long_term(user);
	else
		swf_synthetic_user_start_temporary(user, week);
	while (user->submit < 0)
		if (!swf_synthetic_user_next(user, executables, &job))
			return false;
	return true;
}

/* How many users a load takes, and what load users make. */

/* The work of each user of a copy, by level. */
struct survey {
	struct population population;
	double length;
	struct swf_synthetic_user *user;
	double (*works)[2]; /* level, processor-seconds */
	size_t count, capacity;
	int64_t jobs;
};

static int survey_user(void *self, double level, size_t class_, double week, uint32_t seed)
{
	struct survey *s = self;
	struct swf_synthetic_job job;
	int64_t executables = 0;
	double work = 0;
	double(*works)[2] = swf_array_reserve(s->works, s->count, &s->capacity, sizeof *works);
	if (works == NULL)
		return -1;
	s->works = works;
	bool goes_on = start_user(s->user, &s->population, class_, week, seed, &executables);
	while (goes_on && s->user->submit < s->length) {
		goes_on = swf_synthetic_user_next(s->user, &executables, &job);
		work += job.application->procs * job.run_time;
		s->jobs++;
	}
	works[s->count][0] = level;
	works[s->count++][1] = work;
	return 0;
}

/* The work of all users of a copy, who are sorted by level. */
static int survey_copy(struct survey *s, int64_t copy, double *work)
{
	struct population *p = &s->population;
	s->count = 0;
	for (size_t k = 0; k < p->users.model->classes; k++)
		if (use_long_term(p, copy, k, survey_user, s) != 0)
			return -1;
	for (double week = -(double)p->past; week * SWF_WEEK < s->length; week++)
		for (size_t k = 0; k < p->users.model->classes; k++)
			if (use_temporary(p, copy, k, week, survey_user, s) != 0)
				return -1;
	swf_sort_pairs(s->works, s->count);
	*work = 0;
	for (size_t i = 0; i < s->count; i++)
		*work += s->works[i][1];
	return 0;
}

/* More copies than this are refused. */
enum { COPIES_MOST = 10000 };

static int find_population(
	struct survey *s, double wanted, double *population, struct swf_error *error)
{
	double sum = 0;
	for (int64_t copy = 0; copy < COPIES_MOST; copy++) {
		double work;
		if (survey_copy(s, copy, &work) != 0)
			return swf_fail_memory(error);
		if (sum + work >= wanted) {
			/* the level with which the work comes nearest to what is wanted */
			double below = 0;
			size_t i = 0;
			while (i < s->count && below + s->works[i][1] / 2 < wanted - sum)
				below += s->works[i++][1];
			*population = i < s->count ? s->works[i][0] : (double)copy + 1;
			return 0;
		}
		sum += work;
	}
	return swf_fail(error, "%d times the users of the model would not be enough", COPIES_MOST);
}

static int begin_survey(struct survey *s, const struct swf_model *model,
	const struct swf_generator_options *options, struct swf_error *error)
{
	*s = (struct survey){.length = options->length, .user = calloc(1, sizeof *s->user)};
	return s->user != NULL && set_population(&s->population, model, options) == 0
		? 0
		: swf_fail_memory(error);
}

static void end_survey(struct survey *s)
{
	free(s->user);
	free(s->works);
}

int swf_generator_population(const struct swf_model *model,
	const struct swf_generator_options *options, double load, double *population,
	struct swf_error *error)
{
	struct survey s;
	const int result = begin_survey(&s, model, options, error) == 0
		? find_population(&s, load * options->procs * options->length, population, error)
		: -1;
	end_survey(&s);
	return result;
}

/* Loads are averaged over workloads with this many jobs together, but neither over fewer nor over
 * more workloads than this. */
enum { JOBS_OF_MEAN = 5000000, COPIES_LEAST = 20, COPIES_OF_MEAN = 200 };

int swf_generator_mean_load(const struct swf_model *model,
	const struct swf_generator_options *options, double *load, struct swf_error *error)
{
	struct survey s;
	double sum = 0;
	int64_t copies = 0;
	int result = begin_survey(&s, model, options, error);
	while (result == 0 && copies < COPIES_OF_MEAN &&
		(copies < COPIES_LEAST || s.jobs < JOBS_OF_MEAN)) {
		double work;
		result = survey_copy(&s, copies++, &work);
		if (result != 0)
			swf_fail_memory(error);
		sum += work;
	}
	*load = sum / (double)copies / (options->procs * options->length);
	end_survey(&s);
	return result;
}

/*
 * Generating. Between calls, everybody under the level who comes before the week `week` has joined
 * and has one turn in the heap, with the submit time of their next job, or has left with their last
 * job. A week begins when no job is left before it. So the first turn is the next job of all, and a
 * job costs the logarithm of the users who are there.
 */

/* A user who is there or has come. */
struct member {
	struct swf_synthetic_user user;
	struct swf_sessions sessions;
	int64_t number; /* 0 before the user's first job */
};

struct turn {
	double submit; /* s, of the member's next job */
	int64_t order;
	struct member *member;
};

static bool earlier(const struct turn *a, const struct turn *b)
{
	return a->submit < b->submit || (a->submit == b->submit && a->order < b->order);
}

HEAP(turns, struct turn, earlier)

struct swf_generator {
	struct population population;
	double level, length;
	double week; /* the next to begin */
	struct turn *turns;
	size_t count, capacity;
	int64_t begun, jobs, members, executables;
	struct swf_slab slab;
};

static void leave(struct swf_generator *g, struct member *member)
{
	swf_sessions_clear(&member->sessions);
	swf_slab_give_back(&g->slab, member);
}

/* Has a user join who is under the level. */
static int join(void *self, double level, size_t class_, double week, uint32_t seed)
{
	struct swf_generator *g = self;
	if (level >= g->level)
		return 0;
	struct turn *turns = swf_array_reserve(g->turns, g->count, &g->capacity, sizeof *turns);
	struct member *member = turns != NULL ? swf_slab_take(&g->slab) : NULL;
	if (turns != NULL)
		g->turns = turns;
	if (member == NULL)
		return -1;
	member->sessions = (struct swf_sessions){0};
	member->number = 0;
	const int64_t executables = g->executables;
	if (!start_user(&member->user, &g->population, class_, week, seed, &g->executables)) {
		/* nobody has seen this user's */
		g->executables = executables;
		leave(g, member);
		return 0;
	}
	turns_push(turns, g->count++, (struct turn){member->user.submit, g->begun++, member});
	return 0;
}

/* Those who come in the next week. */
static int begin_week(struct swf_generator *g)
{
	struct population *p = &g->population;
	for (int64_t copy = 0; (double)copy < g->level; copy++)
		for (size_t k = 0; k < p->users.model->classes; k++)
			if (use_temporary(p, copy, k, g->week, join, g) != 0)
				return -1;
	g->week++;
	return 0;
}

struct swf_generator *swf_generator_new(
	const struct swf_model *model, const struct swf_generator_options *options)
{
	struct swf_generator *g = calloc(1, sizeof *g);
	if (g == NULL)
		return NULL;
	g->slab.element_size = sizeof(struct member);
	g->level = options->population;
	g->length = options->length;
	bool made = set_population(&g->population, model, options) == 0;
	g->week = -(double)g->population.past;
	for (int64_t copy = 0; made && (double)copy < g->level; copy++)
		for (size_t k = 0; made && k < model->classes; k++)
			made = use_long_term(&g->population, copy, k, join, g) == 0;
	while (made && g->week < 0)
		made = begin_week(g) == 0;
	if (made)
		return g;
	swf_generator_free(g);
	return NULL;
}

static void fill_job(struct swf_generator *g, const struct member *member,
	const struct swf_synthetic_job *from, struct swf_job *job)
{
	const struct swf_application *a = from->application;
	*job = (struct swf_job){.number = ++g->jobs,
		.submit = from->submit,
		.wait = SWF_UNKNOWN,
		.run_time = from->run_time,
		.allocated = a->procs,
		.requested = a->procs,
		.cpu_time = SWF_UNKNOWN,
		.memory = SWF_UNKNOWN,
		.estimate = a->estimate,
		.memory_request = SWF_UNKNOWN,
		.status = SWF_STATUS_COMPLETED,
		.user = member->number,
		.group = (int64_t)member->user.class_ + 1,
		.executable = a->executable,
		.queue = SWF_UNKNOWN,
		.partition = SWF_UNKNOWN,
		.preceding = SWF_UNKNOWN,
		.think_time = SWF_UNKNOWN};
}

int swf_generator_next(
	struct swf_generator *generator, struct swf_job *job, struct swf_error *error)
{
	struct swf_generator *g = generator;
	for (;;) {
		const double begin = g->week * SWF_WEEK;
		if (begin >= g->length || (g->count > 0 && g->turns[0].submit < begin))
			break;
		if (begin_week(g) != 0)
			return swf_fail_memory(error);
	}
	if (g->count == 0 || g->turns[0].submit >= g->length)
		return 0;
	struct turn turn = g->turns[0];
	struct member *member = turn.member;
	struct swf_synthetic_job next;
	const bool goes_on = swf_synthetic_user_next(&member->user, &g->executables, &next);
	if (member->number == 0)
		member->number = ++g->members;
	fill_job(g, member, &next, job);
	if (swf_sessions_add(&member->sessions, &g->population.users.rule, job) != 0)
		return swf_fail_memory(error);
	swf_sessions_mark(&member->sessions, job); /* what it waited for */
	turn.submit = member->user.submit;
	if (goes_on) {
		turns_replace(g->turns, g->count, turn);
	} else {
		turns_pop(g->turns, g->count--);
		leave(g, member);
	}
	return 1;
}

int64_t swf_generator_users(const struct swf_generator *generator)
{
	return generator->members;
}

void swf_generator_free(struct swf_generator *generator)
{
	if (generator == NULL)
		return;
	for (size_t i = 0; i < generator->count; i++)
		leave(generator, generator->turns[i].member);
	swf_slab_clear(&generator->slab);
	free(generator->turns);
	free(generator);
}
