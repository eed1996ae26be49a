/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study will do, as its recipe says before it begins; and calls of make. */
#ifndef SWF_CMD_EXPERIMENT_PLAN_H
#define SWF_CMD_EXPERIMENT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "experiment/settings.h"

/* Forgets what would change the calls: the make file that calls this command, and variables of the
 * environment that a recipe has. */
void clear_environment(const char *recipe);

/* The words of a call, ended by NULL; to be freed, but not its words. */
char **make_call(const char *recipe, int64_t jobs, const struct assignments *assignments,
	const char *const targets[]);

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

/* Prints the question, how many runs of each kind there are and are in the folder already, how long
 * they take, by a first run of each kind that is made in the trial of the plan, and the command of
 * one of each. The processors are those that the runs would use, 0 where that is not known; more
 * runs may follow where a precision is asked for. */
void print_plan(const struct plan *plan, const char *name, const char *folder, int processors,
	bool more_may_follow);

#endif
