/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seen in a log of the variables of a model. */
#ifndef SWF_FIT_SAMPLES_H
#define SWF_FIT_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "model/fit.h"
#include "model/model.h"
#include "model/synthetic-user.h"
#include "users/features.h"

struct swf_fit_sample {
	double (*pairs)[2]; /* the value that the variable is of, and its own */
	size_t count, capacity;
};

/* Begins with {0}. */
struct swf_fit_samples {
	struct swf_fit_sample of[SWF_MODEL_VARIABLES][SWF_MODEL_CLASSES_MOST];
};

/* Adds a value. Returns 0, or -1 when there is no memory. */
int swf_fit_see(struct swf_fit_samples *samples, enum swf_model_variable variable, size_t class_,
	double of, double value) SWF_MUST_CHECK;

/* Makes a variable's distributions of its samples: one for each range of the value that it is
 * given, where the first range ends at the unit and each is four times as wide as the one before.
 * Returns 0, or -1 when there is no memory. */
int swf_fit_fill(struct swf_model *model, struct swf_fit_samples *samples,
	enum swf_model_variable variable, double unit) SWF_MUST_CHECK;

void swf_fit_samples_clear(struct swf_fit_samples *samples);

/* A session of a user. */
struct swf_fit_session {
	size_t user; /* the place of the user in the log */
	enum swf_session_class class_;
	double start, last; /* s, its first and its last submit */
};

/* How values go with those before them: sums over pairs of their logarithms. */
struct swf_fit_pairs {
	double count, x, y, xx, yy, xy;
};

/* Pairs the count of a batch or session with that of each in the past, and keeps it. */
void swf_fit_see_count(struct swf_fit_pairs *pairs, struct swf_synthetic_past *past, double count);

/* The probability p with which a value should be one of the last n again, so that it is correlated
 * with them as in the log: it is one of them, or else correlated with it, so that their correlation
 * is r = p (1 + (n - 1) r) / n. */
double swf_fit_persistence(const struct swf_fit_pairs *pairs);

/* The sessions of a log, user by user. Begins with {.workload, .options}. */
struct swf_fit_work {
	const struct swf_workload *workload;
	const struct swf_fit_options *options;
	struct swf_session_rule rule;
	struct swf_fit_samples samples;
	struct swf_fit_pairs jobs[SWF_SESSION_CLASSES][2]; /* of batches: last ones, awaited ones */
	struct swf_fit_pairs batches[SWF_SESSION_CLASSES]; /* of sessions */
	struct swf_fit_session *sessions;
	size_t count, capacity;
	double (*features)[SWF_USER_VARIABLES]; /* of the users */
	struct swf_fit_counts *counts;
	bool has_estimates; /* the log */
};

/* Finds the sessions, and sees the variables of sessions and jobs. Returns 0, or -1 when there is
 * no memory. */
int swf_fit_see_work(struct swf_fit_work *work) SWF_MUST_CHECK;

#endif
