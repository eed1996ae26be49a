/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of --scheduler slurm: the files of a site, and what is said of them. A build with
 * SLURM=no has without-slurm.c in the place of slurm-options.c. */
#ifndef SWF_CMD_SIMULATE_SLURM_OPTIONS_H
#define SWF_CMD_SIMULATE_SLURM_OPTIONS_H

#include <stdbool.h>

#include "swfcore/header.h"
#include "swfcore/simulation.h"

/* Begins with {0}. */
struct slurm_options {
	const char *conf, *associations, *qos, *reservations, *keys; /* files, NULL for none */
	const char **changes; /* of settings, ended by NULL; NULL for none */
	size_t change_count, change_capacity;
	bool settings;
	int release; /* the place of the one whose defaults hold, among those of slurm.h */
};

/* Their names, ended by NULL. */
#define SLURM_OPTION_NAMES                                                                         \
	{                                                                                          \
		"slurm-conf", "slurm-associations", "slurm-qos", "slurm-reservations", "keys",     \
			"slurm-set", "slurm-settings", "slurm-release", NULL                       \
	}

/* The scheduler, or NULL in a build without it. */
const struct swf_scheduler *slurm_scheduler(void);

/* Adds a value of --slurm-set, which outlives the options. */
void add_slurm_change(struct slurm_options *slurm, const char *text);

/* Whether the simulation's scheduler is the one that these options are for. */
bool is_slurm(const struct swf_simulation *simulation);

/* Dies with a usage error where options do not go together. Jobs that are larger than the machine
 * are left out by default, as Slurm never starts them. */
void check_slurm(const struct slurm_options *slurm, struct swf_simulation *simulation);

/* Prints what each setting means, for --slurm-settings, and ends the command. */
_Noreturn void print_slurm_settings(const struct slurm_options *slurm);

/* Reads the files, warns of what is not modelled, and gives the simulation its site and its size.
 * The header of the log outlives it. */
void open_slurm(const struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation);

/* Has the header declare how often jobs were requeued, if any can be. */
void declare_requeues(struct swf_header *header);

/* Notes what was assumed of the jobs. */
void note_slurm(const struct slurm_options *slurm);

void close_slurm(struct slurm_options *slurm);

#endif
