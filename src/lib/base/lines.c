#include "base/lines.h"

#include <stdlib.h>

#include "base/number.h"

enum { BLOCK = 1 << 17 };
static const size_t line_limit = (size_t)64 << 20;

int swf_lines_init(struct swf_lines *lines, struct swf_bytes bytes)
{
	*lines = (struct swf_lines){.bytes = bytes, .capacity = BLOCK};
	lines->buffer = calloc(1, lines->capacity + SWF_NUMBER_SLACK);
	lines->next = lines->lines_end = lines->end = lines->buffer;
	return lines->buffer != NULL ? 0 : -1;
}

void swf_lines_clear(struct swf_lines *lines)
{
	if (lines->bytes.close != NULL)
		lines->bytes.close(lines->bytes.context);
	free(lines->buffer);
	*lines = (struct swf_lines){0};
}

/* Makes room after the unread bytes, moving them to the front. */
static int make_room(struct swf_lines *lines, struct swf_error *error)
{
	size_t kept = (size_t)(lines->end - lines->next);
	if (kept >= line_limit)
		return swf_fail(error, "a line of more than 64 MiB");
	memmove(lines->buffer, lines->next, kept);
	if (kept > lines->capacity / 2) {
		char *larger = realloc(lines->buffer, 2 * lines->capacity + SWF_NUMBER_SLACK);
		if (larger == NULL)
			return swf_fail_memory(error);
		lines->buffer = larger;
		lines->capacity *= 2;
	}
	lines->next = lines->lines_end = lines->buffer;
	lines->end = lines->buffer + kept;
	return 0;
}

int swf_lines_fill(struct swf_lines *lines, struct swf_error *error)
{
	if (make_room(lines, error) != 0)
		return -1;
	while (!lines->at_end) {
		size_t space = lines->capacity - (size_t)(lines->end - lines->buffer);
		if (space == 0) {
			if (make_room(lines, error) != 0)
				return -1;
			continue;
		}
		ptrdiff_t got = lines->bytes.read(lines->bytes.context, lines->end, space, error);
		if (got < 0)
			return -1;
		char *fresh = lines->end;
		lines->end += got;
		if (got == 0) {
			lines->at_end = true;
			if (lines->end > lines->next)
				*lines->end++ = '\n'; /* the last line had none; slack has room */
		}
		memset(lines->end, 0, SWF_NUMBER_SLACK - 1);
		for (char *p = lines->end; p > fresh; p--) {
			if (p[-1] == '\n') {
				lines->lines_end = p;
				return 1;
			}
		}
	}
	return 0;
}
