/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Predictions of run times, which schedulers go by. Each is a file that fills a struct
 * swf_prediction; swf_predictions() lists those of the library. A program can fill one of its own,
 * and name it in its struct swf_simulation.
 *
 * The engine keeps predictions up to the estimate. One that runs out while its job still runs is
 * corrected: raised to the first prediction plus 1, 5, 15 or 30 min, 1, 2, 5, 10, 20, 50 or 100 h
 * in turn, and then to the estimate, and never beyond that. Source: Tsafrir, Etsion and
 * Feitelson, Backfilling using system-generated predictions rather than user runtime estimates
 * (2007).
 */
#ifndef SWFCORE_PREDICTION_H
#define SWFCORE_PREDICTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most jobs that a prediction looks back at. */
enum { SWF_WINDOW_MOST = 1000 };

/* Where jobs are predicted. */
struct swf_site {
	int32_t procs; /* of the machine, > 0 */
	const struct swf_calendar *calendar;
};

struct swf_prediction {
	const char *name;
	const char *summary; /* one line for --predict list and the like */
	bool takes_window;   /* needs the number of jobs that it looks back at */
	/* The state, or NULL with the error set. The window is from 1 to SWF_WINDOW_MOST. A
	 * prediction without a state has NULL for both functions, and is given NULL for it. */
	void *(*new_state)(size_t window, struct swf_error *error);
	void (*free_state)(void *state);
	/* Predicts the run time of a task that arrives now (s, 0 or more; more than the estimate
	 * counts as that). The predictions in the task are not set yet. 0, or -1 with the error
	 * set. */
	int (*predict)(void *state, const struct swf_task *task, double *predicted,
		struct swf_error *error);
	/* NULL, or is told that a task, which was started, has ended. 0, or -1 with the error set.
	 */
	int (*ended)(void *state, const struct swf_task *task, struct swf_error *error);
	/* NULL, or is told of the site before the first task. It outlives the state. The simulation
	 * needs a calendar then. */
	void (*begin)(void *state, const struct swf_site *site);
};

/* All predictions, ended by NULL, and the one of that name or NULL. */
const struct swf_prediction *const *swf_predictions(void);
const struct swf_prediction *swf_prediction_named(const char *name);

#ifdef __cplusplus
}
#endif
#endif
