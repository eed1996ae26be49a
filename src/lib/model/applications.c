#include "model/applications.h"

#include <math.h>

/* Two runs of an application are alike if they differ by no more than this. */
static const double ALIKE = 0.05;

/* Puts an application into the user's memory. */
static struct swf_application *remember(
	struct swf_synthetic_user *user, struct swf_application application)
{
	struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, application.class_);
	struct swf_application *place =
		&m->applications[m->applications_count++ % SWF_MODEL_MEMORY];
	*place = application;
	return place;
}

/* An application that the user has not run before, as far as remembered; one that is remembered
 * must be there if it lends its size or its estimate. */
static struct swf_application *new_application(struct swf_synthetic_user *user,
	enum swf_session_class class_, enum swf_model_application which, int64_t *executables)
{
	const struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, class_);
	const bool first = user->starts_session;
	struct swf_application a = {.executable = ++*executables,
		.class_ = class_,
		.estimate = SWF_UNKNOWN,
		.run_times = {-1, -1}};
	const struct swf_application *other = which == SWF_MODEL_NEW
		? NULL
		: &m->applications[swf_synthetic_recall(user, m->applications_count, 0)];
	a.size = which == SWF_MODEL_NEW_ESTIMATE
		? other->size
		: (int32_t)swf_histogram_draw_whole(
			  swf_synthetic_found_or(user, first ? SWF_MODEL_SIZE : SWF_MODEL_NEXT_SIZE,
				  SWF_MODEL_SIZE, class_, 0),
			  user->rng);
	const struct swf_histogram *estimates =
		swf_synthetic_found_or(user, first ? SWF_MODEL_ESTIMATE : SWF_MODEL_NEXT_ESTIMATE,
			SWF_MODEL_ESTIMATE, class_, a.size);
	if (which == SWF_MODEL_NEW_SIZE)
		a.estimate = other->estimate;
	else if (estimates != NULL)
		a.estimate = swf_histogram_draw_whole(estimates, user->rng);
	return remember(user, a);
}

struct swf_application *swf_application_first(struct swf_synthetic_user *user, int64_t *executables)
{
	const enum swf_session_class c = user->session_class;
	const struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, c);
	const uint32_t count = m->applications_count;
	const enum swf_model_application which = count == 0
		? SWF_MODEL_NEW
		: (enum swf_model_application)swf_synthetic_draw_whole(user, SWF_MODEL_APPLICATION);
	if (which >= SWF_MODEL_NEW_ESTIMATE)
		return new_application(user, c, which, executables);
	const bool other = which == SWF_MODEL_EARLIER && count > 1;
	return remember(user,
		m->applications[other ? swf_synthetic_recall(user, count, 1)
				      : (count - 1) % SWF_MODEL_MEMORY]);
}

struct swf_application *swf_application_next(struct swf_synthetic_user *user, int64_t *executables)
{
	const enum swf_model_application which =
		(enum swf_model_application)swf_histogram_draw_whole(
			swf_synthetic_found(user, SWF_MODEL_NEXT_APPLICATION, user->session_class,
				user->application->size),
			user->rng);
	if (which == SWF_MODEL_LAST)
		return user->application;
	const enum swf_session_class c =
		(enum swf_session_class)swf_synthetic_draw_whole(user, SWF_MODEL_NEXT_CLASS);
	struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, c);
	if (m->applications_count == 0)
		return new_application(user, c, SWF_MODEL_NEW, executables);
	if (which == SWF_MODEL_EARLIER)
		return &m->applications[swf_synthetic_recall(user, m->applications_count, 0)];
	return new_application(user, c, which, executables);
}

double swf_application_draw_run_time(
	struct swf_synthetic_user *user, const struct swf_application *a, bool awaited)
{
	const bool estimated = a->estimate > 0;
	const double work = swf_application_expected_work(a), last = a->run_times[awaited];
	const double repeat = swf_model_value(user->all->model, SWF_MODEL_REPEAT, a->class_);
	if (last >= 0 && gsl_rng_uniform(user->rng) < repeat) {
		/* what was ended at its estimate is so again; what outran it may do so */
		if (last == a->estimate)
			return last;
		const double factor = 1 - ALIKE + 2 * ALIKE * gsl_rng_uniform(user->rng);
		const double run_time = floor(last * factor + 0.5);
		return estimated && last < a->estimate ? fmin(run_time, a->estimate) : run_time;
	}
	const enum swf_model_variable usual = estimated ? SWF_MODEL_ACCURACY : SWF_MODEL_RUN_TIME;
	const enum swf_model_variable of_awaited =
		estimated ? SWF_MODEL_ACCURACY_AWAITED : SWF_MODEL_RUN_TIME_AWAITED;
	double from;
	const double drawn = swf_histogram_draw_in(
		swf_synthetic_found_or(user, awaited ? of_awaited : usual, usual, a->class_, work),
		user->rng, &from);
	const double run_time = floor((estimated ? drawn * a->estimate : drawn) + 0.5);
	/* a job that ran is not rounded to one that did not */
	return from > 0 ? fmax(1, run_time) : run_time;
}
