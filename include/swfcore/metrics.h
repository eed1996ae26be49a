/*
 * The figures of a scheduled log: waits, slowdowns, throughput, utilization, queue lengths,
 * saturation. Definitions: swf-metrics(1), section METHOD.
 */
#ifndef SWFCORE_METRICS_H
#define SWFCORE_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/quantity.h"
#include "swfcore/table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum swf_metrics_group { SWF_BY_NOTHING, SWF_BY_USER, SWF_BY_CLASS, SWF_BY_WEEK };
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
	enum swf_metrics_group group;
	int batches; /* 0, or the number of batch means */
	bool brief;  /* the main columns only */
};

struct swf_metrics_counts {
	int64_t jobs;       /* that ran */
	int64_t not_run;    /* without a wait, a run time or a size */
	int64_t abandoned;  /* of these, with status 5 and a run time and a size */
	int64_t users_left; /* the users of abandoned jobs */
};

struct swf_metrics;

/* The options must outlive the metrics. NULL when there is no memory. */
struct swf_metrics *swf_metrics_new(const struct swf_metrics_options *options);
void swf_metrics_free(struct swf_metrics *metrics);

/* Adds a job, in the order of the log. 0, or -1 when there is no memory. */
int swf_metrics_add(struct swf_metrics *metrics, const struct swf_job *job) SWF_MUST_CHECK;

struct swf_metrics_counts swf_metrics_counts(const struct swf_metrics *metrics);

/* The figures, one row or one a group, in a new table. NULL with the error set: no memory, or no
 * job that ran. */
struct swf_table *swf_metrics_table(struct swf_metrics *metrics, struct swf_error *error);

/* The figures of two logs side by side, in a new table: columns figure, value, other, difference,
 * ratio, after that of the group; a row a figure, for each group that one of them has. The options
 * differ in the machine at most. NULL with the error set as above. */
struct swf_table *swf_metrics_compare(
	struct swf_metrics *metrics, struct swf_metrics *other, struct swf_error *error);

/* The time-weighted distribution of the queue length or of the busy processors over the window:
 * columns level, seconds, share, cumulated. */
enum swf_metrics_level { SWF_LEVEL_QUEUE, SWF_LEVEL_BUSY };
struct swf_table *swf_metrics_distribution(
	struct swf_metrics *metrics, enum swf_metrics_level level, struct swf_error *error);

#ifdef __cplusplus
}
#endif
#endif
