/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One job of a log: the 18 fields of the Standard Workload Format, version 2.2, and the fields
 * behind them that a header may declare.
 *
 * -1 stands for "unknown" in every field. Times are doubles, since the standard allows
 * fractions; every whole second up to 2^53 is exact.
 */
#ifndef SWFCORE_JOB_H
#define SWFCORE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SWF_FIELDS  18
#define SWF_UNKNOWN (-1)

/* Field 11. The three partial codes describe parts of a job; a summary line may precede them. */
enum swf_status {
	SWF_STATUS_FAILED = 0,
	SWF_STATUS_COMPLETED = 1,
	SWF_STATUS_PARTIAL_CONTINUED = 2,
	SWF_STATUS_PARTIAL_COMPLETED = 3,
	SWF_STATUS_PARTIAL_FAILED = 4,
	SWF_STATUS_CANCELLED = 5
};

struct swf_job {
	int64_t number;         /*  1  counts from 1 */
	double submit;          /*  2  s from the start of the log */
	double wait;            /*  3  s */
	double run_time;        /*  4  s of wall clock */
	int32_t allocated;      /*  5  processors */
	int32_t requested;      /*  8  processors */
	double cpu_time;        /*  6  s a processor, an average */
	int64_t memory;         /*  7  KB a processor */
	double estimate;        /*  9  s, the requested time */
	int64_t memory_request; /* 10  KB a processor */
	int64_t status;         /* 11  enum swf_status, or -1 */
	int64_t user;           /* 12  counts from 1 */
	int64_t group;          /* 13 */
	int64_t executable;     /* 14 */
	int64_t queue;          /* 15 */
	int64_t partition;      /* 16 */
	int64_t preceding;      /* 17  job number */
	double think_time;      /* 18  s from the end of the preceding job */
	/* Fields behind these, where the header declares them (ExtraFields); 0 where it does not.
	 */
	int64_t gpus;         /* in all nodes together */
	double soft_estimate; /* s, what the user expects beside the estimate */
	int32_t gpu_type;     /* its place, from 1, among those of the header's line GPUs */
	int32_t nodes;
	double energy; /* J */
	/* Numbers that stand for names (swf-import --keys): */
	int32_t constraint;  /* on the nodes */
	int32_t licenses;    /* that it holds while it runs */
	int32_t reservation; /* of nodes, in which it runs */
	int32_t requeues;    /* how often it was put back into the queue */
};

/* The name of field 1..18 as messages print it ("run time"); "extra" for any other number. */
const char *swf_job_field_name(int field);

/* Whether the line describes a part of a job (status 2, 3 or 4) and not the whole job. */
static inline bool swf_job_is_partial(const struct swf_job *job)
{
	return job->status >= SWF_STATUS_PARTIAL_CONTINUED &&
		job->status <= SWF_STATUS_PARTIAL_FAILED;
}

/* Whether a job has no user: field 12 is negative. */
static inline bool swf_job_is_anonymous(const struct swf_job *job)
{
	return job->user < 0;
}

/* The end of a job in s: submit + wait + run time, of which an unknown one counts as 0. */
static inline double swf_job_end(const struct swf_job *job)
{
	return job->submit + (job->wait > 0 ? job->wait : 0) +
		(job->run_time > 0 ? job->run_time : 0);
}

/* Which of the two processor fields is a job's size. The other one serves where it is not positive.
 */
enum swf_size { SWF_SIZE_REQUESTED, SWF_SIZE_ALLOCATED };

/* What becomes of a job that runs longer than its estimate: the estimate is raised to the run time,
 * or the run time is cut to the estimate. */
enum swf_overrun { SWF_OVERRUN_EXTEND, SWF_OVERRUN_KILL };

/* The job's size in processors, 0 or less when neither field is positive. */
static inline int32_t swf_job_size(const struct swf_job *job, enum swf_size which)
{
	const int32_t first = which == SWF_SIZE_REQUESTED ? job->requested : job->allocated;
	const int32_t second = which == SWF_SIZE_REQUESTED ? job->allocated : job->requested;
	return first > 0 ? first : second;
}

/* The field that the size is read from. */
static inline int32_t *swf_job_size_field(struct swf_job *job, enum swf_size which)
{
	int32_t *first = which == SWF_SIZE_REQUESTED ? &job->requested : &job->allocated;
	int32_t *second = which == SWF_SIZE_REQUESTED ? &job->allocated : &job->requested;
	return *first > 0 ? first : second;
}

/* The work in processor seconds, 0 where the size or the run time is unknown. */
static inline double swf_job_work(const struct swf_job *job, enum swf_size which)
{
	const int32_t procs = swf_job_size(job, which);
	return procs > 0 && job->run_time > 0 ? procs * job->run_time : 0;
}

/* The user's estimate of the run time in s: field 9 if positive, else the run time. */
static inline double swf_job_estimate(const struct swf_job *job)
{
	return job->estimate > 0 ? job->estimate : job->run_time;
}

#ifdef __cplusplus
}
#endif
#endif
