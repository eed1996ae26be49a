/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of naive-fit share.
 */
#ifndef SWF_TESTS_NAIVE_FIT_NAIVE_FIT_H
#define SWF_TESTS_NAIVE_FIT_NAIVE_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#define GAP        3600.0
#define EDGE_WEEKS 4
#define REMEMBERED 16

/* Classes of sessions. */
enum kind { IWD, IWN, IW, BHP, BHD, KINDS };

extern const char *const kind_names[KINDS];

/* Times are in seconds of the log; what is unknown is NAN. */
struct job {
	double user, submit, end, run_time, size, requested, estimate;
	size_t session, batch; /* of all of the log */
	enum kind kind;
};

struct batch {
	size_t first, jobs, session, place; /* its place in the session, from 0 */
	bool awaited;                       /* another one of the session follows */
	double end;
};

struct session {
	size_t first, batches;
	enum kind kind;
};

enum presence { LONG_TERM, TEMPORARY, DISCARDED };

struct user {
	double number, first, last;
	size_t class, jobs, sessions; /* classes from 0 */
	enum presence presence;
};

struct log {
	struct job *jobs; /* by user, those of each in the order of the log */
	struct session *sessions;
	struct batch *batches;
	struct user *users;
	size_t count, capacity, session_count, batch_count, user_count;
	double longest_estimate, max_procs, max_nodes, first_submit, last_submit;
	bool has_estimates, by_allocated;
	bool has_start, has_offset;
	time_t start, offset;
	char *zone;
	size_t classes;
};

/* A value of a variable, what it is given, and its name if it is one of few. */
struct value {
	double given, value;
	const char *name;
};

struct values {
	struct value *value;
	size_t count, capacity;
};

void read_log(struct log *log, FILE *stream);
void sort_by_user(struct log *log);
double machine_procs(const struct log *log);

/* No job is larger than the machine. */
void cut_sizes(struct log *log);

void set_clock(struct log *log);

/* In hours since Monday, 0:00, local time. */
double hour_of_week(const struct log *log, double time);
enum kind kind_of_time(const struct log *log, double time);

bool is_batch(enum kind kind);

/* Interactive work is remembered together. */
bool same_work(enum kind a, enum kind b);

void find_sessions(struct log *log);
void set_kinds_of_jobs(struct log *log);
/* Each class with sessions has jobs, but not the other way round. */
bool has_jobs(const struct log *log, enum kind kind);
bool is_first_of_session(const struct log *log, const struct job *job);

/* What a job was expected to use, in processor-seconds, or its size if nothing was expected, and
 * the unit of the ranges of what is given that. */
double expected_work(const struct log *log, const struct job *job);
double work_unit(const struct log *log);

double weeks_of(const struct log *log);
void read_clusters(struct log *log, const char *name);
/* Too short to leave weeks out at its edges. */
bool is_short(const struct log *log);
double load_of(const struct log *log);
void count_sessions_of_users(struct log *log);
const struct user *user_of(const struct log *log, double number);

void add_value(struct values *values, double given, double value, const char *name);

/* A unit of 0 is for what is not given anything. Frees the values. */
void print_values(
	const char *variable, const char *class, struct values *values, double unit, bool listed);
/* Of what a class of sessions has to have, even if it was not seen. */
void print_values_or(const struct log *log, const char *variable, enum kind kind,
	struct values *values, double unit, bool listed, struct value otherwise);
void print_single(const char *variable, const char *class, double value);

void print_starts(const struct log *log, enum kind kind);
void print_breaks(const struct log *log);
void print_long_term(const struct log *log, size_t class);
void print_spans(const struct log *log, size_t class, bool long_term);
void print_arrivals(const struct log *log, size_t class);
void print_sessions_of_users(const struct log *log, size_t class);
void print_session_classes(const struct log *log, size_t class);
void print_awaited(
	const struct log *log, enum kind kind, const char *variable, size_t from, size_t to);
void print_jobs(const struct log *log, enum kind kind, bool awaited);
void print_jobs_persistence(const struct log *log, enum kind kind, bool awaited);
void print_batches_persistence(const struct log *log, enum kind kind);
void print_inter_arrivals(const struct log *log, enum kind kind);
void print_think_times(const struct log *log, enum kind kind);
void print_applications(const struct log *log, enum kind kind, bool first);
void print_next_classes(const struct log *log, enum kind kind);
void print_repeat(const struct log *log, enum kind kind);
void print_sizes(const struct log *log, enum kind kind, bool first);
void print_estimates(const struct log *log, enum kind kind, bool first);
void print_run_times(const struct log *log, enum kind kind, bool awaited);

#endif
