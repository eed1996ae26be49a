/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The studies of a command: each is make, called for a recipe and watched. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_H
#define SWF_CMD_EXPERIMENT_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "experiment/settings.h"

/* What the options of a command say of all its studies. */
struct study_options {
	const char *engine; /* local, ssh or slurm */
	int64_t jobs;
	bool dry_run, keep;
	const char *folder;  /* NULL where none is given */
	const char *command; /* as a shell would take it again */
	char **logs;         /* ended by NULL */
	struct assignments assignments;
};

/* The study of a recipe. */
struct task {
	char *recipe, *name, *folder;
	const char *
		former; /* VARIABLE=VALUE... with which it does what its former name did, or NULL */
	struct assignments assignments;
	const struct plan *plan;
	bool is_one_of_several;
};

/* The recipes of a list with commas between them; dies where one is not known. They stay until
 * the command ends. */
struct task *tasks_of(const char *list, size_t *count);

/* Makes the studies, each in its folder, or prints what they would make, and prints their answers.
 * All of several are checked before the first begins, and one that fails does not keep the others
 * from theirs. Returns the status to exit with. */
int do_tasks(struct study_options *options, struct task *tasks, size_t count);

#endif
