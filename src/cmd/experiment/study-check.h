/* What is asked for is checked before a study begins, so that no run fails of it. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_CHECK_H
#define SWF_CMD_EXPERIMENT_STUDY_CHECK_H

#include "experiment/study-settings.h"

#include <stdbool.h>

#include "experiment/study-plan.h"

/* The variable of a recipe that --feedback sets; NULL, or the command dies, where users cannot
 * react. */
const char *model_variable(const char *recipe);
const char *feedback_variable(const char *recipe);

/* Whether a recipe makes several runs of a kind. */
bool has_replications(const char *recipe);

/* The names that the study uses for schedulers and user models; ended by NULL. */
const char *const *used_choices(const struct study *study);

/* Dies where names, numbers, options or logs do not do. A standard input that is one of the logs
 * can be read afterwards. Returns the plan, whose trial has not ended. */
const struct plan *check_study(const struct study *study);

#endif
