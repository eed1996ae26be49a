/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a study: VARIABLE=VALUE as the user gives them, and the values of the recipe in
 * the place of others. */
#ifndef SWF_CMD_EXPERIMENT_SETTINGS_H
#define SWF_CMD_EXPERIMENT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "experiment/variables.h"

/* NAME=VALUE for make. Of a name that stands there twice the last counts. */
struct assignments {
	char **list;
	size_t count, capacity;
	char *schedulers; /* of --scheduler, with a blank before each; NULL without */
	char *model;      /* of --feedback; NULL without */
};

/* Adds NAME=VALUE as it is. */
void add_assignment(struct assignments *assignments, const char *text);

void free_assignments(struct assignments *assignments);

/* Sets a variable to a value that needs no check. */
void assign(struct assignments *assignments, const char *name, const char *value);

/* Sets LOADS to those of a list with commas. Dies where one is none. */
void assign_loads(struct assignments *assignments, const char *text);

/* Sets a variable as its user gives it: by its own name, or for OPTIONS_NAME this name. Options get
 * absolute names of files. Dies where it cannot have the value. */
void assign_checked(struct assignments *assignments, const struct variable *variable,
	const char *name, const char *value);

/* Adds a value of --scheduler: schedulers, separated by commas outside quotes, each a name; or
 * NAME=VALUE, which sets OPTIONS_NAME; or slurm:FILE, whose name is that of the file. */
void add_schedulers(struct assignments *assignments, const char *text);

/* Takes the value of --feedback: a name, or NAME=VALUE, which sets OPTIONS_NAME. */
void add_model(struct assignments *assignments, const char *text);

/* Makes schedulers of NOW and NEW, each the name of a slurm.conf, and of SETTING with VALUES, which
 * is NOW with another value each; they come before those of --scheduler. Gives each scheduler that
 * has a slurm.conf the files ASSOCIATIONS, QOS and KEYS, where it has no such option itself. Dies
 * where a file is not there, or nothing would read it. */
void complete_site(struct assignments *assignments);

/* A study: its recipe, its logs, ended by NULL, its folder, and NAME=VALUE for make. */
struct study {
	const char *recipe;
	char *const *logs;
	const char *folder;
	char *const *assignments;
	size_t assignment_count;
};

/* What follows returns texts and lists that stay until the command ends. */

/* A variable as it was set, or else as the recipe has it, "" without any. What make has to compute
 * is "", too. */
char *setting(const struct study *study, const char *name);

/* Its words, ended by NULL. */
const char *const *settings(const struct study *study, const char *name);

/* A variable as the user gives it, or NULL where the recipe's counts. */
const char *given_setting(const struct study *study, const char *name);

/* The options of a command that are set for it. */
char *options_for(const struct study *study, const char *command);

/* The words of both lists. */
const char *const *joined(const char *const list[], const char *const more[]);

/* The name of NAME=VALUE. */
char *name_of_assignment(const char *assignment);

#endif
