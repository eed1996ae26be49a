/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selected jobs as a workload of Batsim, a JSON object, which also has all that Batsim does not
 * read of a log: swf-select(1), section BATSIM AND EVALYS. Memory grows with the different run
 * times, with the numbers of jobs, and with the jobs that Batsim cannot run. What fails dies with
 * its message. */
#ifndef SWF_CMD_SELECT_BATSIM_H
#define SWF_CMD_SELECT_BATSIM_H

#include <stdint.h>
#include <stdio.h>

#include "select/records.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

struct batsim;

/* Begins it on a machine of `procs` processors, with the lines of a header, which stay. */
struct batsim *batsim_begin(
	FILE *file, const struct swf_header *header, int32_t procs, enum swf_size size);

void batsim_put(struct batsim *batsim, const struct record *record);

/* Writes what is left, says what Batsim cannot run, and frees it. */
void batsim_end(struct batsim *batsim);

#endif
