/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How rows of swf-summary begin. */
#ifndef SWF_SUMMARY_ROWS_H
#define SWF_SUMMARY_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "summary/runs.h"
#include "swfcore/table.h"

/* Adds the cells of a group, but for that of one of its columns, and the name of a metric. */
void begin_row(struct swf_table *table, const struct runs *runs, size_t group, size_t without,
	size_t metric);

/* No column of the group is left out. */
#define WITHOUT_NONE SIZE_MAX

/* The rows of swf-summary --paired. */

/* The columns behind those of the groups. */
#define PAIRED_COLUMNS                                                                             \
	"metric", "first", "second", "n", "mean_first", "mean_second", "difference", "sd", "low",  \
		"high", "less", "equal", "greater", "p", "sign_p", "p_holm"
/* what follows these if the runs know the users of their logs */
#define SITE_PAIRED_COLUMNS "ratio", "ratio_low", "ratio_high", "error"

/* Adds a row for each group, metric and pair of conditions. `detect` is 0, or the part of the
 * first's mean whose detection a further cell is about. With `site` the runs know the users of the
 * logs, means, differences, intervals and p are those of the site, and `detect` is about logs. */
void add_paired_rows(struct swf_table *table, const struct runs *runs, double detect, bool site);

/* The rows of swf-summary --pool. */

/* The columns behind those of the groups. */
#define POOLED_COLUMNS                                                                             \
	"metric", "first", "second", "k", "ratio", "low", "high", "tau", "i2", "q", "q_p", "less", \
		"greater", "unclear", "p", "p_holm"

/* Adds a row for each set of groups that differ only in one of their columns, metric and pair of
 * conditions. Notes how many comparisons have no ratio. With `site` the runs know
 * the users of the logs, and the ratio of a log varies as those of other logs of its site. */
void add_pooled_rows(struct swf_table *table, const struct runs *runs, size_t column, bool site);

#endif
