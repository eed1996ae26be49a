/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selected jobs as the table of jobs that Batsim writes and evalys reads, with a placement on
 * processors: swf-select(1), section BATSIM AND EVALYS. All jobs are held. What fails dies with its
 * message. */
#ifndef SWF_CMD_SELECT_EVALYS_H
#define SWF_CMD_SELECT_EVALYS_H

#include <stdint.h>
#include <stdio.h>

#include "select/records.h"
#include "swfcore/job.h"

struct evalys;

/* Begins it for a machine of `procs` processors. */
struct evalys *evalys_begin(FILE *file, int32_t procs, enum swf_size size);

/* Adds a job, in submit order. */
void evalys_put(struct evalys *evalys, const struct record *record);

/* Places the jobs, writes the table and frees it. */
void evalys_end(struct evalys *evalys);

#endif
