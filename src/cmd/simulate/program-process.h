/* The process of a program that the user names: how it begins and how it ends. */
#ifndef SWF_CMD_SIMULATE_PROGRAM_PROCESS_H
#define SWF_CMD_SIMULATE_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "swfcore/error.h"

/* Starts /bin/sh with the command in a process group of its own, which is killed when ours ends.
 * *to is a pipe to its standard input, which does not block, and *from one from its standard
 * output. 0, or an error number. */
int process_start(const char *command, pid_t *id, int *to, int *from) SWF_MUST_CHECK;

/* Whether the process has ended; puts how into the text, "it ended with status 1". */
bool process_has_ended(pid_t id, char *text, size_t room);

/* Takes leave of a process that has ended: kills what it left in its group. Whether its status was
 * 0. */
bool process_bury(pid_t id);

#endif
