/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many jobs of a log the settings that are not modelled concern, as far as jobs tell it. */
#ifndef SWF_CMD_SIMULATE_SLURM_CONCERNED_H
#define SWF_CMD_SIMULATE_SLURM_CONCERNED_H

#include <stdbool.h>

#include "slurm/slurm.h"
#include "swfcore/log.h"

/* What settings may be about, of which a log has a field. */
enum concern {
	CONCERN_GPUS,
	CONCERN_CONSTRAINTS,
	CONCERN_LICENSES,
	CONCERN_RESERVATIONS,
	CONCERN_NODES, /* several of them */
	CONCERNS
};

struct concerned_jobs {
	int64_t all, asking[CONCERNS];
	bool known[CONCERNS];              /* the log has the field */
	int64_t *of_partition;             /* of the configuration, by place */
	const struct swf_slurm_conf *conf; /* outlives this; NULL: none can be told */
};

/* Counts the jobs of a log, which it reads to its end, by what the site makes of them. Dies where
 * that fails. */
void count_concerned(struct concerned_jobs *jobs, struct swf_slurm_site *site, struct swf_log *log);
void clear_concerned(struct concerned_jobs *jobs);

/* The jobs that a setting concerns: those of its partition, or those that ask for what it is about.
 * -1 where jobs do not tell it, and for settings that are modelled or do not count. */
int64_t concerned_by(const struct concerned_jobs *jobs, const struct swf_slurm_told *told);

#endif
