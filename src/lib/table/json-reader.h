/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads JSON (RFC 8259) piece by piece, so that a file of any length takes no more memory than its
 * longest text: one value, or several behind each other, as in NDJSON. Gzip is recognized, and a
 * byte order mark is passed over. Bytes of texts that are not UTF-8 stay as they are. Texts with a
 * NUL character, and values within more than 64 others, are errors.
 */
#ifndef SWF_TABLE_JSON_READER_H
#define SWF_TABLE_JSON_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/bytes.h"
#include "swfcore/error.h"

enum swf_json_piece {
	SWF_JSON_ERROR = -1,
	SWF_JSON_END, /* of the input */
	SWF_JSON_OBJECT,
	SWF_JSON_OBJECT_END,
	SWF_JSON_ARRAY,
	SWF_JSON_ARRAY_END,
	SWF_JSON_NAME, /* of a member, whose value follows */
	SWF_JSON_TEXT,
	SWF_JSON_NUMBER,
	SWF_JSON_TRUE,
	SWF_JSON_FALSE,
	SWF_JSON_NULL
};

struct swf_json_reader;

/* Opens a file, or the standard input for "-". NULL with the error set. */
struct swf_json_reader *swf_json_new(const char *path, struct swf_error *error);

/* The same for any source of bytes, which it takes over; `name` stands for it in messages. */
struct swf_json_reader *swf_json_new_bytes(
	struct swf_bytes bytes, const char *name, struct swf_error *error);

void swf_json_free(struct swf_json_reader *reader);

/* The next piece. After an error there is no other. */
enum swf_json_piece swf_json_next(
	struct swf_json_reader *reader, struct swf_error *error) SWF_MUST_CHECK;

/* The name, the text without its quotes and escapes, or the number as it is written, of the piece
 * read last. It stays until the next one is read. */
const char *swf_json_text(const struct swf_json_reader *reader);

/* Reads to the end of the value of which `piece` is the first. 0, or -1 with the error set. */
int swf_json_skip(struct swf_json_reader *reader, enum swf_json_piece piece,
	struct swf_error *error) SWF_MUST_CHECK;

/* The line of the piece read last, from 1. */
int64_t swf_json_line(const struct swf_json_reader *reader);

/* Sets the error to "FILE:LINE: what" about the piece read last. Returns -1. */
int swf_json_refuse(const struct swf_json_reader *reader, struct swf_error *error,
	const char *format, ...) SWF_PRINTF(3, 4);

#endif
