/* The variables of a study, as a user sets them. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_VARIABLES_H
#define SWF_CMD_EXPERIMENT_STUDY_VARIABLES_H

#include <stddef.h>

/* NAME=VALUE for make. Of a name that stands there twice the last counts. */
struct variables {
	char **list;
	size_t count, capacity;
	char *schedulers; /* of --scheduler, with a blank before each; NULL without */
};

/* Sets a variable to a value that needs no check. */
void set_variable(struct variables *variables, const char *name, const char *value);

/* Sets a variable to the number that an option gives. Dies where it is none, or too large. */
void set_number(
	struct variables *variables, const char *name, const char *option, const char *text);

/* Sets PRECISION to a share. Dies where it is none. */
void set_precision(struct variables *variables, const char *text);

/* Sets a variable that is given as such, with absolute names of the files in options. Those that
 * are options as well have the same limits. Dies where it cannot have the value. */
void set_checked(struct variables *variables, const char *name, const char *value);

/* Adds a value of --scheduler: names and NAME=VALUE, separated by commas outside quotes. The latter
 * set OPTIONS_NAME. */
void add_schedulers(struct variables *variables, const char *text);

/* Sets SCHEDULERS to those that were added, if any were. */
void set_schedulers(struct variables *variables);

/* Sets the variable that is the user model of a recipe to a value of --feedback: a name, or
 * NAME=VALUE, which sets OPTIONS_NAME. */
void set_feedback(struct variables *variables, const char *variable, const char *text);

#endif
