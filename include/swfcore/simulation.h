/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The event engine: source of jobs -> clock, event queue, machine and scheduler -> sink.
 *
 * The sink gets every job in the order of arrival, as soon as its wait time and those of
 * all earlier jobs are known. Memory is bounded by the jobs in the system and those that arrived
 * after the first of them that still waits.
 */
#ifndef SWFCORE_SIMULATION_H
#define SWFCORE_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/log.h"
#include "swfcore/prediction.h"
#include "swfcore/resources.h"
#include "swfcore/scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A job on its way from a source to the engine. */
struct swf_arrival {
	struct swf_job job;
	size_t tag; /* the source's own name for it */
	bool lost;  /* passed through, wait -1: its user has left */
};

/* Where jobs come from, in the order of their submit times. Each function returns -1 with
 * the error set when it fails. */
struct swf_source {
	void *self;
	/* Puts the next job that is known of now into *arrival: 1, 0 when there is none (yet). It
	 * must not lie before the last event. Asked again, with the same place for the job, until
	 * the job is taken, and whenever one has ended. */
	int (*peek)(void *self, struct swf_arrival *arrival, struct swf_error *error);
	/* The job that was put there last is now in the system. 0. */
	int (*take)(void *self, struct swf_error *error);
	/* NULL for a source that does not listen. A job that was taken has ended; one that is
	 * passed through, but not lost, does so when it arrives. 0. */
	int (*ended)(void *self, size_t tag, double now, struct swf_error *error);
};

/* A source that replays a log, refusing jobs that are not in submit order. */
struct swf_replay {
	struct swf_log *log;
	bool peeked; /* the next job is where the engine wants it */
};

/* Begins the replay: the source, for one simulation, which the replay and the log must outlive. */
struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log);

/* Where jobs go. Returns 0, or -1 with the error set. */
struct swf_sink {
	void *self;
	int (*job)(void *self, const struct swf_job *job, struct swf_error *error);
	/* NULL, or is told why a job is not scheduled, before it gets the job: a text that goes on
	 * "a job " and that stays. */
	void (*left_out)(void *self, const struct swf_job *job, const char *why);
};

/* What comes first in the same second. */
enum swf_event_order {
	/* All completions, then all arrivals, then one scheduling pass. */
	SWF_COMPLETIONS_FIRST,
	/* Each arrival, with a pass if the job fits, or if the scheduler always makes one; then
	 * each completion with its pass. A running job whose expected end has come no longer
	 * counts as holding its processors. */
	SWF_ARRIVALS_FIRST
};

/* What becomes of a job that is larger than the machine: an error, left unscheduled, or cut to the
 * machine's size. */
enum swf_oversize { SWF_OVERSIZE_REFUSE, SWF_OVERSIZE_SKIP, SWF_OVERSIZE_CLAMP };

struct swf_simulation {
	const struct swf_scheduler *scheduler;
	struct swf_scheduler_options scheduler_options;
	const struct swf_prediction *prediction; /* NULL: the user's estimates */
	size_t window;                           /* that it looks back at, if it takes one */
	const struct swf_calendar *calendar;     /* where a prediction asks for it, else NULL */
	int32_t procs;                           /* of the machine, > 0 */
	int64_t resources[SWF_RESOURCES];        /* 0: not counted, whatever jobs need of it */
	enum swf_event_order event_order;
	bool reverse_simultaneous; /* jobs that arrive in the same second join the queue in reverse
				    */
	enum swf_size size;
	enum swf_overrun overrun;
	enum swf_oversize oversize;
};

struct swf_simulation_counts {
	int64_t jobs;        /* all */
	int64_t never_ran;   /* passed through, wait -1: no run time */
	int64_t no_size;     /* passed through, wait -1: no processors */
	int64_t skipped;     /* passed through, wait -1: larger than the machine */
	int64_t refused;     /* passed through, wait -1: the scheduler could never start it */
	int64_t clamped;     /* cut to the machine */
	int64_t no_estimate; /* scheduled without a requested time */
	int64_t overrun;     /* ran longer than the estimate, or than the scheduler lets them */
	int64_t estimated;   /* scheduled with a requested time */
	int64_t estimated_overrun;   /* of these, those that are in overrun */
	int64_t requeues, cancelled; /* of jobs that the scheduler took back, or ended */
	int64_t suspended;           /* jobs that the scheduler suspended */
	double work;                 /* processor seconds of all jobs, as they were read */
	double skipped_work;         /* of those that were skipped */
	double refused_work;         /* of those that were refused */
	double lost_work;            /* of runs after which a job was requeued, beside its own */
	double suspended_time;       /* s, of all jobs */
};

/* Whether a job is scheduled, and not passed through: it has a run time and a size, and is not
 * skipped as larger than the machine. */
bool swf_simulation_schedules(const struct swf_simulation *simulation, const struct swf_job *job);

/* Whether it needs more of anything that is counted than the machine has, and the error
 * (SWF_ERROR_OVERSIZE) that refuses `count` of these, of which this is the first: always -1. */
bool swf_simulation_is_oversize(const struct swf_simulation *simulation, const struct swf_job *job);
int swf_simulation_refuse(const struct swf_simulation *simulation, const struct swf_job *first,
	int64_t count, struct swf_error *error);

/*
 * Runs the simulation to its end. Jobs come out as the source gave them but for the wait time:
 * simulated, or -1 for a job that was not scheduled; a job that was killed or clamped also has the
 * run time or the size that it was scheduled with. Returns 0, or -1 with the error set.
 */
int swf_simulation_run(const struct swf_simulation *simulation, const struct swf_source *source,
	const struct swf_sink *sink, struct swf_simulation_counts *counts,
	struct swf_error *error) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
