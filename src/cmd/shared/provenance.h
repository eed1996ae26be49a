/* How a command was called, for the headers of the logs that it writes. */
#ifndef SWF_CMD_SHARED_PROVENANCE_H
#define SWF_CMD_SHARED_PROVENANCE_H

#include <stdint.h>

/* To be called once the options are read: they stand before argv[optind]. */
void arguments_are(const char *command, char **argv);

/* The command with its version and its options, but without its operands and without values that
 * are hidden, such as that of --output: where the data were and went says nothing about them. */
const char *command_line(void);
void hide_argument(const char *value);

/* Has it show an option that was not given but matters, such as a seed. */
void default_argument(const char *option);

/* Makes a seed and a replication 1 where they are negative, not having been given, and shows them.
 */
void default_random(int64_t *seed, int64_t *replication);

#endif
