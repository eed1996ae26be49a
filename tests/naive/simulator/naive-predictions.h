/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predictions by session and by class, for the naive simulator: from the definitions alone. */
#ifndef SWF_TESTS_NAIVE_SIMULATOR_NAIVE_PREDICTIONS_H
#define SWF_TESTS_NAIVE_SIMULATOR_NAIVE_PREDICTIONS_H

#include "support/schedule.h"

struct naive_sessions {
	const struct scheduled *jobs;
	const struct naive_options *options;
	const size_t *ended; /* jobs, in this order */
	size_t ended_count;
	size_t *first; /* of each job: the first job of its session */
	double now;
};

/* What is predicted for job i, which arrives now; all jobs before it have arrived, though some of
 * this second may not have joined the queue. Sets the first job of its session. */
double naive_by_session(struct naive_sessions *sessions, size_t i);

#endif
