/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The head of a script is its lines before the first that does not begin with '#'. In it,
 * '# @logs', '# @var' and '# @table' declare what the picture takes; such a line goes on behind a
 * backslash at its end. All else in the head describes the picture, the first line as
 * '# NAME: TEXT'.
 */
#include "plot/kind.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/atomic-file.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/tools.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS  CAPITALS "abcdefghijklmnopqrstuvwxyz0123456789-_"

static const char ending[] = ".gp";

/* The names of the kinds in the folder; the list ends with NULL. The style that the scripts share
 * stands beside them. */
static char **list_kinds(const char *folder)
{
	char **names = files_with_ending(folder, ending);
	size_t count = 0;
	for (char **name = names; *name != NULL; name++) {
		*strrchr(*name, '.') = '\0';
		if (strcmp(*name, "style") == 0)
			free(*name);
		else
			names[count++] = *name;
	}
	names[count] = NULL;
	if (count == 0)
		die("the scripts of swf-plot are not in %s", folder);
	return names;
}

static char *kind_path(const char *folder, const char *name)
{
	char *path = checked(malloc(strlen(folder) + strlen(name) + sizeof ending + 1));
	sprintf(path, "%s/%s%s", folder, name, ending);
	return path;
}

static char *find_kind(const char *folder, const char *name)
{
	char *path = NULL;
	if (strchr(name, '/') != NULL) {
		path = realpath(name, NULL);
		if (path == NULL)
			die("%s: %s", name, strerror(errno));
		return path;
	}
	char **all = list_kinds(folder);
	for (char **known = all; *known != NULL && path == NULL; known++)
		if (strcmp(*known, name) == 0)
			path = kind_path(folder, name);
	if (path == NULL)
		die_choice("", name, " the kinds", (const char *const *)all);
	free_files(all);
	return path;
}

static FILE *open_script(const char *path)
{
	FILE *file = fopen(path, "r");
	if (file == NULL)
		die("%s: %s", path, strerror(errno));
	return file;
}

/* Reads the next line of the head, without its end; false behind the head. */
static bool read_head(char **line, size_t *room, FILE *file)
{
	if (getline(line, room, file) <= 0) {
		if (!feof(file))
			die("a script of swf-plot: %s", strerror(errno));
		return false;
	}
	if ((*line)[0] != '#')
		return false;
	(*line)[strcspn(*line, "\r\n")] = '\0';
	return true;
}

/* Adds lines to one that ends with a backslash, as long as they do. */
static void join_lines(char **line, size_t *room, FILE *file)
{
	char *next = NULL;
	size_t next_room = 0, length;
	while ((length = strlen(*line)) > 0 && (*line)[length - 1] == '\\' &&
		read_head(&next, &next_room, file)) {
		const size_t more = length + strlen(next) + 1;
		if (more > *room)
			*line = checked(realloc(*line, *room = more));
		const char *text = next + 1 + strspn(next + 1, " ");
		strcpy(*line + length - 1, text);
	}
	free(next);
}

/* Cuts a word of these characters off the text, which then begins behind the word and its blanks.
 */
static char *cut_head_word(char **text, const char *characters)
{
	char *word = *text;
	const size_t length = strspn(word, characters);
	*text += length;
	if (**text == '\0')
		return word;
	*(*text)++ = '\0';
	*text += strspn(*text, " ");
	return word;
}

static struct kind_item *add_item(struct kind_items *items)
{
	items->list = reserve(items->list, items->count, &items->capacity, sizeof *items->list);
	struct kind_item *item = &items->list[items->count++];
	*item = (struct kind_item){0};
	return item;
}

/* A value goes to the next blank. */
static void add_variable(struct kind *kind, char *text)
{
	struct kind_item *variable = add_item(&kind->variables);
	const size_t length = strspn(text, CAPITALS);
	if (length == 0 || text[length] != '=')
		die("%s: '# @var %s' is not '# @var NAME=DEFAULT meaning'", kind->path, text);
	variable->name = checked(strndup(text, length));
	text += length + 1;
	const size_t value = strcspn(text, " ");
	variable->text = checked(strndup(text, value));
	text += value;
	variable->meaning = checked(strdup(text + strspn(text, " ")));
}

void kind_read(struct kind *kind, const char *folder, const char *name)
{
	char *line = NULL;
	size_t room = 0;
	*kind = (struct kind){.path = find_kind(folder, name), .least_logs = 1, .most_logs = 1};
	FILE *file = open_script(kind->path);
	while (read_head(&line, &room, file)) {
		if (strncmp(line, "# @", 3) != 0)
			continue;
		join_lines(&line, &room, file);
		char *rest = line + 3;
		const char *what = cut_head_word(&rest, LETTERS);
		if (strcmp(what, "logs") == 0) { /* N, or N and more with a "+" */
			char *end;
			kind->least_logs = strtoul(rest, &end, 10);
			kind->most_logs = *end == '+' ? SIZE_MAX : kind->least_logs;
			if (end == rest || kind->least_logs == 0 || kind->least_logs > 1000)
				die("%s: '# @logs %s' is not a number, or one with +", kind->path,
					rest);
		} else if (strcmp(what, "var") == 0) {
			add_variable(kind, rest);
		} else if (strcmp(what, "table") == 0) {
			struct kind_item *table = add_item(&kind->tables);
			table->name = checked(strdup(cut_head_word(&rest, LETTERS)));
			table->text = checked(strdup(rest));
			if (table->name[0] == '\0' || table->text[0] == '\0')
				die("%s: a line is not '# @table NAME COMMAND'", kind->path);
		} else {
			die("%s: '@%s' is none of @logs, @var and @table", kind->path, what);
		}
	}
	fclose(file);
	free(line);
	if (kind->tables.count == 0)
		die("%s: no '# @table NAME COMMAND' in its head", kind->path);
}

static void clear_items(struct kind_items *items)
{
	for (size_t i = 0; i < items->count; i++) {
		free(items->list[i].name);
		free(items->list[i].text);
		free(items->list[i].meaning);
	}
	free(items->list);
}

void kind_clear(struct kind *kind)
{
	clear_items(&kind->variables);
	clear_items(&kind->tables);
	free(kind->path);
}

struct kind_item *kind_item(
	const struct kind_items *items, const char *name, const char *what, const char *kinds)
{
	const char **names = checked(calloc(items->count + 1, sizeof *names));
	for (size_t i = 0; i < items->count; i++) {
		names[i] = items->list[i].name;
		if (strcmp(names[i], name) == 0) {
			free(names);
			return &items->list[i];
		}
	}
	if (items->count == 0)
		die_usage("%s'%s': there are no%s", what, name, kinds + strlen(" the"));
	die_choice(what, name, kinds, names);
}

void kinds_list(const char *folder)
{
	char **all = list_kinds(folder);
	for (char **name = all; *name != NULL; name++) {
		char *line = NULL, *path = kind_path(folder, *name);
		size_t room = 0;
		FILE *file = open_script(path);
		const char *what = read_head(&line, &room, file) ? strstr(line, ": ") : NULL;
		fprintf(output(), "%-14s%s\n", *name, what != NULL ? what + 2 : "");
		fclose(file);
		free(line);
		free(path);
	}
	free_files(all);
}

void kind_describe(const struct kind *kind)
{
	char *line = NULL;
	size_t room = 0;
	FILE *file = open_script(kind->path);
	while (read_head(&line, &room, file)) {
		if (strncmp(line, "# @", 3) == 0)
			join_lines(&line, &room, file);
		else
			fprintf(output(), "%s\n", line + 1 + (line[1] == ' '));
	}
	free(line);
	fclose(file);
	if (kind->variables.count > 0)
		fputs("\nVariables:\n", output());
	for (size_t i = 0; i < kind->variables.count; i++) {
		const struct kind_item *v = &kind->variables.list[i];
		fprintf(output(), "    %s=%-*s  %s\n", v->name, (int)(10 - strlen(v->name) % 10),
			v->text, v->meaning);
	}
	fputs("\nTables:\n", output());
	for (size_t i = 0; i < kind->tables.count; i++)
		fprintf(output(), "    %s: %s\n", kind->tables.list[i].name,
			kind->tables.list[i].text);
}
