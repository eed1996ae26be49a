/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user may say to a recipe. Values become part of commands of the shell, of names of files
 * and of make files, none of which may take anything in them for more than a value. The runs are
 * made in the folder of the study, and perhaps on other machines: relative names of files become
 * absolute ones. */
#ifndef SWF_CMD_EXPERIMENT_USER_VALUES_H
#define SWF_CMD_EXPERIMENT_USER_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "experiment/variables.h"
#include "swfcore/error.h"

/* The length of the name of a variable, in capitals or OPTIONS_ and the name of a scheduler, that
 * the text NAME=VALUE begins with; 0 where it does not. */
size_t variable_length(const char *text);

/* A text as by printf(). To be freed. */
char *formatted(const char *format, ...) SWF_PRINTF(1, 2);

/* Whether a list, ended by NULL, has the word. */
bool has_word(const char *const list[], const char *word);

/* Whether a variable is OPTIONS_NAME, which defines a scheduler or a user model. */
bool defines_choice(const char *name);

/* Dies with a usage error where the variable, which a user calls by this name, cannot have the
 * value: for what a shell or make would take it, or by its type. */
void check_text(const struct variable *variable, const char *name, const char *value);
void check_type(const struct variable *variable, const char *value);

/* The number that a word of a value is: one without unit, a duration in s. Dies as check_type(). */
double number_in(const struct variable *variable, const char *word);

/* The options of a command, which the variable holds. A word with a slash that names a file, seen
 * from the current folder, gets its absolute name. So do all words that name files in the commands
 * behind options such as --predict-command. To be freed. Dies where such a command names no
 * program, or a name of a file cannot stand in a value. */
char *absolute_options(const char *variable, const char *text);

/* What an option of swf-simulate chooses: "--scheduler", "scheduler", and the built-in ones. */
struct own_choice {
	const char *option, *what;
	const char *const *names;
};

/* What stands before the name of a slurm.conf, or a formula, in the place of a scheduler. */
#define SLURM_PREFIX "slurm:"
#define ORDER_PREFIX "order:"

/* A value with quotes around its formula, if it is order:FORMULA without quotes; the formula goes
 * up to the first option behind it. To be freed. */
char *with_quoted_formula(const char *text);

/* What the variable OPTIONS_NAME stands for, with absolute names of files: one of the names or a
 * shared object, as a value of the option with others behind it; for slurm:FILE the scheduler slurm
 * with this configuration, and for order:FORMULA the scheduler order with this formula; or for a
 * command, and where it begins so already, the option itself or --OPTION-command and what follows.
 * To be freed. Dies as absolute_options() does, and where it is none of these. */
char *chosen_options(const struct own_choice *choice, const char *variable, const char *text);

/* The absolute name of a file, which must be there, perhaps with ~ before it. To be freed. Dies
 * where a value cannot have it. */
char *absolute_file(const char *variable, const char *file);

#endif
