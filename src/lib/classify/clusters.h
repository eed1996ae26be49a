/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clusters of rows by k-means: standardized variables, centres drawn by greedy k-means++ (the best
 * of 2 + floor(ln k) candidates), and Lloyd's rounds until no row changes its cluster; and tables
 * that describe clusters or other groups.
 *
 * The distance of a row and a centre is the root of the sum over the columns of
 * ((x - centre) / scale)^2, the scale being the standard deviation of the column as a sample
 * (n - 1), over all rows. Rounds are as exact as plain ones but leave out what the triangle
 * inequality rules out. Sources: Arthur and Vassilvitskii, k-means++ (2007); Hamerly, Making
 * k-means even faster (2010); the use for sessions and users: Zilber, Amit and Talby, What is worth
 * learning from parallel workloads? (2005), section 5.1.
 */
#ifndef SWF_CLUSTERS_H
#define SWF_CLUSTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"
#include "table/frame.h"

/* What rows are compared with. */
struct swf_centres {
	size_t count, columns;
	double *values; /* in the units of the rows, centre by centre */
	double *scales; /* of the columns; positive */
	double *most;   /* of the columns, what larger values count as; or NULL for none */
};

/* Takes the values of the first columns, none of which is empty, as at most that quantile of their
 * column, 0 <= q <= 1. `most` gets these. There is a row at least. Returns 0, or -1 with the error
 * set. */
int swf_cluster_cap(struct swf_frame *frame, size_t columns, double q, double *most,
	struct swf_error *error) SWF_MUST_CHECK;

/* The centre nearest to a row, which begins with the columns; the first of equally near ones. */
size_t swf_cluster_centres_nearest(const struct swf_centres *centres, const double *row);

struct swf_clusters_options {
	size_t columns; /* the first columns of the frame, without empty cells */
	size_t clusters;
	size_t restarts; /* searches, of which the best counts; at least 1 */
	uint64_t seed;   /* of swf_random_new, with the number of the restart from 1 */
};

/* A fixpoint: every row is in the cluster of the nearest centre, the first of equally near ones,
 * and every centre is the mean of its rows. Clusters are in order of decreasing size, those of
 * equal size in order of their centres. Nothing depends on the order of the rows. */
struct swf_clusters {
	struct swf_centres centres;
	size_t *sizes;
	size_t *labels; /* of each row of the frame: the place of its cluster */
	double within;  /* sum of the squared distances of the rows to their centres */
	double total;   /* the same to the mean of all rows */
	size_t restart; /* that was best by `within`, the first of equal ones, from 1 */
};

/* Returns 0, or with the error set 1 where the rows have no such clusters (a column of equal
 * values, fewer rows that differ than clusters) and -1 where there is no memory. */
int swf_clusters_find(const struct swf_frame *frame, const struct swf_clusters_options *options,
	struct swf_clusters *clusters, struct swf_error *error) SWF_MUST_CHECK;

void swf_clusters_clear(struct swf_clusters *clusters);

/* Groups of rows, described by a row for each group and column: cluster, rows, share (of all rows),
 * variable, mean, median, p5, p95, interval (p95 - p5) and scale. `labels` has the group of each
 * row; `names` those of the groups, or NULL for numbers from 1. The first columns may have centres,
 * which are their means, and scales; both are written so that they read back equal. A last column,
 * most, is there where centres have that. Empty cells do not count. NULL when there is no memory.
 */
struct swf_table *swf_cluster_groups_table(const struct swf_frame *frame, const size_t *labels,
	const char *const *names, size_t groups, const struct swf_centres *centres);

/* Centres read from such a table: its rows that have a scale. */
struct swf_named_centres {
	struct swf_centres centres;
	char **names;     /* of the centres, in the order of the table */
	char **variables; /* the columns */
};

/* Returns 0, or -1 with the error set: to a missing column, or where not every cluster has one mean
 * of each variable, and all the same scale. */
int swf_cluster_centres_read(struct swf_csv_reader *reader, const char *path,
	struct swf_named_centres *centres, struct swf_error *error) SWF_MUST_CHECK;

void swf_cluster_centres_clear(struct swf_named_centres *centres);

/* Rows of tables, as they are, with the clusters of the nearest centres. */

/* A table of the rows of other tables, as they are, with one more column, "cluster": the name of
 * the centre nearest to the row, the first of equally near ones, and empty where the cell of a
 * variable is. In CSV cells keep their text. */
struct swf_assignment;

/* With the columns of the first table. The centres must outlive it. NULL with the error set. */
struct swf_assignment *swf_assignment_new(const struct swf_named_centres *centres,
	const struct swf_csv_reader *first, enum swf_format format, struct swf_error *error);

/* Adds all rows of a table, which must have the columns of the first one, in any order, and no
 * other ones. Returns 0, or -1 with the error set. */
int swf_assignment_add(struct swf_assignment *assignment, struct swf_csv_reader *reader,
	struct swf_error *error) SWF_MUST_CHECK;

/* The table, which the caller writes or frees. */
struct swf_table *swf_assignment_table(const struct swf_assignment *assignment);

/* How many rows there were, and how many got no cluster. */
size_t swf_assignment_rows(const struct swf_assignment *assignment);
size_t swf_assignment_incomplete(const struct swf_assignment *assignment);

void swf_assignment_free(struct swf_assignment *assignment);

#endif
