/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/json-reader.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/input.h"
#include "base/number.h"

enum { BLOCK = 1 << 16, DEPTH_MOST = 64 };

/* What may come next. */
enum expected {
	VALUE,          /* behind a name or a comma */
	FIRST_VALUE,    /* of an array, or its end */
	FIRST_NAME,     /* of an object, or its end */
	NAME,           /* behind a comma */
	COMMA,          /* or the end of what it is in */
	OUTERMOST_VALUE /* or the end of the input */
};

/* `at` is the next byte, up to `end`. The objects and arrays around it are bits of `objects`, the
 * innermost the lowest: 1 for an object. So nothing recurs. */
struct swf_json_reader {
	struct swf_bytes bytes;
	char *name;
	enum expected expected;
	int depth;
	uint64_t objects;
	bool begun; /* the first block has been read */
	bool failed;
	int64_t line, piece_line;
	char *text; /* of the piece, ended by NUL */
	size_t length, capacity;
	const unsigned char *at, *end;
	unsigned char block[BLOCK];
};

/* In place of a byte. */
enum { AT_END = -1, NO_BYTE = -2 };

static int fail(struct swf_json_reader *r, struct swf_error *error, const char *what)
{
	r->failed = true;
	r->piece_line = r->line;
	return swf_json_refuse(r, error, "%s", what);
}

static int fail_memory(struct swf_json_reader *r, struct swf_error *error)
{
	r->failed = true;
	return swf_fail_memory(error);
}

struct swf_json_reader *swf_json_new_bytes(
	struct swf_bytes bytes, const char *name, struct swf_error *error)
{
	struct swf_json_reader *r = calloc(1, sizeof *r);
	if (r == NULL && bytes.close != NULL)
		bytes.close(bytes.context);
	if (r != NULL) {
		r->bytes = bytes;
		r->name = strdup(name);
		r->line = r->piece_line = 1;
		r->expected = OUTERMOST_VALUE;
		if (r->name != NULL)
			return r;
	}
	swf_json_free(r);
	swf_fail_memory(error);
	return NULL;
}

struct swf_json_reader *swf_json_new(const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	if (swf_input_open(path, &bytes, error) != 0)
		return NULL;
	return swf_json_new_bytes(bytes, swf_input_name(path), error);
}

void swf_json_free(struct swf_json_reader *reader)
{
	if (reader == NULL)
		return;
	if (reader->bytes.close != NULL)
		reader->bytes.close(reader->bytes.context);
	free(reader->name);
	free(reader->text);
	free(reader);
}

const char *swf_json_text(const struct swf_json_reader *reader)
{
	return reader->text;
}

int64_t swf_json_line(const struct swf_json_reader *reader)
{
	return reader->piece_line;
}

int swf_json_refuse(
	const struct swf_json_reader *reader, struct swf_error *error, const char *format, ...)
{
	char text[400];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return swf_fail(error, "%s:%lld: %s", reader->name, (long long)reader->piece_line, text);
}

/* Reads the next block, where the last is used up: 1, 0 at the end, -1 with the error set. */
static int fill(struct swf_json_reader *r, struct swf_error *error)
{
	struct swf_error why;
	const ptrdiff_t got = r->bytes.read(r->bytes.context, (char *)r->block, BLOCK, &why);
	if (got < 0) {
		r->failed = true;
		return swf_fail(error, "%s: %s", r->name, why.text);
	}
	r->at = r->block;
	r->end = r->block + got;
	if (!r->begun && got >= 3 && memcmp(r->block, "\xEF\xBB\xBF", 3) == 0)
		r->at += 3;
	r->begun = true;
	return got > 0;
}

/* The next byte, which stays; AT_END; or NO_BYTE with the error set. */
static int peek(struct swf_json_reader *r, struct swf_error *error)
{
	while (r->at == r->end) {
		const int filled = fill(r, error);
		if (filled <= 0)
			return filled == 0 ? AT_END : NO_BYTE;
	}
	return *r->at;
}

static void pass(struct swf_json_reader *r)
{
	r->line += *r->at++ == '\n';
}

static int put_byte(struct swf_json_reader *r, int byte, struct swf_error *error)
{
	char *text = swf_array_reserve(r->text, r->length, &r->capacity, 1);
	if (text == NULL)
		return fail_memory(r, error);
	r->text = text;
	r->text[r->length++] = (char)byte;
	return 0;
}

/* Adds a character in UTF-8. */
static int put_character(struct swf_json_reader *r, unsigned character, struct swf_error *error)
{
	if (character < 0x80)
		return put_byte(r, (int)character, error);
	static const unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
	const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
	int status = put_byte(r, (int)(leads[more] | character >> (6 * more)), error);
	for (int i = more - 1; i >= 0 && status == 0; i--)
		status = put_byte(r, (int)(0x80 | (character >> (6 * i) & 0x3F)), error);
	return status;
}

/* What cannot stand here, in a message: a byte, or the end. */
static int unexpected(
	struct swf_json_reader *r, int byte, const char *expected, struct swf_error *error)
{
	char what[120];
	if (byte == NO_BYTE)
		return -1;
	if (byte == AT_END)
		return fail(r, error, "the JSON ends too early: cut off?");
	if (byte > ' ' && byte < 0x7F)
		snprintf(what, sizeof what, "no JSON: %s expected, not '%c'", expected, byte);
	else
		snprintf(what, sizeof what, "no JSON: %s expected, not the byte 0x%02x", expected,
			(unsigned)byte);
	return fail(r, error, what);
}

/* Reads the four digits of an escape. */
static int read_hex(struct swf_json_reader *r, unsigned *value, struct swf_error *error)
{
	*value = 0;
	for (int i = 0; i < 4; i++) {
		static const char digits[] = "0123456789abcdefABCDEF";
		const int byte = peek(r, error);
		const char *digit = byte > 0 ? strchr(digits, byte) : NULL;
		if (digit == NULL)
			return unexpected(r, byte, "a hexadecimal digit", error);
		const unsigned place = (unsigned)(digit - digits);
		*value = *value * 16 + (place < 16 ? place : place - 6);
		pass(r);
	}
	return 0;
}

static bool is_high_surrogate(unsigned c)
{
	return c >= 0xD800 && c < 0xDC00;
}

static bool is_low_surrogate(unsigned c)
{
	return c >= 0xDC00 && c < 0xE000;
}

/* Reads what is behind "\u": a half of a pair without the other becomes U+FFFD. */
static int read_unicode(struct swf_json_reader *r, struct swf_error *error)
{
	unsigned c, low = 0;
	if (read_hex(r, &c, error) != 0)
		return -1;
	while (is_high_surrogate(c)) {
		if (peek(r, error) != '\\')
			break;
		pass(r);
		if (peek(r, error) != 'u')
			return put_character(r, 0xFFFD, error) != 0 ? -1 : 1;
		pass(r);
		if (read_hex(r, &low, error) != 0)
			return -1;
		if (is_low_surrogate(low)) {
			c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
		} else {
			if (put_character(r, 0xFFFD, error) != 0)
				return -1;
			c = low;
		}
	}
	if (c == 0)
		return fail(r, error, "a NUL character in a text");
	if (is_high_surrogate(c) || is_low_surrogate(c))
		c = 0xFFFD;
	return put_character(r, c, error);
}

/* Reads what is behind a backslash. */
static int read_escape(struct swf_json_reader *r, struct swf_error *error)
{
	static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	int status = 1;
	while (status == 1) {
		const int byte = peek(r, error);
		const char *escape = byte > 0 ? strchr(escapes, byte) : NULL;
		if (byte != 'u' && escape == NULL)
			return unexpected(r, byte, "one of \"\\/bfnrtu behind a backslash", error);
		pass(r);
		/* 1 where a backslash has been read that begins another */
		status = byte == 'u' ? read_unicode(r, error)
				     : put_byte(r, meant[escape - escapes], error);
	}
	return status;
}

/* Reads the text behind its first quote. */
static int read_text(struct swf_json_reader *r, struct swf_error *error)
{
	for (;;) {
		const int byte = peek(r, error);
		if (byte < ' ')
			return unexpected(r, byte, "a character of a text", error);
		pass(r);
		if (byte == '"')
			return put_byte(r, '\0', error);
		if ((byte == '\\' ? read_escape(r, error) : put_byte(r, byte, error)) != 0)
			return -1;
	}
}

/* Adds the digits that are there: at least one. */
static int read_digits(struct swf_json_reader *r, struct swf_error *error)
{
	int byte = peek(r, error);
	if (byte < 0 || !swf_is_digit((char)byte))
		return unexpected(r, byte, "a digit", error);
	for (; byte >= 0 && swf_is_digit((char)byte); byte = peek(r, error)) {
		if (put_byte(r, byte, error) != 0)
			return -1;
		pass(r);
	}
	return byte == NO_BYTE ? -1 : 0;
}

/* Adds the next byte where it is one of some: 1, or 0 where it is none, or -1. */
static int read_one_of(struct swf_json_reader *r, const char *some, struct swf_error *error)
{
	const int byte = peek(r, error);
	if (byte == NO_BYTE)
		return -1;
	if (byte <= 0 || strchr(some, byte) == NULL)
		return 0;
	pass(r);
	return put_byte(r, byte, error) == 0 ? 1 : -1;
}

static int read_number(struct swf_json_reader *r, struct swf_error *error)
{
	int got = read_one_of(r, "-", error);
	if (got < 0)
		return -1;
	got = read_one_of(r, "0", error);
	if (got < 0 || (got == 0 && read_digits(r, error) != 0))
		return -1;
	got = read_one_of(r, ".", error);
	if (got < 0 || (got == 1 && read_digits(r, error) != 0))
		return -1;
	got = read_one_of(r, "eE", error);
	if (got == 1 && (got = read_one_of(r, "+-", error)) >= 0)
		got = read_digits(r, error);
	return got < 0 ? -1 : put_byte(r, '\0', error);
}

/* Reads "true" and its like. */
static int read_word(struct swf_json_reader *r, const char *word, struct swf_error *error)
{
	for (; *word != '\0'; word++) {
		const int byte = peek(r, error);
		if (byte != *word)
			return unexpected(r, byte, "true, false or null", error);
		pass(r);
	}
	return 0;
}

static enum swf_json_piece begin(
	struct swf_json_reader *r, enum swf_json_piece piece, struct swf_error *error)
{
	if (r->depth == DEPTH_MOST)
		return fail(r, error, "values within more than 64 others");
	pass(r);
	r->depth++;
	r->objects = r->objects << 1 | (piece == SWF_JSON_OBJECT);
	r->expected = piece == SWF_JSON_OBJECT ? FIRST_NAME : FIRST_VALUE;
	return piece;
}

static enum swf_json_piece end(struct swf_json_reader *r)
{
	const enum swf_json_piece piece = r->objects & 1 ? SWF_JSON_OBJECT_END : SWF_JSON_ARRAY_END;
	pass(r);
	r->depth--;
	r->objects >>= 1;
	r->expected = r->depth > 0 ? COMMA : OUTERMOST_VALUE;
	return piece;
}

static enum swf_json_piece read_value(struct swf_json_reader *r, int byte, struct swf_error *error)
{
	enum swf_json_piece piece = SWF_JSON_NUMBER;
	int status;
	if (byte == '{' || byte == '[')
		return begin(r, byte == '{' ? SWF_JSON_OBJECT : SWF_JSON_ARRAY, error);
	if (byte == '"') {
		pass(r);
		piece = SWF_JSON_TEXT;
		status = read_text(r, error);
	} else if (byte == 't' || byte == 'f' || byte == 'n') {
		piece = byte == 't' ? SWF_JSON_TRUE : byte == 'f' ? SWF_JSON_FALSE : SWF_JSON_NULL;
		status = read_word(r, byte == 't' ? "true" : byte == 'f' ? "false" : "null", error);
	} else if (byte == '-' || (byte >= '0' && byte <= '9')) {
		status = read_number(r, error);
	} else {
		status = unexpected(r, byte, "a value", error);
	}
	r->expected = r->depth > 0 ? COMMA : OUTERMOST_VALUE;
	return status == 0 ? piece : SWF_JSON_ERROR;
}

/* Passes over blanks. Returns the byte behind them, which stays. */
static int pass_blanks(struct swf_json_reader *r, struct swf_error *error)
{
	for (;;) {
		const int byte = peek(r, error);
		if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r')
			return byte;
		pass(r);
	}
}

static enum swf_json_piece read_name(struct swf_json_reader *r, int byte, struct swf_error *error)
{
	if (byte != '"')
		return unexpected(r, byte, "the name of a member, in quotes,", error);
	pass(r);
	if (read_text(r, error) != 0)
		return SWF_JSON_ERROR;
	byte = pass_blanks(r, error);
	if (byte != ':')
		return unexpected(r, byte, "a colon", error);
	pass(r);
	r->expected = VALUE;
	return SWF_JSON_NAME;
}

enum swf_json_piece swf_json_next(struct swf_json_reader *reader, struct swf_error *error)
{
	struct swf_json_reader *r = reader;
	const char closing = r->objects & 1 ? '}' : ']';
	if (r->failed)
		return fail(r, error, "no JSON");
	r->length = 0;
	int byte = pass_blanks(r, error);
	r->piece_line = r->line;
	if (byte == AT_END && r->expected == OUTERMOST_VALUE)
		return SWF_JSON_END;
	const bool may_end =
		r->expected == COMMA || r->expected == FIRST_NAME || r->expected == FIRST_VALUE;
	if (byte == closing && r->depth > 0 && may_end)
		return end(r);
	if (r->expected == COMMA) {
		if (byte != ',')
			return unexpected(r, byte,
				closing == '}' ? "a comma or '}'" : "a comma or ']'", error);
		pass(r);
		r->expected = closing == '}' ? NAME : VALUE;
		byte = pass_blanks(r, error);
		r->piece_line = r->line;
	}
	if (r->expected == NAME || r->expected == FIRST_NAME)
		return read_name(r, byte, error);
	return read_value(r, byte, error);
}

int swf_json_skip(
	struct swf_json_reader *reader, enum swf_json_piece piece, struct swf_error *error)
{
	int depth = 0;
	for (;;) {
		depth += piece == SWF_JSON_OBJECT || piece == SWF_JSON_ARRAY;
		depth -= piece == SWF_JSON_OBJECT_END || piece == SWF_JSON_ARRAY_END;
		if (depth <= 0)
			return 0;
		piece = swf_json_next(reader, error);
		if (piece == SWF_JSON_ERROR)
			return -1;
	}
}
