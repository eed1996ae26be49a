/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns the accounting files of a batch system into the jobs of a log: every run of a job once, by
 * submit time, with numbers for names. All jobs stay in memory, each in less than 230 bytes.
 */
#ifndef SWF_ACCOUNTS_H
#define SWF_ACCOUNTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounting/host-list.h"
#include "accounting/names.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"

struct swf_column_map;

/* A day before the end of the year 9999, the last that dates can tell, as a Unix time. */
#define SWF_LATEST INT64_C(253402214400)

/* A run of a job, as a batch system accounted for it. Times are Unix times in s, NaN where there is
 * none; -1 is unknown elsewhere. */
struct swf_run {
	int64_t id; /* of the job */
	double submit, eligible, start, end;
	double run_time; /* s on its processors: end - start without suspended time */
	double cpu_time; /* s, of all processors */
	double estimate; /* s */
	int64_t memory, memory_request; /* KB a processor */
	int32_t allocated, requested;   /* processors */
	double soft_estimate;           /* s */
	double energy;                  /* J */
	int32_t nodes;                  /* as the GPUs */
	int32_t requeues;               /* how often it was put back into the queue */
	int32_t gpus;                   /* allocated, or of one that never ran requested; 0 also
					   where it is unknown */
	uint32_t names[SWF_NAME_KINDS]; /* places, or SWF_NO_NAME */
	int32_t part;                   /* of a record that stands for several jobs */
	int8_t status;
	bool over;      /* else it was pending or running when it was listed */
	bool ambiguous; /* it has a time that the clock showed twice */
	bool unplaced;  /* it ran, but when it began is not known: the end is submit + run time */
	bool mixed;     /* its GPUs are of several types */
	bool presumed;  /* only its deletion is known: no run if the job has another */
};

/* A run with nothing known. */
struct swf_run swf_run_unknown(void);

/* Where a record stands. */
struct swf_run_place {
	const char *file;
	int64_t line;
};

static inline bool swf_run_began(const struct swf_run *run)
{
	return !isnan(run->start);
}

/* -1, 0 or 1, as one run began before the other; one that never did comes before all. */
static inline int swf_run_compare_starts(const struct swf_run *a, const struct swf_run *b)
{
	const double x = swf_run_began(a) ? a->start : -INFINITY;
	const double y = swf_run_began(b) ? b->start : -INFINITY;
	return (x > y) - (x < y);
}

struct swf_accounts_options {
	/* second 0 is 1970-01-01 0:00 UTC; for times without a zone */
	const struct swf_calendar *clock;
	bool eligible; /* a job counts as submitted when it became eligible to run */
	bool skip_bad; /* bad lines are counted instead of ending the reading */
	const struct swf_column_map *columns; /* of tables */
	/* Gets "FILE:LINE: what is wrong" of each line and job that is kept out; may be NULL. */
	void (*report)(void *context, const char *text);
	void *context;
};

/* What was left out, and what users should know of the rest. */
struct swf_accounts_counts {
	int64_t bad;            /* lines */
	int64_t impossible;     /* jobs that cannot have been so */
	int64_t unfinished;     /* jobs that were pending or running when they were listed last */
	int64_t repeated;       /* runs that were listed before */
	int64_t stray_steps;    /* of jobs, but not behind their job */
	int64_t arrays;         /* records of whole arrays, beside those of their jobs */
	int64_t others;         /* records of other kinds */
	int64_t no_estimate;    /* jobs whose time was not limited, as far as is known */
	int64_t unsubmitted;    /* jobs without a record that says when they were submitted */
	int64_t runless;        /* jobs of which no run is listed */
	int64_t untimed;        /* runs without a start or an end */
	int64_t unknown_states; /* jobs whose state is a word that is not known */
	int64_t ambiguous;      /* jobs with a time that the clock showed twice */
	int64_t suspended;      /* jobs */
	double suspension;      /* s, of all these */
	int64_t gpu_jobs;       /* jobs that ran with GPUs */
	double gpu_time;        /* s, of all their GPUs */
	int64_t mixed_types;    /* jobs with GPUs of several types, which have no type here */
};

struct swf_accounts;

/* None, for some options. NULL when there is no memory. */
struct swf_accounts *swf_accounts_new(const struct swf_accounts_options *options);
void swf_accounts_free(struct swf_accounts *accounts);

/* The names, for keys: to be filled before the first file, or asked after swf_accounts_settle. */
struct swf_names *swf_accounts_names(struct swf_accounts *accounts);

/* Reads a file, or the standard input for "-", of one batch system. Gzip is recognized. The path
 * must stay until swf_accounts_settle, which may report it. Returns 0, or -1 with the error set. */
typedef int swf_accounts_read(
	struct swf_accounts *accounts, const char *path, struct swf_error *error);

/* What sacct prints with --parsable2; accounting records of PBS Pro, OpenPBS and Torque. */
swf_accounts_read swf_accounts_read_slurm, swf_accounts_read_pbs;

/* A table in CSV, whose columns the options tell (accounting/table/accounts-table.h). */
swf_accounts_read swf_accounts_read_table;

/* The jobs of Microsoft's cluster Philly, in JSON. */
swf_accounts_read swf_accounts_read_philly;

/* After the last file: leaves out what is unfinished or there twice, sorts, and gives the names of
 * the jobs numbers in the order in which they appear. Returns 0, or -1 when there is no memory. */
int swf_accounts_settle(struct swf_accounts *accounts) SWF_MUST_CHECK;

const struct swf_accounts_counts *swf_accounts_counts(const struct swf_accounts *accounts);

/* What the header of the log tells. Times are Unix times. */
struct swf_accounts_summary {
	size_t jobs;
	double start, end; /* s, the first submit and the last end; 0 if there is no job */
	int64_t procs;     /* the most that were in use at a time */
	int64_t gpus;      /* the same; 0 where no job had any */
	/* whether it is known of any job, also one that never ran */
	bool has_gpus, has_gpu_types, has_nodes, has_soft_estimate, has_energy;
	bool has_constraints, has_licenses, has_reservations, has_requeues;
	int64_t nodes;     /* how many had jobs */
	bool has_cpu_time; /* of any job, or else it was not measured */
};
int swf_accounts_summarize(
	const struct swf_accounts *accounts, struct swf_accounts_summary *summary) SWF_MUST_CHECK;

/* Job i of the log, whose second 0 is the `start` of the summary. */
struct swf_job swf_accounts_job(
	const struct swf_accounts *accounts, size_t i, const struct swf_accounts_summary *summary);

/* The rest is for readers of accounting files: what they add to, and what they report. */

/* The state that goes on from one file of a batch system to the next. Each system has its own
 * behind this. */
struct swf_accounts_kept {
	/* After the last file: adds what is open still. Returns 0, or -1 when there is no memory.
	 */
	int (*close)(struct swf_accounts *accounts);
	void (*free)(struct swf_accounts_kept *kept);
};

struct swf_accounts {
	struct swf_accounts_options options;
	struct swf_run *runs;
	size_t count, capacity;
	uint32_t *order; /* of the jobs of the log, once it is settled */
	size_t jobs;
	int64_t rows; /* of tables, so far */
	struct swf_names names[SWF_NAME_KINDS];
	struct swf_node_set nodes;
	struct swf_accounts_kept *kept; /* or NULL */
	struct swf_accounts_counts counts;
};

/* Adds a run, or reports and counts it where its times cannot be true. Returns 0, or -1 with the
 * error set. */
int swf_accounts_add(struct swf_accounts *accounts, const struct swf_run *run,
	struct swf_run_place place, struct swf_error *error) SWF_MUST_CHECK;

/* Reports that a job is kept out, and why, and counts it. */
void swf_accounts_keep_out(
	struct swf_accounts *accounts, struct swf_run_place place, const char *why);

/* What is to be done about an error, which is one of a line if it is `bad`: where bad lines are
 * skipped, reports and counts it and returns 0, else -1. */
int swf_accounts_bad_line(struct swf_accounts *accounts, bool bad, struct swf_error *error);

/* A time that may be one of two, since local times come twice when the clock is put back. */
struct swf_possible_times {
	size_t count; /* 0 if there is none */
	double times[2];
};

/* Reads a date with a time of day, on the clock where it has no offset. Returns whether it is one.
 */
bool swf_possible_times_read(
	struct swf_possible_times *possible, const char *text, const struct swf_calendar *clock);

/* The last of them that is not later than `by`, or the first if both are; NaN if there is none. */
double swf_possible_times_latest(const struct swf_possible_times *possible, double by);

/* Sets the place of a name in the run, without blanks around it; an empty one is none. Returns 0,
 * or -1 with the error set. */
int swf_accounts_name(struct swf_accounts *accounts, struct swf_run *run, enum swf_name_kind kind,
	const char *name, size_t length, struct swf_error *error) SWF_MUST_CHECK;

/* The same of a type of GPUs, in which a blank or a comma becomes "_", as the header separates
 * types by these. */
int swf_accounts_gpu_type(struct swf_accounts *accounts, struct swf_run *run, const char *name,
	size_t length, struct swf_error *error) SWF_MUST_CHECK;

/* Adds a list of nodes to those that had jobs. Returns 0, 1 if it is malformed, or -1 with the
 * error set. */
int swf_accounts_add_nodes(struct swf_accounts *accounts, const char *list, size_t length,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
