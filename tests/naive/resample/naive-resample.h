/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What naive-resample knows of a log, the map and the output, and its checks. Each function that
 * finds a deviation prints it and exits.
 */
#ifndef SWF_TESTS_NAIVE_RESAMPLE_NAIVE_RESAMPLE_H
#define SWF_TESTS_NAIVE_RESAMPLE_NAIVE_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "naive/naive-swf.h"

/* Of a quotient of whole numbers that ought to be whole itself. */
#define HAIR 1e-9

/* Classes of users. */
enum kind { LONG_TERM, TEMPORARY, RARE, ALL, DISCARDED, KINDS };
enum unit { BY_USER, BY_SESSION, BY_BATCH, BY_JOB, UNITS };

extern const char *const kind_names[KINDS];

/* Negative where the option was not given. */
struct options {
	double weeks, extend, load, threshold, edge, repeat;
	double long_term, temporary, temporary_rate, rare_rate;
	bool literal; /* start */
	bool displaced;
	double displace; /* weeks, or INFINITY for any */
	enum unit unit;
	const char *list;
};

struct job {
	double field[FIELDS + 1];
	size_t line;
	long week;      /* of the log */
	long behaviour; /* on the list, or -1 */
	size_t subject, place;
};

struct jobs {
	struct job *job;
	size_t count, capacity;
};

/* What is drawn: a user, without rare behaviours; one of these; or a session, batch or job. */
struct subject {
	enum kind kind;
	double user;
	struct job **jobs;
	size_t count;
	size_t uses, uses_at_start;
	long first_week, last_week; /* of the log, with a submit */
};

struct behaviour {
	double user, begin, end;
};

/* A row of the map. */
struct row {
	size_t line;
	double user, source_user;
	enum kind kind;
	long copy, first_week, shift;
	double first_job;
	struct subject *subject;
	size_t first; /* of the subject's jobs */
	size_t first_expected, expected_count, found;
	bool at_start; /* a temporary user who is there from the start */
	bool goes_on;  /* those of a displaced user that do not come around, after those that do */
};

/* A job of the output, as the log and the map have it. */
struct expected {
	struct row *row;
	const struct job *job;
	double submit;
	double tie;    /* what jobs of the same second are ordered by */
	double number; /* in the output, 0 as long as it is not found there */
};

struct workload {
	struct options options;
	struct jobs log;
	double begin, length, end; /* length of the output, its end in seconds of the log */
	double log_weeks;
	long period;
	struct behaviour *behaviours;
	size_t behaviour_count, behaviour_capacity;
	struct job **by_number;
	struct job **by_user;
	size_t job_count; /* of those that have a user */
	struct subject *subjects;
	size_t subject_count;
	size_t of_kind[KINDS];
	struct row *rows;
	size_t row_count, row_capacity;
	struct row **users; /* the first row of each user of the output */
	size_t user_count;
	struct expected *expected;
	size_t expected_count;
	struct jobs output;
};

/* naive-resample-read.c */
struct jobs read_jobs(const char *path);
void read_log(struct workload *w, const char *path);
void read_list(struct workload *w, const char *path);
void read_map(struct workload *w, const char *path);

/* naive-resample-pools.c */
double submit_of(const struct job *job);
/* NULL if there is none. */
struct job *job_of_number(const struct workload *w, double number);
void make_pools(struct workload *w);

/* naive-resample-jobs.c */
double new_submit(const struct job *job, long shift);
void make_expected(struct workload *w);
void check_output(struct workload *w);

/* naive-resample-displaced.c */
/* Of a user who is moved around the end of a round, a row has the jobs that come around, and the
 * next one those before them. */
void limit_displaced(struct workload *w);
void check_displaced(const struct workload *w);

/* naive-resample-rules.c */
void check_rules(const struct workload *w);
double given_or(double given, double other);
/* The manual does not say which way a half is rounded. */
bool is_half(double value);
/* Numbers have to be those of all uses if COMPLETE, else none may come twice. */
void check_copies(struct row *const *uses, size_t count, enum kind kind, bool complete);

/* naive-resample-start.c: those who are there from the start */
void check_long_term(const struct workload *w);
/* Before rounding. */
double temporary_number(const struct workload *w);
bool starts_properly(const struct workload *w, const struct row *row);
/* Whether any may have no job before the end of the output, so that the map lacks the user. */
bool may_any_be_hidden(const struct workload *w, enum kind kind);
/* Marks them: users are numbered as they are drawn, and these before others come. */
void check_temporary_at_start(const struct workload *w);

/* naive-resample-weeks.c: those who come in a week */
bool comes_properly(const struct row *row);
void check_comers(const struct workload *w);
void check_units(const struct workload *w);

#endif
