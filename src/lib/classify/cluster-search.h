/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search for clusters: k-means++ and Lloyd's rounds with Hamerly's bounds; see clusters.h. */
#ifndef SWF_CLUSTER_SEARCH_H
#define SWF_CLUSTER_SEARCH_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "classify/clusters.h"

struct swf_cluster_search {
	double *rows; /* to be filled with standardized cells; others are 0 */
	size_t count, clusters;
	size_t columns; /* of a row here: a multiple of four */
	size_t *labels; /* found: the cluster of each row */
	double within;  /* found: sum of the squared distances */
	/* while it searches */
	double *centres, *sums;
	size_t *sizes;
	double *moved; /* how far each centre moved last */
	double *half;  /* of the distance to the next centre */
	/* A row's own centre is no farther than upper + away of its cluster, any other no nearer
	 * than lower - nearer of its cluster: how far centres have moved since the beginning. */
	double *upper, *lower;
	double *away, *nearer;
	size_t *open; /* rows that bounds did not decide */
};

/* There must be as many rows that differ as clusters. Returns 0, or -1 with the error set; then it
 * is to be freed as well. */
int swf_cluster_search_init(struct swf_cluster_search *search, size_t count, size_t columns,
	size_t clusters, struct swf_error *error);
int swf_cluster_search_run(
	struct swf_cluster_search *search, gsl_rng *rng, struct swf_error *error);
void swf_cluster_search_clear(struct swf_cluster_search *search);

/* Puts the means of the rows of each cluster into `centres`, and the numbers of rows into `sizes`.
 */
void swf_cluster_means(const double *rows, size_t count, size_t columns, const size_t *labels,
	size_t clusters, double *centres, size_t *sizes);

#endif
