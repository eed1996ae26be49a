/* Which of the variables that a user sets a recipe takes. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_FIT_H
#define SWF_CMD_EXPERIMENT_STUDY_FIT_H

#include <stdbool.h>

#include "experiment/study-variables.h"

/* The variables for a recipe, with its own for the schedulers and the user model, before which
 * those of the list count. A recipe that is the only one must have all; dies with a usage error
 * where it lacks one. */
struct variables variables_for(const struct variables *all, const char *recipe);

/* The same for one recipe of several, which may lack some, of which a note tells. Those that it has
 * are marked in fits[], which has one element for each variable, the schedulers, and the model. */
struct variables variables_for_one(
	const struct variables *all, const char *recipe, const char *name, bool fits[]);

#endif
