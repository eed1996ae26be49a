/* What is asked for is checked before a study begins, so that no run fails of it. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_CHECK_H
#define SWF_CMD_EXPERIMENT_STUDY_CHECK_H

#include "experiment/study-settings.h"

/* The variable of a recipe that --feedback sets. Dies where users cannot react. */
const char *feedback_variable(const char *recipe);

/* Dies where names, numbers, options or logs do not do; a folder that was made for that goes again.
 * A standard input that is one of the logs can be read afterwards. */
void check_study(const struct study *study);

#endif
