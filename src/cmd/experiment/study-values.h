/* What a user may say to a recipe. Values become part of commands of the shell, of names of files
 * and of make files, none of which may take anything in them for more than a value. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_VALUES_H
#define SWF_CMD_EXPERIMENT_STUDY_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the name of a variable, in capitals or OPTIONS_ and the name of a scheduler, that
 * the text NAME=VALUE begins with; 0 where it does not. */
size_t variable_length(const char *text);

/* Whether a variable is OPTIONS_NAME, which defines a scheduler or a user model. */
bool defines_choice(const char *name);

/* A variable as a message names it: by the option for it as well, where there is one that not all
 * recipes have. */
const char *shown_variable(const char *name);

/* Whether the value of a variable stands in a command as it is, where quotes are the shell's. */
bool holds_options(const char *name);

/* The first character of a text that a value cannot have, not even within quotes, or '\0'. */
char refused_in_quotes(const char *text);

/* Dies with a usage error where the variable cannot have the value. */
void check_value(const char *name, const char *value);

#endif
