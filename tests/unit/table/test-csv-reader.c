/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "support/file-bytes.h"
#include "table/csv-reader.h"
#include "unit/suites.h"

static struct swf_csv_reader *open_text(const char *text, size_t length, struct swf_error *error)
{
	FILE *file = tmpfile();
	fwrite(text, 1, length, file);
	rewind(file);
	return swf_csv_new_bytes(file_bytes(file), "list", error);
}

/* The cells of all rows with "|" between them and the lines before them, then the error, if any. */
static char *all_rows(const char *text)
{
	struct swf_error error = {.text = ""};
	FILE *file = tmpfile();
	struct swf_csv_reader *csv = open_text(text, strlen(text), &error);
	int got = -1;
	while (csv != NULL && (got = swf_csv_next(csv, &error)) == 1) {
		fprintf(file, "%lld:", (long long)swf_csv_line(csv));
		fprintf(file, "%s|%s\n", swf_csv_cell(csv, 0), swf_csv_cell(csv, 1));
	}
	if (got < 0)
		fputs(error.text, file);
	swf_csv_free(csv);
	return content(file);
}

static void check_rows(const char *text, char *rows, const char *expected)
{
	if (strcmp(rows, expected) != 0)
		ck_abort_msg("'%s' gives '%s', not '%s'", text, rows, expected);
	free(rows);
}

START_TEST(rows_of_all_layouts)
{
	static const struct {
		const char *text, *rows;
	} cases[] = {{"a,b\n1,2\n3,4\n", "2:1|2\n3:3|4\n"}, {"a,b\r\n1,2\r\n3,4", "2:1|2\n3:3|4\n"},
		{"\xEF\xBB\xBF"
		 "a,b\n1,2\n",
			"2:1|2\n"},
		{"\n\na,b\n\n\n1,2\n\n", "6:1|2\n"},
		{"a,b\n \"x, \"\"y\"\"\" ,\t2 \n", "2:x, \"y\"|2\n"},
		{"a,b\n\"1\n\n2\",3\n4,5\n", "2:1\n\n2|3\n5:4|5\n"}, {"a,b\n,\n", "2:|\n"},
		{"a,b\n1,2\na,b\n\"a\",b\n3,4\na,b\n", "2:1|2\n5:3|4\n"},
		{"a,b\na,c\nb,a\n", "2:a|c\n3:b|a\n"}, {"a,b", ""}, {"a,b\n", ""},
		{"", "list: empty, without names of columns"},
		{"\n\n", "list: empty, without names of columns"},
		{"a,b\n1,2\n3\n", "2:1|2\nlist:3: 1 cell where there are 2 columns"},
		{"a,b\n\n1,2,3\n", "list:3: 3 cells where there are 2 columns"},
		{"a,b\n1,\"2\n3,4\n", "list:2: a quoted cell that does not end"},
		{"a,b\n1,2\"\n", "list:2: a quote where none may be"},
		{"a,b\r1,2\r", "list:1: a carriage return that no newline follows"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_rows(cases[i].text, all_rows(cases[i].text), cases[i].rows);
}
END_TEST

START_TEST(columns_by_name)
{
	struct swf_error error;
	struct swf_csv_reader *csv = open_text("user, begin ,end\n1,2,3\n", 23, &error);
	ck_assert_int_eq(swf_csv_column(csv, "begin"), 1);
	ck_assert_int_eq(swf_csv_column(csv, "end"), 2);
	ck_assert_int_eq(swf_csv_column(csv, "name"), -1);
	ck_assert_int_eq(swf_csv_need_column(csv, "name", &error), -1);
	ck_assert_str_eq(error.text, "list:1: no column 'name'");
	swf_csv_free(csv);
	ck_assert_ptr_null(open_text("a, b ,c,b\n", 10, &error));
	ck_assert_str_eq(error.text, "list:1: two columns 'b'");
}
END_TEST

/* Tables in other formats, as all commands print them and as others lay them out, are named; names
 * that look a little like them are not. */
START_TEST(other_formats_are_named)
{
	static const char *const json[] = {"[\n{\"a\": 1}\n]\n", "[]\n", "{\"a\": 1}\n", "[",
		"\xEF\xBB\xBF[{\"a\": 1}]", "\n\n {\r\n \"a\": 1\r\n}", "[ ]", "{}",
		"{ \"a\" : 1 }"};
	static const char *const aligned[] = {"a  b\n1  2\n", "  a   b\r\n1.5  10\r\n",
		"\n\njobs       5\nwait_mean  1\n", "a  b"};
	static const char *const csv[] = {"[a],b\n", "{a},b\n", "[a]\n", "{a}", "a b\n", "  a  \n",
		" a  \r\n", "a  b,c\n", "\"a  b\"\n", "a\n1  2\n", "a\n[]\n", "a\n{\"b\": 1}",
		"\"[\"\n"};
	struct swf_error error;
	for (size_t i = 0; i < sizeof json / sizeof *json; i++) {
		ck_assert_ptr_null(open_text(json[i], strlen(json[i]), &error));
		ck_assert_ptr_nonnull(
			strstr(error.text, ": a table in JSON; write it in the format csv"));
	}
	for (size_t i = 0; i < sizeof aligned / sizeof *aligned; i++) {
		ck_assert_ptr_null(open_text(aligned[i], strlen(aligned[i]), &error));
		ck_assert_ptr_nonnull(strstr(
			error.text, ": a table in aligned text; write it in the format csv"));
	}
	ck_assert_str_eq(
		strchr(error.text, ':'), ":1: a table in aligned text; write it in the format csv");
	for (size_t i = 0; i < sizeof csv / sizeof *csv; i++) {
		struct swf_csv_reader *reader = open_text(csv[i], strlen(csv[i]), &error);
		ck_assert_ptr_nonnull(reader);
		swf_csv_free(reader);
	}
}
END_TEST

START_TEST(odd_bytes_and_files)
{
	struct swf_error error;
	struct swf_csv_reader *csv = open_text("a,b\n1,\0002\n", 9, &error);
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert_str_eq(error.text, "list:2: a NUL byte");
	swf_csv_free(csv);
	ck_assert_ptr_null(swf_csv_new("/nonexistent", &error));
	ck_assert_str_eq(error.text, "/nonexistent: No such file or directory");
	ck_assert_ptr_null(swf_csv_new("/", &error));
	ck_assert_str_eq(error.text, "/: Is a directory");
}
END_TEST

/* Longer than all buffers at their beginning. */
START_TEST(long_rows)
{
	enum { CELLS = 1000, LENGTH = 3000 };
	FILE *file = tmpfile();
	struct swf_error error;
	for (int row = 0; row < 2; row++)
		for (int i = 0; i < CELLS; i++)
			fprintf(file, "%*d%c", i == 7 ? LENGTH : 1, row + i,
				i + 1 < CELLS ? ',' : '\n');
	rewind(file);
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "list", &error);
	ck_assert_ptr_nonnull(csv);
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	for (int i = 0; i < CELLS; i++)
		ck_assert_int_eq(atoi(swf_csv_cell(csv, i)), 1 + i);
	ck_assert_int_eq(swf_csv_next(csv, &error), 0);
	swf_csv_free(csv);
}
END_TEST

/* Numbers as they stand in cells of tables, whatever strtod would take besides. */
START_TEST(numbers_in_cells)
{
	static const char *const numbers[] = {
		"0", "-1.5", "+7", ".5", "5.", "1e3", "-2E-3", "1e300", "00012", "1e-400"};
	static const char *const words[] = {
		"x", "nan", "inf", "-", "1,5", "1 2", "0x10", "1e", "1;", "--1", "-Inf", "1e5.0"};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		ck_assert(swf_csv_is_number(numbers[i]));
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		ck_assert(!swf_csv_is_number(words[i]));
	ck_assert(!swf_csv_is_number("") && !swf_csv_is_number("1e999"));

	static const char text[] = "name, load ,n\nx, -1.5 ,\"1e3\"\n\ny,,1e999\nz,1 2,nan\n";
	struct swf_error error = {.text = ""};
	struct swf_csv_reader *csv = open_text(text, strlen(text), &error);
	double value = 0;
	ck_assert_uint_eq(swf_csv_columns(csv), 3);
	ck_assert_str_eq(swf_csv_name(csv, 0), "name");
	ck_assert_str_eq(swf_csv_name(csv, 1), "load");
	ck_assert_str_eq(swf_csv_name(csv, 2), "n");
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert(swf_csv_number(csv, 1, &value, &error) == 0 && value == -1.5);
	ck_assert(swf_csv_number(csv, 2, &value, &error) == 0 && value == 1000);
	ck_assert_int_eq(swf_csv_number(csv, 0, &value, &error), -1);
	ck_assert_str_eq(error.text, "list:2: column 'name': not a number: 'x'");
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert(swf_csv_number(csv, 1, &value, &error) == 0 && isnan(value));
	ck_assert_int_eq(swf_csv_number(csv, 2, &value, &error), -1);
	ck_assert_str_eq(error.text, "list:4: column 'n': out of range: '1e999'");
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert_int_eq(swf_csv_number(csv, 1, &value, &error), -1);
	ck_assert_str_eq(error.text, "list:5: column 'load': not a number: '1 2'");
	ck_assert_int_eq(swf_csv_number(csv, 2, &value, &error), -1);
	ck_assert_str_eq(error.text, "list:5: column 'n': not a number: 'nan'");
	ck_assert_int_eq(swf_csv_next(csv, &error), 0);
	swf_csv_free(csv);
}
END_TEST

/* Names again, as where tables stand one behind the other: as they are, or with blanks and quotes;
 * also right behind the first ones and at the end. Names in another order or number are a row. */
START_TEST(names_again)
{
	static const struct {
		const char *text, *rows;
	} cases[] = {{"a,b\na,b\na,b\n", ""}, {"a,b\n1,2\n\n a , \"b\" \n3,4\n", "2:1|2\n5:3|4\n"},
		{"\"a\",b\na,b\n1,2\na,b", "3:1|2\n"}, {"a,a\n1,2\n", "list:1: two columns 'a'"},
		{"a,b\nb,a\nA,B\n,b\n", "2:b|a\n3:A|B\n4:|b\n"}, {",b\n,b\n1,2\n", "3:1|2\n"},
		{"ab,c\na,bc\n", "2:a|bc\n"},
		{"a,b\n1,2\na,b,c\n", "2:1|2\nlist:3: 3 cells where there are 2 columns"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_rows(cases[i].text, all_rows(cases[i].text), cases[i].rows);
}
END_TEST

/* The same as all_rows() of a listing, which goes on behind rows with another number of cells. */
static char *all_listed(const char *text)
{
	struct swf_error error = {.text = ""};
	FILE *source = tmpfile(), *file = tmpfile();
	fputs(text, source);
	rewind(source);
	struct swf_csv_reader *csv = swf_csv_new_listing(file_bytes(source), "list", '|', &error);
	int got = -1;
	while (csv != NULL && (got = swf_csv_next(csv, &error)) != 0) {
		if (got < 0)
			fprintf(file, "%s\n", error.text);
		if (got < 0 && !swf_csv_at_bad_row(csv))
			break;
		if (got == 1) {
			ck_assert(!swf_csv_at_bad_row(csv));
			fprintf(file, "%lld:%s/%s\n", (long long)swf_csv_line(csv),
				swf_csv_cell(csv, 0), swf_csv_cell(csv, 1));
		}
	}
	if (csv == NULL)
		fputs(error.text, file);
	swf_csv_free(csv);
	return content(file);
}

START_TEST(listings_have_no_quotes)
{
	static const struct {
		const char *text, *rows;
	} cases[] = {{"a|b\n1|2\n3|4", "2:1/2\n3:3/4\n"},
		{"a|b\n1|2\r\n\r\n3|4\r\n", "2:1/2\n4:3/4\n"},
		{"\xEF\xBB\xBF"
		 "a|b\n1|2\n",
			"2:1/2\n"},
		{"a|b\n\"1|2\"\n1\"|\"\n", "2:\"1/2\"\n3:1\"/\"\n"},
		{"a|b\n1,2|3,\"4\"\n", "2:1,2/3,\"4\"\n"},
		/* what is behind the last column belongs to it */
		{"a|b\n1|2|3\n", "2:1/2|3\n"},
		{"a|b\n1|2|\n1||\n||||\n", "2:1/2|\n3:1/|\n4:/|||\n"},
		{"a|b\n1|x y|z \n", "2:1/x y|z\n"},
		/* a carriage return ends no line */
		{"a|b\n1|2\r3\n4\r5|6\n", "2:1/2 3\n3:4 5/6\n"},
		/* the names again */
		{"a|b\n1|2\na|b\n3|4\na|b|c\n", "2:1/2\n4:3/4\n5:a/b|c\n"},
		{"a|b\n1\n2|3\n\n4\n5|6\n",
			"list:2: 1 cell where there are 2 columns: cut off, or behind a line "
			"break\n3:2/3\n"
			"list:5: 1 cell where there are 2 columns: cut off, or behind a line "
			"break\n6:5/6\n"},
		{"a|b\n1|2\n3",
			"2:1/2\nlist:3: 1 cell where there are 2 columns: cut off, or behind a "
			"line break\n"},
		{"a|b|a\n", "list:1: two columns 'a'"},
		{"", "list: empty, without names of columns"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_rows(cases[i].text, all_listed(cases[i].text), cases[i].rows);
}
END_TEST

/* A row can be passed over, a quote that does not end cannot. */
START_TEST(errors_that_are_bad_rows)
{
	static const char text[] = "a,b\n1\n2,3\n4,5,6\n\"7,8\n";
	struct swf_error error = {.text = ""};
	struct swf_csv_reader *csv = open_text(text, strlen(text), &error);
	ck_assert(!swf_csv_at_bad_row(csv));
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert(swf_csv_at_bad_row(csv));
	ck_assert_str_eq(error.text, "list:2: 1 cell where there are 2 columns");
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert(!swf_csv_at_bad_row(csv));
	ck_assert_str_eq(swf_csv_cell(csv, 1), "3");
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert(swf_csv_at_bad_row(csv));
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert(!swf_csv_at_bad_row(csv));
	swf_csv_free(csv);

	csv = open_text("a,b\n1\n\0002,3\n", 11, &error);
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert(swf_csv_at_bad_row(csv));
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert(swf_csv_at_bad_row(csv));
	ck_assert_int_eq(swf_csv_next(csv, &error), 0);
	swf_csv_free(csv);
}
END_TEST

/* Writes a table, gzipped, to a new file, whose name it sets. */
static void write_gzipped(char path[], const char *text)
{
	const int fd = mkstemp(strcpy(path, "/tmp/swf-unit-XXXXXX"));
	gzFile file = gzdopen(fd, "wb");
	ck_assert_int_eq(gzwrite(file, text, (unsigned)strlen(text)), (int)strlen(text));
	ck_assert_int_eq(gzclose(file), Z_OK);
}

static void check_two_rows(struct swf_csv_reader *csv)
{
	struct swf_error error = {.text = ""};
	ck_assert_ptr_nonnull(csv);
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert_str_eq(swf_csv_cell(csv, 1), "2");
	ck_assert_int_eq(swf_csv_next(csv, &error), 1);
	ck_assert_str_eq(swf_csv_cell(csv, 1), "4");
	ck_assert_int_eq(swf_csv_next(csv, &error), 0);
	swf_csv_free(csv);
}

START_TEST(gzip_and_the_standard_input)
{
	char path[40];
	struct swf_error error = {.text = ""};
	const int kept = dup(STDIN_FILENO);
	write_gzipped(path, "a,b\n1,2\n3,4\n");
	check_two_rows(swf_csv_new(path, &error));
	for (int zipped = 0; zipped < 2; zipped++) {
		FILE *file = zipped ? fopen(path, "rb") : tmpfile();
		if (!zipped)
			fputs("a,b\n1,2\n3,4\n", file);
		rewind(file);
		dup2(fileno(file), STDIN_FILENO);
		check_two_rows(swf_csv_new("-", &error));
		fclose(file);
	}
	/* what is read from there is told as that */
	FILE *file = tmpfile();
	fputs("a,b\n1\n", file);
	rewind(file);
	dup2(fileno(file), STDIN_FILENO);
	struct swf_csv_reader *csv = swf_csv_new("-", &error);
	ck_assert_int_eq(swf_csv_next(csv, &error), -1);
	ck_assert_str_eq(error.text, "stdin:2: 1 cell where there are 2 columns");
	swf_csv_free(csv);
	fclose(file);
	dup2(kept, STDIN_FILENO);
	close(kept);

	/* 22 bytes are less than the table takes with what gzip puts around it */
	ck_assert_int_eq(truncate(path, 22), 0);
	csv = swf_csv_new(path, &error);
	int got = csv != NULL ? 1 : -1;
	while (got == 1)
		got = swf_csv_next(csv, &error);
	ck_assert_int_eq(got, -1);
	ck_assert(csv == NULL || !swf_csv_at_bad_row(csv));
	ck_assert_ptr_nonnull(strstr(error.text, ": the compressed data end too early"));
	swf_csv_free(csv);
	unlink(path);
}
END_TEST

Suite *csv_reader_suite(void)
{
	return suite_of("csv_reader",
		(const TTest *const[]){rows_of_all_layouts, columns_by_name,
			other_formats_are_named, odd_bytes_and_files, long_rows, numbers_in_cells,
			names_again, listings_have_no_quotes, errors_that_are_bad_rows,
			gzip_and_the_standard_input, NULL});
}
