/* Programs that are not of this toolkit, and may not be there. */
#ifndef SWF_CMD_EXPERIMENT_PROGRAMS_H
#define SWF_CMD_EXPERIMENT_PROGRAMS_H

#include <stdbool.h>

/* Whether there is a program of this name and the first line of its --version holds the text. */
bool has_program(const char *name, const char *text);

/* Finds the program that the shell runs for a name without a slash; the path has room for PATH_MAX
 * bytes. */
bool find_program(const char *name, char *path);

/* The name of GNU make, 4 or later. Dies where there is none. */
const char *gnu_make(void);

#endif
