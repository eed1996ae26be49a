#include "model/population.h"

#include <math.h>

#include "base/random.h"
#include "swfcore/quantity.h"

int swf_population_set(struct swf_population *p, const struct swf_model *model,
	const struct swf_generator_options *options)
{
	gsl_rng *rng = swf_random_new(options->seed, options->replication);
	p->rng = swf_random_new_small();
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
	const bool made = rng != NULL && p->rng != NULL;
	gsl_rng_free(rng);
	return made ? 0 : -1;
}

int swf_population_long_term(
	struct swf_population *p, int64_t copy, size_t class_, swf_population_use *use, void *self)
{
	const double count = swf_model_value(p->users.model, SWF_MODEL_LONG_TERM, class_);
	swf_random_set(p->rng, p->seed, class_, (uint64_t)copy);
	const double first = gsl_rng_uniform(p->rng);
	for (double i = first; i < count; i++)
		if (use(self, (double)copy + i / count, class_, (double)NAN, gsl_rng_get(p->rng)) !=
			0)
			return -1;
	return 0;
}

int swf_population_temporary(struct swf_population *p, int64_t copy, size_t class_, double week,
	swf_population_use *use, void *self)
{
	const uint64_t place = SWF_MODEL_CLASSES_MOST * (uint64_t)(1 + p->past + (int64_t)week);
	swf_random_set(p->rng, p->seed, place + class_, (uint64_t)copy);
	const double count = swf_histogram_draw_whole(
		swf_model_find(p->users.model, SWF_MODEL_ARRIVALS, class_, 0), p->rng);
	for (double i = 0; i < count; i++) {
		const double level = (double)copy + gsl_rng_uniform(p->rng);
		if (use(self, level, class_, week, gsl_rng_get(p->rng)) != 0)
			return -1;
	}
	return 0;
}

bool swf_population_start(struct swf_synthetic_user *user, const struct swf_population *p,
	size_t class_, double week, uint64_t seed, int64_t *executables)
{
	struct swf_job job;
	gsl_rng *rng = user->rng;
	*user = (struct swf_synthetic_user){.all = &p->users, .rng = rng, .class_ = class_};
	gsl_rng_set(rng, (unsigned long)seed);
	if (isnan(week))
		swf_synthetic_user_start_long_term(user);
	else
		swf_synthetic_user_start_temporary(user, week);
	while (user->submit < 0)
		if (!swf_synthetic_user_next(user, executables, &job))
			return false;
	return true;
}
