#include "model/generator.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/random.h"
#include "model/population.h"
#include "swfcore/quantity.h"

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
	struct swf_population population;
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
	gsl_rng_free(member->user.rng);
	swf_slab_give_back(&g->slab, member);
}

/* Has a user join who is under the level. */
static int join(void *self, double level, size_t class_, double week, uint64_t seed)
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
	member->user.rng = swf_random_new_small();
	if (member->user.rng == NULL) {
		swf_slab_give_back(&g->slab, member);
		return -1;
	}
	const int64_t executables = g->executables;
	if (!swf_population_start(
		    &member->user, &g->population, class_, week, seed, &g->executables)) {
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
	struct swf_population *p = &g->population;
	for (int64_t copy = 0; (double)copy < g->level; copy++)
		for (size_t k = 0; k < p->users.model->classes; k++)
			if (swf_population_temporary(p, copy, k, g->week, join, g) != 0)
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
	bool made = swf_population_set(&g->population, model, options) == 0;
	g->week = -(double)g->population.past;
	for (int64_t copy = 0; made && (double)copy < g->level; copy++)
		for (size_t k = 0; made && k < model->classes; k++)
			made = swf_population_long_term(&g->population, copy, k, join, g) == 0;
	while (made && g->week < 0)
		made = begin_week(g) == 0;
	if (made)
		return g;
	swf_generator_free(g);
	return NULL;
}

/* Numbers the job and its user, and tells what it waited for. */
static int put_in_place(struct swf_generator *g, struct member *member, struct swf_job *job)
{
	if (member->number == 0)
		member->number = ++g->members;
	job->number = ++g->jobs;
	job->user = member->number;
	if (swf_sessions_add(&member->sessions, &g->population.users.rule, job) != 0)
		return -1;
	swf_sessions_mark(&member->sessions, job);
	return 0;
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
			return swf_fail(error, "out of memory");
	}
	if (g->count == 0 || g->turns[0].submit >= g->length)
		return 0;
	struct turn turn = g->turns[0];
	const bool goes_on = swf_synthetic_user_next(&turn.member->user, &g->executables, job);
	if (put_in_place(g, turn.member, job) != 0)
		return swf_fail(error, "out of memory");
	turn.submit = turn.member->user.submit;
	if (goes_on) {
		turns_replace(g->turns, g->count, turn);
	} else {
		turns_pop(g->turns, g->count--);
		leave(g, turn.member);
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
	gsl_rng_free(generator->population.rng);
	free(generator->turns);
	free(generator);
}
