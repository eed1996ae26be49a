/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* How jobs may overtake the first that does not fit, in an order of the scheduler's own. */
enum swf_backfill { SWF_BACKFILL_EASY, SWF_BACKFILL_CONSERVATIVE, SWF_BACKFILL_NONE };

/* What a scheduler can be told; each takes what concerns it. */
struct swf_scheduler_options {
	double alpha;      /* the weight of responsiveness, 0 to 1 */
	void *own_options; /* of a scheduler that is not of the library; NULL for those that are */
	enum swf_backfill backfill;
	const int64_t *queue_order; /* queues of jobs, of which the first comes first */
	size_t queue_order_count;
	/* A formula of waiting jobs, of which the one of the smallest value comes first; and the
	 * half-life (s) of what it names user_usage, 0 for none. */
	const char *order;
	double half_life;
};

/* What a scheduler makes of a job's requested time. */
struct swf_scheduler_limits {
	double requested; /* s, that counts, such as a site's default for a job that has none */
	double killed;    /* s of run time at which jobs that run longer are killed, if they are */
	const char *why;  /* a job is refused, as "longer than MaxTime"; or NULL. The text stays */
};

/* A function that returns an int returns 0. It returns -1 when there is no memory; or for another
 * reason, of which it tells the error of the machine. So does new_state with NULL. */
struct swf_scheduler {
	const char *name;
	const char *summary; /* one line for --scheduler list and the like */
	const char *predict; /* the prediction that it goes by unless another is named */
	bool takes_alpha;    /* needs that option */
	bool takes_backfill, takes_queue_order, takes_order;
	bool takes_resources; /* starts a job only where swf_machine_fits it, and plans so */
	bool by_requested;    /* goes by requested times as they stand, and by no prediction */
	/* With arrivals first, it makes a pass at every arrival, and not only where a job fits. */
	bool passes_at_arrivals;
	/* The scheduler's state. The machine outlives it. */
	void *(*new_state)(
		struct swf_machine *machine, const struct swf_scheduler_options *options);
	void (*free_state)(void *state);
	/* NULL, or is told of a running task that was to end at `before` (s). It has ended if
	 * `after`, which is now, is not later than that. Else its prediction has been corrected:
	 * it is to end at `after`, which is later than before. That may be past, and another
	 * call follows then. Nothing is to be started yet. A scheduler that has `limits` is also
	 * told of tasks that wait and are withdrawn, with INFINITY as `before`. */
	int (*end_changed)(void *state, const struct swf_task *task, double before, double after);
	/* NULL, where requested times count as they stand. Else it is asked when a job comes,
	 * before it joins the queue; the task has its job, submit time, size and recorded run time.
	 * 1 with the limits set; 0 for a job that can never start: it is not scheduled; -1 as
	 * above. Jobs that wait when nothing runs or comes, and it has nothing to start, are
	 * withdrawn: they can never start either. */
	int (*limits)(void *state, struct swf_task *task, struct swf_scheduler_limits *limits);
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
