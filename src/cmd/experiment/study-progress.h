/* How far a study is, by the files of the current folder, which is its folder. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_PROGRESS_H
#define SWF_CMD_EXPERIMENT_STUDY_PROGRESS_H

#include <stdio.h>
#include <time.h>

enum stage { CHECKING, RUNNING, WORKLOADS, TABLES, PLOTS, REPORT };

struct study_progress {
	enum stage stage;
	long total, left; /* runs: all, and those to be made */
	long made;        /* since this time */
	double rate;      /* runs in a second since the runs began, or 0 where that is not known */
	double seconds;   /* that the other runs will take, or -1 where that is not known */
};

/* Of a study that began at this time of the real-time clock. */
struct study_progress look(struct timespec begin);

/* What the study does, as text: "runs 37 of 202, 1 min 20 s left". Good until the next call. */
const char *progress_text(const struct study_progress *seen);

/* A duration in two units at most: "1 h 7 min". Good until the third call. */
const char *time_text(double seconds);

/* Seconds since this time of the real-time clock. */
double since(struct timespec begin);

#endif
