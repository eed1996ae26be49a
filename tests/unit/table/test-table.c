/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "swfcore/table.h"
#include "unit/suites.h"

/* Texts that need escapes, and numbers that are none. */
static char *written(enum swf_format format, int rows)
{
	const char *const names[] = {"name", "a \"b\", c", "stable"};
	struct swf_table *table = swf_table_new(names, 3);
	struct swf_error error;
	if (rows > 0) {
		swf_table_text(table, "x,\"y\"\n\\\t\x1f\x7f");
		swf_table_number(table, 1234567.891);
		swf_table_truth(table, true);
	}
	if (rows > 1) {
		swf_table_text(table, "plain");
		swf_table_number(table, NAN);
		swf_table_truth(table, false);
	}
	if (rows > 2) {
		swf_table_text(table, "");
		swf_table_number(table, -INFINITY);
		swf_table_truth(table, false);
	}
	FILE *file = tmpfile();
	ck_assert_int_eq(swf_table_write(table, file, format, &error), 0);
	swf_table_free(table);
	return content(file);
}

static void check_written(enum swf_format format, int rows, const char *expected)
{
	char *text = written(format, rows);
	ck_assert_str_eq(text, expected);
	free(text);
}

START_TEST(csv_quotes_what_needs_quotes)
{
	check_written(SWF_FORMAT_CSV, 3,
		"name,\"a \"\"b\"\", c\",stable\n\"x,\"\"y\"\"\n\\\t\x1f\x7f\",1234567.891,1\n"
		"plain,,0\n,,0\n");
	check_written(SWF_FORMAT_CSV, 0, "name,\"a \"\"b\"\", c\",stable\n");
}
END_TEST

#define FIRST_OBJECT                                                                               \
	"{\"name\": \"x,\\\"y\\\"\\u000a\\\\\\u0009\\u001f\x7f\", \"a \\\"b\\\", c\": "            \
	"1234567.891, \"stable\": true}"

START_TEST(json_is_an_array_of_objects)
{
	check_written(SWF_FORMAT_JSON, 3,
		"[\n" FIRST_OBJECT ",\n"
		"{\"name\": \"plain\", \"a \\\"b\\\", c\": null, \"stable\": false},\n"
		"{\"name\": \"\", \"a \\\"b\\\", c\": null, \"stable\": false}\n]\n");
	check_written(SWF_FORMAT_JSON, 1, "[\n" FIRST_OBJECT "\n]\n");
	check_written(SWF_FORMAT_JSON, 0, "[]\n");
}
END_TEST

START_TEST(ndjson_is_an_object_a_line)
{
	check_written(SWF_FORMAT_NDJSON, 3,
		FIRST_OBJECT "\n"
			     "{\"name\": \"plain\", \"a \\\"b\\\", c\": null, \"stable\": false}\n"
			     "{\"name\": \"\", \"a \\\"b\\\", c\": null, \"stable\": false}\n");
	check_written(SWF_FORMAT_NDJSON, 1, FIRST_OBJECT "\n");
	check_written(SWF_FORMAT_NDJSON, 0, "");
}
END_TEST

/* Writes the table, closes the file and compares what is in it. */
static void check_file(
	struct swf_table *table, FILE *file, enum swf_format format, const char *expected)
{
	struct swf_error error;
	ck_assert_int_eq(swf_table_write(table, file, format, &error), 0);
	swf_table_free(table);
	char *text = content(file);
	ck_assert_str_eq(text, expected);
	free(text);
}

/* A row is in the file as soon as it is whole, where the format allows; in the end all is the same.
 */
START_TEST(rows_are_streamed)
{
	static const char *const names[] = {"a", "b"};
	static const struct {
		enum swf_format format;
		long written; /* bytes after the first row */
		const char *text;
	} cases[] = {{SWF_FORMAT_CSV, 8, "a,b\n1,x\n2.5,y\n"},
		{SWF_FORMAT_JSON, 20,
			"[\n{\"a\": 1, \"b\": \"x\"},\n{\"a\": 2.5, \"b\": \"y\"}\n]\n"},
		{SWF_FORMAT_NDJSON, 19, "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2.5, \"b\": \"y\"}\n"},
		{SWF_FORMAT_TEXT, 0, "     a  b\n     1  x\n2.5000  y\n"}};
	for (int i = 0; i < 4; i++) {
		struct swf_table *table = swf_table_new(names, 2);
		FILE *file = tmpfile();
		swf_table_stream(table, file, cases[i].format);
		swf_table_number(table, 1);
		swf_table_text(table, "x");
		ck_assert_int_eq(ftell(file), cases[i].written);
		swf_table_number(table, 2.5);
		swf_table_text(table, "y");
		check_file(table, file, cases[i].format, cases[i].text);
	}
}
END_TEST

/* Large numbers of users and fractions of times, of which a plain number would lose digits. */
START_TEST(whole_numbers_and_times_keep_their_digits)
{
	static const char *const names[] = {"user", "submit", "mean"};
	static const struct {
		enum swf_format format;
		const char *text;
	} cases[] = {{SWF_FORMAT_CSV,
			     "user,submit,mean\n9007199254740993,31000000.123,31000000.12\n-1,,\n"},
		{SWF_FORMAT_JSON,
			"[\n{\"user\": 9007199254740993, \"submit\": 31000000.123, \"mean\": "
			"31000000.12},\n"
			"{\"user\": -1, \"submit\": null, \"mean\": null}\n]\n"},
		{SWF_FORMAT_NDJSON,
			"{\"user\": 9007199254740993, \"submit\": 31000000.123, \"mean\": "
			"31000000.12}\n"
			"{\"user\": -1, \"submit\": null, \"mean\": null}\n"},
		{SWF_FORMAT_TEXT,
			"            user       submit         mean\n"
			"9007199254740993  31000000.12  31000000.12\n"
			"              -1            -            -\n"}};
	for (int i = 0; i < 4; i++) {
		struct swf_table *table = swf_table_new(names, 3);
		FILE *file = tmpfile();
		swf_table_whole(table, 9007199254740993);
		swf_table_time(table, 31000000.123);
		swf_table_number(table, 31000000.123);
		swf_table_whole(table, -1);
		swf_table_time(table, NAN);
		swf_table_number(table, INFINITY);
		check_file(table, file, cases[i].format, cases[i].text);
	}
}
END_TEST

START_TEST(text_is_aligned)
{
	const char *const names[] = {"user", "wait_mean", "note"};
	struct swf_table *table = swf_table_new(names, 3);
	struct swf_error error;
	const double values[] = {7, 12345.678, 110, 0.5};
	for (int row = 0; row < 2; row++) {
		swf_table_number(table, values[2 * row]);
		swf_table_number(table, values[2 * row + 1]);
		swf_table_text(table, row == 0 ? "long text" : "x");
	}
	FILE *file = tmpfile();
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_TEXT, &error), 0);
	char *text = content(file);
	ck_assert_str_eq(text,
		"user  wait_mean  note\n"
		"   7   12345.68  long text\n"
		" 110     0.5000  x\n");
	free(text);
	swf_table_free(table);
}
END_TEST

START_TEST(one_record_has_a_line_a_column)
{
	const char *const names[] = {"jobs", "utilization", "stable", "queue"};
	struct swf_table *table = swf_table_new(names, 4);
	struct swf_error error;
	swf_table_number(table, 3);
	swf_table_number(table, 0.00004);
	swf_table_truth(table, true);
	swf_table_number(table, INFINITY);
	swf_table_set_record(table);
	FILE *file = tmpfile();
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_TEXT, &error), 0);
	char *text = content(file);
	ck_assert_str_eq(text,
		"jobs         3\n"
		"utilization  4e-05\n"
		"stable       yes\n"
		"queue        -\n");
	free(text);
	swf_table_free(table);
}
END_TEST

Suite *table_suite(void)
{
	return suite_of("table",
		(const TTest *const[]){rows_are_streamed, whole_numbers_and_times_keep_their_digits,
			csv_quotes_what_needs_quotes, json_is_an_array_of_objects,
			ndjson_is_an_object_a_line, text_is_aligned, one_record_has_a_line_a_column,
			NULL});
}
