/* How rows of swf-summary begin. */
#ifndef SWF_CMD_SUMMARY_BEGIN_ROW_H
#define SWF_CMD_SUMMARY_BEGIN_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "summary/runs.h"
#include "swfcore/table.h"

/* Adds the cells of a group, but for that of one of its columns, and the name of a metric. */
void begin_row(struct swf_table *table, const struct runs *runs, size_t group, size_t without,
	size_t metric);

/* No column of the group is left out. */
#define WITHOUT_NONE SIZE_MAX

#endif
