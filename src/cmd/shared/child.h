/* Programs that a command starts. */
#ifndef SWF_CMD_SHARED_CHILD_H
#define SWF_CMD_SHARED_CHILD_H

#include <spawn.h>
#include <sys/types.h>

/* Starts a program, looked for in PATH, after these actions on its files. It leads a group of
 * processes, which is killed when the command ends, until group_forget() (leftovers.h). It gets the
 * signals that the command got. Returns 0, or an error number. */
int child_start(char *const program[], const posix_spawn_file_actions_t *actions, pid_t *id);

#endif
