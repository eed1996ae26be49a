/* Calls of make. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_MAKE_H
#define SWF_CMD_EXPERIMENT_STUDY_MAKE_H

#include <stdint.h>

#include "experiment/study-variables.h"

/* Forgets what would change the calls: the make file that calls this command, and variables of the
 * environment that a recipe has. */
void clear_environment(const char *recipe);

/* The words of a call, ended by NULL; to be freed, but not its words. */
char **make_call(const char *recipe, int64_t jobs, const struct variables *variables,
	const char *const targets[]);

#endif
