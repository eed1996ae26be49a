/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sessions and batches of one user, found as the jobs come in submit order: the job that each
 * batch waited for, and the graph of who follows whom, who depends on whom, and the times between
 * them.
 *
 * A session is a period of continuous work, in which jobs follow each other closely. A batch is a
 * set of overlapping jobs of a session: a job that arrives when all earlier ones of its session
 * have ended begins a new batch. The end of a job is submit + wait + run time, an unknown wait or
 * run time counting as 0. Source: Zakay and Feitelson, Preserving user behavior characteristics in
 * trace-based simulation of parallel job scheduling (2014), section IV; Zilber, Amit and Talby,
 * What is worth learning from parallel workloads? (2005), section 4.1. Definitions:
 * swf-sessions(1).
 */
#ifndef SWFCORE_SESSIONS_H
#define SWFCORE_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "swfcore/error.h"
#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

enum swf_session_by {
	SWF_BY_ARRIVAL,   /* a gap between two submits longer than `gap` begins a session */
	SWF_BY_THINK_TIME /* a think time longer than `gap` does */
};

struct swf_session_rule {
	enum swf_session_by by;
	double gap; /* s */
	/* The think time counts from the end of the previous job, not from the latest end of the
	 * previous jobs of the session. */
	bool previous;
};

/* By arrival, a gap of more than an hour. */
extern const struct swf_session_rule swf_session_default_rule;

/* How an earlier session ended. */
struct swf_session_end {
	double end;  /* s, the latest of its jobs */
	int64_t job; /* the number of the job that ended last, of several the one submitted last */
	size_t session; /* 0 is the user's first */
};

/* Begins with {0}. What stands here is about the job given last. */
struct swf_sessions {
	size_t sessions, batches; /* so far */
	bool starts_session, starts_batch;
	double inter_arrival; /* s, since the user's previous submit; NaN for the first job */
	/* s, since the latest end so far in the session of the previous job, or with `previous`
	 * since the end of that job: the think time, negative where the jobs overlap; NaN for the
	 * first */
	double since_end;
	double submit, end; /* s, of the job */
	double latest_end;  /* s, so far in the session */
	int64_t latest_job; /* the number of the job that ends then */

	/* Whether the batch depends on another: on the previous one of its session, or, if it is
	 * the first, on the last batches of all earlier sessions that had ended. The job among them
	 * that ended last: */
	bool depends;
	int64_t preceding;    /* its number */
	double preceding_end; /* s */

	/* Earlier sessions that are not known to have ended: a heap. When a session starts, those
	 * that have ended since the previous start stand behind the heap's end, the last to end
	 * first. */
	struct swf_session_end *running;
	size_t running_count, ended_count, running_capacity;
	bool any_ended;
	struct swf_session_end last_ended; /* of all */
};

/* Takes the user's next job. Costs no more than the logarithm of the number of sessions that run
 * side by side. Returns 0, or -1 when there is no memory. */
int swf_sessions_add(struct swf_sessions *sessions, const struct swf_session_rule *rule,
	const struct swf_job *job) SWF_MUST_CHECK;

/* Fills fields 17 and 18 of the job given last: the job that its batch depends on, and the time
 * from the end of that one to the submit; or -1 and -1. */
void swf_sessions_mark(const struct swf_sessions *sessions, struct swf_job *job);

/* Begins again with another user. */
void swf_sessions_reset(struct swf_sessions *sessions);

void swf_sessions_clear(struct swf_sessions *sessions);

/*
 * The graph of batches.
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
