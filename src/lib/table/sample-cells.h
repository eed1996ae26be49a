/* Cells of tables that describe a sample, with the names of their columns. */
#ifndef SWF_TABLE_SAMPLE_CELLS_H
#define SWF_TABLE_SAMPLE_CELLS_H

#include <stddef.h>

#include "swfcore/table.h"

/* How many values, their mean, and their standard deviation (divided by n - 1). */
#define SWF_MEAN_COLUMNS "n", "mean", "sd"
void swf_sample_cells_mean(struct swf_table *table, const double *values, size_t count);

/* The least and the greatest value and quantiles (interpolated as in stats.h). */
#define SWF_QUANTILE_COLUMNS "min", "p5", "p25", "p50", "p75", "p95", "max"
void swf_sample_cells_quantiles(struct swf_table *table, const double *ascending, size_t count);

#endif
