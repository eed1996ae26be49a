/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/number.h"

/*
 * The first byte decides. Text is PLAIN from then on. Gzipped data begin a member, and inflate()
 * finds its end. Between members each byte either begins another member or is padding. Bytes that
 * were read but not used wait in `buffer` at next_in. So nothing is read twice, and a pipe works
 * like a file.
 */

/* The first byte of every gzip member. No text begins with it. */
enum { GZIP_MAGIC = 0x1F, COMPRESSED_BUFFER = 1 << 16 };

struct input {
	int fd;
	enum { BEFORE_FIRST, PLAIN, IN_MEMBER, AFTER_MEMBER, IN_PADDING } state;
	z_stream stream; /* its next_in and avail_in: what has been read and not been used */
	unsigned char buffer[COMPRESSED_BUFFER];
};

/* Returns how many bytes were read, 0 at the end, or -1 with the error set. */
static ptrdiff_t read_raw(struct input *in, void *buffer, size_t size, struct swf_error *error)
{
	ssize_t got;
	do
		got = read(in->fd, buffer, size > INT_MAX ? INT_MAX : size);
	while (got < 0 && errno == EINTR);
	return got >= 0 ? got : swf_fail(error, "%s", strerror(errno));
}

static int begin_member(struct input *in, struct swf_error *error)
{
	enum { GZIP_ALONE = 16 };
	if (in->state == BEFORE_FIRST && inflateInit2(&in->stream, MAX_WBITS + GZIP_ALONE) != Z_OK)
		return swf_fail_memory(error);
	if (in->state == AFTER_MEMBER)
		inflateReset(&in->stream);
	in->state = IN_MEMBER;
	return 0;
}

/* Inflates into the buffer, as far as the bytes at next_in go. Returns how many bytes that gave, -1
 * with the error set. */
static ptrdiff_t inflate_some(struct input *in, char *buffer, size_t size, struct swf_error *error)
{
	in->stream.next_out = (Bytef *)buffer;
	in->stream.avail_out = size > INT_MAX ? INT_MAX : (uInt)size;
	switch (inflate(&in->stream, Z_NO_FLUSH)) {
	case Z_STREAM_END:
		in->state = AFTER_MEMBER;
		break;
	case Z_OK:
	case Z_BUF_ERROR:
		break;
	case Z_MEM_ERROR:
		return swf_fail_memory(error);
	default:
		return swf_fail(error, "damaged compressed data: %s",
			in->stream.msg != NULL ? in->stream.msg : "it needs a dictionary");
	}
	return (char *)in->stream.next_out - buffer;
}

/* Looks at a byte between members: another one may begin, or zeros fill up the last block of a
 * tape. Anything else would be lost. Returns 0, or -1 with the error set. */
static int pass_between(struct input *in, struct swf_error *error)
{
	if (in->state == AFTER_MEMBER && *in->stream.next_in == GZIP_MAGIC)
		return begin_member(in, error);
	if (*in->stream.next_in != 0)
		return swf_fail(error,
			"text that is not compressed follows the compressed data; "
			"compress all parts, or none");
	in->state = IN_PADDING;
	in->stream.next_in++;
	in->stream.avail_in--;
	return 0;
}

static ptrdiff_t read_input(void *context, char *buffer, size_t size, struct swf_error *error)
{
	struct input *in = context;
	while (in->state != PLAIN) {
		if (in->stream.avail_in == 0) {
			const ptrdiff_t got = read_raw(in, in->buffer, sizeof in->buffer, error);
			if (got < 0)
				return -1;
			in->stream.next_in = in->buffer;
			in->stream.avail_in = (uInt)got;
		}
		if (in->stream.avail_in == 0)
			return in->state == IN_MEMBER
				? swf_fail(error, "the compressed data end too early")
				: 0;
		if (in->state == IN_MEMBER) {
			const ptrdiff_t got = inflate_some(in, buffer, size, error);
			if (got != 0)
				return got;
		} else if (in->state != BEFORE_FIRST) {
			if (pass_between(in, error) != 0)
				return -1;
		} else if (*in->stream.next_in != GZIP_MAGIC) {
			in->state = PLAIN;
		} else if (begin_member(in, error) != 0) {
			return -1;
		}
	}
	if (in->stream.avail_in == 0)
		return read_raw(in, buffer, size, error);
	const size_t count = in->stream.avail_in < size ? in->stream.avail_in : size;
	memcpy(buffer, in->stream.next_in, count);
	in->stream.next_in += count;
	in->stream.avail_in -= (uInt)count;
	return (ptrdiff_t)count;
}

static void close_input(void *context)
{
	struct input *in = context;
	inflateEnd(&in->stream); /* does nothing where none began */
	close(in->fd);
	free(in);
}

int swf_input_open(const char *path, struct swf_bytes *bytes, struct swf_error *error)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
			  : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return swf_fail(error, "%s: %s", standard ? "stdin" : path, strerror(errno));
	struct input *in = calloc(1, sizeof *in);
	if (in == NULL) {
		close(fd);
		return swf_fail(error, "%s: out of memory", path);
	}
	in->fd = fd;
	*bytes = (struct swf_bytes){.read = read_input, .close = close_input, .context = in};
	return 0;
}

/*
 * Lines. All complete lines of the buffer lie from next to lines_end; a part of one lies from there
 * to end, and goes to the front before more is read. So a byte is moved once a block at most, and
 * the buffer doubles only for a line of more than half of it.
 */
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
