/* Rows of numbers in memory, from the columns of one or more tables in CSV. */
#ifndef SWFCORE_FRAME_H
#define SWFCORE_FRAME_H

#include <stddef.h>

#include "swfcore/csv-reader.h"
#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Takes out the rows with an empty cell. Returns how many there were. */
size_t swf_frame_drop_incomplete(struct swf_frame *frame);

void swf_frame_free(struct swf_frame *frame);

#ifdef __cplusplus
}
#endif
#endif
