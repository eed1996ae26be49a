/* Rows of tables, as they are, with the clusters of the nearest centres. */
#ifndef SWF_CLUSTER_SEARCH_H
#define SWF_CLUSTER_SEARCH_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "classify/clusters.h"
#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"

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

/* The table, which is to be written or freed by whoever has asked for it. */
struct swf_table *swf_assignment_table(const struct swf_assignment *assignment);

/* How many rows there were, and how many got no cluster. */
size_t swf_assignment_rows(const struct swf_assignment *assignment);
size_t swf_assignment_incomplete(const struct swf_assignment *assignment);

void swf_assignment_free(struct swf_assignment *assignment);

/* One search for clusters: k-means++ and Lloyd's rounds with Hamerly's bounds; see clusters.h. */

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
