/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far studies are, by what their folders tell. But for records, which are of the current
 * folder, nothing is changed there. */
#ifndef SWF_CMD_EXPERIMENT_STATUS_H
#define SWF_CMD_EXPERIMENT_STATUS_H

#include <time.h>

/* Records the beginning of a command: a name and its value. The names are those of record_of(). */
void record_begin(const char *const fields[][2]);

/* Adds a line of what was said of a failure. */
void record_said(const char *line);

/* Records the end: complete, failed or interrupted, with what was said. */
void record_end(const char *how);

/* How far the study of the current folder is. */
enum stage { CHECKING, RUNNING, WORKLOADS, TABLES, PLOTS, REPORT };

struct study_progress {
	enum stage stage;
	long total, left; /* runs: all, and those to be made */
	long made;        /* since this time */
	double rate;      /* runs in a second since the runs began, or 0 where that is not known */
	double seconds;   /* that the other runs will take, or -1 where that is not known */
};

/* Of a study that began at this time of the real-time clock. */
struct study_progress read_progress(struct timespec begin);

/* What the study does, as text: "runs 37 of 202, 1 min 20 s left". Good until the next call. */
const char *progress_text(const struct study_progress *seen);

/* A duration in two units at most: "1 h 7 min". Good until the third call. */
const char *time_text(double seconds);

/* Seconds since this time of the real-time clock. */
double seconds_since(struct timespec begin);

enum { EXIT_INCOMPLETE = 3 };

/* Prints it of each folder, which may hold several studies. Returns 0 where all are complete, 1
 * where a folder is none of a study, else EXIT_INCOMPLETE. */
int print_status(char *const folders[]);

/* Does so again and again until no study there is at work. */
int watch_status(char *const folders[]);

#endif
