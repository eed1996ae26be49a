/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * getopt_long reorders argv, but it does not move the words in memory. The address of a value
 * therefore tells which argument is hidden, whether the value is a word of its own or follows '='
 * or a letter. After getopt_long all options are before optind.
 */
#include "shared/command-line.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"
#include "swfcore/version.h"

static const char *command;
static char **argument;

/* options that count as given */
static const char *defaults[4];
static size_t default_count;

/* values in argv that say where the output goes */
static const char *hidden[8];
static size_t hidden_count;

void arguments_are(const char *name, char **argv)
{
	command = name;
	argument = argv;
}

void hide_argument(const char *value)
{
	if (hidden_count < sizeof hidden / sizeof *hidden)
		hidden[hidden_count++] = value;
}

void default_argument(const char *option)
{
	if (default_count < sizeof defaults / sizeof *defaults)
		defaults[default_count++] = option;
}

void default_random(int64_t *seed, int64_t *replication)
{
	if (*seed < 0) {
		*seed = 1;
		default_argument("--seed 1");
	}
	if (*replication < 0) {
		*replication = 1;
		default_argument("--replication 1");
	}
}

/* Whether an argument is or holds a value that is hidden, or is the option before it. */
static bool is_hidden(int i)
{
	for (size_t h = 0; h < hidden_count; h++) {
		const char *value = hidden[h];
		if ((value >= argument[i] && value <= argument[i] + strlen(argument[i])) ||
			value == argument[i + 1])
			return true;
	}
	return false;
}

const char *command_line(void)
{
	static char line[2048];
	size_t used = (size_t)snprintf(line, sizeof line, "%s %s", command, SWF_VERSION);
	for (int i = 1; i < optind && used < sizeof line; i++) {
		if (is_hidden(i))
			continue;
		char *word = quoted(argument[i]);
		used += (size_t)snprintf(line + used, sizeof line - used, " %s", word);
		free(word);
	}
	for (size_t i = 0; i < default_count && used < sizeof line; i++)
		used += (size_t)snprintf(line + used, sizeof line - used, " %s", defaults[i]);
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	return line;
}

char *cut_word(char **rest)
{
	char *from = *rest + strspn(*rest, " \t"), *word = from, *to = from, quote = '\0';
	if (*from == '\0')
		return NULL;
	for (; *from != '\0'; from++) {
		if (quote == '\0' && (*from == ' ' || *from == '\t'))
			break;
		if (quote == '\0' && (*from == '\'' || *from == '"'))
			quote = *from;
		else if (*from == quote)
			quote = '\0';
		else if (quote == '\0' && *from == '\\' && from[1] != '\0')
			*to++ = *++from;
		else
			*to++ = *from;
	}
	*rest = from + (*from != '\0');
	*to = '\0';
	return word;
}

char *quoted(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./,:=+@%";
	char *word = checked(malloc(4 * strlen(text) + 3)), *end = word;
	if (text[0] != '\0' && text[strspn(text, plain)] == '\0')
		return strcpy(word, text);
	*end++ = '\'';
	for (; *text != '\0'; text++) {
		if (*text != '\'') {
			*end++ = *text;
			continue;
		}
		memcpy(end, "'\\''", 4);
		end += 4;
	}
	memcpy(end, "'", 2);
	return word;
}
