/* How many users a load takes, and what load users make. */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/random.h"
#include "model/population.h"
#include "stats/sort.h"
#include "swfcore/quantity.h"

/* The work of each user of a copy, by level. */
struct survey {
	struct swf_population population;
	double length;
	struct swf_synthetic_user *user;
	double (*works)[2]; /* level, processor-seconds */
	size_t count, capacity;
	int64_t jobs;
};

static int survey_user(void *self, double level, size_t class_, double week, uint64_t seed)
{
	struct survey *s = self;
	struct swf_job job;
	int64_t executables = 0;
	double work = 0;
	double(*works)[2] = swf_array_reserve(s->works, s->count, &s->capacity, sizeof *works);
	if (works == NULL)
		return -1;
	s->works = works;
	bool goes_on =
		swf_population_start(s->user, &s->population, class_, week, seed, &executables);
	while (goes_on && s->user->submit < s->length) {
		goes_on = swf_synthetic_user_next(s->user, &executables, &job);
		work += job.requested * job.run_time;
		s->jobs++;
	}
	works[s->count][0] = level;
	works[s->count++][1] = work;
	return 0;
}

/* The work of all users of a copy, who are sorted by level. */
static int survey_copy(struct survey *s, int64_t copy, double *work)
{
	struct swf_population *p = &s->population;
	s->count = 0;
	for (size_t k = 0; k < p->users.model->classes; k++)
		if (swf_population_long_term(p, copy, k, survey_user, s) != 0)
			return -1;
	for (double week = -(double)p->past; week * SWF_WEEK < s->length; week++)
		for (size_t k = 0; k < p->users.model->classes; k++)
			if (swf_population_temporary(p, copy, k, week, survey_user, s) != 0)
				return -1;
	swf_sort_pairs(s->works, s->count);
	*work = 0;
	for (size_t i = 0; i < s->count; i++)
		*work += s->works[i][1];
	return 0;
}

/* The level with which the work of a copy comes nearest to what is wanted, no more than it has. */
static double level_of_work(const struct survey *s, int64_t copy, double wanted)
{
	double work = 0;
	size_t i = 0;
	while (i < s->count && work + s->works[i][1] / 2 < wanted)
		work += s->works[i++][1];
	return i < s->count ? s->works[i][0] : (double)copy + 1;
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
			*population = level_of_work(s, copy, wanted - sum);
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
	return s->user != NULL && swf_population_set(&s->population, model, options) == 0 &&
			(s->user->rng = swf_random_new_small()) != NULL
		? 0
		: swf_fail_memory(error);
}

static void end_survey(struct survey *s)
{
	gsl_rng_free(s->population.rng);
	if (s->user != NULL)
		gsl_rng_free(s->user->rng);
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
