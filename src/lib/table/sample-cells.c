#include "table/sample-cells.h"

#include <math.h>

#include "stats/stats.h"

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
