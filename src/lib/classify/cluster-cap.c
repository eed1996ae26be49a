/* Long tails of variables, cut before rows are clustered; see clusters.h. */
#include <stdlib.h>

#include "classify/clusters.h"
#include "stats/sort.h"
#include "stats/stats.h"

int swf_cluster_cap(
	struct swf_frame *frame, size_t columns, double q, double *most, struct swf_error *error)
{
	double *values = malloc(frame->rows * sizeof *values);
	if (values == NULL)
		return swf_fail_memory(error);
	for (size_t column = 0; column < columns; column++) {
		for (size_t i = 0; i < frame->rows; i++)
			values[i] = frame->cells[i * frame->columns + column];
		swf_sort_doubles(values, frame->rows);
		most[column] = swf_stats_quantile(values, frame->rows, q);
		for (size_t i = 0; i < frame->rows; i++) {
			double *cell = &frame->cells[i * frame->columns + column];
			if (*cell > most[column])
				*cell = most[column];
		}
	}
	free(values);
	return 0;
}
