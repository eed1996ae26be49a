/* The study of a recipe, as a command asks for it. */
#ifndef SWF_CMD_EXPERIMENT_TASK_H
#define SWF_CMD_EXPERIMENT_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "experiment/study-variables.h"

/* What the options of a command say of all its studies. */
struct studies_options {
	const char *engine; /* local, ssh or slurm */
	int64_t jobs;
	bool dry_run, keep;
	const char *folder;  /* NULL where none is given */
	const char *command; /* as a shell would take it again */
	char **logs;         /* ended by NULL */
	struct variables variables;
};

struct task {
	char *recipe, *name, *folder;
	struct variables variables;
	const struct plan *plan;
	bool is_one_of_several;
};

/* Checks all that can be checked before the study begins; its plan is on trial then. Dies with an
 * error of usage or of the data. */
void check_task(const struct studies_options *options, struct task *task);

/* Checks and makes the study, or prints what it would make, and prints its answer. Dies where that
 * fails. */
void do_task(const struct studies_options *options, struct task *task);

#endif
