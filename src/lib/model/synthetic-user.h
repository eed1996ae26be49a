/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Working time: a clock, in weeks, that runs as fast as work is begun at the hour of the week. In
 * it nobody works more at one time than at another, so that pauses measured by it can be drawn at
 * random and still end in working hours.
 */
#ifndef SWF_SYNTHETIC_USER_H
#define SWF_SYNTHETIC_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "model/model.h"
#include "stats/histogram.h"
#include "users/session-lists.h"

/* The week in quarters of an hour, from Monday, 0:00. */
enum { SWF_WORKING_TIME_CELLS = 672, SWF_WORKING_TIME_PARTS = 1024 };

struct swf_working_time {
	double until[SWF_WORKING_TIME_CELLS +
		1]; /* the weeks of working time that have passed; 0 to 1 */
	/* of equal parts of a week of working time, and its end, the cell in which each begins */
	uint16_t guide[SWF_WORKING_TIME_PARTS + 1];
};

/* Adds what begins at hours of the week, 0 to 168, to a weight for each cell: 1 in all, times a
 * factor. */
void swf_working_time_add(
	double cells[SWF_WORKING_TIME_CELLS], const struct swf_histogram *hours, double factor);

/* The cell in which a time lies, in s since a Monday, 0:00. */
size_t swf_working_time_cell(double time);

/* The clock of these weights, one of which at least is above 0. */
void swf_working_time_set(
	struct swf_working_time *clock, const double cells[SWF_WORKING_TIME_CELLS]);

/* Weeks of working time since a Monday, 0:00, and the s since then when so many have passed. */
double swf_working_time_at(const struct swf_working_time *clock, double time);
double swf_working_time_reached(const struct swf_working_time *clock, double weeks);

/* The time itself, or if nothing begins in its cell, the next one at which something does. */
double swf_working_time_next(const struct swf_working_time *clock, double time);

/*
 * A user of a model at work: the jobs, one after the other. Each user has own random numbers, so
 * that the jobs of one do not depend on who else there is.
 */

/* What the users of a model share. */
struct swf_synthetic_users {
	const struct swf_model *model;
	struct swf_session_rule rule;
	double starts[SWF_WORKING_TIME_CELLS]
		     [SWF_SESSION_CLASSES]; /* shares of the sessions of each class */
	struct swf_synthetic_class {
		double mix[SWF_SESSION_CLASSES]; /* shares of the user's sessions */
		struct swf_working_time clock;
	} classes[SWF_MODEL_CLASSES_MOST];
	bool daily_cycle;
	bool adjusts_plans; /* a planned number of batches is adjusted to the estimates */
	/* shares of the batches that are awaited, of those of all estimates, by variable and class
	 * of the session */
	double awaited[SWF_MODEL_AWAITED_17 + 1][SWF_SESSION_CLASSES];
	int32_t procs;      /* of the machine */
	double size_factor; /* from that of the model to it */
};

void swf_synthetic_users_set(struct swf_synthetic_users *all, const struct swf_model *model,
	int32_t procs, bool daily_cycle);

/* What is run again and again: jobs of one size and estimate. */
struct swf_application {
	int64_t executable;
	enum swf_session_class class_;
	int32_t size;        /* processors of the machine of the model */
	int32_t procs;       /* the same of that of the workload */
	double estimate;     /* s, or -1 */
	double run_times[2]; /* s, of its last job, and of the last that was awaited; or -1 */
	/* from which these are drawn, where it is not the same again; NULL before the first */
	const struct swf_histogram *drawn_from[2];
};

/* How many jobs or batches the last batches or sessions have: a ring. */
struct swf_synthetic_past {
	double counts[SWF_MODEL_MEMORY];
	uint32_t count; /* so far */
};

static inline void swf_synthetic_keep_count(struct swf_synthetic_past *past, double count)
{
	past->counts[past->count++ % SWF_MODEL_MEMORY] = count;
}

/* What a user remembers of the last applications, and of sessions; batch work of each class is
 * apart, interactive work is together. */
struct swf_synthetic_memory {
	struct swf_application applications[SWF_MODEL_MEMORY]; /* a ring */
	uint32_t applications_count;                           /* so far */
	struct swf_synthetic_past jobs[2]; /* of last batches of sessions, and of awaited ones */
	struct swf_synthetic_past batches; /* of sessions */
};
enum { SWF_SYNTHETIC_MEMORIES = 3 };

/* Which memory a class of sessions has. */
static inline size_t swf_synthetic_memory_place(enum swf_session_class class_)
{
	return class_ == SWF_SESSION_BHP ? 1 : class_ == SWF_SESSION_BHD ? 2 : 0;
}

/* The most batches of a session, whatever the model says. */
enum { SWF_SYNTHETIC_BATCHES_MOST = 10000 };

/* Begins with {.all, .random (seeded), .class_}. */
struct swf_synthetic_user {
	const struct swf_synthetic_users *all;
	struct swf_taus random;
	size_t class_;
	double end;      /* s: no session starts later, until the user comes back */
	double presence; /* s for which the user is there */
	double away;     /* s until the user comes back; infinite for temporary ones */
	double spacing;  /* weeks, from session to session on average */
	const struct swf_histogram *breaks;
	struct swf_synthetic_memory memories[SWF_SYNTHETIC_MEMORIES];

	/* the session, and what is left of its batch behind the next job */
	enum swf_session_class session_class;
	double batches; /* so far */
	double planned; /* batches; 0 where that is left open */
	bool awaited;   /* another batch follows */
	double jobs;    /* of the batch */
	bool starts_session, starts_batch;
	struct swf_application *application; /* of the job before */
	/* what the application of another job of the session is drawn from; NULL where that one is
	 * not yet known */
	const struct swf_histogram *next_application;
	double submit;     /* s, of the next job */
	double latest_end; /* s, of the jobs of the session so far */
};

/* Sets a user to work: a long-term one, or one who comes at a random time of a week. */
void swf_synthetic_user_start_long_term(struct swf_synthetic_user *user);
void swf_synthetic_user_start_temporary(struct swf_synthetic_user *user, double week);

/* A job of a user. */
struct swf_synthetic_job {
	const struct swf_application *application; /* until the user's next job */
	double submit, run_time;                   /* s */
};

/* The user's next job; finds when the one after it comes. A new application gets the number after
 * `executables`. Returns whether there is a job after it. */
bool swf_synthetic_user_next(
	struct swf_synthetic_user *user, int64_t *executables, struct swf_synthetic_job *job);

/* What the model says of a class for a value; NULL where it says nothing. */
static inline const struct swf_histogram *swf_synthetic_found(const struct swf_synthetic_user *user,
	enum swf_model_variable variable, size_t class_, double of)
{
	return swf_model_find(user->all->model, variable, class_, of);
}

/* That of a variable, or of the usual one where the model has none. */
static inline const struct swf_histogram *swf_synthetic_found_or(
	const struct swf_synthetic_user *user, enum swf_model_variable variable,
	enum swf_model_variable usual, size_t class_, double of)
{
	const struct swf_histogram *h = swf_synthetic_found(user, variable, class_, of);
	return h != NULL ? h : swf_synthetic_found(user, usual, class_, of);
}

/* The user's next random number, from 0 to under 1. */
static inline double swf_synthetic_number(struct swf_synthetic_user *user)
{
	return swf_taus_uniform(&user->random);
}

/* Of the sessions of a class. */
static inline double swf_synthetic_draw(
	struct swf_synthetic_user *user, enum swf_model_variable variable)
{
	return swf_histogram_draw(swf_synthetic_found(user, variable, user->session_class, 0),
		swf_synthetic_number(user));
}

static inline double swf_synthetic_draw_whole(
	struct swf_synthetic_user *user, enum swf_model_variable variable)
{
	return swf_histogram_draw_whole(swf_synthetic_found(user, variable, user->session_class, 0),
		swf_synthetic_number(user));
}

static inline struct swf_synthetic_memory *swf_synthetic_memory_of(
	struct swf_synthetic_user *user, enum swf_session_class class_)
{
	return &user->memories[swf_synthetic_memory_place(class_)];
}

/* One of the last `count` that a ring holds, but for the very last `skipped`, at random; there are
 * more than these. */
static inline uint32_t swf_synthetic_recall(
	struct swf_synthetic_user *user, uint32_t count, uint32_t skipped)
{
	const uint32_t held = count < SWF_MODEL_MEMORY ? count : SWF_MODEL_MEMORY;
	const uint32_t back =
		skipped + 1 + (uint32_t)(swf_synthetic_number(user) * (held - skipped));
	return (count - back) % SWF_MODEL_MEMORY;
}

/* What a synthetic user runs: remembered applications, and new ones. */

/* What a user can tell of a job before it has run: the time that it may take, in s, and the work,
 * in processor-seconds; where there are no estimates the size stands for both. */
static inline double swf_application_expected_time(const struct swf_application *a)
{
	return a->estimate > 0 ? a->estimate : a->size;
}

static inline double swf_application_expected_work(const struct swf_application *a)
{
	return a->estimate > 0 ? a->size * a->estimate : a->size;
}

#endif
