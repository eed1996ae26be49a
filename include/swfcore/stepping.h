/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine turned round: the caller holds the simulation and asks it to go on. It decides what
 * starts, in place of a scheduler.
 *
 *     struct swf_stepping *s = swf_stepping_new(&simulation, &error);
 *     if (s == NULL || swf_stepping_reset(s, jobs, count, &error) != 0)
 *             ...
 *     const struct swf_stepping_view *view = swf_stepping_view(s);
 *     while ((got = swf_stepping_next(s, &error)) == 1)
 *             if (swf_stepping_reserve(s, choose(view), true, &error) != 0)
 *                     ...
 *
 * A decision is due at each scheduling pass at which a job waits and a processor is free, whether
 * or not a job fits: a policy may want to wait for one that does not. The passes are those that
 * schedulers get (enum swf_event_order), so that a caller who decides as a scheduler does comes to
 * its schedule. Completions first, there is one pass at an instant. Arrivals first, there are
 * several: one after each arrival that fits, before the later arrivals of that second are seen, and
 * one after each completion.
 *
 * A simulation has no state but its own: two threads may use one each, and after fork both
 * processes have theirs. A refusal leaves it as it was: of a place at which no job waits, or of a
 * job that does not fit or does not wait. After any other error it can only be reset or freed, and
 * other calls fail with the same error.
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

/* Begins again with these jobs, in submit order, which must stay until the next reset: 2^31 - 1 at
 * most. Their times must be those of a log (arrays.h checks them). It allocates memory only where
 * there are more jobs than ever before, and for predictions that keep something. 0, or -1 with the
 * error set, after which it has no jobs. */
int swf_stepping_reset(struct swf_stepping *stepping, const struct swf_job *jobs, size_t count,
	struct swf_error *error) SWF_MUST_CHECK;

/* A snapshot: another simulation of the same jobs at the same moment, with the same past. Both go
 * on by themselves, and either may be freed first. The jobs must stay for both. It costs time by
 * the jobs so far if the prediction keeps something (other than estimate and actual): then all that
 * was started is started again. Else it copies what waits, runs and has started. NULL with the
 * error set: no memory, or the simulation has failed. */
struct swf_stepping *swf_stepping_copy(
	const struct swf_stepping *stepping, struct swf_error *error);

/* Goes on to the next decision: 1, 0 at the end, when all jobs have started or passed through, or
 * -1 with the error set. If something was started since the last call, that is the present moment
 * again, while jobs wait and processors are free. If nothing was, the caller waits, and the clock
 * goes on. It is an error, after which nothing but a reset helps, if jobs wait when nothing runs
 * and nothing arrives any more: then they would wait for ever. */
int swf_stepping_next(struct swf_stepping *stepping, struct swf_error *error) SWF_MUST_CHECK;

/* A job that waits. */
struct swf_stepping_row {
	double submit, estimate; /* s; the estimate is at least the run time */
	int32_t size;            /* processors */
	int32_t job;             /* its place among the jobs of the simulation, from 0 */
	const struct swf_task *task;
};

/* What there is to decide, as the simulation itself has it: no copy. The struct stays where it is
 * until the simulation is freed. What it says, and where the rows are, holds until the next call
 * that is not a question; the starts stay where they are until a reset. */
struct swf_stepping_view {
	double now;         /* s */
	int32_t free_procs; /* processors */
	size_t waiting;     /* jobs that wait, and a row for each, in the order of arrival */
	const struct swf_stepping_row *rows;
	size_t running; /* jobs */
	/* Of all jobs of the simulation: when they started (s), or -1 if they have not. At the end
	 * these are the jobs that are not scheduled: lost, skipped, without a run time or size. */
	const double *starts;
	size_t jobs;
};
const struct swf_stepping_view *swf_stepping_view(const struct swf_stepping *stepping);

/* Some of it, one by one. */
double swf_stepping_now(const struct swf_stepping *stepping);
int32_t swf_stepping_free_procs(const struct swf_stepping *stepping);
/* Of what is counted by enum swf_resource. */
int64_t swf_stepping_free_amount(const struct swf_stepping *stepping, int resource);
size_t swf_stepping_running(const struct swf_stepping *stepping);

/* A job that waits or runs, with more of it. */
struct swf_waiting_job {
	int64_t place;                      /* among the jobs of the simulation, from 0 */
	int64_t number;                     /* of the log */
	double submit, estimate, predicted; /* s; see struct swf_task */
	double start, expected_end;         /* s, of one that runs, else 0 */
	int64_t size;                       /* processors */
	int64_t user, group, queue;
	int64_t gpus, memory; /* and kB in all; 0 where they are not counted */
};

/* Fills rows with the first `most` jobs that wait, and returns how many there are of these. */
size_t swf_stepping_look(
	const struct swf_stepping *stepping, size_t most, struct swf_waiting_job *rows);

/* Fills rows with all jobs that run, in no order. */
void swf_stepping_look_at_running(
	const struct swf_stepping *stepping, struct swf_waiting_job *rows);

/* Starts the job at a place of those that wait. 0, or -1 with the error set: there is no such
 * place, or it does not fit; nothing has changed then. */
int swf_stepping_start(
	struct swf_stepping *stepping, size_t place, struct swf_error *error) SWF_MUST_CHECK;

/* The same for a job by its place among the jobs of the simulation, which costs time by the jobs
 * that wait. It is also refused if it was started before, has not arrived or is not scheduled. */
int swf_stepping_start_job(
	struct swf_stepping *stepping, size_t job, struct swf_error *error) SWF_MUST_CHECK;

/* Starts the job at a place as soon as it fits, and goes on until then; with `backfill` jobs of the
 * queue start meanwhile, in the order of arrival, that do not delay it: EASY around a head that the
 * caller chose. Without, none starts before it. 0, or -1 with the error set. */
int swf_stepping_reserve(struct swf_stepping *stepping, size_t place, bool backfill,
	struct swf_error *error) SWF_MUST_CHECK;

/* The schedule so far: the jobs before the first that has not started, with their waits, as sinks
 * get them. At the end these are all. Until the next call that is not a question. NULL when there
 * is no memory. */
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
	double *reward;   /* simulations: of the last step, 0 or, where it ended, -slowdown */
	int64_t *first;   /* simulations: see swf_vector_windows; -1 after swf_vector_reset */
};

/* `count` simulations without jobs, which show the first `visible` jobs that wait. NULL with the
 * error set. */
struct swf_vector *swf_vector_new(const struct swf_simulation *simulation, size_t count,
	size_t visible, bool backfill, struct swf_error *error);
void swf_vector_free(struct swf_vector *vector);
const struct swf_vector_view *swf_vector_view(const struct swf_vector *vector);

/* Begins an episode in one of the simulations, as swf_stepping_reset does, and goes on to the first
 * decision: 1; 0 if there is none to be made, -1 with the error set. When this episode ends, the
 * simulation waits for another reset. Episodes without end are over, in all simulations. */
int swf_vector_reset(struct swf_vector *vector, size_t simulation, const struct swf_job *jobs,
	size_t count, struct swf_error *error) SWF_MUST_CHECK;

/* Episodes without end: windows of `length` of the `count` jobs of a log. Begins one in each
 * simulation, and from now on an episode that ends is followed at once by another: the features are
 * of the new one then, whose first job is `first` of the view, and ended, wait, slowdown and reward
 * of the one that ended. With `firsts` (`first_count` of them, which must stay) these are the first
 * jobs, for one episode after the other as they begin, those of the same step in the order of the
 * simulations, and again from the start after the last. With NULL windows lie anywhere with the
 * same probability, and the n-th of a simulation goes by the seed, the simulation and n alone.
 * Windows in which there is nothing to decide are passed over. 0, or -1 with the error set. */
int swf_vector_windows(struct swf_vector *vector, const struct swf_job *jobs, size_t count,
	size_t length, const int64_t *firsts, size_t first_count, uint64_t seed,
	struct swf_error *error) SWF_MUST_CHECK;

/* Makes a decision in each simulation: the places of jobs, from 0, below `visible`. A place at
 * which no job waits stands for the first. Those that have ended pass it over. 0, or -1 with the
 * error set: a place out of range, of which nothing has come then in that simulation and those
 * behind it. */
int swf_vector_step(
	struct swf_vector *vector, const int64_t *places, struct swf_error *error) SWF_MUST_CHECK;

/* A simulation of the vector. */
const struct swf_stepping *swf_vector_at(const struct swf_vector *vector, size_t simulation);

#ifdef __cplusplus
}
#endif
#endif
