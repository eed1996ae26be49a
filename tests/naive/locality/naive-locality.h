/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of naive-locality share.
 */
#ifndef SWF_TESTS_NAIVE_LOCALITY_NAIVE_LOCALITY_H
#define SWF_TESTS_NAIVE_LOCALITY_NAIVE_LOCALITY_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define HOURS_PER_WEEK 168

enum attribute { RUNTIME, ESTIMATE, SIZE, ATTRIBUTES };
enum measure { MEAN, MEDIAN, IDENTICAL, MEASURES };

extern const char *const attribute_names[ATTRIBUTES];

/* As the commands have them. */
struct options {
	bool attributes[ATTRIBUTES]; /* which to look at */
	double percent;              /* tolerance */
	bool requested;              /* the size, else the allocated one */
	bool each;
	size_t distance;
	enum measure measure;
	const char *distribution, *compare; /* or NULL */
	const char *zone, *start;           /* instead of the header's, or NULL */
};

/* What is not known is NAN. Times are in seconds of the log. */
struct job {
	double user, submit, wait, end;
	double value[ATTRIBUTES];
	long day, hour_of_week; /* local, the days from some day on */
};

struct log {
	struct job *jobs;
	size_t count, capacity;
	bool has_start, has_offset;
	time_t start, offset;
	char *zone; /* or NULL */
};

struct user {
	double number;
	const struct job **jobs; /* in the order of the log */
	size_t *session;         /* of each job, from 0 */
	size_t count, sessions;
};

struct values {
	double *value;
	size_t count, capacity;
};

struct log read_log(const char *path, const struct options *options);
void free_log(struct log *log);

/* The user with the next greater number, NAN after the last; a job with a negative one has none. */
double next_user(const struct log *log, double after);
struct user find_user(const struct log *log, double number);
void free_user(struct user *user);

/* NAN is not added. */
void add_value(struct values *values, double value);
void sort_values(struct values *values);
double mean_of(const struct values *values);
double deviation_of(const struct values *values);
double quantile(const struct values *sorted, double q);

/* Prints cells with commas between them, empty ones for NAN. */
void print_cells(const double *cells, size_t count);
#define PRINT_CELLS(...)                                                                           \
	print_cells((const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double))
/* n, mean, sd and the percentiles, of values that it sorts, and the end of the line. */
void print_description(struct values *values);
#define DESCRIPTION_HEAD "n,mean,sd,min,p5,p25,p50,p75,p95,max"

void print_stack(const struct log *log, const struct options *options);
void print_daily(const struct log *log, const struct options *options);
void print_similarity(const struct log *log, const struct options *options);
/* The similarity within sessions, and what is to be expected of it where jobs are mixed. */
void print_mixed(const struct log *log, const struct options *options);
void print_distributions(const struct log *log, const struct options *options);

#endif
