#include "experiment/recipes.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/study-values.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/tools.h"

extern char **environ;

static char *folder;

/* Of the variables of all recipes those that a user does not set. */
static const char *const own[] = {
	"LOGS", "ENGINE", "HOSTS", "KEEP", "COMMAND", "RUNS", "ORIGINALS", "CURVES", NULL};

void find_recipes(const char *program)
{
	folder = installed_folder(program, "experiments");
}

static int is_recipe(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');
	return end != NULL && end != entry->d_name && strcmp(end, ".mk") == 0;
}

/* The paths of the recipes in the folder, or below it in such a one; the list ends with NULL. */
static char **files(const char *below)
{
	char place[PATH_MAX + 16];
	struct dirent **entries;
	snprintf(place, sizeof place, "%.4000s%s", folder, below);
	errno = 0;
	const int count = scandir(place, &entries, is_recipe, alphasort);
	if (count < 0 && errno != ENOENT)
		die("%s: %s", place, strerror(errno));
	if (count <= 0)
		die("the recipes are not in %s", folder);
	char **paths = checked(calloc((size_t)count + 1, sizeof *paths));
	for (int i = 0; i < count; i++) {
		paths[i] = checked(malloc(strlen(place) + strlen(entries[i]->d_name) + 2));
		sprintf(paths[i], "%s/%s", place, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return paths;
}

/* Those of questions that users have, and behind them those that repeat experiments of papers. */
static char **recipe_files(void)
{
	char **own_questions = files(""), **of_papers = files("/papers");
	size_t n = 0, m = 0;
	while (own_questions[n] != NULL)
		n++;
	while (of_papers[m] != NULL)
		m++;
	own_questions = checked(realloc(own_questions, (n + m + 1) * sizeof *own_questions));
	memcpy(own_questions + n, of_papers, (m + 1) * sizeof *of_papers);
	free(of_papers);
	return own_questions;
}

static void free_files(char **paths)
{
	for (char **path = paths; *path != NULL; path++)
		free(*path);
	free(paths);
}

char *recipe_name(const char *file)
{
	char *name = checked(strdup(strrchr(file, '/') + 1));
	char *end = strstr(name, ".mk");
	if (end != NULL)
		*end = '\0';
	return name;
}

char *recipe_file(const char *name)
{
	if (strchr(name, '/') != NULL) {
		char *file = realpath(name, NULL);
		if (file == NULL)
			die("%s: %s", name, strerror(errno));
		return file;
	}
	char *file = NULL;
	char **all = recipe_files();
	for (char **path = all; *path != NULL; path++) {
		char *known = recipe_name(*path);
		if (strcmp(known, name) == 0)
			file = checked(strdup(*path));
		free(*path);
		*path = known;
	}
	if (file == NULL)
		die_choice("", name, " the recipes", (const char *const *)all);
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

/* Whether there is another line, which it reads. */
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
	char **all = recipe_files();
	for (char **path = all; *path != NULL; path++) {
		char *line = NULL, *question = NULL;
		size_t room = 0;
		FILE *stream = open_recipe(*path);
		if (read_line(&line, &room, stream, *path) &&
			(question = strstr(line, ": ")) != NULL) {
			*question = '\0';
			printf("%-14s%s", line + 2, question + 2);
		}
		free(line);
		fclose(stream);
	}
	free_files(all);
}

/* Names of variables, ended by NULL. */
struct names {
	char **name;
	size_t count, capacity;
};

static bool has_name(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->name[i], name) == 0)
			return true;
	return false;
}

static bool is_own(const char *name)
{
	for (int i = 0; own[i] != NULL; i++)
		if (strcmp(own[i], name) == 0)
			return true;
	return false;
}

/* Prints the line of a variable, and those on which its value goes on. */
static void show_variable(char **line, size_t *room, FILE *stream, const char *file)
{
	size_t length;
	do {
		printf("    %s", *line);
		length = strlen(*line);
	} while (length > 1 && (*line)[length - 2] == '\\' && read_line(line, room, stream, file));
}

/* Adds the variables of a make file, those with a line `NAME ?=`. Where asked to, prints the lines
 * of new ones that users set. */
static void add_variables(struct names *names, const char *file, bool print)
{
	char *line = NULL;
	size_t room = 0;
	FILE *stream = open_recipe(file);
	while (read_line(&line, &room, stream, file)) {
		const size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		const char *rest = line + length;
		if (length == 0 || strncmp(rest + strspn(rest, " "), "?=", 2) != 0)
			continue;
		const char end = line[length];
		line[length] = '\0';
		if (has_name(names, line))
			continue;
		names->name = reserve(
			names->name, names->count + 1, &names->capacity, sizeof *names->name);
		names->name[names->count++] = checked(strdup(line));
		names->name[names->count] = NULL;
		const bool shown = print && !is_own(line);
		line[length] = end;
		if (shown)
			show_variable(&line, &room, stream, file);
	}
	free(line);
	fclose(stream);
}

/* Adds the variables that all recipes share. */
static void add_common_variables(struct names *names, bool print)
{
	char **all = files("/shared");
	for (char **path = all; *path != NULL; path++)
		add_variables(names, *path, print);
	free_files(all);
}

/* Those of a recipe and of what all share. */
static const struct names *variables_of(const char *recipe)
{
	static struct names names;
	static char *of;
	if (of != NULL && strcmp(of, recipe) == 0)
		return &names;
	free(of);
	of = checked(strdup(recipe));
	while (names.count > 0)
		free(names.name[--names.count]);
	add_variables(&names, recipe, false);
	add_common_variables(&names, false);
	return &names;
}

/* A recipe begins with comments, the first of which is "# NAME: QUESTION". Its variables follow. */
void describe_recipe(const char *file)
{
	char *line = NULL;
	size_t room = 0;
	FILE *stream = open_recipe(file);
	bool head = true;
	while (read_line(&line, &room, stream, file)) {
		head = head && line[0] == '#';
		if (head)
			fputs(line + 1 + (line[1] == ' '), stdout);
		else if (strstr(line, " ?=") != NULL && line[0] >= 'A' && line[0] <= 'Z')
			show_variable(&line, &room, stream, file);
	}
	free(line);
	fclose(stream);

	struct names names = {0};
	add_variables(&names, file, false);
	puts("\nVariables of all recipes:");
	add_common_variables(&names, true);
	for (size_t i = 0; i < names.count; i++)
		free(names.name[i]);
	free(names.name);
}

static bool is_known(const char *recipe, const char *name)
{
	return has_name(variables_of(recipe), name);
}

bool has_variable(const char *file, const char *name)
{
	return strncmp(name, "OPTIONS_", 8) == 0 || (is_known(file, name) && !is_own(name));
}

/* The variables of a recipe that users set, ended by NULL. To be freed. */
static const char **settable(const char *file)
{
	const struct names *all = variables_of(file);
	const char **list = checked(calloc(all->count + 1, sizeof *list));
	size_t count = 0;
	for (size_t i = 0; i < all->count; i++)
		if (!is_own(all->name[i]))
			list[count++] = all->name[i];
	return list;
}

void check_variable(const char *file, const char *name)
{
	if (has_variable(file, name))
		return;
	char kind[128], option[64], *recipe = recipe_name(file);
	snprintf(kind, sizeof kind, " the variables of %.64s", recipe);
	free(recipe);
	const char *shown = shown_variable(name);
	snprintf(option, sizeof option, "%s: ", shown);
	die_choice(shown != name ? option : "", name, kind, settable(file));
}

const char *hint_of_variable(const char *file, const char *name)
{
	const char **list = settable(file), *text = hint(name, list);
	free(list);
	return text;
}

char *recipe_value(const char *file, const char *name)
{
	char *line = NULL, *value = NULL;
	size_t room = 0;
	bool goes_on = false;
	FILE *stream = open_recipe(file);
	while ((value == NULL || goes_on) && read_line(&line, &room, stream, file)) {
		const size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		const char *text = line;
		if (value == NULL) {
			text += length + strspn(line + length, " ?:");
			if (strlen(name) != length || strncmp(line, name, length) != 0 ||
				*text++ != '=')
				continue;
			text += strspn(text, " ");
		}
		const size_t used = value != NULL ? strlen(value) : 0;
		value = checked(realloc(value, used + strlen(text) + 1));
		strcpy(value + used, text);
		char *end = value + strcspn(value, "\n");
		goes_on = end > value && end[-1] == '\\';
		end[goes_on ? -1 : 0] = '\0';
	}
	free(line);
	fclose(stream);
	return value;
}

char *shared_value(const char *name)
{
	char **all = files("/shared"), *value = NULL;
	for (char **path = all; value == NULL && *path != NULL; path++)
		value = recipe_value(*path, name);
	free_files(all);
	return value;
}

char *shared_file(const char *name)
{
	char *path = checked(malloc(strlen(folder) + strlen(name) + sizeof "/shared/"));
	sprintf(path, "%s/shared/%s", folder, name);
	return path;
}

bool recipe_has(const char *file, const char *text)
{
	char *line = NULL;
	size_t room = 0;
	bool found = false;
	FILE *stream = open_recipe(file);
	while (!found && read_line(&line, &room, stream, file))
		found = line[0] != '#' && strstr(line, text) != NULL;
	free(line);
	fclose(stream);
	return found;
}

/* Behind an option stands a variable, or a label: $(load) is one of LOADS. */
char *variable_of_option(const char *file, const char *option)
{
	char *line = NULL, name[64] = "", found[80] = "";
	size_t room = 0;
	FILE *stream = open_recipe(file);
	while (found[0] == '\0' && read_line(&line, &room, stream, file)) {
		for (const char *at = line; (at = strstr(at, option)) != NULL;) {
			at += strlen(option);
			if (sscanf(at, " $(%60[A-Za-z_])", name) != 1)
				continue;
			for (char *c = name; *c != '\0'; c++)
				*c = (char)toupper((unsigned char)*c);
			snprintf(found, sizeof found, "%s", name);
			if (!has_variable(file, found))
				snprintf(found, sizeof found, "%sS", name);
			if (!has_variable(file, found))
				found[0] = '\0';
		}
	}
	free(line);
	fclose(stream);
	return found[0] != '\0' ? checked(strdup(found)) : NULL;
}

/* Those that a recipe may leave unset. */
static bool is_of_recipes(const char *name)
{
	static const char *const names[] = {"CALENDAR", "JUDGED", "MODEL", "MODELS",
		"PLOT_VARIABLES", "ROWS", "SCHEDULER", "SCHEDULERS", "SETTINGS", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return strncmp(name, "OPTIONS_", 8) == 0;
}

void forget_variables(const char *file)
{
	for (char **variable = environ; *variable != NULL;) {
		char name[64];
		const size_t length = strcspn(*variable, "=");
		snprintf(name, sizeof name, "%.*s", (int)length, *variable);
		if (length < sizeof name && (is_of_recipes(name) || is_known(file, name)) &&
			unsetenv(name) == 0)
			variable = environ;
		else
			variable++;
	}
}
