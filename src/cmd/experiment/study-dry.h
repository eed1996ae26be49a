/* What a study would do, without doing it. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_DRY_H
#define SWF_CMD_EXPERIMENT_STUDY_DRY_H

#include <stdbool.h>

#include "experiment/study-plan.h"

/* Prints the question, how many runs of each kind there are and are in the folder already, how long
 * they take, by a first run of each kind that is made in the trial of the plan, and the command of
 * one of each. The processors are those that the runs would use, 0 where that is not known; more
 * runs may follow where a precision is asked for. */
void print_plan(const struct plan *plan, const char *name, const char *folder, int processors,
	bool more_may_follow);

#endif
