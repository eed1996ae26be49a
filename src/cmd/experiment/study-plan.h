/* What a study will do, as its recipe says before it begins. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_PLAN_H
#define SWF_CMD_EXPERIMENT_STUDY_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "experiment/study-settings.h"

/* More crash make, which has a stack of 8 MB. */
enum { RUNS_MOST = 100000 };

/* Its question, the options with which it resamples, and the names of its runs; with --precision
 * those of the first round. */
struct plan {
	char *question, *resampling;
	char **runs;
	size_t count, capacity;
};

/* Makes the study in a temporary folder, which goes with the command or at end_trial(), and asks
 * its recipe for the plan, which stays. Dies with a usage error where the recipe refuses a value.
 */
const struct plan *plan_study(const struct study *study);
void end_trial(void);

/* Calls make in that folder until it ends, or `is_enough`, which may be NULL and is asked again and
 * again, says so of the seconds that it took. Returns its status, or -1. What it and its commands
 * say is in `out` and `err`, which may be NULL. */
int trial_make(
	const char *const targets[], bool (*is_enough)(double seconds), FILE *out, FILE *err);

/* The temporary folder. */
const char *trial_folder(void);

/* How many runs of the plan are complete in the folder. */
size_t runs_there(const struct plan *plan, const char *folder);

#endif
