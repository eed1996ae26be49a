/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes from a file or the standard input, decompressed where they are gzipped, and their lines. */
#ifndef SWF_BASE_INPUT_H
#define SWF_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "swfcore/bytes.h"

/* The input as messages print it. */
static inline const char *swf_input_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Returns 0, or -1 with the error set. */
int swf_input_open(const char *path, struct swf_bytes *bytes, struct swf_error *error);

/* The lines of any source of bytes, read in blocks and given out where they lie in the block. */
struct swf_lines {
	struct swf_bytes bytes;
	bool at_end;  /* of the bytes */
	char *buffer; /* capacity + SWF_NUMBER_SLACK bytes, those after `end` NUL */
	size_t capacity;
	const char *next; /* the next line */
	char *lines_end;  /* after the last newline in the buffer */
	char *end;        /* after the last byte */
};

/* Takes over the bytes. Returns 0, or -1 when there is no memory; close it in both cases. */
int swf_lines_init(struct swf_lines *lines, struct swf_bytes bytes) SWF_MUST_CHECK;
void swf_lines_clear(struct swf_lines *lines);

/* To be called where next == lines_end: fills the buffer until it holds a complete line. A last
 * line without a newline gets one. 1, 0 at the end, -1 with the error set, also for a line of more
 * than 64 MiB. */
int swf_lines_fill(struct swf_lines *lines, struct swf_error *error) SWF_MUST_CHECK;

/* The next line, with its newline, to be changed at will: 1, 0 at the end, -1 with the error set.
 * It stays until the next call. */
static inline int swf_lines_next(
	struct swf_lines *lines, char **line, size_t *length, struct swf_error *error)
{
	if (lines->next == lines->lines_end) {
		const int filled = swf_lines_fill(lines, error);
		if (filled != 1)
			return filled;
	}
	char *const begin = lines->buffer + (lines->next - lines->buffer);
	const char *newline = memchr(begin, '\n', (size_t)(lines->lines_end - begin));
	*line = begin;
	*length = (size_t)(newline + 1 - begin);
	lines->next = newline + 1;
	return 1;
}

#endif
