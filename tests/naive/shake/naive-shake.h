/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What naive-shake knows of a log and of what swf-shake made of it, and its checks. Each function
 * that finds a deviation prints it and exits.
 */
#ifndef SWF_TESTS_NAIVE_SHAKE_NAIVE_SHAKE_H
#define SWF_TESTS_NAIVE_SHAKE_NAIVE_SHAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "naive/naive-swf.h"

#define NONE ((size_t)-1)

enum { AVERAGE_CPU_TIME = 6 }; /* a field, among those of naive-swf.h */

enum action { SHAKE, SCALE, ESTIMATE };
/* What is shaken or scaled. */
enum what { INTERARRIVAL, RUNTIMES, ESTIMATES, SIZES, MACHINE, WHATS };
enum level { BY_JOB, BY_BATCH, BY_SESSION, BY_USER, LEVELS };
enum model { EXACT, FACTOR, RECORDED };

/* Numbers are NAN where the option was not given and has no default. */
struct options {
	enum action action;
	enum what what;
	enum level level;
	enum model model;
	bool exactly, kill, allocated, no_provenance, statistics;
	double percent, degree, relative;
	double load, factor;
	double procs;
	unsigned long long seed, replication;
};

struct job {
	double field[FIELDS + 1];
	size_t place; /* in the file, from 0 */
};

struct log {
	const char *path;
	struct job *jobs;
	size_t count, capacity;
	char **header; /* lines, without blanks around them */
	size_t header_count, header_capacity;
};

/* What is shaken as one: a job, or all jobs of a batch, session or user. */
struct element {
	size_t first; /* place of its first job */
	double value;
	double most; /* the largest change */
	bool shaken;
	double change; /* as drawn */
};

struct shaking {
	struct options options;
	struct log log, output;
	double machine;          /* NAN if it is not known */
	size_t *element_of;      /* each job of the log, or NONE */
	struct element *element; /* in the order of their first jobs */
	size_t elements;
	struct job *expected;     /* in the order of the output */
	double expected_machine;  /* that of the header; NAN for what the log has */
	const struct job **found; /* in the output, each job of the log */
};

/* naive-shake-read.c */
struct log read_log(const char *path);
void free_log(struct log *log);
bool has_label(const char *line, const char *label);
/* NAN if no line has that label. */
double header_number(const struct log *log, const char *label);
double machine_of_header(const struct log *log);

/* naive-shake-elements.c */
enum field size_field(const struct options *options, const struct job *job);
void find_elements(struct shaking *s);

/* naive-shake-expect.c */
/* Returns false if the log is one that swf-shake has to refuse. */
bool make_expected(struct shaking *s);
void check_output(const struct shaking *s);

/* naive-shake-random.c */
void draw_changes(struct shaking *s);
/* One for each of COUNT. */
double *draw_uniform(const struct options *options, size_t count);

/* naive-shake-rules.c: what has to hold whatever was drawn */
double number_to_shake(const struct shaking *s);
void find_jobs(struct shaking *s);
void check_rules(const struct shaking *s);

/* naive-shake-statistics.c */
void print_statistics(const struct shaking *s);

#endif
