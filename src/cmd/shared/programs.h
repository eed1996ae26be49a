/* Where programs are: those of this toolkit with what is installed beside them, and others, which
 * may not be there. */
#ifndef SWF_CMD_SHARED_PROGRAMS_H
#define SWF_CMD_SHARED_PROGRAMS_H

#include <stdbool.h>

/* Whether there is a program of this name and the first line of its --version holds the text. */
bool has_program(const char *name, const char *text);

/* Finds the program that the shell runs for a name without a slash; the path has room for PATH_MAX
 * bytes. */
bool find_program(const char *name, char *path);

/* The folder share/swfkit/NAME that is installed with the running program, of which this is
 * argv[0]; to be freed. From now on the commands in the folder of the program are found before
 * others. */
char *installed_folder(const char *program, const char *name);

/* The name of GNU make, 4 or later. Dies where there is none. */
const char *gnu_make(void);

#endif
