/*
 * Schedulers. Each is a file that fills a struct swf_scheduler; swf_schedulers() lists those of the
 * library. A program can fill one of its own, and name it in its struct swf_simulation.
 */
#ifndef SWFCORE_SCHEDULER_H
#define SWFCORE_SCHEDULER_H

#include <stdbool.h>

#include "swfcore/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a scheduler can be told; each takes what concerns it. */
struct swf_scheduler_options {
	double alpha; /* the weight of responsiveness, 0 to 1 */
};

/* A function that returns an int returns 0. It returns -1 when there is no memory; or for another
 * reason, of which it tells the error of the machine. So does new_state with NULL. */
struct swf_scheduler {
	const char *name;
	const char *summary; /* one line for --scheduler list and the like */
	const char *predict; /* the prediction that it goes by unless another is named */
	bool takes_alpha;    /* needs that option */
	bool by_requested;   /* goes by requested times as they stand, and by no prediction */
	/* With arrivals first, it makes a pass at every arrival, and not only where a job fits. */
	bool passes_at_arrivals;
	/* The scheduler's state. The machine outlives it. */
	void *(*new_state)(
		struct swf_machine *machine, const struct swf_scheduler_options *options);
	void (*free_state)(void *state);
	/* NULL, or is told of a running task that was to end at `before` (s). It has ended if
	 * `after`, which is now, is not later than that. Else its prediction has been corrected:
	 * it is to end at `after`, which is later than before. That may be past, and another
	 * call follows then. Nothing is to be started yet. */
	int (*end_changed)(void *state, const struct swf_task *task, double before, double after);
	/* A task joins the queue, which the scheduler keeps; nothing is to be started yet. The task
	 * stays until it has ended. */
	int (*arrive)(void *state, struct swf_task *task);
	/* A scheduling pass: starts what may start now, by swf_machine_start. */
	int (*pass)(void *state);
	/* NULL, or when it has something to start even if no job arrives or ends (s, INFINITY for
	 * never): later than now, since it has made a pass now. */
	double (*next_pass)(const void *state);
};

/* All schedulers, ended by NULL, and the one of that name or NULL. */
const struct swf_scheduler *const *swf_schedulers(void);
const struct swf_scheduler *swf_scheduler_named(const char *name);

#ifdef __cplusplus
}
#endif
#endif
