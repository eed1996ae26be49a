/*
 * The metrics of runs, from tables in CSV with a row a run: the values of each metric in groups of
 * runs, and the pairs of runs under two conditions. Each function dies where it fails.
 */
#ifndef SWF_CMD_SUMMARY_RUNS_H
#define SWF_CMD_SUMMARY_RUNS_H

#include <stddef.h>

struct runs;

/* Which columns mean what. A column "file" that a table has not is the name of the table. */
struct runs_options {
	char *const *groups; /* a group has the same cells in these, ended by NULL; NULL for none */
	char *const *metrics;    /* likewise; NULL for every other column of numbers */
	const char *paired;      /* the condition, or NULL for runs that stand alone */
	const char *values[2];   /* the two conditions; NULL for the two that there are */
	const char *replication; /* what a pair has in common; NULL: "replication", or its place */
};

/* The value of an option, COLUMN or COLUMN=A,B, taken apart in place. Dies with a usage error. */
void paired_value(struct runs_options *options, char *text);

/* The texts of the options must outlive it. */
struct runs *runs_new(const struct runs_options *options);
void runs_free(struct runs *runs);

/* Adds the rows of a table; "-" is the standard input. Those after the first must have the columns
 * of the first, in any order. */
void runs_read(struct runs *runs, const char *path);

/* To be called when all tables have been read, before what follows. */
void runs_finish(struct runs *runs);

size_t runs_groups(const struct runs *runs);
const char *runs_group_cell(const struct runs *runs, size_t group, size_t column);
size_t runs_in_group(const struct runs *runs, size_t group);

size_t runs_metrics(const struct runs *runs);
const char *runs_metric(const struct runs *runs, size_t metric);

const char *runs_condition(const struct runs *runs, size_t condition);

/* The known values of a metric in a group, in order; with conditions those of the pairs that have
 * both. Returns how many there are: runs_in_group() at most. `second` is for conditions only. */
size_t runs_values(
	const struct runs *runs, size_t group, size_t metric, double *first, double *second);

/* Reads the metrics of the originals, to be called after runs_finish(). The table has one row, or,
 * with columns of groups, one for each group that differs in these. A metric that it lacks is an
 * error if it was asked for by name. */
void runs_read_reference(struct runs *runs, const char *path);

/* The metric of the original of a group, or NaN. */
double runs_reference(const struct runs *runs, size_t group, size_t metric);

#endif
