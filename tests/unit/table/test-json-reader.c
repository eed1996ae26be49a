/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "support/file-bytes.h"
#include "table/json-reader.h"
#include "unit/suites.h"

static struct swf_json_reader *open_file(FILE *file)
{
	struct swf_error error;
	rewind(file);
	struct swf_json_reader *json = swf_json_new_bytes(file_bytes(file), "list", &error);
	ck_assert_ptr_nonnull(json);
	return json;
}

static struct swf_json_reader *open_text(const char *text)
{
	FILE *file = tmpfile();
	fputs(text, file);
	return open_file(file);
}

/* All pieces, a character each: names, texts and numbers with what they say. Then the error, if
 * any.
 */
static char *all_pieces(const char *text)
{
	static const char kinds[] = "$OoAanxdTFN";
	struct swf_error error = {.text = ""};
	FILE *file = tmpfile();
	struct swf_json_reader *json = open_text(text);
	enum swf_json_piece piece;
	while ((piece = swf_json_next(json, &error)) > SWF_JSON_END) {
		fputc(kinds[piece], file);
		if (strchr("nxd", kinds[piece]) != NULL)
			fprintf(file, "<%s>", swf_json_text(json));
	}
	fputs(error.text, file);
	swf_json_free(json);
	return content(file);
}

START_TEST(pieces_of_texts)
{
	static const struct {
		const char *text, *pieces;
	} cases[] = {{"", ""}, {" \n\t\r ", ""}, {"{}", "Oo"}, {"[]", "Aa"}, {"7", "d<7>"},
		{"[1,-2.50,3e5,0,-0,1E-7]", "Ad<1>d<-2.50>d<3e5>d<0>d<-0>d<1E-7>a"},
		{"{\"a\": [true, false, null], \"\": {}}", "On<a>ATFNan<>Ooo"},
		{"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "x<\"\\/\b\f\n\r\t>"},
		{"\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"",
			"x<A\303\251\342\202\254\360\237\230\200>"},
		/* halves of pairs */
		{"\"\\ud83d\"", "x<\357\277\275>"}, {"\"\\ude00x\"", "x<\357\277\275x>"},
		{"\"\\ud83d\\n\"", "x<\357\277\275\n>"}, {"\"\\ud83d\\u0041\"", "x<\357\277\275A>"},
		{"\"\\ud83d\\ud83d\\ude00\"", "x<\357\277\275\360\237\230\200>"},
		/* bytes that are no UTF-8 stay */
		{"\"\351\"", "x<\351>"}, {"\357\273\277[]", "Aa"}, {"{}\n{} []", "OoOoAa"},
		{"[\n1,\n]", "Ad<1>list:3: no JSON: a value expected, not ']'"},
		{"[1 2]", "Ad<1>list:1: no JSON: a comma or ']' expected, not '2'"},
		{"{\"a\" 1}", "Olist:1: no JSON: a colon expected, not '1'"},
		{"{\"a\": 1", "On<a>d<1>list:1: the JSON ends too early: cut off?"},
		{"{1: 1}", "Olist:1: no JSON: the name of a member, in quotes, expected, not '1'"},
		{"}", "list:1: no JSON: a value expected, not '}'"},
		{"[}", "Alist:1: no JSON: a value expected, not '}'"},
		{"[.5]", "Alist:1: no JSON: a value expected, not '.'"},
		{"[+5]", "Alist:1: no JSON: a value expected, not '+'"},
		{"[tru]", "Alist:1: no JSON: true, false or null expected, not ']'"},
		{"\"\\u00g0\"", "list:1: no JSON: a hexadecimal digit expected, not 'g'"},
		{"\"\\u0000\"", "list:1: a NUL character in a text"},
		{"\n\"a\nb\"",
			"list:2: no JSON: a character of a text expected, not the byte 0x0a"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *got = all_pieces(cases[i].text);
		if (strcmp(got, cases[i].pieces) != 0)
			ck_abort_msg(
				"'%s' gives '%s', not '%s'", cases[i].text, got, cases[i].pieces);
		free(got);
	}
}
END_TEST

/* Of each value of an array the line on which it begins. */
START_TEST(lines_and_skipping)
{
	struct swf_error error;
	struct swf_json_reader *json = open_text("[\n{\"a\": [1,\n{}]},\n\n[[2]\n], 3\n,\"x\"]\n");
	static const int64_t lines[] = {2, 5, 6, 7};
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY);
	for (size_t i = 0; i < 4; i++) {
		const enum swf_json_piece piece = swf_json_next(json, &error);
		ck_assert_int_eq(swf_json_line(json), lines[i]);
		ck_assert_int_eq(swf_json_skip(json, piece, &error), 0);
	}
	ck_assert_int_eq(swf_json_refuse(json, &error, "no %s", "x"), -1);
	ck_assert_str_eq(error.text, "list:7: no x");
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY_END);
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_END);
	swf_json_free(json);
	json = open_text("[[1, 2");
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY);
	ck_assert_int_eq(swf_json_skip(json, SWF_JSON_ARRAY, &error), -1);
	ck_assert_str_eq(error.text, "list:1: the JSON ends too early: cut off?");
	swf_json_free(json);
}
END_TEST

/* A text of 1,000,000 characters of one escape each, which no block ends evenly with; and as many
 * blanks and numbers. */
START_TEST(blocks)
{
	enum { MANY = 1000000 };
	struct swf_error error;
	FILE *file = tmpfile();
	fputs("[\"", file);
	for (int i = 0; i < MANY; i++)
		fputs("\\u00e9", file);
	fputs("x\"", file);
	for (int i = 0; i < MANY; i++)
		fprintf(file, ",\n %d", i);
	fputs("]", file);
	struct swf_json_reader *json = open_file(file);
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY);
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_TEXT);
	ck_assert_uint_eq(strlen(swf_json_text(json)), 2 * MANY + 1);
	ck_assert_str_eq(swf_json_text(json) + 2 * MANY - 2, "\303\251x");
	for (int i = 0; i < MANY; i++) {
		ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_NUMBER);
		ck_assert_int_eq(atoi(swf_json_text(json)), i);
		ck_assert_int_eq(swf_json_line(json), i + 2);
	}
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY_END);
	swf_json_free(json);
}
END_TEST

/* A byte order mark counts only where the text begins. Elsewhere it is a character, here of three
 * bytes: among any three blocks in a row is one that begins with it. */
START_TEST(marks_at_the_beginning_of_blocks)
{
	enum { MANY = 100000 };
	struct swf_error error;
	FILE *file = tmpfile();
	fputs("\357\273\277[\"", file);
	for (int i = 0; i < MANY; i++)
		fputs("\357\273\277", file);
	fputs("\"]", file);
	struct swf_json_reader *json = open_file(file);
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_ARRAY);
	ck_assert_int_eq(swf_json_next(json, &error), SWF_JSON_TEXT);
	ck_assert_uint_eq(strlen(swf_json_text(json)), 3 * MANY);
	swf_json_free(json);
}
END_TEST

START_TEST(values_within_others)
{
	char text[140] = "";
	struct swf_error error;
	for (int depth = 64; depth <= 65; depth++) {
		memset(text, '[', (size_t)depth);
		memset(text + depth, ']', (size_t)depth);
		text[2 * depth] = '\0';
		struct swf_json_reader *json = open_text(text);
		int pieces = 0;
		enum swf_json_piece piece;
		while ((piece = swf_json_next(json, &error)) > SWF_JSON_END)
			pieces++;
		ck_assert_int_eq(pieces, depth == 64 ? 128 : 64);
		ck_assert_int_eq(piece, depth == 64 ? SWF_JSON_END : SWF_JSON_ERROR);
		swf_json_free(json);
	}
	ck_assert_str_eq(error.text, "list:1: values within more than 64 others");
}
END_TEST

START_TEST(files_not_there)
{
	struct swf_error error;
	ck_assert_ptr_null(swf_json_new("/nonexistent", &error));
	ck_assert_str_eq(error.text, "/nonexistent: No such file or directory");
}
END_TEST

Suite *json_reader_suite(void)
{
	return suite_of("json_reader",
		(const TTest *const[]){pieces_of_texts, lines_and_skipping, blocks,
			marks_at_the_beginning_of_blocks, values_within_others, files_not_there,
			NULL});
}
