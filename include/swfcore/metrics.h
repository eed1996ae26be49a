/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The metrics of a scheduled log: waits, slowdowns, throughput, utilization, queue lengths,
 * saturation. Definitions: swf-metrics(1), section METHOD.
 */
#ifndef SWFCORE_METRICS_H
#define SWFCORE_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/quantity.h"
#include "swfcore/resources.h"
#include "swfcore/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What jobs can be grouped by: numbers of the job (fields 12, 13, 15 and 16), its class by run time
 * or by size, the week of its submit, and its class by GPUs. A row of a table by several has the
 * same of each. */
enum swf_metrics_group {
	SWF_BY_USER,
	SWF_BY_GROUP,
	SWF_BY_QUEUE,
	SWF_BY_PARTITION,
	SWF_BY_GPU_TYPE,
	SWF_BY_NODES,
	SWF_BY_NUMBERS, /* how many of them are numbers of the job */
	SWF_BY_CLASS = SWF_BY_NUMBERS,
	SWF_BY_SIZE,
	SWF_BY_WEEK,
	SWF_BY_GPUS, /* classes stand before weeks in tables, also this one */
	SWF_METRICS_GROUPS
};

/* What divides jobs into classes: limits that ascend. Each class goes up to a limit, which is in
 * it, and the last one has the jobs above all limits. */
enum { SWF_METRICS_LIMITS = 15 };
struct swf_metrics_limits {
	double limits[SWF_METRICS_LIMITS];
	size_t count; /* 0 for the default limits */
};
/* Where the window of the metrics ends: at the last submit, or at the last end. */
enum swf_metrics_window { SWF_WINDOW_SUBMIT, SWF_WINDOW_COMPLETION };

struct swf_metrics_options {
	int32_t procs; /* of the machine, 0 when unknown */
	enum swf_size size;
	double tau; /* s, > 0: the bound of the bounded slowdown */
	struct swf_quantity warmup, cooldown;
	/* s, 0 for all: only jobs that are submitted no later than this after the first count; the
	 * window ends then, and throughput is that of the jobs that have ended by then */
	double until;
	enum swf_metrics_window window;
	bool by[SWF_METRICS_GROUPS];
	/* of the run times of SWF_BY_CLASS, in s (default: 60 and 600, with the names short, medium
	 * and long), and of the sizes of SWF_BY_SIZE (default: 1, 8 and 32) */
	struct swf_metrics_limits class_limits, size_limits;
	int batches; /* 0, or the number of batch means */
	bool brief;  /* the main columns only */
	/* there are columns for these too, beside those for processors, which always are */
	bool resources[SWF_KINDS];
	bool energy; /* there are columns for it */
};

struct swf_metrics_counts {
	int64_t jobs;        /* that ran */
	int64_t not_run;     /* without a wait, a run time or a size */
	int64_t abandoned;   /* of these, with status 5 and a run time and a size */
	int64_t users_left;  /* the users of abandoned jobs */
	double not_run_work; /* processor seconds of the jobs that did not run */
	int64_t partial;     /* rows of weeks that are not whole, once they have been found */
};

/* The saturation test judges whether a system is stable (column `stable`) from this many counts on,
 * one a week: a log of more than 7 weeks. It is saturated where the outstanding jobs grow by at
 * least 1 a week (column `outstanding_slope`), and so do those of them that wait, significantly. */
enum { SWF_SATURATION_WEEKS = 8 };

struct swf_metrics;

/* The options must outlive the metrics. NULL when there is no memory. */
struct swf_metrics *swf_metrics_new(const struct swf_metrics_options *options);
void swf_metrics_free(struct swf_metrics *metrics);

/* Sets how much of GPUs or of memory (kB) the machine has, before the first job; at first it is 0,
 * for unknown, and the columns of that resource have no values. */
void swf_metrics_set_capacity(struct swf_metrics *metrics, enum swf_kind resource, double amount);

/* Widens the span of the log, from whose first submit its weeks count, by a job that is left out.
 */
void swf_metrics_span(struct swf_metrics *metrics, const struct swf_job *job);

/* Adds a job, in the order of the log. 0, or -1 when there is no memory; it takes 20 bytes for each
 * that ran, or 40 from the first on that has a time with a fraction or a number of more than 32
 * bits, 4 more with groups by numbers, and 8 more for each resource beside processors and for
 * energy. In the end
 * it takes 16 more each, and 100 for each that waits or runs at a time. */
int swf_metrics_add(struct swf_metrics *metrics, const struct swf_job *job) SWF_MUST_CHECK;

/* So far. */
struct swf_metrics_counts swf_metrics_counts(const struct swf_metrics *metrics);

/* A table for metrics, without a row; with `compared` for those of two logs side by side: columns
 * figure, value, other, difference, ratio, after those of the groups. NULL when there is no memory.
 */
struct swf_table *swf_metrics_new_table(
	const struct swf_metrics_options *options, bool compared) SWF_MUST_CHECK;

/* Adds the metrics to such a table: one row, or one a group, in the order of enum
 * swf_metrics_group with the weeks last. Of the rows nothing is kept. 0, or -1 with the error set:
 * no memory, or no job that ran. Can be done once. */
int swf_metrics_fill(struct swf_metrics *metrics, struct swf_table *table,
	struct swf_error *error) SWF_MUST_CHECK;

/* The same of two logs whose options differ in the machine at most: a row a figure, for each group
 * that one of them has. */
int swf_metrics_compare(struct swf_metrics *metrics, struct swf_metrics *other,
	struct swf_table *table, struct swf_error *error) SWF_MUST_CHECK;

/* The time-weighted distribution of the queue length or of the busy processors over the window:
 * columns level, seconds, share, cumulated. NULL with the error set: no memory, or no job that ran.
 */
enum swf_metrics_level { SWF_LEVEL_QUEUE, SWF_LEVEL_BUSY };
struct swf_table *swf_metrics_distribution(
	struct swf_metrics *metrics, enum swf_metrics_level level, struct swf_error *error);

#ifdef __cplusplus
}
#endif
#endif
