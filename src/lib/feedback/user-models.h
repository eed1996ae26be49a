/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user models of the library, and what several of them draw from. */
#ifndef SWF_FEEDBACK_USER_MODELS_H
#define SWF_FEEDBACK_USER_MODELS_H

#include <stdbool.h>
#include <stddef.h>

#include <gsl/gsl_rng.h>

#include "swfcore/error.h"
#include "swfcore/history.h"
#include "swfcore/user-model.h"

extern const struct swf_user_model swf_user_model_adjusted;
extern const struct swf_user_model swf_user_model_fluid;
extern const struct swf_user_model swf_user_model_distribution;

/* The times that users let pass before they submit a batch: inter-arrival times and think times, in
 * s. */
enum { SWF_DELAY_INTER_ARRIVAL, SWF_DELAY_THINK, SWF_DELAYS };

struct swf_delays {
	double *values[SWF_DELAYS]; /* user by user */
	size_t *from[SWF_DELAYS];   /* where each user's begin, and at the end their number */
	size_t user_count;
};

/* Collects those before the batches that begin a session, or that do not, which are less than a
 * limit. 0, or -1 when there is no memory; free it in both cases. */
int swf_delays_collect(struct swf_delays *delays, const struct swf_history *history,
	bool begin_session, double limit) SWF_MUST_CHECK;
void swf_delays_clear(struct swf_delays *delays);

/* Draws a think time if the user waited, else an inter-arrival time: one of the user's own, or if
 * there is none, of all users'. Returns whether there is any. */
bool swf_delays_draw(
	const struct swf_delays *delays, size_t user, bool waited, gsl_rng *rng, double *delay);

#endif
