/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seen in a log of the variables of a model. */
#ifndef SWF_FIT_SAMPLES_H
#define SWF_FIT_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/fit.h"
#include "model/model.h"
#include "model/synthetic-user.h"
#include "users/features.h"

struct swf_fit_values {
	double *values;
	size_t count, capacity;
};

/* Values by the range of what they are of, or all together where they are of nothing. The last
 * range has values. */
struct swf_fit_sample {
	struct swf_fit_values *ranges;
	size_t ranges_count, capacity;
	size_t count; /* of all ranges */
};

/* Begins with {0}. */
struct swf_fit_samples {
	struct swf_fit_sample of[SWF_MODEL_VARIABLES][SWF_MODEL_CLASSES_MOST];
	/* where the first range of what a variable is given ends; each of the others ends at four
	 * times the end of the one before */
	double units[SWF_MODEL_VARIABLES];
};

/* Sets the units, by whether the log has estimates, before anything is added. */
void swf_fit_samples_begin(struct swf_fit_samples *samples, bool has_estimates);

/* Adds a value, `of` another where the variable is given one. Returns 0, or -1 when there is no
 * memory. */
int swf_fit_see(struct swf_fit_samples *samples, enum swf_model_variable variable, size_t class_,
	double of, double value) SWF_MUST_CHECK;

/* Where there are no values of the usual variable, adds those of another, which has the same unit.
 * Returns 0, or -1 when there is no memory. */
int swf_fit_see_instead(struct swf_fit_samples *samples, enum swf_model_variable usual,
	enum swf_model_variable other, size_t class_) SWF_MUST_CHECK;

/* Makes a variable's distributions of its samples, which then are in another order: one for each
 * range of the value that it is given, or for several that have few values. Returns 0, or -1 when
 * there is no memory. */
int swf_fit_fill(struct swf_model *model, struct swf_fit_samples *samples,
	enum swf_model_variable variable) SWF_MUST_CHECK;

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

/* Pairs the count of a batch or session with that of each in the past, which keeps its logarithm.
 */
void swf_fit_see_count(struct swf_fit_pairs *pairs, struct swf_synthetic_past *past, double count);

/* The probability p with which a value should be one of the last n again, so that it is correlated
 * with them as in the log: it is one of them, or else correlated with it, so that their correlation
 * is r = p (1 + (n - 1) r) / n. */
double swf_fit_persistence(const struct swf_fit_pairs *pairs);

/* Jobs of the application of the job before them: how many, and how many of these ran as long. */
struct swf_fit_repeats {
	double again, as_long;
};

/* The sessions of a log, user by user. Begins with {.workload, .options}. */
struct swf_fit_work {
	const struct swf_workload *workload;
	const struct swf_fit_options *options;
	struct swf_session_rule rule;
	struct swf_fit_samples samples;
	struct swf_fit_pairs jobs[SWF_SESSION_CLASSES][2]; /* of batches: last ones, awaited ones */
	struct swf_fit_pairs batches[SWF_SESSION_CLASSES]; /* of sessions */
	struct swf_fit_repeats repeats[SWF_SESSION_CLASSES];
	struct swf_fit_session *sessions;
	size_t count, capacity;
	double (*features)[SWF_USER_VARIABLES]; /* of the users */
	struct swf_fit_counts *counts;
	bool has_estimates; /* the log */
	double work; /* processor-seconds of the jobs of users, on the processors of the machine */
};

/* Finds the sessions, and sees the variables of sessions and jobs. Returns 0, or -1 when there is
 * no memory. */
int swf_fit_see_work(struct swf_fit_work *work) SWF_MUST_CHECK;

#endif
