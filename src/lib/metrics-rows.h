/* The figures of a log before they are laid out as a table: one row, or one a group. */
#ifndef SWFCORE_METRICS_ROWS_H
#define SWFCORE_METRICS_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "figures.h"

struct swf_metrics_row {
	int64_t group; /* a user's number, a class (0: short), a week (from 1) */
	struct swf_figures figures;
};

struct swf_metrics_rows {
	const struct swf_metrics_options *options;
	struct swf_metrics_counts counts;
	struct swf_metrics_row *rows; /* in the order of their groups; freed by the caller */
	size_t count, capacity;
};

/* Finds them. 0, or -1 with the error set; the rows are to be freed in both cases. */
int swf_metrics_find_rows(struct swf_metrics *metrics, struct swf_metrics_rows *rows,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
