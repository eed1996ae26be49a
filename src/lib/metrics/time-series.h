/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time series of a schedule: what waits, runs and arrives in each bin of time, found while the jobs
 * pass. Definitions: swf-metrics(1), section METHOD.
 */
#ifndef SWF_METRICS_TIME_SERIES_H
#define SWF_METRICS_TIME_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/metrics.h"

enum swf_time_series_value {
	SWF_SERIES_QUEUE,       /* jobs that wait, the mean over the bin */
	SWF_SERIES_RUNNING,     /* jobs that run, likewise */
	SWF_SERIES_BUSY,        /* processors in use, likewise */
	SWF_SERIES_UTILIZATION, /* these over the processors of the machine */
	SWF_SERIES_LOAD,        /* the work submitted over what the machine can do in the bin */
	SWF_SERIES_ARRIVALS,    /* jobs submitted */
	SWF_SERIES_USERS,       /* different known users who submitted them */
	/* What waiting jobs need, the mean over the bin; of GPUs and memory the rest as well. */
	SWF_SERIES_QUEUE_PROCS,
	SWF_SERIES_BUSY_GPUS,
	SWF_SERIES_UTILIZATION_GPUS,
	SWF_SERIES_LOAD_GPUS,
	SWF_SERIES_QUEUE_GPUS,
	SWF_SERIES_BUSY_MEMORY, /* in the same order */
	SWF_SERIES_UTILIZATION_MEMORY,
	SWF_SERIES_LOAD_MEMORY,
	SWF_SERIES_QUEUE_MEMORY,
	/* shares of the bin in which the first job that waits is short of each, or of nothing */
	SWF_SERIES_BINDS_PROCS,
	SWF_SERIES_BINDS_GPUS,
	SWF_SERIES_BINDS_MEMORY,
	SWF_SERIES_BINDS_NONE,
	SWF_SERIES_POWER, /* W of what runs, the mean over the bin, as far as it is known */
	SWF_SERIES_VALUES
};
/* Those before it need nothing but processors and jobs; from the second one on four are of
 * all jobs. */
enum { SWF_SERIES_PLAIN = SWF_SERIES_QUEUE_PROCS, SWF_SERIES_BINDS = SWF_SERIES_BINDS_PROCS };

/* Whether a value is one of those four. */
static inline bool swf_series_binds(int value)
{
	return value >= SWF_SERIES_BINDS && value <= SWF_SERIES_BINDS_NONE;
}

/* Their names, for lists. */
/* clang-format off */
#define SWF_SERIES_NAMES "queue", "running", "busy", "utilization", "load", "arrivals", "users", \
	"queue_procs", "busy_gpus", "utilization_gpus", "load_gpus", "queue_gpus", "busy_memory", \
	"utilization_memory", "load_memory", "queue_memory", "binds_procs", "binds_gpus", \
	"binds_memory", "binds_none", "power"
/* clang-format on */

/* The resource of a value: SWF_KIND_PROCS for those that go without GPUs and memory. */
enum swf_kind swf_series_resource(enum swf_time_series_value value);

/* In place of a group: one series of all jobs. */
#define SWF_SERIES_OF_ALL SWF_BY_NUMBERS

struct swf_time_series_options {
	bool has[SWF_SERIES_VALUES]; /* which values there are */
	enum swf_metrics_group by;   /* a number of the job, or SWF_SERIES_OF_ALL */
	double bin;                  /* s, > 0 */
	int32_t procs;               /* of the machine, 0 when unknown */
	double gpus, memory;         /* likewise, in kB; not 0 where a value is of them */
	enum swf_size size;
	double until; /* s, and the window: as in struct swf_metrics_options */
	enum swf_metrics_window window;
};

/* A log that takes more bins is an error: a wrong time would lead to rows without end. */
enum { SWF_SERIES_MOST_BINS = 10000000 };

struct swf_time_series_row {
	int64_t number;                   /* of the user, group, ...; 0 where there is one series */
	double begin, seconds;            /* s: where the bin begins, and how long it is */
	double values[SWF_SERIES_VALUES]; /* not a number where there is none */
};

/* Gets each row as soon as it is known: in the order of the bins, then of the numbers. */
typedef void swf_time_series_put(void *context, const struct swf_time_series_row *row);

struct swf_time_series;

/* The options and the calendar must outlive the series. NULL when there is no memory. */
struct swf_time_series *swf_time_series_new(const struct swf_time_series_options *options,
	const struct swf_calendar *calendar, swf_time_series_put *put, void *context);
void swf_time_series_free(struct swf_time_series *series);

/* Adds a job that ran, in submit order. Memory is held for jobs that wait or run at its submit, and
 * for the users of the bin. 0, or -1 with the error set: no memory, or too many bins. */
int swf_time_series_add(struct swf_time_series *series, const struct swf_job *job,
	struct swf_error *error) SWF_MUST_CHECK;

/* Puts the rows that are left. 0, or -1 with the error set, also where there was no job. */
int swf_time_series_end(struct swf_time_series *series, struct swf_error *error) SWF_MUST_CHECK;

#endif
