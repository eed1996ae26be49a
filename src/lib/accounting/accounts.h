/*
 * Turns the accounting files of a batch system into the jobs of a log: every run of a job once, by
 * submit time, with numbers for names. All jobs stay in memory, each in less than 200 bytes.
 */
#ifndef SWF_ACCOUNTING_ACCOUNTS_H
#define SWF_ACCOUNTING_ACCOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounting/names.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"

struct swf_accounts_options {
	/* second 0 is 1970-01-01 0:00 UTC; for times that do not say of which zone they are */
	const struct swf_calendar *clock;
	bool eligible; /* a job counts as submitted when it became eligible to run */
	bool skip_bad; /* bad lines are counted instead of ending the reading */
	/* Gets "FILE:LINE: what is wrong" of each line and job that is kept out; may be NULL. */
	void (*report)(void *context, const char *text);
	void *context;
};

/* What was left out, and what is to be known of what is there. */
struct swf_accounts_counts {
	int64_t bad;         /* lines */
	int64_t impossible;  /* jobs that cannot have been so */
	int64_t unfinished;  /* jobs that were pending or running when they were listed last */
	int64_t repeated;    /* runs that were listed before */
	int64_t stray_steps; /* of jobs, but not behind their job */
	int64_t arrays;      /* records of whole arrays, beside those of their jobs */
	int64_t others;      /* records of other kinds */
	int64_t no_estimate; /* jobs whose time was not limited, as far as is known */
	int64_t unsubmitted; /* jobs without a record that says when they were submitted */
	int64_t ambiguous;   /* jobs with a time that the clock showed twice */
	int64_t suspended;   /* jobs */
	double suspension;   /* s, of all these */
	int64_t gpu_jobs;    /* jobs that ran with GPUs */
	double gpu_time;     /* s, of all their GPUs */
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

/* After the last file: leaves out what is unfinished or there twice, sorts, and gives the names of
 * the jobs numbers in the order in which they appear. Returns 0, or -1 when there is no memory. */
int swf_accounts_settle(struct swf_accounts *accounts) SWF_MUST_CHECK;

const struct swf_accounts_counts *swf_accounts_counts(const struct swf_accounts *accounts);

/* What the header of the log tells. Times are Unix times. */
struct swf_accounts_summary {
	size_t jobs;
	double start, end; /* s, the first submit and the last end; 0 if there is no job */
	int64_t procs;     /* the most that were in use at a time */
	int64_t nodes;     /* how many had jobs */
	bool has_cpu_time; /* of any job, or else it was not measured */
};
int swf_accounts_summarize(
	const struct swf_accounts *accounts, struct swf_accounts_summary *summary) SWF_MUST_CHECK;

/* Job i of the log, of which the `start` of the summary is second 0. */
struct swf_job swf_accounts_job(
	const struct swf_accounts *accounts, size_t i, const struct swf_accounts_summary *summary);

#endif
