/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output-forms.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool skip_value(const char **at);

static void skip_blanks(const char **at)
{
	*at += strspn(*at, " \t\r\n");
}

static bool skip(const char **at, const char *word)
{
	size_t length = strlen(word);
	if (strncmp(*at, word, length) != 0)
		return false;
	*at += length;
	return true;
}

static bool skip_string(const char **at)
{
	if (!skip(at, "\""))
		return false;
	for (; **at != '"'; (*at)++) {
		if ((unsigned char)**at < ' ')
			return false;
		if (**at != '\\')
			continue;
		(*at)++;
		if (**at == '\0' || !strchr("\"\\/bfnrtu", **at))
			return false;
		for (int i = 1; **at == 'u' && i <= 4; i++)
			if (!isxdigit((unsigned char)(*at)[i]))
				return false;
	}
	return skip(at, "\"");
}

static bool skip_digits(const char **at)
{
	size_t count = strspn(*at, "0123456789");
	*at += count;
	return count > 0;
}

static bool skip_number(const char **at)
{
	skip(at, "-");
	bool is_zero = **at == '0';
	const char *begin = *at;
	if (!skip_digits(at) || (is_zero && *at - begin > 1))
		return false;
	if (skip(at, ".") && !skip_digits(at))
		return false;
	if (!skip(at, "e") && !skip(at, "E"))
		return true;
	if (!skip(at, "-"))
		skip(at, "+");
	return skip_digits(at);
}

/* From behind the first bracket, to behind the last one. */
static bool skip_members(const char **at, bool have_names, const char *end)
{
	skip_blanks(at);
	if (skip(at, end))
		return true;
	for (;;) {
		skip_blanks(at);
		if (have_names) {
			if (!skip_string(at))
				return false;
			skip_blanks(at);
			if (!skip(at, ":"))
				return false;
		}
		if (!skip_value(at))
			return false;
		if (skip(at, end))
			return true;
		if (!skip(at, ","))
			return false;
	}
}

static bool skip_value(const char **at)
{
	bool right;
	skip_blanks(at);
	if (skip(at, "{"))
		right = skip_members(at, true, "}");
	else if (skip(at, "["))
		right = skip_members(at, false, "]");
	else if (**at == '"')
		right = skip_string(at);
	else
		right = skip(at, "null") || skip(at, "true") || skip(at, "false") ||
			skip_number(at);
	skip_blanks(at);
	return right;
}

bool is_json(const struct text *t)
{
	const char *at = t->bytes;
	return skip_value(&at) && at == t->bytes + t->length;
}

bool is_ndjson(const struct text *t)
{
	const char *line = t->bytes, *const end = t->bytes + t->length, *newline;
	bool right = true;
	for (; right && line < end; line = newline + 1) {
		newline = memchr(line, '\n', (size_t)(end - line));
		if (newline == NULL || *line != '{')
			return false;
		struct text object = copy_of(line, (size_t)(newline - line));
		right = is_json(&object);
		free(object.bytes);
	}
	return right;
}

bool is_csv(const struct text *t)
{
	size_t cells = 1, cells_of_first = 0;
	bool is_quoted = false;
	for (size_t i = 0; i < t->length; i++) {
		char c = t->bytes[i];
		if (c == '"')
			is_quoted = !is_quoted;
		if (is_quoted)
			continue;
		if (c == ',')
			cells++;
		if (c != '\n')
			continue;
		if (cells_of_first == 0)
			cells_of_first = cells;
		if (cells != cells_of_first)
			return false;
		cells = 1;
	}
	return !is_quoted && (t->length == 0 || t->bytes[t->length - 1] == '\n');
}
