/* The rows of swf-summary --pool. */
#ifndef SWF_CMD_SUMMARY_POOLED_ROWS_H
#define SWF_CMD_SUMMARY_POOLED_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "summary/runs.h"
#include "swfcore/table.h"

/* The columns behind those of the groups. */
#define POOLED_COLUMNS                                                                             \
	"metric", "first", "second", "k", "ratio", "low", "high", "tau", "i2", "q", "q_p", "less", \
		"greater", "unclear", "p", "p_holm"

/* Adds a row for each set of groups that differ only in one of their columns, metric and pair of
 * conditions. Notes how many comparisons have no ratio. With `site` the runs know
 * the users of the logs, and the ratio of a log varies as those of other logs of its site. */
void add_pooled_rows(struct swf_table *table, const struct runs *runs, size_t column, bool site);

#endif
