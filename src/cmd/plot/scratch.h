/* A folder for the files of one picture, and the programs that make them. It is gone when the
 * command ends, also by a signal. */
#ifndef SWF_CMD_PLOT_SCRATCH_H
#define SWF_CMD_PLOT_SCRATCH_H

#include <stdbool.h>
#include <stdio.h>

/* Makes the folder, and removes it with its files. */
void scratch_begin(void);
void scratch_clear(void);

/* The path of a file in the folder, or with "" of the folder. Good until the next call. */
const char *scratch_path(const char *name);

/* Opens and closes a file in the folder. Die where that fails, or where writing has failed. */
FILE *scratch_open(const char *name, const char *mode);
void scratch_close(FILE *file, const char *name);

/* Runs a program with its standard input from /dev/null, and the standard output and its messages
 * each in a file of the folder. Returns its exit status, 127 where it cannot be run; a program that
 * a signal ends is one that fails. A signal that ends this command ends all processes of the
 * program. */
int scratch_run(char *const program[], const char *results, const char *messages);

#endif
