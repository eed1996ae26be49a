/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recipes of swf-experiment: make files, in a folder that is installed beside the commands. */
#ifndef SWF_CMD_EXPERIMENT_RECIPES_H
#define SWF_CMD_EXPERIMENT_RECIPES_H

/* The make file of a recipe: of one of these by its name, of another by a path with a slash. Of a
 * name that a recipe had formerly it is that recipe, and *settings are the VARIABLE=VALUE with
 * which it does the same, else NULL. Dies with a usage error where there is none. To be freed. */
char *recipe_file(const char *name, const char **settings);

/* The name of the recipe of a file. To be freed. */
char *recipe_name(const char *file);

/* Prints the recipes, a line each with the question; or of one what it says of itself, its
 * variables, and those of all recipes, with their defaults. */
void list_recipes(void);
void describe_recipe(const char *file);

/* The path of a file that all recipes share. To be freed. */
char *shared_file(const char *name);

#endif
