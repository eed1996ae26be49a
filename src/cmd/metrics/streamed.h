/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of swf-metrics that pass a log and keep no jobs: --series and --placement. */
#ifndef SWF_CMD_METRICS_STREAMED_H
#define SWF_CMD_METRICS_STREAMED_H

#include "metrics/time-series.h"
#include "swfcore/calendar.h"
#include "swfcore/log.h"
#include "swfcore/table.h"
#include "users/user-set.h"

/* What of a log has no part in its metrics. Begins with {0}. */
struct left_out {
	int64_t excluded;     /* jobs of excluded users */
	double excluded_work; /* processor seconds */
	int64_t not_run;
	double not_run_work;
};

/* Notes that, and what the log itself left out. */
void note_jobs_left_out(const struct swf_log *log, const struct left_out *left_out);

/* The size of the machine of a log: `procs`, or where that is 0 what the header says. Notes that it
 * is not known, and what follows from that. */
int32_t machine_size(const struct swf_log *log, int32_t procs, const char *consequence);

/* Passes the log that is the operand, which must be in submit order, and prints its table. */
void print_series(struct swf_time_series_options *options, const struct swf_user_set *excluded,
	enum swf_format format);
void print_placement(int32_t procs, enum swf_size size, const struct swf_user_set *excluded,
	enum swf_format format);

#endif
