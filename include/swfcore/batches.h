/*
 * The work of one user as a graph of batches: who follows whom, who depends on whom, and the times
 * between them.
 *
 * Batches are numbered by arrival. Each follows the one before. A batch depends on the previous one
 * of its session; the first of a session depends on the last batch of every earlier session whose
 * jobs had all ended when it arrived. What is implied by other dependencies is left out: session r
 * is implied where session s, on which the batch depends too, started after the end of r. So the
 * sessions that remain are those that ended last, after the start of the latest of them all. They
 * are neighbours in the order in which sessions end, and are kept as a part of that order: n
 * sessions that start side by side after n that ended together have n^2 of them, in the memory of
 * n. Source:
 * Zakay and Feitelson, Preserving user behavior characteristics (2014), sections IV and VI.
 */
#ifndef SWFCORE_BATCHES_H
#define SWFCORE_BATCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/sessions.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_batch {
	size_t session; /* 0 is the user's first */
	/* its jobs are jobs in a row, the first of them here; 0 is the user's first */
	size_t first;
	size_t jobs;
	double arrival, last_arrival; /* s, of its first and of its last job */
	double end;                   /* s, the latest of its jobs */
	/* s, from the latest end of what it depends on; NaN if that is nothing */
	double think_time;
	/* s, from the last arrival of the batch before; NaN for the first */
	double inter_arrival;
	/* how many it depends on; and for the first of a session, where they begin in `ended` */
	size_t depends, depends_from;
};

struct swf_session_start {
	size_t batch; /* its first */
	size_t ended; /* how many earlier sessions had ended */
};

/* Begins with {0}. */
struct swf_batches {
	struct swf_batch *batches;
	size_t count, capacity;
	size_t jobs;                      /* so far */
	struct swf_session_start *starts; /* of each session */
	size_t starts_capacity;
	size_t *ended; /* sessions in the order of their ends */
	size_t ended_count, ended_capacity;
	size_t latest_ended; /* of these, the one that started last */
	struct swf_sessions sessions;
};

/* Adds the user's next job, in submit order. Returns 0, or -1 when there is no memory. */
int swf_batches_add(struct swf_batches *batches, const struct swf_session_rule *rule,
	const struct swf_job *job) SWF_MUST_CHECK;

/* The same, but what a batch depends on is the job that the fields 17 and 18 of its first job name,
 * not what the recorded times tell: a job begins a batch if it begins a session, or is not on the
 * `same` job as the one before it. `depends` is 0 or 1 and stands for that job. */
int swf_batches_add_named(struct swf_batches *batches, const struct swf_session_rule *rule,
	const struct swf_job *job, bool same) SWF_MUST_CHECK;

/* The batch behind the last one of a session. */
static inline size_t swf_batches_session_end(const struct swf_batches *batches, size_t session)
{
	return session + 1 < batches->sessions.sessions ? batches->starts[session + 1].batch
							: batches->count;
}

/* The k-th of the `depends` batches that batch i depends on directly, in the order in which their
 * sessions ended. */
size_t swf_batch_dependency(const struct swf_batches *batches, size_t i, size_t k);

/* Writes the graph in the language of graphviz: a node a batch, sessions as boxes around them, an
 * edge from each batch to what it depends on, and a dashed one to the batch that it follows. Errors
 * of writing stay with the file. */
void swf_batches_dot(const struct swf_batches *batches, int64_t user, FILE *file);

/* Begins again with another user. */
void swf_batches_reset(struct swf_batches *batches);

void swf_batches_clear(struct swf_batches *batches);

#ifdef __cplusplus
}
#endif
#endif
