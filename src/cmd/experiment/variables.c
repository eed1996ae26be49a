/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each make file is read once. A list of declarations never changes after that, so pointers into it
 * stay good.
 */
#include "experiment/variables.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/tools.h"

extern char **environ;

const char *const recipe_folders[] = {"", "/papers", NULL};

static char *folder;

void find_recipes(const char *program)
{
	folder = installed_folder(program, "experiments");
}

const char *recipe_folder(void)
{
	return folder;
}

char **make_files(const char *below)
{
	char place[PATH_MAX + 16];
	snprintf(place, sizeof place, "%.4000s%s", folder, below);
	char **files = files_with_ending(place, ".mk");
	for (char **file = files; *file != NULL; file++) {
		char *name = *file;
		*file = checked(malloc(strlen(place) + strlen(name) + 2));
		sprintf(*file, "%s/%s", place, name);
		free(name);
	}
	return files;
}

/* Whether a text of words has this one. */
static bool lists_word(const char *words, const char *word)
{
	const size_t length = strlen(word);
	for (const char *c = words; *c != '\0'; c += strspn(c, " ")) {
		const size_t next = strcspn(c, " ");
		if (next == length && strncmp(c, word, length) == 0)
			return true;
		c += next;
	}
	return false;
}

/* What the statements of a recipe say behind a word, one of them after the other: NULL behind the
 * last. It begins with *next 0. */
static const char *statement_of(const struct declarations *all, const char *word, size_t *next)
{
	const size_t length = strlen(word);
	while (*next < all->statement_count) {
		const char *text = all->statements[(*next)++];
		if (strncmp(text, word, length) == 0 && text[length] == ' ')
			return text + length + 1;
	}
	return NULL;
}

static bool states(const struct declarations *all, const char *statement, const char *word)
{
	size_t next = 0;
	for (const char *words; (words = statement_of(all, statement, &next)) != NULL;)
		if (lists_word(words, word))
			return true;
	return false;
}

const char *former_settings(const char *recipe, const char *name)
{
	const size_t length = strlen(name);
	size_t next = 0;
	for (const char *former;
		(former = statement_of(declarations_of(recipe), "formerly", &next)) != NULL;)
		if (strcspn(former, " ") == length && strncmp(former, name, length) == 0)
			return former + length;
	return NULL;
}

static const struct {
	const char *name;
	enum value_type type;
} types[] = {{"text", TEXT}, {"word", WORD}, {"whole", WHOLE}, {"number", NUMBER},
	{"factor", FACTOR}, {"share", SHARE}, {"fraction", FRACTION}, {"duration", DURATION},
	{"metric", METRIC}, {"scheduler", SCHEDULER}, {"model", MODEL}, {"file", FILE_NAME},
	{"options", OPTIONS}};

/* A type by its name, or a list of it by the name with an s. Returns whether it is one. */
static bool take_type(struct variable *variable, const char *word)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const size_t length = strlen(types[i].name);
		if (strncmp(word, types[i].name, length) != 0)
			continue;
		variable->type = types[i].type;
		variable->is_list = strcmp(word + length, "s") == 0;
		return word[length] == '\0' || variable->is_list;
	}
	return false;
}

/* Takes the words before the colon of a declaration. Returns whether they are a type. */
static bool take_declaration(struct variable *variable, char *text)
{
	char *help = strstr(text, ": "), *trial, *word, *rest = text;
	bool has_type = false;
	if (help == NULL)
		return false;
	*help = '\0';
	variable->help = help + 2;
	if ((trial = strchr(text, '(')) != NULL) {
		variable->trial = trial + 1;
		trial[strcspn(trial, ")")] = '\0';
		*trial = '\0';
	}
	while ((word = cut_word(&rest)) != NULL) {
		char *const low_end = strstr(word, ".."), *next = rest;
		if (strcmp(word, "two") == 0) {
			variable->needs_two = true;
		} else if (low_end != NULL) {
			variable->low = strtod(word, NULL);
			if (low_end[2] != '\0')
				variable->high = strtod(low_end + 2, NULL);
		} else if (strncmp(word, "--", 2) == 0) {
			variable->option = word + 2;
		} else if (strcmp(word, "of") == 0 && (word = cut_word(&next)) != NULL) {
			variable->of = word;
			rest = next;
		} else if (word != NULL && strcmp(word, "as") == 0) {
			variable->as = rest;
			break;
		} else if (word != NULL && take_type(variable, word)) {
			variable->shown = word;
			has_type = true;
		}
	}
	return has_type;
}

static const struct variable *find_any(const struct declarations *all, const char *name)
{
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->list[i].name, name) == 0)
			return &all->list[i];
	return NULL;
}

static void add_variable(struct declarations *all, const struct variable *variable)
{
	all->list = reserve(all->list, all->count, &all->capacity, sizeof *all->list);
	all->list[all->count++] = *variable;
}

/* Reads a line, with those on which it goes on behind a backslash, without the newline. */
static bool read_line(char **text, FILE *file, const char *path)
{
	char *line = NULL;
	size_t room = 0, used = 0;
	bool goes_on = true;
	*text = NULL;
	while (goes_on && getline(&line, &room, file) > 0) {
		const size_t length = strcspn(line, "\n");
		goes_on = line[0] != '#' && length > 0 && line[length - 1] == '\\';
		*text = checked(realloc(*text, used + length + 2));
		memcpy(*text + used, line, length);
		used += length;
		(*text)[used] = '\0';
		if (goes_on)
			strcpy(*text + used++, "\n");
	}
	free(line);
	if (goes_on && !feof(file))
		die("%s: %s", path, strerror(errno));
	return *text != NULL;
}

/* Reads the declarations of a make file, and its variables: the lines `NAME ?= VALUE`. */
static void read_declarations(struct declarations *all, const char *path, bool is_of_all)
{
	char *line, *declared = NULL;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		die("%s: %s", path, strerror(errno));
	while (read_line(&line, file, path)) {
		const size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		char *value = line + length + strspn(line + length, " ");
		if (strncmp(line, "#:   ", 5) == 0 && declared != NULL) {
			declared = checked(realloc(declared, strlen(declared) + strlen(line)));
			strcat(strcat(declared, "\n"), line + 5);
		} else if (strncmp(line, "#: ", 3) == 0 && strstr(line + 3, ": ") == NULL) {
			all->statements = reserve(all->statements, all->statement_count,
				&all->statement_capacity, sizeof *all->statements);
			all->statements[all->statement_count++] = checked(strdup(line + 3));
		} else if (strncmp(line, "#: ", 3) == 0) {
			free(declared);
			declared = checked(strdup(line + 3));
		} else if (length > 0 && strncmp(value, "?=", 2) == 0) {
			struct variable variable = {.value = value + 2 + strspn(value + 2, " "),
				.is_of_all = is_of_all,
				.low = -HUGE_VAL,
				.high = HUGE_VAL,
				.trial = "",
				.shown = "text",
				.help = ""};
			line[length] = '\0';
			variable.name = line;
			all->has_types = all->has_types || (!is_of_all && declared != NULL);
			if (find_any(all, line) != NULL) {
				free(line);
				free(declared);
			} else {
				variable.is_settable =
					declared != NULL && take_declaration(&variable, declared);
				add_variable(all, &variable);
			}
			declared = NULL;
			continue; /* with the line, which belongs to the variable */
		}
		free(line);
	}
	free(declared);
	fclose(file);
}

/* What all recipes share. */
static const struct declarations *shared_declarations(void)
{
	static struct declarations *shared;
	if (shared == NULL) {
		shared = checked(calloc(1, sizeof *shared));
		char **files = make_files("/shared");
		for (char **file = files; *file != NULL; file++)
			read_declarations(shared, *file, true);
		free_files(files);
	}
	return shared;
}

/* The declaration of a variable of this name by any recipe, for those that declare nothing. */
static const struct variable *declared_elsewhere(const char *name)
{
	static struct declarations *others;
	if (others == NULL) {
		others = checked(calloc(1, sizeof *others));
		for (int i = 0; recipe_folders[i] != NULL; i++) {
			char **files = make_files(recipe_folders[i]);
			for (char **file = files; *file != NULL; file++)
				read_declarations(others, *file, false);
			free_files(files);
		}
	}
	return find_any(others, name);
}

/* A variable that a recipe does not declare is one of all recipes with another value; or where it
 * declares none, whatever the name is elsewhere. */
static void complete(struct variable *variable, bool has_types)
{
	const struct variable *other = find_any(shared_declarations(), variable->name);
	if (variable->is_settable || (other == NULL && has_types))
		return;
	const struct variable own = *variable;
	if (other == NULL)
		other = declared_elsewhere(own.name);
	if (other != NULL)
		*variable = *other;
	variable->name = own.name;
	variable->value = own.value;
	variable->is_of_all = variable->needs_two = false;
	variable->is_settable = variable->is_settable || !has_types;
}

const struct declarations *declarations_of(const char *recipe)
{
	static struct declarations *read;
	for (struct declarations *all = read; all != NULL; all = all->next)
		if (strcmp(all->file, recipe) == 0)
			return all;
	const struct declarations *shared = shared_declarations();
	struct declarations *all = checked(calloc(1, sizeof *all));
	all->file = checked(strdup(recipe));
	read_declarations(all, recipe, false);
	for (size_t i = 0; i < all->count; i++)
		complete(&all->list[i], all->has_types);
	for (size_t i = 0; i < shared->count; i++)
		if (find_any(all, shared->list[i].name) == NULL)
			add_variable(all, &shared->list[i]);
	all->next = read;
	return read = all;
}

const struct variable *find_variable(const char *recipe, const char *name)
{
	static const struct variable choice = {.name = "OPTIONS_NAME",
		.value = "",
		.type = CHOICE,
		.trial = "",
		.shown = "options",
		.help = ""};
	if (strncmp(name, "OPTIONS_", strlen("OPTIONS_")) == 0)
		return &choice;
	const struct variable *found = find_any(declarations_of(recipe), name);
	return found != NULL && found->is_settable ? found : NULL;
}

/* The names that users may set, ended by NULL. To be freed. */
static const char **settable_names(const char *recipe)
{
	const struct declarations *all = declarations_of(recipe);
	const char **names = checked(calloc(all->count + 1, sizeof *names));
	size_t count = 0;
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].is_settable)
			names[count++] = all->list[i].name;
	return names;
}

const char *shown_variable(const struct variable *variable)
{
	static char text[128];
	if (variable->option == NULL || variable->type == SCHEDULER || variable->type == MODEL)
		return variable->name;
	snprintf(text, sizeof text, "--%.50s (%.60s)", variable->option, variable->name);
	return text;
}

const char *text_of_variable(const char *name)
{
	const struct variable *variable = find_any(shared_declarations(), name);
	if (variable == NULL)
		variable = declared_elsewhere(name);
	return variable == NULL || shown_variable(variable) == variable->name
		? name
		: shown_variable(variable);
}

const struct variable *known_variable(const char *recipe, const char *name)
{
	const struct variable *found = find_variable(recipe, name);
	if (found != NULL)
		return found;
	char kind[128], option[64] = "";
	const char *file = strrchr(recipe, '/') + 1;
	snprintf(kind, sizeof kind, " the variables of %.*s",
		(int)(strlen(file) - strlen(".mk") < 64 ? strlen(file) - strlen(".mk") : 64), file);
	const char *shown = text_of_variable(name);
	if (shown != name)
		snprintf(option, sizeof option, "%s: ", shown);
	die_choice(option, name, kind, settable_names(recipe));
}

const char *hint_of_variable(const char *recipe, const char *name)
{
	const char **names = settable_names(recipe), *text = hint(name, names);
	free(names);
	return text;
}

const struct variable *variable_of_option(const char *recipe, const char *option)
{
	const struct declarations *all = declarations_of(recipe);
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].option != NULL && strcmp(all->list[i].option, option) == 0)
			return &all->list[i];
	return NULL;
}

const struct variable *variable_as_option(const char *recipe, const char *option)
{
	const struct declarations *all = declarations_of(recipe);
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].as != NULL && lists_word(all->list[i].as, option))
			return &all->list[i];
	return NULL;
}

bool recipe_needs(const char *recipe, const char *what)
{
	return states(declarations_of(recipe), "needs", what);
}

bool recipe_is_without(const char *recipe, const char *name)
{
	return states(declarations_of(recipe), "without", name);
}

void forget_environment(const char *recipe)
{
	const struct declarations *all = declarations_of(recipe);
	for (char **variable = environ; *variable != NULL;) {
		char name[64];
		const size_t length = strcspn(*variable, "=");
		snprintf(name, sizeof name, "%.*s", (int)length, *variable);
		if (length < sizeof name &&
			(strncmp(name, "OPTIONS_", strlen("OPTIONS_")) == 0 ||
				find_any(all, name) != NULL ||
				states(shared_declarations(), "hidden", name)) &&
			unsetenv(name) == 0)
			variable = environ;
		else
			variable++;
	}
}
