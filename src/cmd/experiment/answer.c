/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiment/answer.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/messages.h"

static size_t columns_of(const char *text, size_t length)
{
	size_t columns = 0;
	for (size_t i = 0; i < length; i++)
		columns += ((unsigned char)text[i] & 0xC0) != 0x80;
	return columns;
}

/* The length of the first word of a text, to which belong the units behind a number. */
static size_t unbroken(const char *text)
{
	static const char *const units[] = {"s", "min", "h", "d", "%"};
	size_t length = strcspn(text, " ");
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		const char *next = text + length + (text[length] == ' ');
		const size_t unit = strcspn(next, " ,.;:)");
		if (length > 0 && text[length - 1] >= '0' && text[length - 1] <= '9' &&
			unit == strlen(units[i]) && strncmp(next, units[i], unit) == 0)
			return (size_t)(next - text) + strcspn(next, " ");
	}
	return length;
}

/* Breaks a line between words, and goes on below its first word. */
static void print_broken(const char *line, size_t width)
{
	const size_t blanks = strspn(line, " ");
	const size_t indent = blanks + (strncmp(line + blanks, "- ", 2) == 0 ? 2 : 0);
	size_t column = indent;
	printf("%.*s", (int)indent, line);
	for (const char *word = line + indent; *word != '\0';) {
		const size_t length = unbroken(word), columns = columns_of(word, length);
		const bool is_first = column == indent;
		const bool is_over = !is_first && column + 1 + columns > width;
		if (is_over)
			printf("\n%*s", (int)indent, "");
		printf("%s%.*s", is_first || is_over ? "" : " ", (int)length, word);
		column = (is_over ? indent : column + !is_first) + columns;
		word += length + strspn(word + length, " ");
	}
}

void print_answer(const char *path)
{
	enum { WIDTH = 80 };
	char *line = NULL;
	size_t room = 0;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		die("%s: %s", path, strerror(errno));
	while (getline(&line, &room, file) > 0) {
		const bool is_ended = strchr(line, '\n') != NULL;
		line[strcspn(line, "\n")] = '\0';
		const char *text = line + strspn(line, " ");
		if (isatty(STDOUT_FILENO) && strstr(text, "  ") == NULL)
			print_broken(line, WIDTH);
		else
			fputs(line, stdout);
		if (is_ended)
			putchar('\n');
	}
	if (!feof(file))
		die("%s: %s", path, strerror(errno));
	free(line);
	fclose(file);
}
