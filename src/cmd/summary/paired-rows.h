/* The rows of swf-summary --paired. */
#ifndef SWF_CMD_SUMMARY_PAIRED_ROWS_H
#define SWF_CMD_SUMMARY_PAIRED_ROWS_H

#include <stdbool.h>

#include "summary/runs.h"
#include "swfcore/table.h"

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

#endif
