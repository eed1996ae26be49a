/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine turned round: the caller holds the simulation and asks it to go on. It decides what
 * starts, in place of a scheduler.
 *
 *     struct swf_stepping *s = swf_stepping_new(&simulation, &error);
 *     if (s == NULL || swf_stepping_reset(s, jobs, count, &error) != 0)
 *             ...
 *     while ((got = swf_stepping_next(s, &error)) == 1)
 *             if (swf_stepping_start(s, choose(swf_stepping_waiting(s, &waiting)), &error) != 0)
 *                     ...
 *
 * A simulation belongs to one thread at a time. After an error it can only be reset or freed.
 */
#ifndef SWFCORE_STEPPING_H
#define SWFCORE_STEPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/machine.h"
#include "swfcore/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_stepping;

/* A simulation without jobs, with all of the options but the scheduler. What these point to must
 * outlive it. NULL with the error set. */
struct swf_stepping *swf_stepping_new(
	const struct swf_simulation *simulation, struct swf_error *error);
void swf_stepping_free(struct swf_stepping *stepping);

/* Begins again with these jobs, in submit order, which must stay until the next reset. Their times
 * must be those of a log (arrays.h checks them). 0, or -1 with the error set. */
int swf_stepping_reset(struct swf_stepping *stepping, const struct swf_job *jobs, size_t count,
	struct swf_error *error) SWF_MUST_CHECK;

/* Another simulation of the same jobs at the same moment, with the same past: what the caller has
 * started is started again. NULL with the error set. */
struct swf_stepping *swf_stepping_copy(
	const struct swf_stepping *stepping, struct swf_error *error);

/* Goes on to the next moment at which jobs wait and processors are free: 1, 0 at the end, -1 with
 * the error set. Where something was started since the last call, that may be the moment at which
 * it is. */
int swf_stepping_next(struct swf_stepping *stepping, struct swf_error *error) SWF_MUST_CHECK;

/* The jobs that wait, in the order of arrival, until the next call that is not a question. */
struct swf_task *const *swf_stepping_waiting(const struct swf_stepping *stepping, size_t *count);

/* A job that waits or runs, for programs in other languages. */
struct swf_waiting_job {
	int64_t place;                      /* among the jobs of the simulation, from 0 */
	int64_t number;                     /* of the log */
	double submit, estimate, predicted; /* s; see struct swf_task */
	double start, expected_end;         /* s, of one that runs, else 0 */
	int64_t size;                       /* processors */
	int64_t user, group, queue;
};

/* Fills rows with the first `most` jobs that wait, and returns how many there are of these. */
size_t swf_stepping_look(
	const struct swf_stepping *stepping, size_t most, struct swf_waiting_job *rows);

/* The number of jobs that run, and rows of them, in no order. */
size_t swf_stepping_running(const struct swf_stepping *stepping);
void swf_stepping_look_at_running(
	const struct swf_stepping *stepping, struct swf_waiting_job *rows);

/* s, and processors. */
double swf_stepping_now(const struct swf_stepping *stepping);
int32_t swf_stepping_free_procs(const struct swf_stepping *stepping);

/* Starts the job at a place of those that wait. 0, or -1 with the error set: there is no such
 * place, or it does not fit; nothing has changed then. */
int swf_stepping_start(
	struct swf_stepping *stepping, size_t place, struct swf_error *error) SWF_MUST_CHECK;

/* Starts the job at a place as soon as it fits, and goes on until then; with `backfill` jobs of the
 * queue start meanwhile, in its order, that do not delay it (EASY), else none. 0, or -1 with the
 * error set. */
int swf_stepping_reserve(struct swf_stepping *stepping, size_t place, bool backfill,
	struct swf_error *error) SWF_MUST_CHECK;

/* The schedule so far: the jobs before the first that has not started, with their waits, as sinks
 * get them. At the end these are all. Until the next call that is not a question. */
const struct swf_job *swf_stepping_schedule(const struct swf_stepping *stepping, size_t *count);
struct swf_simulation_counts swf_stepping_counts(const struct swf_stepping *stepping);

/*
 * Vectors: many simulations, each at its own moment, of which each call steps all by one decision:
 * which of the first jobs that wait comes next (swf_stepping_reserve).
 */
struct swf_vector;

/* Of a job that waits: what decisions go by. */
enum swf_vector_feature {
	SWF_VECTOR_WAIT,     /* s so far */
	SWF_VECTOR_ESTIMATE, /* s */
	SWF_VECTOR_SIZE,     /* a share of the machine, 0 to 1 */
	SWF_VECTOR_FREE,     /* the free processors, a share of the machine: the same of all jobs */
	SWF_VECTOR_FEATURES
};

/* What a vector shows, arrays of its own; rows are simulations. */
struct swf_vector_view {
	float *features;  /* simulations x visible x SWF_VECTOR_FEATURES; 0 where no job is */
	uint8_t *waits;   /* simulations x visible: 1 where there is a job */
	uint8_t *ended;   /* simulations: 1 where the last step was the last of an episode */
	double *wait;     /* s, simulations: the mean of the episode that ended */
	double *slowdown; /* the same of the bounded slowdown, with a bound of 10 s */
};

/* `count` simulations without jobs, which show the first `visible` jobs that wait. NULL with the
 * error set. */
struct swf_vector *swf_vector_new(const struct swf_simulation *simulation, size_t count,
	size_t visible, bool backfill, struct swf_error *error);
void swf_vector_free(struct swf_vector *vector);
const struct swf_vector_view *swf_vector_view(const struct swf_vector *vector);

/* Begins an episode in one of the simulations, as swf_stepping_reset does, and goes on to the first
 * decision: 1; 0 if there is none to be made, -1 with the error set. */
int swf_vector_reset(struct swf_vector *vector, size_t simulation, const struct swf_job *jobs,
	size_t count, struct swf_error *error) SWF_MUST_CHECK;

/* Makes a decision in each simulation: the places of jobs. Those that have ended pass it over. 0,
 * or -1 with the error set: a place at which no job waits, of which nothing has come then in that
 * simulation and those behind it. */
int swf_vector_step(
	struct swf_vector *vector, const int64_t *places, struct swf_error *error) SWF_MUST_CHECK;

/* A simulation of the vector. */
const struct swf_stepping *swf_vector_at(const struct swf_vector *vector, size_t simulation);

#ifdef __cplusplus
}
#endif
#endif
