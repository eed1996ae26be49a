/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of naive-feedback: what a log under feedback is checked against.
 */
#ifndef SWF_TESTS_NAIVE_FEEDBACK_NAIVE_FEEDBACK_H
#define SWF_TESTS_NAIVE_FEEDBACK_NAIVE_FEEDBACK_H

#include "naive/naive-swf.h"

#include <stdbool.h>
#include <stddef.h>

#define CANCELLED 5    /* a status */
#define TOLERANCE 1e-6 /* seconds */

enum model { ADJUSTED, FLUID, DISTRIBUTION, MODELS };
/* What users go by: think times where they waited, else inter-arrival times. */
enum reason { WAITED, FOLLOWS, REASONS };
/* Of batches within a session, and of those that began one (the short ones). */
enum place { WITHIN, BREAK, PLACES };

/* Times in seconds, those of the day after midnight. */
struct constants {
	double session_gap, day_begin, day_end, shift, break_limit;
	bool session_ends_with_jobs, overtime, users_repeat;
};

struct options {
	struct constants constants;
	double patience; /* seconds; INFINITY if nobody goes away */
	bool some_stay_away;
	enum model model;
	bool by_log;        /* dependencies by fields 17 and 18 */
	bool nobody_leaves; /* no job may be lost */
	double local_start; /* the local time of second 0, as if it were Unix time */
	const char *input, *output;
};

/* New times are those of the output. */
struct job {
	double in[FIELDS + 1], out[FIELDS + 1];
	bool is_found;  /* in the output */
	bool is_passed; /* through, without being simulated */
	double end, new_end;
	size_t batch; /* of the user's */
};

struct session {
	double start, last_submit, end; /* recorded */
	size_t last_batch;
};

/* A time that does not exist is NAN, one that never comes is INFINITY. */
struct batch {
	size_t first, count; /* of the user's jobs */
	size_t session;
	bool begins_session;
	const struct job *preceding; /* with dependencies by log, or NULL */
	double submit, last_submit, end;
	double new_submit, new_last_submit, new_end;
	double think_time, inter_arrival; /* recorded */
};

/* In ascending order. */
struct pool {
	double *values;
	size_t count, capacity;
};

struct pools {
	struct pool of[REASONS][PLACES];
};

struct user {
	double number;
	struct job **jobs; /* in the order of the log */
	size_t count, capacity;
	struct session *sessions;
	size_t session_count;
	struct batch *batches;
	size_t batch_count;
	size_t first_lost; /* of the jobs; their count if none is lost */
	struct pools pools;
};

struct log {
	struct job *jobs;
	size_t count, capacity;
	struct user *users;
	size_t user_count, user_capacity;
	struct pools pools;
};

/* When a batch became available, and what may have been the reason: both if they coincide. */
struct release {
	double time;
	bool may_be[REASONS];
	bool goes_away; /* if it was an end: the user waited longer than the patience */
};

/* Counts a check, and prints a message if it failed, unless there have been some of that KIND. */
void check(bool is_right, const char *kind, double job_number, const char *format, ...);

/* Sessions, batches and pools of all users, from what was recorded. */
void find_batches(struct log *log, const struct options *options);

/* The new times of all batches, for a user who loses the jobs from FIRST_LOST on. */
void set_new_times(struct user *user, size_t first_lost);

/* The latest of the new ends of all that the batch depends on; -INFINITY if that is nothing. */
double new_end_of_dependencies(const struct user *user, size_t b);

/* Not for the first batch. */
struct release release_of(const struct user *user, size_t b);

/* Whether the user waited longer than PATIENCE for what batch B depends on. */
bool waited_longer(const struct user *user, size_t b, double patience);

/* The values from which the user draws. */
const struct pool *pool_for(
	const struct log *log, const struct user *user, enum reason reason, enum place place);

/* The place of the first value of the pool that is at least VALUE, or a hair less. */
size_t place_in_pool(const struct pool *pool, double value);
bool is_in_pool(const struct pool *pool, double value);

/* Whether the user model may have submitted the user's first COUNT batches as they were. */
void check_model(const struct log *log, const struct user *user, size_t count,
	const struct options *options);
void check_habits(const struct log *log, const struct user *user, size_t count,
	const struct options *options);

/* The job of the log with that number, or NULL. */
struct job *job_of_number(const struct log *log, double number);

/* Takes a job of the output that is one of the log again. False if it is not. */
bool add_repeat(const struct log *log, const double field[FIELDS + 1]);

/* Whether those of a user, who has lost no job, come when they have to. */
void check_repeats(const struct user *user);

void free_repeats(void);

/* Of a job that is passed through only a new status tells. */
bool is_surely_lost(const struct job *job);

/* Whether some end of a batch explains the jobs that the user has lost, if any. Sets the new times,
 * and returns how many batches had their submit times from the user model. */
size_t check_leaving(struct user *user, const struct options *options);

#endif
