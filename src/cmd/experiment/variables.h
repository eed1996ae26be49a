/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of recipes, as recipes declare them. Only here are make files read: the head of
 * shared/common.mk says how a declaration looks. All that is returned stays until the command ends.
 */
#ifndef SWF_CMD_EXPERIMENT_VARIABLES_H
#define SWF_CMD_EXPERIMENT_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/tools.h"

enum value_type {
	TEXT,
	WORD,
	WHOLE,
	NUMBER,
	FACTOR,
	SHARE,
	FRACTION, /* a share that make gets as a decimal number */
	DURATION,
	METRIC,
	SCHEDULER,
	MODEL,
	FILE_NAME,
	OPTIONS,
	CHOICE /* of OPTIONS_NAME: a scheduler or a user model */
};

struct variable {
	const char *name;
	const char *value; /* as it stands in the make file; "" for none */
	enum value_type type;
	bool is_list;
	bool needs_two;     /* values, at least */
	bool is_settable;   /* by users */
	bool is_of_all;     /* recipes */
	double low, high;   /* of numbers */
	const char *option; /* of swf-experiment that sets it, without dashes; or NULL */
	const char *as;     /* options of commands of which it is the value; or NULL */
	const char *of;     /* the command that takes these OPTIONS; or NULL */
	const char *trial;  /* options with which a SCHEDULER is tried; "" without */
	const char *shown;  /* the declared type, for people */
	const char *help;   /* lines; "" for none */
};

/* A recipe's own variables, and behind them those of all recipes that it does not have itself. */
struct declarations {
	const char *file;
	struct variable *list;
	size_t count, capacity;
	const char **statements; /* about the recipe, such as `needs users` */
	size_t statement_count, statement_capacity;
	bool has_types; /* whether the recipe itself declares a variable */
	struct declarations *next;
};

/* To be called first, with argv[0]: the recipes are in ../share/swfkit/experiments, seen from the
 * folder of the program, and find the other commands there, before others. */
void find_recipes(const char *program);

/* The folder of the recipes; where recipes are below it, those of users first; and the make files
 * in such a place, sorted and ended by NULL, none where it is not there; free_files() frees them.
 */
const char *recipe_folder(void);
extern const char *const recipe_folders[];
char **make_files(const char *below);

const struct declarations *declarations_of(const char *recipe);

/* A variable that users set, or that OPTIONS_NAME stands for; NULL where the recipe has none. */
const struct variable *find_variable(const char *recipe, const char *name);

/* The same; dies with a usage error where it has none. */
const struct variable *known_variable(const char *recipe, const char *name);

/* "; did you mean 'NAME'?" with the variable that is most like a name, or "". Good until the next
 * hint. */
const char *hint_of_variable(const char *recipe, const char *name);

/* The variable that an option of swf-experiment sets, such as "load"; or of which an option of a
 * command has the value, such as "--load-factor". NULL without one. */
const struct variable *variable_of_option(const char *recipe, const char *option);
const struct variable *variable_as_option(const char *recipe, const char *option);

/* A variable in messages: its name, or the option for it and its name; and by its name, of any
 * recipe. Good until the next call. */
const char *shown_variable(const struct variable *variable);
const char *text_of_variable(const char *name);

/* Whether the logs of a recipe must have this: "machine" or "users". */
bool recipe_needs(const char *recipe, const char *what);

/* Whether a recipe makes nothing of a variable of all recipes. */
bool recipe_is_without(const char *recipe, const char *name);

/* The VARIABLE=VALUE with which a recipe does what a recipe of this name did formerly; NULL where
 * it did not have the name. */
const char *former_settings(const char *recipe, const char *name);

/* Make would take variables from the environment, where nobody sees them. */
void forget_environment(const char *recipe);

#endif
