/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning and the end of each command, and its operands: what stands behind the options. */
#ifndef SWF_CMD_SHARED_COMMAND_H
#define SWF_CMD_SHARED_COMMAND_H

#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/options.h"

/* Begins a command: sees to standard streams that are closed, prints its usage for a terminal on
 * stdin, and reads its options into `opts`, the structure of which its table tells. To be called
 * before any file is opened. */
void command_begin(const struct command *command, void *opts, int argc, char **argv);

/* Ends a command: closes stdout or the output file. Returns EXIT_SUCCESS. */
int command_end(void);

/* The single file operand, "-" (standard input) when there is none. */
const char *file_operand(void);

/* The file operands, ended by NULL; "-" (standard input), which may stand there once, when there is
 * none. */
char **file_operands(void);

/* For what takes no operand: dies of one, which goes with this option. */
void no_operand(const char *option);

/* Dies where --output names one of the file operands: for commands that do not write what they read
 * in another form. */
void keep_operands(void);

/* Dies where another output than --output, which an option names, is a stream or one of the files
 * that are read or written. */
void other_output(const char *option, const char *path);

/* Takes the first operand, which names what the command is to do: its place in a list that NULL
 * ends. Dies with a usage error where it is none of them. */
int action_operand(const char *const actions[]);

/* A file as messages call it: "stdin" for "-". */
const char *shown_name(const char *path);

#endif
