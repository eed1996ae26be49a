#include "summary/begin-row.h"

void begin_row(struct swf_table *table, const struct runs *runs, size_t group, size_t without,
	size_t metric)
{
	for (size_t column = 0; column < runs_group_columns(runs); column++)
		if (column != without)
			swf_table_text(table, runs_group_cell(runs, group, column));
	swf_table_text(table, runs_metric(runs, metric));
}
