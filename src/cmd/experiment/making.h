/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a study: running make for its recipe, with its messages and its progress. */
#ifndef SWF_CMD_EXPERIMENT_MAKING_H
#define SWF_CMD_EXPERIMENT_MAKING_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Runs make in the current folder for a recipe, which the file has, passes its messages on and says
 * how far the study of this name is. Returns its exit status. A signal is passed on to make, and
 * then ends this process. */
int make_study(char *const call[], const char *file, const char *name, bool quiet);

/* When the first make_study() of this process began. */
struct timespec making_began(void);

/* Whether what make ran last found no space left. */
bool no_space_left(void);

/* Waits for a child, which gets the signals that end this process, and ends by such a signal with
 * it. Returns its exit status. */
int wait_for_child(pid_t id);

#endif
