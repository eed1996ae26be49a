/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of a log that are measured, and their metrics before they become a table: one row, or
 * one for each group in turn. */
#ifndef SWF_METRICS_METRICS_ROWS_H
#define SWF_METRICS_METRICS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "metrics/records.h"
#include "stats/series.h"
#include "stats/stats.h"
#include "swfcore/metrics.h"

/* What is measured of each job. */
enum swf_measure { SWF_WAIT, SWF_RESPONSE, SWF_SLOWDOWN, SWF_BOUNDED_SLOWDOWN, SWF_MEASURES };

struct swf_saturation {
	double slope;  /* of the outstanding jobs, jobs a week; NaN when it is not known */
	double stable; /* 1 or 0, NaN when it is not judged */
};

/* A resource over the window; not a number where its amount in the machine is not known. */
struct swf_resource_values {
	double utilization, load;
	double queue, busy; /* what waiting and running jobs need, means over time */
	double work;        /* amount times s, of the jobs */
	double binds;       /* share of time */
};

struct swf_metric_values {
	struct swf_description of[SWF_MEASURES];
	double half_width[SWF_MEASURES]; /* of the mean's interval, from batch means */
	struct swf_level_description queue, busy;
	double utilization;
	double throughput; /* jobs a day */
	double makespan;   /* s */
	double activity;   /* s from the first submit to the last */
	double work;       /* processor-seconds */
	struct swf_saturation saturation;
	double zero_run_time;
	double energy;      /* J, of the jobs of which it is known */
	double energy_jobs; /* how many these are */
	/* different users, their sessions, and of these the mean number of jobs and the mean length
	 * in s from the first submit to the last; each user's time from the first to the last */
	double users, sessions, session_jobs, session_length;
	struct swf_description user_activity; /* s */
	/* where there are more than processors */
	struct swf_resource_values resources[SWF_KINDS];
	/* shares of time in which a job waits and nothing binds, and in which one waits */
	double binds_none, waiting_share;
};

/* Computes the metrics of jobs in submit order, at least one. Queue and processors are those of the
 * jobs in `all`, within the window. 0, or -1 when there is no memory. */
int swf_metric_values_measure(const struct swf_metrics_options *options,
	const struct swf_records *records, const struct swf_records *all, struct swf_window window,
	struct swf_metric_values *values) SWF_MUST_CHECK;

/* Adds those of resources, where the options have more than processors. The capacities are those of
 * the machine, 0 for unknown. */
int swf_metric_values_resources(const struct swf_metrics_options *options,
	const double capacities[SWF_KINDS], const struct swf_records *records,
	const struct swf_records *all, struct swf_window window,
	struct swf_metric_values *values) SWF_MUST_CHECK;

/* Whether there is more to look at than processors, and whether what binds is: that is of all jobs.
 */
bool swf_metrics_has_resources(const struct swf_metrics_options *options);
bool swf_metrics_has_binding(const struct swf_metrics_options *options);

/* The groups in the order in which rows go by them. */
extern const enum swf_metrics_group swf_metrics_order[SWF_METRICS_GROUPS];

/* The numbers that the jobs of a group share; 0 where groups do not go by a number. */
struct swf_group_numbers {
	int64_t of[SWF_BY_NUMBERS];
	uint32_t place; /* in the order of first appearance */
};

/* All that jobs have had. A place is found number by number: the place of the first in its index
 * and that of the second in its own make a pair, the place of this and that of the third another,
 * so that any combination of 64-bit numbers takes four look-ups at most. */
struct swf_groups {
	struct swf_group_numbers *found;
	size_t count, capacity;
	struct swf_index numbers[SWF_BY_NUMBERS], pairs[SWF_BY_NUMBERS];
};

struct swf_metrics {
	const struct swf_metrics_options *options;
	struct swf_records records; /* all that ran; their groups are places among the groups */
	size_t capacity, group_capacity, amount_capacities[SWF_RECORD_AMOUNTS];
	double amounts[SWF_KINDS]; /* of the machine, beside processors */
	bool grouped;              /* by numbers */
	bool has_amounts;          /* of the records are kept */
	struct swf_groups groups;
	double first, last; /* s, submits of the log, also of jobs that did not run */
	bool any;           /* there was a job in it */
	struct swf_metrics_counts counts;
	struct swf_index leavers; /* the users of abandoned jobs */
};

/* The jobs that are measured. */
struct swf_measured {
	size_t first, end;        /* their places among all, in submit order */
	struct swf_window window; /* of the levels */
	struct swf_window whole;  /* weeks that are not within it are partial */
};

/* Puts the records in submit order and finds those between warm-up and cool-down. 0, or -1 with the
 * error set. */
int swf_metrics_select(struct swf_metrics *metrics, struct swf_measured *measured,
	struct swf_error *error) SWF_MUST_CHECK;

struct swf_metrics_row {
	/* numbers of the jobs, classes by run time, size and GPUs (from 0), a week (from 1) */
	int64_t keys[SWF_METRICS_GROUPS];
	bool partial; /* the week is cut */
	struct swf_metric_values values;
};

/* A range of the records, those of the same numbers and classes. */
struct swf_metrics_part {
	size_t begin, end;         /* of all, which wait and run beside each other */
	size_t next, measured_end; /* of those that are measured: the next row, and the end */
};

struct swf_metrics_rows {
	struct swf_metrics *metrics;
	struct swf_measured measured;
	size_t classes, sizes, gpus; /* of the jobs of the same numbers, 1 where there are none */
	/* the records stand one part after the other; the group of one is its part until then */
	struct swf_metrics_part *parts;
	size_t part_count, part;
	size_t around; /* the first job of the part that may wait or run in the next week */
};

/* The limits of the classes by run time, size or GPUs (SWF_BY_CLASS, SWF_BY_SIZE, SWF_BY_GPUS). */
const struct swf_metrics_limits *swf_metrics_limits(
	const struct swf_metrics_options *options, enum swf_metrics_group group);

/* Begins. 0, or -1 with the error set; to be freed in both cases. */
int swf_metrics_rows_init(struct swf_metrics_rows *rows, struct swf_metrics *metrics,
	struct swf_error *error) SWF_MUST_CHECK;

/* The next row, in the order of enum swf_metrics_group: 1, 0 behind the last, -1 with the error
 * set. */
int swf_metrics_rows_next(struct swf_metrics_rows *rows, struct swf_metrics_row *row,
	struct swf_error *error) SWF_MUST_CHECK;

void swf_metrics_rows_clear(struct swf_metrics_rows *rows);

#endif
