/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs that a simulation does not schedule: counted by partition, queue and reason. */
#ifndef SWF_CMD_SIMULATE_LEFT_OUT_H
#define SWF_CMD_SIMULATE_LEFT_OUT_H

#include "swfcore/job.h"

/* Counts one. The reason stays where it is. */
void count_left_out(const struct swf_job *job, const char *why);

/* Writes the table in CSV to a file, which appears when it is complete. Dies where that fails. */
void write_left_out(const char *path);

#endif
