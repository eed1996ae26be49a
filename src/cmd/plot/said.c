#include "plot/said.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plot/scratch.h"
#include "shared/messages.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyz-"

/* Whether the commands of a table have the variable as the value of an option, as in
 * --tz "$ZONE". */
static bool goes_with(const char *commands, const char *option, size_t length, const char *variable)
{
	const size_t end = strlen(variable);
	for (const char *at = commands; (at = strstr(at, "--")) != NULL; at += 2) {
		const char *value = at + length;
		if (strncmp(at, option, length) == 0 && strncmp(value, " \"$", 3) == 0 &&
			strncasecmp(value + 3, variable, end) == 0 && value[3 + end] == '"')
			return true;
	}
	return false;
}

/* The variable for an option with its dashes, which has the name of the option or is its value in
 * the commands of the table; NULL where there is none. */
static const char *variable_of(
	const struct kind *kind, const struct kind_item *table, const char *option, size_t length)
{
	for (size_t i = 0; i < kind->variables.count; i++) {
		const char *name = kind->variables.list[i].name;
		if ((strlen(name) == length - 2 &&
			    strncasecmp(name, option + 2, length - 2) == 0) ||
			goes_with(table->text, option, length, name))
			return name;
	}
	return NULL;
}

/* The line with variables in the place of options; or its beginning, where it goes on to ask for an
 * option that no variable is for. To be freed. */
static char *translated(const struct kind *kind, const struct kind_item *table, const char *line)
{
	char *text = checked(malloc(2 * strlen(line) + 1)), *end = text;
	while (*line != '\0') {
		const size_t length = strncmp(line, "--", 2) == 0 ? strspn(line, LETTERS) : 0;
		const char *variable = length > 2 ? variable_of(kind, table, line, length) : NULL;
		if (variable != NULL) {
			end = stpcpy(end, variable);
			line += length;
			if (line[0] == ' ' && isalnum((unsigned char)line[1])) {
				*end++ = '=';
				line++;
			}
			continue;
		}
		*end = '\0';
		char *asked = strstr(text, "; give ");
		if (length > 2 && asked != NULL) {
			end = asked;
			break;
		}
		*end++ = *line++;
	}
	*end = '\0';
	return text;
}

static bool begins_with_variable(const struct kind *kind, const char *line)
{
	const size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (size_t i = 0; i < kind->variables.count; i++)
		if (strlen(kind->variables.list[i].name) == length &&
			strncmp(kind->variables.list[i].name, line, length) == 0)
			return true;
	return false;
}

/* Whether this is said for the first time. */
static bool is_new(const char *line)
{
	static char **said;
	static size_t count, capacity;
	for (size_t i = 0; i < count; i++)
		if (strcmp(said[i], line) == 0)
			return false;
	said = reserve(said, count, &capacity, sizeof *said);
	said[count++] = checked(strdup(line));
	return true;
}

/* Pictures without dates show that they have none, and the help of a command is not about them. */
static bool is_for_users(const char *line)
{
	return strstr(line, "so there are no dates; ") == NULL &&
		strncmp(line, "Try 'swf-", 9) != 0;
}

void say_in_variables(const struct kind *kind, const struct kind_item *table, const char *name)
{
	char *line = NULL;
	size_t room = 0;
	FILE *file = scratch_open(name, "r");
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		const char *rest = strncmp(line, "swf-", 4) == 0 ? strstr(line, ": ") : NULL;
		char *text = translated(kind, table, rest != NULL ? rest + 2 : line);
		/* what needs no other words is said by the command that says it */
		const bool is_ours = rest != NULL ? strcmp(text, rest + 2) != 0
						  : begins_with_variable(kind, line);
		if (is_for_users(line) && is_new(is_ours ? text : line)) {
			if (is_ours)
				warn("%s", text);
			else
				fprintf(stderr, "%s\n", line);
		}
		free(text);
	}
	free(line);
	fclose(file);
}
