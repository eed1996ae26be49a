/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The metrics of runs, from tables in CSV with a row a run: the values of each metric in groups of
 * runs, and the pairs of runs under two conditions. Each function dies where it fails.
 */
#ifndef SWF_CMD_SUMMARY_RUNS_H
#define SWF_CMD_SUMMARY_RUNS_H

#include <stdbool.h>
#include <stddef.h>

/* One or more cells, each with its NUL. Begins with {0}, and again with a length of 0; its text is
 * to be freed. */
struct cells {
	char *text;
	size_t length, capacity;
	size_t place; /* in an index */
};

void add_cell(struct cells *cells, const char *cell);

/* Numbers for cells: 0, 1, 2, ... in the order of first appearance. Begins with {0}. */
struct cell_index {
	struct cells **all;
	size_t count, capacity;
	void *tree; /* of the same, for tsearch */
};

/* The number of the cells, or SIZE_MAX. */
size_t find_cells(const struct cell_index *index, const struct cells *cells);

/* The number of the cells, of which a copy is added if need be. */
size_t number_of_cells(struct cell_index *index, const struct cells *cells);

void free_cell_index(struct cell_index *index);

struct runs;

/* Which columns mean what. A column "file" that a table has not is the name of the table. */
struct runs_options {
	char *const *groups; /* a group has the same cells in these, ended by NULL; NULL for none */
	char *const *metrics; /* likewise; NULL for every other column of numbers */
	const char *paired;   /* the condition, or NULL for runs that stand alone */
	/* the two conditions; or the one with which all others are compared, and NULL; or NULL and
	 * NULL, which compares every two */
	const char *values[2];
	const char *replication; /* what a pair has in common; NULL: "replication", or its place */
};

/* The value of an option, COLUMN, COLUMN=A or COLUMN=A,B, taken apart in place. Dies with a usage
 * error. */
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
size_t runs_group_columns(const struct runs *runs);
const char *runs_group_cell(const struct runs *runs, size_t group, size_t column);
size_t runs_in_group(const struct runs *runs, size_t group);

size_t runs_metrics(const struct runs *runs);
const char *runs_metric(const struct runs *runs, size_t metric);

const char *runs_condition(const struct runs *runs, size_t condition);

/* Two conditions that are compared. With those in the order of first appearance the pairs are 0-1,
 * 0-2, ..., 1-2, ... */
struct condition_pair {
	size_t first, second;
};
size_t runs_pairs(const struct runs *runs);
struct condition_pair runs_pair(const struct runs *runs, size_t pair);

/* The known values of a metric in a group, in order. Returns how many there are: runs_in_group() at
 * most. For runs that stand alone. */
size_t runs_values(const struct runs *runs, size_t group, size_t metric, double *values);

/* The same of the replications that have values under both conditions. */
size_t runs_pair_values(const struct runs *runs, size_t group, size_t metric,
	struct condition_pair pair, double *first, double *second);

/* Reads the metrics of the originals, to be called after runs_finish(). The table has one row, or,
 * with columns of groups, one for each group that differs in these. A metric that it lacks is an
 * error if it was asked for by name. */
void runs_read_reference(struct runs *runs, const char *path);

/* Reads how many effective users the logs of the groups have, in the same way, in place of a
 * reference: runs_reference() then gives them as metric 0. */
void runs_read_users(struct runs *runs, const char *path);

/* Whether the users of a group's log were drawn with replacement: its row of that table does not
 * leave their number empty. */
bool runs_of_site(const struct runs *runs, size_t group);

/* The metric of the original of a group, or NaN. */
double runs_reference(const struct runs *runs, size_t group, size_t metric);

#endif
