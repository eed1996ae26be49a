/* The beginning and the end of each command. */
#ifndef SWF_CMD_SHARED_COMMAND_H
#define SWF_CMD_SHARED_COMMAND_H

#include "shared/messages.h"
#include "shared/operands.h"
#include "shared/options.h"
#include "shared/provenance.h"
#include "shared/values.h"

/* Begins a command: sees to standard streams that are closed, prints its usage for a terminal on
 * stdin, and reads its options into `opts`, the structure of which its table tells. To be called
 * before any file is opened. */
void command_begin(const struct command *command, void *opts, int argc, char **argv);

/* Ends a command: closes stdout or the output file. Returns EXIT_SUCCESS. */
int command_end(void);

#endif
