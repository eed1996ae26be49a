/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of any bytes: pieces follow each other as the grammar has them, within each other and at the
 * end; lines do not go back; what is skipped piece by piece and at once is the same; and after an
 * error there is nothing more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "support/file-bytes.h"
#include "table/json-reader.h"

enum { DEPTH = 64 };

static void check(bool truth)
{
	if (!truth)
		abort();
}

static struct swf_json_reader *open_data(const uint8_t *data, size_t size)
{
	struct swf_error error;
	FILE *file = fmemopen((void *)data, size, "r");
	check(file != NULL);
	struct swf_json_reader *json = swf_json_new_bytes(file_bytes(file), "json", &error);
	check(json != NULL);
	return json;
}

static bool begins(enum swf_json_piece piece)
{
	return piece == SWF_JSON_OBJECT || piece == SWF_JSON_ARRAY;
}

static bool ends(enum swf_json_piece piece)
{
	return piece == SWF_JSON_OBJECT_END || piece == SWF_JSON_ARRAY_END;
}

/* The pieces around the one at hand. */
struct around {
	enum swf_json_piece pieces[DEPTH];
	int depth;
	bool named; /* the last piece was a name */
};

static void check_place(struct around *around, enum swf_json_piece piece)
{
	const bool in_object =
		around->depth > 0 && around->pieces[around->depth - 1] == SWF_JSON_OBJECT;
	if (ends(piece)) {
		check(around->depth > 0 && !around->named);
		check((piece == SWF_JSON_OBJECT_END) == in_object);
		around->depth--;
	} else if (piece == SWF_JSON_NAME) {
		check(in_object && !around->named);
	} else {
		check(around->named == in_object);
	}
	around->named = piece == SWF_JSON_NAME;
	if (begins(piece)) {
		check(around->depth < DEPTH);
		around->pieces[around->depth++] = piece;
	}
}

/* Reads all pieces. Returns how many values stand in no other, or -1 after an error. */
static int read_pieces(const uint8_t *data, size_t size)
{
	struct swf_error error = {.text = ""};
	struct around around = {.depth = 0};
	struct swf_json_reader *json = open_data(data, size);
	enum swf_json_piece piece;
	int64_t line = 1;
	int outermost = 0;
	while ((piece = swf_json_next(json, &error)) > SWF_JSON_END) {
		outermost += around.depth == 0;
		check_place(&around, piece);
		check(swf_json_line(json) >= line);
		line = swf_json_line(json);
		if (piece == SWF_JSON_NAME || piece == SWF_JSON_TEXT || piece == SWF_JSON_NUMBER)
			check(strlen(swf_json_text(json)) <= size);
	}
	check(piece == SWF_JSON_END ? around.depth == 0 && !around.named : error.text[0] != '\0');
	check(swf_json_next(json, &error) == piece);
	swf_json_free(json);
	return piece == SWF_JSON_END ? outermost : -1;
}

/* The same, skipping each. */
static int skip_values(const uint8_t *data, size_t size)
{
	struct swf_error error;
	struct swf_json_reader *json = open_data(data, size);
	enum swf_json_piece piece;
	int outermost = 0;
	while ((piece = swf_json_next(json, &error)) > SWF_JSON_END &&
		swf_json_skip(json, piece, &error) == 0)
		outermost++;
	swf_json_free(json);
	return piece == SWF_JSON_END ? outermost : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		check(read_pieces(data, size) == skip_values(data, size));
	return 0;
}
