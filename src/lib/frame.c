#include "swfcore/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

/* Adds the row that the reader has. */
static int add_row(struct swf_frame *frame, const struct swf_csv_reader *reader, const int *columns,
	struct swf_error *error)
{
	double *cells = swf_reserve(
		frame->cells, frame->rows, &frame->capacity, frame->columns * sizeof *cells);
	if (cells == NULL)
		return swf_fail(error, "out of memory");
	frame->cells = cells;
	for (size_t i = 0; i < frame->columns; i++)
		if (swf_csv_number(reader, columns[i], &cells[frame->rows * frame->columns + i],
			    error) != 0)
			return -1;
	frame->rows++;
	return 0;
}

int swf_frame_read(struct swf_frame *frame, struct swf_csv_reader *reader, struct swf_error *error)
{
	int *columns = malloc((frame->columns + 1) * sizeof *columns), got = 1;
	if (columns == NULL)
		return swf_fail(error, "out of memory");
	for (size_t i = 0; i < frame->columns && got == 1; i++) {
		columns[i] = swf_csv_need_column(reader, frame->names[i], error);
		got = columns[i] < 0 ? -1 : 1;
	}
	while (got == 1 && (got = swf_csv_next(reader, error)) == 1)
		got = add_row(frame, reader, columns, error) == 0 ? 1 : -1;
	free(columns);
	return got;
}

size_t swf_frame_drop_incomplete(struct swf_frame *frame)
{
	size_t kept = 0;
	const size_t rows = frame->rows, columns = frame->columns;
	for (size_t row = 0; row < rows; row++) {
		const double *cells = swf_frame_row(frame, row);
		size_t known = 0;
		while (known < columns && !isnan(cells[known]))
			known++;
		if (known == columns)
			memmove(frame->cells + kept++ * columns, cells, columns * sizeof *cells);
	}
	frame->rows = kept;
	return rows - kept;
}

void swf_frame_free(struct swf_frame *frame)
{
	free(frame->cells);
	*frame = (struct swf_frame){.names = frame->names, .columns = frame->columns};
}
