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
	bool scheduled;        /* false: passed through */
	bool ended;
	bool sunk;
	struct swf_arrival arrival;
};

struct swf_engine {
	const struct swf_simulation *options;
	const struct swf_source *source;
	const struct swf_sink *sink;
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
	struct swf_slot *next;            /* holds the next job of the source */
	bool more;                        /* it does: the source knows one */
	struct swf_slot **arriving;       /* those that arrive at this instant */
	size_t arriving_count, arriving_capacity;
	/* where it goes on after a pass */
	enum { ENGINE_BETWEEN, ENGINE_ARRIVING, ENGINE_AFTER } at;
	size_t joined;  /* of those that arrive at this instant */
	double stepped; /* s, the last instant; -INFINITY before the first */
	bool passed;    /* at this instant */
};

/* Begins; to be ended in each case. 0, or -1 with the error set. */
int swf_engine_begin(struct swf_engine *e) SWF_MUST_CHECK;

/* Goes on to the next pass that the scheduler is to make: 1, 0 at the end, -1 with the error set.
 */
int swf_engine_next(struct swf_engine *e) SWF_MUST_CHECK;

void swf_engine_end(struct swf_engine *e);

#endif
