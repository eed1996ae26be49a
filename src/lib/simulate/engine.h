/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine from pass to pass: swf_simulation_run makes each by its scheduler, and a simulation
 * that is stepped asks its caller. */
#ifndef SWF_SIMULATE_ENGINE_H
#define SWF_SIMULATE_ENGINE_H

#include "base/array.h"
#include "swfcore/simulation.h"

/* A job in the engine, from its arrival until it has both ended and been given to the sink. */
struct swf_slot {
	struct swf_task task;  /* first: a task is its slot */
	struct swf_slot *next; /* in the order of arrival */
	size_t tag;            /* of the source, or the place in the array of jobs */
	bool scheduled;        /* false: passed through */
	bool ended;
	bool sunk; /* or there is no sink */
	/* where the source put the job; of one of an array, where it is changed */
	struct swf_arrival arrival;
};

struct swf_engine {
	const struct swf_simulation *options;
	const struct swf_source *source; /* NULL: an array of jobs, and no sink */
	const struct swf_sink *sink;
	const struct swf_job *jobs;
	size_t job_count, next_job;
	struct swf_simulation_counts *counts;
	struct swf_error *error;
	struct swf_machine machine;
	double due;      /* s, when the scheduler has something to start, whatever happens */
	void *scheduler; /* its state */
	uint64_t tasks;  /* so far */
	const struct swf_prediction *prediction;
	void *predicting; /* its state */
	struct swf_site site;
	struct swf_slab slots;
	struct swf_slot *oldest, *newest; /* not yet given to the sink */
	struct swf_slot *next;            /* where the source puts its next job */
	bool more;                        /* another job is known of */
	double arrival;                   /* s, when it arrives; else INFINITY */
	struct swf_slot **arriving;       /* those that arrive at this instant */
	size_t arriving_count, arriving_capacity;
	/* where it goes on after a pass */
	enum { ENGINE_BETWEEN, ENGINE_ARRIVING, ENGINE_AFTER } at;
	size_t joined;  /* of those that arrive at this instant */
	double stepped; /* s, the last instant; -INFINITY before the first */
	bool passed;    /* at this instant */
};

/* Whether jobs may be cut to the machine or to their estimate. Without, and without a source, slots
 * end before `arrival`. */
static inline bool swf_engine_cuts_jobs(const struct swf_simulation *simulation)
{
	return simulation->overrun == SWF_OVERRUN_KILL ||
		simulation->oversize == SWF_OVERSIZE_CLAMP;
}

/* Where the i-th to join the queue stands among those that arrive at this instant. */
static inline size_t swf_engine_arriving_place(const struct swf_engine *e, size_t i)
{
	return e->options->reverse_simultaneous ? e->arriving_count - 1 - i : i;
}

/* Begins; to be ended in each case. 0, or -1 with the error set. */
int swf_engine_begin(struct swf_engine *e) SWF_MUST_CHECK;

/* Begins anew after the jobs of an array, with those that it has now. It keeps the memory, and the
 * state of the scheduler, who sees to that. 0, or -1 with the error set. */
int swf_engine_begin_again(struct swf_engine *e) SWF_MUST_CHECK;

/* Makes `to`, which has begun with the same options and jobs of an array, another one at the same
 * moment, with what runs; what waits is the scheduler's, who copies each slot of it. The prediction
 * keeps nothing. 0, or -1 when there is no memory. */
int swf_engine_copy(struct swf_engine *to, const struct swf_engine *from) SWF_MUST_CHECK;

/* A copy of a slot of another engine with the same array, or NULL when there is no memory. */
struct swf_slot *swf_engine_copy_slot(struct swf_engine *to, const struct swf_slot *from);

/* Goes on to the next pass that the scheduler is to make: 1, 0 at the end, when jobs may still
 * wait, -1 with the error set. */
int swf_engine_next(struct swf_engine *e) SWF_MUST_CHECK;

void swf_engine_end(struct swf_engine *e);

#endif
