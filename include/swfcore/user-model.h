/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * User models: when does a user submit the next batch, once it is available? Each is a file that
 * fills a struct swf_user_model; swf_user_models() lists those of the library. A program can fill
 * one of its own, and name it in its struct swf_feedback_options.
 */
#ifndef SWFCORE_USER_MODEL_H
#define SWFCORE_USER_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <gsl/gsl_rng.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A batch that has become available: all earlier ones of its user have been submitted, and what it
 * depends on has ended. */
struct swf_release {
	size_t user;  /* among those of the history */
	size_t batch; /* among those of the user */
	double now;   /* s */
	bool waited;  /* the last thing to happen was an end, not a submit */
	/* s, if the user waited: from the first submit of the awaited batch to the end that
	 * made this one available */
	double response;
	bool goes_away; /* that was too long: the user is away until the next session or day */
	/* random numbers that depend on the seed, the user and the batch, and on nothing else */
	gsl_rng *rng;
};

struct swf_user_model {
	const char *name;
	const char *summary; /* one line for --feedback list and the like */
	bool local_time;     /* asks the calendar, which others may be without */
	/* The model's state, or NULL when there is no memory. The calendar is NULL unless the model
	 * asks for it. */
	void *(*new_state)(const struct swf_history *history, const struct swf_calendar *calendar);
	void (*free_state)(void *state);
	/* NULL, or draws what the model keeps of a user, with that user's random numbers. Called
	 * for each in their order before anything is submitted. */
	void (*begin_user)(void *state, size_t user, gsl_rng *rng);
	/* When the first job of the batch is submitted, in s, not before now. 0, or -1 with the
	 * error set. */
	int (*submit)(void *state, const struct swf_release *release, double *submit,
		struct swf_error *error);
};

/* All user models, ended by NULL, and the one of that name or NULL. */
const struct swf_user_model *const *swf_user_models(void);
const struct swf_user_model *swf_user_model_named(const char *name);

#ifdef __cplusplus
}
#endif
#endif
