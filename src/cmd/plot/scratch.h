/* A folder for the files of one picture, and the programs that make them. It is gone when the
 * command ends, also by a signal. */
#ifndef SWF_CMD_PLOT_SCRATCH_H
#define SWF_CMD_PLOT_SCRATCH_H

#include <stdbool.h>
#include <stdio.h>

/* Makes the folder. From now on signals that would end the command wait until scratch_clear(), or
 * come while a program runs. */
void scratch_begin(void);

/* Removes the folder with its files, and lets signals come. */
void scratch_clear(void);

/* The path of a file in the folder. Good until the next call. */
const char *scratch_path(const char *name);

/* Opens and closes a file in the folder. Die where that fails, or where writing has failed. */
FILE *scratch_open(const char *name, const char *mode);
void scratch_close(FILE *file, const char *name);

/* Runs a program with its standard input from /dev/null, with the standard output and messages in
 * these files of the folder, or those of this command where NULL, and in the folder if `inside`.
 * Returns its exit status, 127 where it cannot be run; a program that a signal ends is one that
 * fails. A signal for this command is passed on to all processes of the program, and ends the
 * command. */
int scratch_run(char *const program[], const char *results, const char *messages, bool inside);

#endif
