/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiment/recipes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/user-values.h"
#include "experiment/variables.h"
#include "shared/messages.h"
#include "shared/option-values.h"

char *recipe_name(const char *file)
{
	char *name = checked(strdup(strrchr(file, '/') + 1));
	char *end = strstr(name, ".mk");
	if (end != NULL)
		*end = '\0';
	return name;
}

/* The files of all recipes, those of users first; the list ends with NULL. */
static char **all_files(void)
{
	char **all = NULL;
	size_t count = 0, capacity = 0;
	for (int i = 0; recipe_folders[i] != NULL; i++) {
		char **files = make_files(recipe_folders[i]);
		for (char **file = files; *file != NULL; file++) {
			all = reserve(all, count + 1, &capacity, sizeof *all);
			all[count++] = *file;
			all[count] = NULL;
		}
		free(files);
	}
	if (count == 0)
		die("the recipes are not in %s", recipe_folder());
	return all;
}

char *recipe_file(const char *name, const char **settings)
{
	*settings = NULL;
	if (strchr(name, '/') != NULL) {
		char *file = realpath(name, NULL);
		if (file == NULL)
			die("%s: %s", name, strerror(errno));
		return file;
	}
	char *file = NULL, **all = all_files();
	for (char **path = all; file == NULL && *path != NULL; path++) {
		char *known = recipe_name(*path);
		if (strcmp(known, name) == 0)
			file = checked(strdup(*path));
		free(known);
	}
	for (char **path = all; file == NULL && *path != NULL; path++) {
		*settings = former_settings(*path, name);
		if (*settings == NULL)
			continue;
		file = checked(strdup(*path));
		char *now = recipe_name(file);
		note("the recipe %s is now: %s%s", name, now, *settings);
		free(now);
	}
	if (file == NULL) {
		for (char **path = all; *path != NULL; path++) {
			char *known = recipe_name(*path);
			free(*path);
			*path = known;
		}
		die_choice("", name, " the recipes", (const char *const *)all);
	}
	free_files(all);
	return file;
}

static FILE *open_recipe(const char *file)
{
	FILE *stream = fopen(file, "r");
	if (stream == NULL)
		die("%s: %s", file, strerror(errno));
	return stream;
}

static bool read_line(char **line, size_t *room, FILE *stream, const char *file)
{
	if (getline(line, room, stream) > 0)
		return true;
	if (!feof(stream))
		die("%s: %s", file, strerror(errno));
	return false;
}

void list_recipes(void)
{
	char **all = all_files(), *line = NULL, *question;
	size_t room = 0;
	for (char **path = all; *path != NULL; path++) {
		FILE *stream = open_recipe(*path);
		if (read_line(&line, &room, stream, *path) &&
			(question = strstr(line, ": ")) != NULL) {
			*question = '\0';
			printf("%-14s%s", line + 2, question + 2);
		}
		fclose(stream);
	}
	free(line);
	free_files(all);
}

/* Prints a variable with its default, and its type and what it means. */
static void describe_variable(const struct variable *variable)
{
	printf("    %s ?=%s%s\n", variable->name, variable->value[0] != '\0' ? " " : "",
		variable->value);
	if (variable->help[0] == '\0')
		return;
	printf("        %s%s%s", variable->shown, variable->of != NULL ? " of " : "",
		variable->of != NULL ? variable->of : "");
	printf("%s%s: ", variable->option != NULL ? ", --" : "",
		variable->option != NULL ? variable->option : "");
	for (const char *c = variable->help; *c != '\0'; c++) {
		putchar(*c);
		if (*c == '\n')
			fputs("        ", stdout);
	}
	putchar('\n');
}

/* A recipe begins with comments, the first of which is "# NAME: QUESTION". */
void describe_recipe(const char *file)
{
	char *line = NULL;
	size_t room = 0;
	FILE *stream = open_recipe(file);
	while (read_line(&line, &room, stream, file) && line[0] == '#')
		if (line[1] != ':')
			fputs(line + 1 + (line[1] == ' '), stdout);
	free(line);
	fclose(stream);
	const struct declarations *all = declarations_of(file);
	for (int of_all = 0; of_all < 2; of_all++) {
		puts(of_all ? "\nVariables of all recipes:" : "\nVariables:");
		for (size_t i = 0; i < all->count; i++)
			if (all->list[i].is_settable && all->list[i].is_of_all == of_all &&
				!recipe_is_without(file, all->list[i].name))
				describe_variable(&all->list[i]);
	}
}

char *shared_file(const char *name)
{
	return formatted("%s/shared/%s", recipe_folder(), name);
}
