/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/frame.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/stats.h"

int swf_frame_find(const struct swf_frame *frame, const struct swf_csv_reader *reader, int *places,
	struct swf_error *error)
{
	for (size_t i = 0; i < frame->columns; i++) {
		places[i] = swf_csv_need_column(reader, frame->names[i], error);
		if (places[i] < 0)
			return -1;
	}
	return 0;
}

int swf_frame_add(struct swf_frame *frame, const struct swf_csv_reader *reader, const int *places,
	struct swf_error *error)
{
	double *cells = swf_array_reserve(
		frame->cells, frame->rows, &frame->capacity, frame->columns * sizeof *cells);
	if (cells == NULL)
		return swf_fail_memory(error);
	frame->cells = cells;
	cells += frame->rows * frame->columns;
	for (size_t i = 0; i < frame->columns; i++)
		if (swf_csv_number(reader, places[i], &cells[i], error) != 0)
			return -1;
	frame->rows++;
	return 0;
}

int swf_frame_read(struct swf_frame *frame, struct swf_csv_reader *reader, struct swf_error *error)
{
	int *places = malloc((frame->columns + 1) * sizeof *places);
	if (places == NULL)
		return swf_fail_memory(error);
	int got = swf_frame_find(frame, reader, places, error) == 0 ? 1 : -1;
	while (got == 1 && (got = swf_csv_next(reader, error)) == 1)
		got = swf_frame_add(frame, reader, places, error) == 0 ? 1 : -1;
	free(places);
	return got;
}

size_t swf_frame_drop_incomplete(struct swf_frame *frame, size_t columns)
{
	size_t kept = 0;
	const size_t rows = frame->rows, cells = frame->columns;
	for (size_t i = 0; i < rows; i++) {
		const double *row = swf_frame_row(frame, i);
		size_t known = 0;
		while (known < columns && !isnan(row[known]))
			known++;
		if (known == columns)
			memmove(frame->cells + kept++ * cells, row, cells * sizeof *row);
	}
	frame->rows = kept;
	return rows - kept;
}

/* Whether a column is constant is seen in its values: rounding may give equal ones a deviation. */
int swf_frame_scales(
	const struct swf_frame *frame, double *means, double *deviations, struct swf_error *error)
{
	for (size_t c = 0; c < frame->columns; c++) {
		const double first = frame->cells[c],
			     mean = swf_stats_mean_of_every(
				     frame->cells + c, frame->columns, frame->rows);
		double squares = 0;
		bool constant = true;
		for (size_t i = 0; i < frame->rows; i++) {
			const double value = swf_frame_row(frame, i)[c];
			constant = constant && value == first;
			squares += (value - mean) * (value - mean);
		}
		if (constant)
			return swf_fail(error, "column '%s' is constant: it is %g in all %zu rows",
				frame->names[c], first, frame->rows);
		means[c] = mean;
		deviations[c] = sqrt(squares / (double)(frame->rows - 1));
		if (!(deviations[c] > 0 && isfinite(deviations[c])))
			return swf_fail(error,
				"column '%s': its values are too large, or their differences too "
				"small, for a standard deviation",
				frame->names[c]);
	}
	return 0;
}

void swf_frame_clear(struct swf_frame *frame)
{
	free(frame->cells);
	*frame = (struct swf_frame){.names = frame->names, .columns = frame->columns};
}

void swf_sample_cells_mean(struct swf_table *table, const double *values, size_t count)
{
	const double mean = swf_stats_mean(values, count);
	swf_table_whole(table, (int64_t)count);
	swf_table_number(table, mean);
	swf_table_number(table, swf_stats_sd(values, count, mean));
}

void swf_sample_cells_quantiles(struct swf_table *table, const double *ascending, size_t count)
{
	static const double quantiles[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
	for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++)
		swf_table_number(table,
			count > 0 ? swf_stats_quantile(ascending, count, quantiles[i])
				  : (double)NAN);
}
