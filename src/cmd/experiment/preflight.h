/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Before a study begins: which of the settings a recipe takes, and whether all will do. */
#ifndef SWF_CMD_EXPERIMENT_PREFLIGHT_H
#define SWF_CMD_EXPERIMENT_PREFLIGHT_H

#include <stdbool.h>

#include "experiment/plan.h"
#include "experiment/settings.h"

/* The assignments for a recipe, with its own for the schedulers and the user model, before which
 * those of the list count. The settings of a former name (recipes.h) come first. A recipe that is
 * the only one must have all; dies with a usage error where it lacks one. */
struct assignments assignments_for(
	const struct assignments *all, const char *recipe, const char *former);

/* The same for one recipe of several, which may lack some, of which a note tells. Those that it has
 * are marked in fits[], which has one element for each assignment, the schedulers, and the model.
 */
struct assignments assignments_for_one(const struct assignments *all, const char *recipe,
	const char *former, const char *name, bool fits[]);

/* Dies of names, numbers, options or logs with which a run would fail. A standard input that is one
 * of the logs can be read again afterwards. Returns the plan, whose trial has not ended. */
const struct plan *check_study(const struct study *study);

#endif
