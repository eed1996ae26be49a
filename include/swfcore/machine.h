/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a simulation as schedulers see it, and the jobs that run on it or wait for it. */
#ifndef SWFCORE_MACHINE_H
#define SWFCORE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/resources.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A job in the system: what of it matters for its scheduling. Belongs to the engine; a scheduler
 * changes nothing in it. */
struct swf_task {
	uint64_t id;               /* 1, 2, 3, ... in the order of arrival */
	const struct swf_job *job; /* as in the log: its wait is the recorded one */
	double submit;             /* s */
	double run_time;           /* s, known only to the engine */
	double estimate;           /* s, at least the run time */
	double predicted;          /* s of run time, at most the estimate: what schedulers go by */
	double first_predicted;    /* s, before any correction */
	double start;              /* s, once started; later by the time of its suspensions */
	double expected_end;       /* s, start + predicted, put off while the job runs longer; when
				    * it was suspended, while it is */
	uint64_t start_rank;       /* 0, 1, 2, ... in the order of starting */
	size_t queue_place;        /* of the waiting queue */
	size_t pending_place;      /* of the machine's profile */
	int32_t size;              /* processors */
	int corrections;           /* of the prediction */
	int32_t requeues;          /* how often it was taken back */
	bool started;
	bool cancelled;
	bool is_suspended;            /* now */
	bool was_suspended;           /* at some time */
	int64_t needs[SWF_RESOURCES]; /* of what the machine counts beside processors */
};

/* The machine, as far as schedulers see it. They change nothing in it but through
 * swf_machine_start, swf_machine_requeue, swf_machine_cancel, swf_machine_suspend and
 * swf_machine_resume. */
struct swf_machine {
	double now; /* s */
	/* All of them. A scheduler's new_state may raise both numbers, to what jobs that share
	 * processors can have at a time. */
	int32_t procs, free_procs;
	/* Set by a scheduler's new_state that takes tasks back (swf_machine_requeue): jobs come out
	 * when they have ended, and not once they have started. */
	bool takes_back;
	bool counts_resources; /* beside processors; else the next two are 0 */
	int64_t resources[SWF_RESOURCES];
	int64_t free_resources[SWF_RESOURCES];
	/* How often processors have been given back, or the expected end of a running job has been
	 * put off. While this stays the same, a job that could not start earlier can not start now
	 * either. */
	uint64_t changes;
	struct swf_error *error;     /* where a scheduler that fails says why (swf_fail) */
	struct swf_running *running; /* of the engine alone */
};

/* What a task needs of a kind. */
static inline int64_t swf_task_need(const struct swf_task *task, int kind)
{
	return kind == SWF_KIND_PROCS ? task->size : task->needs[kind - 1];
}

/* What a machine has of a kind, 0 if that is not counted. */
static inline int64_t swf_machine_amount(const struct swf_machine *machine, int kind)
{
	return kind == SWF_KIND_PROCS ? machine->procs : machine->resources[kind - 1];
}

/* What is free of a kind now. */
static inline int64_t swf_machine_free_amount(const struct swf_machine *machine, int kind)
{
	return kind == SWF_KIND_PROCS ? machine->free_procs : machine->free_resources[kind - 1];
}

/* The first kind of which a task needs more than is free, or SWF_KINDS. */
static inline int swf_machine_lacks(const struct swf_machine *machine, const struct swf_task *task)
{
	int kind = 0;
	while (kind < SWF_KINDS &&
		swf_task_need(task, kind) <= swf_machine_free_amount(machine, kind))
		kind++;
	return kind;
}

/* Starts a task now. 0, or -1 when it runs already or does not fit, which the error of the machine
 * says, or when there is no memory. */
int swf_machine_start(struct swf_machine *machine, struct swf_task *task) SWF_MUST_CHECK;

/* Takes a running task back: what it ran is lost, its processors are free now, and it can be
 * started again later. `takes_back` has been set. */
void swf_machine_requeue(struct swf_machine *machine, struct swf_task *task);

/* Has a running task end now, cancelled: end_changed tells so once the pass is over. 0, or -1 when
 * there is no memory. */
int swf_machine_cancel(struct swf_machine *machine, struct swf_task *task) SWF_MUST_CHECK;

/* Suspends a running task: it keeps its processors, its run stops, and it is not expected to end
 * until it is resumed, later by as long. Resume it before it is requeued or cancelled. Without
 * effect on a task that is suspended, that ends now, or whose processors were given back at its
 * expected end. `takes_back` has been set. */
void swf_machine_suspend(struct swf_machine *machine, struct swf_task *task);

/* Resumes a task. Without effect on one that is not suspended. 0, or -1 when there is no memory. */
int swf_machine_resume(struct swf_machine *machine, struct swf_task *task) SWF_MUST_CHECK;

/* The shadow time of a job of `size` processors that does not fit now, the earliest time at which
 * it will by the expected ends of the running jobs, and the extra processors: those free at that
 * time beyond its need. 0, or -1 when there is no memory. */
int swf_machine_shadow(const struct swf_machine *machine, int32_t size, double *shadow,
	int64_t *extra) SWF_MUST_CHECK;

/* When a task that does not fit now is expected to start, and what is free then beyond its need. */
struct swf_shadow {
	double time;   /* s */
	int64_t procs; /* extra */
	int64_t resources[SWF_RESOURCES];
};

/* The shadow of a task that does not fit now: the first time at which there is enough of all that
 * it needs. 0, or -1 when there is no memory. */
int swf_machine_shadow_of(const struct swf_machine *machine, const struct swf_task *task,
	struct swf_shadow *shadow) SWF_MUST_CHECK;

/* Whether there is enough for a task now. */
static inline bool swf_machine_fits(const struct swf_machine *machine, const struct swf_task *task)
{
	return task->size <= machine->free_procs &&
		(!machine->counts_resources ||
			swf_resources_suffice(machine->free_resources, task->needs));
}

#ifdef __cplusplus
}
#endif
#endif
