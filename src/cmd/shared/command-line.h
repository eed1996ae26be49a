/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: that of the running command, for the headers of the logs that it writes, and words
 * as a shell takes them. */
#ifndef SWF_CMD_SHARED_COMMAND_LINE_H
#define SWF_CMD_SHARED_COMMAND_LINE_H

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

/* Cuts the next word out of the text as a shell does, without its quotes, but with no meaning for
 * anything but blanks, quotes and backslashes. *rest is then behind the word and the
 * blank that ends it. Returns NULL where there is no word left. */
char *cut_word(char **rest);

/* The text as one word for a shell, in quotes where it needs them. To be freed. */
char *quoted(const char *text);

#endif
