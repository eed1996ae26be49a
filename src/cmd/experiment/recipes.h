/* The recipes of swf-experiment: make files, in a folder that is installed beside the commands. */
#ifndef SWF_CMD_EXPERIMENT_RECIPES_H
#define SWF_CMD_EXPERIMENT_RECIPES_H

#include <stdbool.h>

/* To be called first, with argv[0]: the recipes are in ../share/swfkit/experiments, seen from the
 * folder of the program, and find the other commands there, before others. */
void find_recipes(const char *program);

/* The make file of a recipe: of one of these by its name, of another by a path with a slash. Dies
 * with a usage error where there is none. To be freed. */
char *recipe_file(const char *name);

/* The name of the recipe of a file. To be freed. */
char *recipe_name(const char *file);

/* Prints the recipes, a line each with the question; or of one what it says of itself, its
 * variables, and those of all recipes, with their defaults. */
void list_recipes(void);
void describe_recipe(const char *file);

/* Whether a recipe has a variable that users set; OPTIONS_NAME all have. */
bool has_variable(const char *file, const char *name);

/* Dies with a usage error where it has not. */
void check_variable(const char *file, const char *name);

/* "; did you mean 'NAME'?" with the variable that is most like a name, or "". Good until the next
 * hint. */
const char *hint_of_variable(const char *file, const char *name);

/* The variable that a recipe puts behind an option of a command, such as LOADS behind
 * --load-factor. To be freed; NULL without one. */
char *variable_of_option(const char *file, const char *option);

/* What a recipe gives a variable, as it stands there; NULL where it has none of the name. To be
 * freed. */
char *recipe_value(const char *file, const char *name);

/* The same of what all recipes share. */
char *shared_value(const char *name);

/* The path of a file that all recipes share. To be freed. */
char *shared_file(const char *name);

/* Whether a line of a recipe that is no comment has the text. */
bool recipe_has(const char *file, const char *text);

/* Make would take variables from the environment, where nobody sees them. */
void forget_variables(const char *file);

#endif
