/* The studies of a command: of several recipes each is made in a process of its own. */
#ifndef SWF_CMD_EXPERIMENT_TASKS_H
#define SWF_CMD_EXPERIMENT_TASKS_H

#include <stddef.h>

#include "experiment/task.h"

/* The recipes of a list with commas between them; dies where one is not known. They stay until
 * the command ends. */
struct task *tasks_of(const char *list, size_t *count);

/* Makes the studies, each in its folder. All of several are checked before the first begins, and
 * one that fails does not keep the others from theirs. Returns the status to exit with. */
int do_tasks(struct studies_options *options, struct task *tasks, size_t count);

#endif
