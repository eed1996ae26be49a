/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs: where those of this toolkit are, with what is installed beside them, whether
 * others are there, and how a command starts one. */
#ifndef SWF_CMD_SHARED_TOOLS_H
#define SWF_CMD_SHARED_TOOLS_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

/* Whether there is a program of this name and the first line of its --version holds the text. */
bool has_program(const char *name, const char *text);

/* Finds the program that the shell runs for a name without a slash; the path has room for PATH_MAX
 * bytes. */
bool find_program(const char *name, char *path);

/* The folder share/swfkit/NAME that is installed with the running program, of which this is
 * argv[0]; to be freed. From now on the commands in the folder of the program are found before
 * others. */
char *installed_folder(const char *program, const char *name);

/* The names of the files in a folder that have this ending, in alphabetical order and ended by
 * NULL; none where there is no such folder. Dies of one that cannot be read. */
char **files_with_ending(const char *folder, const char *ending);

/* Frees a list of texts that NULL ends; it may be NULL. */
void free_files(char **files);

/* The name of GNU make, 4 or later. Dies where there is none. */
const char *gnu_make(void);

/* Starts a program, looked for in PATH, after these actions on its files. It leads a group of
 * processes, which is killed when the command ends, until group_forget() (cleanup.h). It gets the
 * signals that the command got. Returns 0, or an error number. */
int child_start(char *const program[], const posix_spawn_file_actions_t *actions, pid_t *id);

#endif
