/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for slurm-options.c in a build without the scheduler slurm: its options are known, so that
 * the manual holds for all builds, and none of them can be used. */
#include <stdlib.h>

#include "shared/command.h"
#include "simulate/slurm-options.h"

const struct swf_scheduler *slurm_scheduler(void)
{
	return NULL;
}

bool is_slurm(const struct swf_simulation *simulation)
{
	(void)simulation;
	return false;
}

void add_slurm_change(struct slurm_options *slurm, const char *text)
{
	(void)slurm;
	(void)text;
}

void check_slurm(const struct slurm_options *slurm, struct swf_simulation *simulation)
{
	static const char *const options[] = SLURM_OPTION_NAMES;
	(void)slurm;
	(void)simulation;
	if (option_given_of(options) != NULL)
		die_usage("--%s goes with --scheduler slurm", option_given_of(options));
}

/* Nothing calls these where the scheduler cannot be chosen. */
void print_slurm_settings(const struct slurm_options *slurm)
{
	(void)slurm;
	abort();
}

void open_slurm(const struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation)
{
	(void)slurm;
	(void)header;
	(void)simulation;
	abort();
}

void declare_requeues(struct swf_header *header)
{
	(void)header;
	abort();
}

void note_slurm(const struct slurm_options *slurm)
{
	(void)slurm;
	abort();
}

void close_slurm(struct slurm_options *slurm)
{
	(void)slurm;
	abort();
}
