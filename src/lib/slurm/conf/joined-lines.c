#include "slurm/conf/joined-lines.h"

#include <ctype.h>
#include <stdbool.h>

#include "base/array.h"
#include "base/input.h"

int swf_slurm_lines_open(struct swf_slurm_lines *lines, const char *file, struct swf_error *error)
{
	struct swf_bytes bytes;
	*lines = (struct swf_slurm_lines){.file = swf_input_name(file)};
	if (swf_input_open(file, &bytes, error) != 0)
		return -1;
	return swf_lines_init(&lines->lines, bytes) == 0 ? 0 : swf_fail_memory(error);
}

void swf_slurm_lines_close(struct swf_slurm_lines *lines)
{
	swf_lines_clear(&lines->lines);
	free(lines->text);
	*lines = (struct swf_slurm_lines){0};
}

static bool is_space(char c)
{
	return isspace((unsigned char)c) != 0;
}

static int append(
	struct swf_slurm_lines *lines, const char *text, size_t length, struct swf_error *error)
{
	while (lines->length + length >= lines->capacity) {
		char *larger = swf_array_reserve_from(
			1024, lines->text, lines->capacity, &lines->capacity, 1);
		if (larger == NULL)
			return swf_fail_memory(error);
		lines->text = larger;
	}
	memcpy(lines->text + lines->length, text, length);
	lines->length += length;
	lines->text[lines->length] = '\0';
	return 0;
}

/* The length of a line without its comment. A backslash before "#" makes it a character. */
static size_t without_comment(const char *line, size_t length)
{
	size_t backslashes = 0;
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '#' && backslashes % 2 == 0)
			return i;
		backslashes = line[i] == '\\' ? backslashes + 1 : 0;
	}
	return length;
}

/* Whether the next line continues this one: it ends with a backslash that is not itself escaped.
 * Then the length becomes that without it. */
static bool is_continued(const char *line, size_t *length)
{
	size_t end = *length, backslashes = 0;
	while (end > 0 && is_space(line[end - 1]))
		end--;
	while (backslashes < end && line[end - 1 - backslashes] == '\\')
		backslashes++;
	if (backslashes % 2 == 0)
		return false;
	*length = end - 1;
	return true;
}

/* And blanks at the end. */
static void remove_escapes(struct swf_slurm_lines *lines)
{
	char *to = lines->text;
	const char *const end = lines->text + lines->length;
	for (const char *from = lines->text; from < end; from++) {
		if (*from == '\\' && from + 1 < end)
			from++;
		*to++ = *from;
	}
	while (to > lines->text && is_space(to[-1]))
		to--;
	*to = '\0';
	lines->length = (size_t)(to - lines->text);
}

int swf_slurm_lines_next(struct swf_slurm_lines *lines, struct swf_error *error)
{
	bool goes_on = true;
	char *line;
	size_t length;
	int got = 1;
	lines->length = 0;
	lines->line = lines->lines_read + 1;
	while (goes_on && (got = swf_lines_next(&lines->lines, &line, &length, error)) == 1) {
		lines->lines_read++;
		if (memchr(line, '\0', length) != NULL)
			return swf_fail(error, "%s:%zu: a NUL byte: not a text", lines->file,
				lines->lines_read);
		length = without_comment(line, length);
		goes_on = is_continued(line, &length);
		if (append(lines, line, length, error) != 0)
			return -1;
	}
	if (got < 0) {
		const struct swf_error cause = *error;
		return swf_fail(error, "%s: %s", lines->file, cause.text);
	}
	if (lines->lines_read < lines->line)
		return 0;
	remove_escapes(lines);
	return 1;
}
