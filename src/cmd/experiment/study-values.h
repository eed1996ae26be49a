/* What a user may say to a recipe. Values become part of commands of the shell, of names of files
 * and of make files, none of which may take anything in them for more than a value. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_VALUES_H
#define SWF_CMD_EXPERIMENT_STUDY_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the name of a variable, in capitals or OPTIONS_ and the name of a scheduler, that
 * the text NAME=VALUE begins with; 0 where it does not. */
size_t variable_length(const char *text);

/* Dies with a usage error where the variable cannot have the value. */
void check_value(const char *name, const char *value);

#endif
