/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a second implementation of swf-import, written from the manual alone and naive on
 * purpose: whatever is known of a run is looked for in all that was read.
 */
#ifndef SWF_TESTS_NAIVE_IMPORT_NAIVE_IMPORT_H
#define SWF_TESTS_NAIVE_IMPORT_NAIVE_IMPORT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define NONE   LONG_MIN
#define LENGTH 65536 /* of lines */

enum kind { USERS, GROUPS, EXECUTABLES, QUEUES, PARTITIONS, KINDS };

/* A time that was read: none, one, or in local time the earlier and the later one it can be. */
struct moment {
	int count;
	time_t at[2];
};

/* A run of a job that is over, or a job that never ran. */
struct run {
	const char *id;
	long number, part; /* of the job in the batch system */
	size_t read;
	time_t sent;   /* its submit in the input */
	time_t submit; /* where its wait begins */
	time_t start;  /* its end if it never ran */
	time_t run_time;
	long procs, requested;
	double cpu; /* of all processors; -1 if it is not known */
	double cpu_of_steps;
	long memory, estimate, requested_memory;
	int status;
	const char *names[KINDS];
};

struct log {
	struct run *runs;
	size_t count, capacity;
	bool by_eligible, skip_bad;
};

/* Kept until the end. */
void *keep(size_t count, size_t size);
const char *keep_text(const char *text);
void free_kept(void);

struct run *add_run(struct log *log);

/* Numbers without a sign that fill a text. */
bool read_number(const char *text, long *number);
/* [DD-][[HH:]MM:]SS[.fraction] */
bool read_duration(const char *text, double *seconds);
/* YYYY-MM-DDTHH:MM:SS with or without an offset, a Unix time, or a word for none. */
bool read_moment(const char *text, struct moment *moment);
struct moment local_moment(const int date[6]);

void read_slurm(struct log *log, const char *path);

void read_pbs(struct log *log, const char *path);
void find_runs_of_pbs(struct log *log);

#endif
