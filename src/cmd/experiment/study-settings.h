/* What is set for a study, by its user or by its recipe. All texts and lists that are returned stay
 * until the command ends. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_SETTINGS_H
#define SWF_CMD_EXPERIMENT_STUDY_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* A study: its recipe, its logs, ended by NULL, its folder, and NAME=VALUE for make. */
struct study {
	const char *recipe;
	char *const *logs;
	const char *folder;
	char *const *variables;
	size_t variable_count;
};

/* A variable as it was set, or else as the recipe has it, "" without any. What make has to compute
 * is "", too. */
char *setting(const struct study *study, const char *name);

/* The same as the recipe has it, NULL without any. */
char *setting_of_recipe(const struct study *study, const char *name);

/* Its words, ended by NULL. */
const char *const *settings(const struct study *study, const char *name);

/* Those of a text, which are cut out of it, without their quotes. */
const char *const *words_of(char *text);

bool has_word(const char *const list[], const char *word);

/* The words of both lists. */
const char *const *joined(const char *const list[], const char *const more[]);

/* The name of NAME=VALUE. */
char *name_of_variable(const char *variable);

#endif
