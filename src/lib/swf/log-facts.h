/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What only the log as a whole tells: its offered load, whether it knows how long its jobs waited,
 * and which partial executions have a summary line.
 */
#ifndef SWF_SWF_LOG_FACTS_H
#define SWF_SWF_LOG_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/job.h"

/* The work of the jobs that have a run time and a size, over what the machine could do from the
 * first submit to the last. Begins with {0}. */
struct swf_offered {
	double work;        /* processor-seconds */
	double first, last; /* s, submit */
	int64_t jobs;
};
void swf_offered_add(struct swf_offered *offered, const struct swf_job *job, enum swf_size size);

/* NaN where all jobs come at once. */
double swf_offered_load(const struct swf_offered *offered, int32_t procs);

/* Whether a log knows how long its jobs were in the queue. In some logs no job has a wait time, or
 * the submit time is the start time, so that every wait is 0. Begins with {0}. */
struct swf_waits {
	int64_t ran;    /* jobs with a run time and a size */
	int64_t known;  /* of these, with a wait time */
	int64_t waited; /* of these, with one of more than 0 */
	struct swf_offered offered;
};

/* With at least this many jobs that ran and this offered load, it is unlikely that none waited. */
enum { SWF_WAITS_JOBS = 100 };
#define SWF_WAITS_LOAD 0.1

/* Adds the next job, in submit order. */
void swf_waits_add(struct swf_waits *waits, const struct swf_job *job, enum swf_size size);

/* Whether the log does not record how long its jobs waited: no job that ran has a wait time; or all
 * wait times are 0, although there are SWF_WAITS_JOBS of them and the offered load is not under
 * SWF_WAITS_LOAD. `procs` is the size of the machine, 0 where it is unknown. */
bool swf_waits_are_unknown(const struct swf_waits *waits, int32_t procs);

/* The summary lines of jobs that a log has had so far, to recognize the partial executions that
 * they sum up: their numbers. Logs number their jobs upwards, so that a few ranges do for all of
 * them; memory grows with the gaps, and with the numbers that are out of order. Begins with {0}. */
struct swf_summaries {
	struct swf_number_range {
		int64_t first, last;
	} * ranges; /* ascending */
	size_t count, capacity;
	struct swf_index others;
};

/* Whether the line is a part of a job whose summary line stood before it, somewhere in the log: 1
 * or 0, or -1 when there is no memory. Any other part stands for itself. Must be called for every
 * line, in the order of the log. */
int swf_summaries_cover(struct swf_summaries *summaries, const struct swf_job *job) SWF_MUST_CHECK;

void swf_summaries_clear(struct swf_summaries *summaries);

#endif
