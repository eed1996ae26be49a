/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Schedules for the tests: a deliberately naive simulator, written from the definitions alone, and
 * a checker that replays any schedule and looks for broken promises.
 */
#ifndef SWF_TESTS_SUPPORT_SCHEDULE_H
#define SWF_TESTS_SUPPORT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scheduled {
	double submit, run_time, estimate; /* s; the estimate is at least the run time */
	double start;                      /* s */
	int64_t user, queue;               /* -1: none */
	int32_t size;
};

/* easy++ is NAIVE_EASY_SJBF with NAIVE_RECENT and a window of 2. */
enum naive_scheduler {
	NAIVE_FCFS,
	NAIVE_EASY,
	NAIVE_EASY_SHADOW,
	NAIVE_EASY_SJBF,
	NAIVE_CONSERVATIVE,
	NAIVE_CREASY,
	NAIVE_LARGEST, /* from here on those with an order and a way to backfill */
	NAIVE_SMALLEST,
	NAIVE_SHORTEST,
	NAIVE_BY_QUEUE,
	NAIVE_FAIRSHARE,
	NAIVE_F1, /* from here on those of formulas */
	NAIVE_WFP3,
	NAIVE_UNICEP,
	NAIVE_USED /* processor-seconds of the user so far */
};

enum naive_backfill { NAIVE_BACKFILL_EASY, NAIVE_BACKFILL_CONSERVATIVE, NAIVE_BACKFILL_NONE };

/* What a scheduler takes for the run time of a job. */
enum naive_prediction { NAIVE_ESTIMATE, NAIVE_ACTUAL, NAIVE_RECENT, NAIVE_SESSION, NAIVE_CLASS };

struct naive_options {
	int32_t procs;
	enum naive_scheduler scheduler;
	double alpha; /* of creasy */
	enum naive_backfill backfill;
	const int64_t *queues; /* of by-queue: those that come first */
	size_t queue_count;
	bool arrivals_first; /* else completions first */
	bool reverse;        /* jobs of the same second join in reverse */
	enum naive_prediction prediction;
	size_t window; /* of the last three: how many completed jobs of the user, at least 1 */
};

/* Sets the start of every job; jobs are in submit order and fit the machine. Every step looks at
 * every job that waits or runs, and some at every pair of them. */
void naive_simulate(struct scheduled *jobs, size_t count, const struct naive_options *options);

enum promise { PROMISE_NONE, PROMISE_FCFS, PROMISE_EASY, PROMISE_CONSERVATIVE };

/* Checks a schedule of jobs in submit order: no start before the submit, never more processors in
 * use than there are; for FCFS and EASY, none idle that the head of the queue could use; for FCFS,
 * starts in submit order; for EASY, no job that was at the head of the queue at the end of an
 * instant starts later than the earliest time at which it would then have fitted by the estimated
 * ends; for conservative (completions first, by estimates), no job starts later than the
 * reservation that it got when it was submitted, but for those with an estimate of zero. Returns
 * NULL, or what is wrong, in a static buffer. */
const char *check_schedule(
	const struct scheduled *jobs, size_t count, int32_t procs, enum promise promise);

#endif
