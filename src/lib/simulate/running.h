/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine as the engine drives it: what runs, and when it ends. What schedulers may ask of the
 * machine is in swfcore/machine.h. All of it is defined in machine.c.
 */
#ifndef SWF_SIMULATE_RUNNING_H
#define SWF_SIMULATE_RUNNING_H

#include <math.h>
#include <stddef.h>

#include "simulate/profile.h"
#include "swfcore/error.h"
#include "swfcore/machine.h"

enum { SWF_EVENTS_NEAR = 64 };

struct swf_event {
	double time; /* s */
	struct swf_task *task;
};

/* The running tasks by end time, those of the same time in the order of their starts. */
struct swf_events {
	struct swf_event
		near[SWF_EVENTS_NEAR]; /* the first is the latest; none is later than the far */
	size_t near_count;
	struct swf_event *far; /* a heap, the first is the earliest */
	size_t far_count;
	size_t far_capacity;
};

/* The first event, or NULL when there is none. The queue starts empty with {0}. */
static inline const struct swf_event *swf_events_first(const struct swf_events *events)
{
	return events->near_count > 0 ? &events->near[events->near_count - 1] : NULL;
}

/* Its time, infinity when there is none. */
static inline double swf_events_next(const struct swf_events *events)
{
	return events->near_count > 0 ? events->near[events->near_count - 1].time : INFINITY;
}

/* 0, or -1 when there is no memory. */
int swf_events_push(struct swf_events *events, double time, struct swf_task *task) SWF_MUST_CHECK;

/* Removes the first event; there must be one. */
void swf_events_pop(struct swf_events *events);

/* Removes the event of a task, if it has one. */
void swf_events_remove(struct swf_events *events, const struct swf_task *task);

void swf_events_clear(struct swf_events *events);

/* What runs on the machine. */
struct swf_running {
	uint64_t starts;
	double lost_work;            /* processor seconds of runs that were taken back */
	double suspended_time;       /* s, of all tasks that were resumed */
	struct swf_events ends;      /* of the running tasks */
	struct swf_profile *profile; /* of the expected ends, while `profiled` */
	bool profiled;
	/* what comes free of each resource that is counted at the expected ends, else NULL */
	struct swf_profile *resources[SWF_RESOURCES];
	struct swf_events run_out; /* predictions that will, before their task ends */
	bool expires;
	double expired; /* expected ends up to this time are out of the profile */
};

/* With `expires`, the expected end of a task releases its processors. The error is where schedulers
 * say why they fail. 0, or -1 when there is no memory; close it in both cases. */
int swf_machine_init(struct swf_machine *machine, int32_t procs, bool expires,
	struct swf_error *error) SWF_MUST_CHECK;

/* Has a machine on which nothing runs count the resources of which it has more than 0. 0, or -1
 * when there is no memory. */
int swf_machine_count(struct swf_machine *machine, const int64_t *resources) SWF_MUST_CHECK;

void swf_machine_clear(struct swf_machine *machine);

/* Makes it empty again, and keeps its memory. */
void swf_machine_reset(struct swf_machine *machine);

/* Makes an empty machine `to`, which has been made like `from`, one on which the same runs: copies
 * of the tasks, which `copy` makes, or NULL when there is no memory. 0, or -1 then. */
int swf_machine_copy(struct swf_machine *to, const struct swf_machine *from,
	struct swf_task *(*copy)(void *self, const struct swf_task *task),
	void *self) SWF_MUST_CHECK;

/* When the next running task ends, infinity when nothing runs. */
static inline double swf_machine_next_end(const struct swf_machine *machine)
{
	return swf_events_next(&machine->running->ends);
}

/* When the next prediction runs out for a task that runs on, infinity when none does. */
static inline double swf_machine_next_run_out(const struct swf_machine *machine)
{
	return swf_events_next(&machine->running->run_out);
}

/* Corrects that prediction, of which the time has come: the task, with the time (s) at which it was
 * expected to end before. All are to be corrected before anything else happens. 0, or -1 when there
 * is no memory. */
int swf_machine_correct(
	struct swf_machine *machine, struct swf_task **task, double *before) SWF_MUST_CHECK;

/* Ends and returns that task; in a machine that expires, releases what has expired. NULL when there
 * is no memory. */
struct swf_task *swf_machine_end_next(struct swf_machine *machine);

/* Releases the processors of every running task whose expected end has come. 0, or -1 when there
 * is no memory. */
int swf_machine_release_expired(struct swf_machine *machine) SWF_MUST_CHECK;

#endif
