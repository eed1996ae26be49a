/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Configurations of Slurm from texts. */
#ifndef SWF_TESTS_UNIT_SLURM_CONF_SLURM_FILES_H
#define SWF_TESTS_UNIT_SLURM_CONF_SLURM_FILES_H

#include "slurm/slurm.h"

/* Reads a text as a slurm.conf; NULL with the error, which names the file by "FILE". */
struct swf_slurm_conf *conf_of(
	const char *text, const struct swf_slurm_listener *listener, struct swf_error *error);

/* The same for accounts and QOS: each may be NULL. */
struct swf_slurm_associations *associations_of(const char *dump, const char *qos,
	const struct swf_slurm_conf *conf, const struct swf_slurm_listener *listener,
	struct swf_error *error);

/* What is told of a setting of this name last, with how often. */
struct told {
	const char *name;
	enum swf_slurm_kind kind;
	size_t line;
	int times;
};
struct swf_slurm_listener listener_to(struct told *told);

#endif
