/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of numbers in memory, from the columns of one or more tables in CSV; and the cells of a
 * table that describe a sample. */
#ifndef SWF_TABLE_FRAME_H
#define SWF_TABLE_FRAME_H

#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"

/* Begins with {.names = ..., .columns = ...}. */
struct swf_frame {
	const char *const *names; /* of the columns; they must outlive it */
	size_t columns;
	double *cells; /* row by row; NaN where the cell is empty */
	size_t rows, capacity;
};

static inline const double *swf_frame_row(const struct swf_frame *frame, size_t row)
{
	return frame->cells + row * frame->columns;
}

/* Adds the rows of a table, which must have all the columns, in any order and among others. Returns
 * 0, or -1 with the error set, to a column that is missing, a cell that is no number, or that there
 * is no memory. */
int swf_frame_read(struct swf_frame *frame, struct swf_csv_reader *reader,
	struct swf_error *error) SWF_MUST_CHECK;

/* The same in steps, for tables that have other columns to read: finds the places of the columns,
 * and adds the row that was read last. */
int swf_frame_find(const struct swf_frame *frame, const struct swf_csv_reader *reader, int *places,
	struct swf_error *error) SWF_MUST_CHECK;
int swf_frame_add(struct swf_frame *frame, const struct swf_csv_reader *reader, const int *places,
	struct swf_error *error) SWF_MUST_CHECK;

/* Removes the rows with an empty cell in the first `columns` columns. Returns their number. */
size_t swf_frame_drop_incomplete(struct swf_frame *frame, size_t columns);

/* The mean of each column, and its standard deviation as a sample, divided by rows - 1; two rows at
 * least, and no empty cell. Returns 0, or -1 with the error set, to a column of equal values, or of
 * values for which a double is too small. */
int swf_frame_scales(const struct swf_frame *frame, double *means, double *deviations,
	struct swf_error *error) SWF_MUST_CHECK;

void swf_frame_clear(struct swf_frame *frame);

/* Cells that describe a sample, with the names of their columns: how many values, their mean, and
 * their standard deviation (divided by n - 1). */
#define SWF_MEAN_COLUMNS "n", "mean", "sd"
void swf_sample_cells_mean(struct swf_table *table, const double *values, size_t count);

/* The least and the greatest value and quantiles (interpolated as in stats.h). */
#define SWF_QUANTILE_COLUMNS "min", "p5", "p25", "p50", "p75", "p95", "max"
void swf_sample_cells_quantiles(struct swf_table *table, const double *ascending, size_t count);

#endif
