/* The variables of a study, as a user sets them. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_VARIABLES_H
#define SWF_CMD_EXPERIMENT_STUDY_VARIABLES_H

#include <stddef.h>

/* NAME=VALUE for make. Of a name that stands there twice the last counts. */
struct variables {
	char **list;
	size_t count, capacity;
	char *schedulers; /* of --scheduler, with a blank before each; NULL without */
	char *model;      /* of --feedback; NULL without */
};

/* Adds NAME=VALUE as it is. */
void add_variable(struct variables *variables, const char *text);

void free_variables(struct variables *variables);

/* Sets a variable to a value that needs no check. */
void set_variable(struct variables *variables, const char *name, const char *value);

/* Sets a variable to the number that an option gives. Dies where it is none, or too large. */
void set_number(
	struct variables *variables, const char *name, const char *option, const char *text);

/* Sets PRECISION to a share. Dies where it is none. */
void set_precision(struct variables *variables, const char *option, const char *text);

/* Sets LOADS to those of a list with commas. Dies where one is none. */
void set_loads(struct variables *variables, const char *text);

/* Sets a variable that is given as such, with absolute names of the files in options. Those that
 * are options as well have the same limits. Dies where it cannot have the value. */
void set_checked(struct variables *variables, const char *name, const char *value);

/* Adds names of schedulers, with a blank before each; NULL adds none. */
void add_names(struct variables *variables, const char *names);

/* Adds a scheduler: a name; or NAME=VALUE, which sets OPTIONS_NAME; or slurm:FILE, whose name is
 * that of the file. */
void add_scheduler(struct variables *variables, const char *item);

/* Adds a value of --scheduler: such schedulers, separated by commas outside quotes. */
void add_schedulers(struct variables *variables, const char *text);

/* Takes the value of --feedback: a name, or NAME=VALUE, which sets OPTIONS_NAME. */
void add_model(struct variables *variables, const char *text);

#endif
