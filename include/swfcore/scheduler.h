/*
 * Schedulers, and the machine as they see it. A scheduler is one file that fills a struct
 * swf_scheduler; swf_schedulers() lists them.
 */
#ifndef SWFCORE_SCHEDULER_H
#define SWFCORE_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A job in the system: what of it matters for its scheduling. Belongs to the engine; a scheduler
 * changes nothing in it. */
struct swf_task {
	double submit;          /* s */
	double run_time;        /* s, known only to the engine */
	double estimate;        /* s, at least the run time */
	double predicted;       /* s of run time, at most the estimate: what schedulers go by */
	double first_predicted; /* s, before any correction */
	double start;           /* s, once started */
	double expected_end;    /* s, start + predicted, put off while the job runs longer */
	uint64_t start_rank;    /* 0, 1, 2, ... in the order of starting */
	size_t queue_place;     /* of the waiting queue */
	size_t pending_place;   /* of the machine's profile */
	int32_t size;           /* processors */
	int corrections;        /* of the prediction */
	bool started;
};

/* The machine, as far as schedulers see it. They change nothing in it but through
 * swf_machine_start. */
struct swf_machine {
	double now; /* s */
	int32_t free_procs;
	/* How often processors have been given back, or the expected end of a running job has been
	 * put off. While this stays the same, a job that could not start earlier can not start now
	 * either. */
	uint64_t changes;
	struct swf_running *running;
};

/* Starts a task, which must fit, now. 0, or -1 when there is no memory. */
int swf_machine_start(struct swf_machine *machine, struct swf_task *task) SWF_MUST_CHECK;

/* The shadow time of a job of `size` processors that does not fit now, the earliest time at which
 * it will by the expected ends of the running jobs, and the extra processors: those free at that
 * time beyond its need. 0, or -1 when there is no memory. */
int swf_machine_shadow(const struct swf_machine *machine, int32_t size, double *shadow,
	int64_t *extra) SWF_MUST_CHECK;

/* What a scheduler can be told; each takes what concerns it. */
struct swf_scheduler_options {
	double alpha; /* the weight of responsiveness, 0 to 1 */
};

/* A function that returns an int returns 0, or -1 when there is no memory. */
struct swf_scheduler {
	const char *name;
	const char *summary; /* one line for --scheduler list and the like */
	const char *predict; /* the prediction that it goes by unless another is named */
	bool takes_alpha;    /* needs that option */
	/* With arrivals first, it makes a pass at every arrival, and not only where a job fits. */
	bool passes_at_arrivals;
	/* The scheduler's state, or NULL. */
	void *(*new_state)(
		struct swf_machine *machine, const struct swf_scheduler_options *options);
	void (*free_state)(void *state);
	/* NULL, or is told that a running task, which was to end at `before` (s), has ended
	 * (`after` is now, not later than that), or, its prediction corrected, is to end at
	 * `after`. Nothing is to be started yet. */
	int (*end_changed)(void *state, const struct swf_task *task, double before, double after);
	/* A task joins the queue; nothing is to be started yet. */
	int (*arrive)(void *state, struct swf_task *task);
	/* A scheduling pass: starts what may start now. */
	int (*pass)(void *state);
	/* NULL, or when it has something to start even if no job arrives or ends (s, INFINITY for
	 * never): after now, once it has made a pass now. */
	double (*next_pass)(const void *state);
};

/* All schedulers, ended by NULL, and the one of that name or NULL. */
const struct swf_scheduler *const *swf_schedulers(void);
const struct swf_scheduler *swf_scheduler_named(const char *name);

#ifdef __cplusplus
}
#endif
#endif
