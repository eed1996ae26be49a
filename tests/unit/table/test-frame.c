/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/file-bytes.h"
#include "table/frame.h"
#include "unit/suites.h"

static struct swf_csv_reader *reader_of(const char *text)
{
	struct swf_error error;
	FILE *file = tmpfile();
	fputs(text, file);
	rewind(file);
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "table", &error);
	ck_assert_ptr_nonnull(csv);
	return csv;
}

/* Reads a table into the frame. Returns the message, "" where all is well. */
static const char *read_text(struct swf_frame *frame, const char *text)
{
	static struct swf_error error;
	struct swf_csv_reader *csv = reader_of(text);
	error.text[0] = '\0';
	const int result = swf_frame_read(frame, csv, &error);
	swf_csv_free(csv);
	ck_assert_int_eq(result, error.text[0] == '\0' ? 0 : -1);
	return error.text;
}

static const char *const names[] = {"a", "b", "c"};

START_TEST(columns_in_any_order)
{
	struct swf_frame f = {.names = names, .columns = 3};
	ck_assert_str_eq(read_text(&f, "c,other,a,b\n3,word,1,2\n-6.5,,4e1,\n"), "");
	ck_assert_str_eq(read_text(&f, "a,b,c\n7,8,9\na,b,c\n10,11,12\n"), "");
	ck_assert_str_eq(read_text(&f, "a,b,c\n"), "");
	const double cells[] = {1, 2, 3, 40, NAN, -6.5, 7, 8, 9, 10, 11, 12};
	ck_assert_uint_eq(f.rows, 4);
	for (size_t i = 0; i < 12; i++) {
		const double cell = swf_frame_row(&f, i / 3)[i % 3];
		ck_assert(isnan(cells[i]) ? isnan(cell) : cell == cells[i]);
	}
	ck_assert_uint_eq(swf_frame_drop_incomplete(&f, f.columns), 1);
	ck_assert(f.rows == 3 && swf_frame_row(&f, 1)[0] == 7 && swf_frame_row(&f, 2)[2] == 12);
	swf_frame_clear(&f);
	ck_assert(f.cells == NULL && f.rows == 0 && f.columns == 3 && f.names == names);
}
END_TEST

START_TEST(bad_tables)
{
	struct swf_frame f = {.names = names, .columns = 3};
	ck_assert_str_eq(read_text(&f, "a,c\n1,2\n"), "table:1: no column 'b'");
	ck_assert_uint_eq(f.rows, 0);
	ck_assert_str_eq(
		read_text(&f, "a,b,c\n1,2,3\n1,2,x\n"), "table:3: column 'c': not a number: 'x'");
	/* the rows before stay, the bad one is not there */
	ck_assert_uint_eq(f.rows, 1);
	ck_assert_str_eq(
		read_text(&f, "b,a,c\n1e999,2,x\n"), "table:2: column 'b': out of range: '1e999'");
	ck_assert_str_eq(
		read_text(&f, "a,b,c\n1,nan,3\n"), "table:2: column 'b': not a number: 'nan'");
	ck_assert_str_eq(
		read_text(&f, "a,b,c\n1,2\n"), "table:2: 2 cells where there are 3 columns");
	ck_assert_uint_eq(f.rows, 1);
	swf_frame_clear(&f);
}
END_TEST

/* Step by step, with a column that is not among those of the frame. */
START_TEST(rows_by_hand)
{
	struct swf_frame f = {.names = names, .columns = 2};
	struct swf_csv_reader *csv = reader_of("b,name,a\n2,x,1\n4,y,3\n6,z,5\n");
	struct swf_error error;
	int places[2];
	ck_assert_int_eq(swf_frame_find(&f, csv, places, &error), 0);
	ck_assert(places[0] == 2 && places[1] == 0);
	while (swf_csv_next(csv, &error) == 1)
		if (strcmp(swf_csv_cell(csv, 1), "y") != 0)
			ck_assert_int_eq(swf_frame_add(&f, csv, places, &error), 0);
	ck_assert(f.rows == 2 && f.cells[0] == 1 && f.cells[1] == 2 && f.cells[2] == 5 &&
		f.cells[3] == 6);
	struct swf_frame other = {.names = (const char *const[]){"a", "z"}, .columns = 2};
	ck_assert_int_eq(swf_frame_find(&other, csv, places, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "no column 'z'"));
	swf_csv_free(csv);
	swf_frame_clear(&f);
	/* a frame without columns only counts */
	struct swf_frame none = {.names = names, .columns = 0};
	ck_assert_str_eq(read_text(&none, "x\n1\nword\n"), "");
	ck_assert_uint_eq(none.rows, 2);
	swf_frame_clear(&none);
}
END_TEST

/* Random tables, larger than the first capacity, with empty cells: all that is kept is what the
 * same numbers say. */
START_TEST(random_tables)
{
	enum { MOST = 700, COLUMNS = 3 };
	static double cells[MOST][COLUMNS];
	uint64_t state = 1;
	size_t wrong = 0;
	for (int round = 0; round < 200; round++) {
		struct swf_frame f = {.names = names, .columns = COLUMNS};
		struct swf_error error;
		FILE *file = tmpfile();
		const size_t n = random_below(&state, round % 10 == 0 ? 700 : 20);
		const size_t first = random_below(&state, COLUMNS + 1);
		fputs("c,b,unused,a\n", file);
		for (size_t i = 0; i < n; i++) {
			for (size_t c = COLUMNS; c-- > 0;) {
				cells[i][c] = (random_below(&state, 2001) - 1000.0) / 8;
				if (random_below(&state, 10) == 0)
					cells[i][c] = NAN;
				else
					fprintf(file, "%.17g", cells[i][c]);
				fputs(c == 0 ? "\n" : c == 1 ? ",text," : ",", file);
			}
		}
		rewind(file);
		struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "table", &error);
		wrong += swf_frame_read(&f, csv, &error) != 0 || f.rows != n;
		swf_csv_free(csv);
		/* keep the rows that are whole in the first so many columns */
		size_t kept = 0;
		const size_t dropped = swf_frame_drop_incomplete(&f, first);
		for (size_t i = 0; i < n && wrong == 0; i++) {
			size_t known = 0;
			for (size_t c = 0; c < first; c++)
				known += isnan(cells[i][c]) ? 0 : 1;
			if (known < first)
				continue;
			const double *row = swf_frame_row(&f, kept++);
			for (size_t c = 0; c < COLUMNS; c++)
				wrong += row[c] != cells[i][c] &&
					!(isnan(row[c]) && isnan(cells[i][c]));
		}
		wrong += f.rows != kept || dropped != n - kept;
		wrong += swf_frame_drop_incomplete(&f, 0) != 0;
		swf_frame_clear(&f);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Means and standard deviations against sums in long double, of values far from 0 too. */
START_TEST(scales)
{
	enum { MOST = 300, COLUMNS = 3 };
	static double cells[MOST * COLUMNS];
	static const double offsets[] = {0, 1e9, -1e12};
	uint64_t state = 2;
	size_t wrong = 0;
	for (int round = 0; round < 1000; round++) {
		const size_t n = 2 + random_below(&state, round % 50 == 0 ? MOST - 2 : 10);
		const struct swf_frame f = {
			.names = names, .columns = COLUMNS, .cells = cells, .rows = n};
		double means[COLUMNS], deviations[COLUMNS];
		struct swf_error error;
		for (size_t i = 0; i < n * COLUMNS; i++)
			cells[i] = offsets[i % 3] + random_below(&state, 1000000) + (double)i;
		wrong += swf_frame_scales(&f, means, deviations, &error) != 0;
		for (size_t c = 0; c < COLUMNS; c++) {
			long double sum = 0, squares = 0;
			for (size_t i = 0; i < n; i++)
				sum += cells[i * COLUMNS + c];
			for (size_t i = 0; i < n; i++) {
				const long double d = cells[i * COLUMNS + c] - sum / (long double)n;
				squares += d * d;
			}
			const double mean = (double)(sum / (long double)n);
			const double deviation = (double)sqrtl(squares / (long double)(n - 1));
			wrong += !(fabs(means[c] - mean) <= 1e-15 * fabs(mean));
			wrong += !(fabs(deviations[c] - deviation) <= 1e-9 * deviation);
		}
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* A column of one value, where rounding makes the mean another one too, and others for which no
 * standard deviation can be found. */
START_TEST(no_scales)
{
	double means[3], deviations[3];
	struct swf_error error;
	double cells[30];
	struct swf_frame f = {.names = names, .columns = 3, .cells = cells, .rows = 10};
	for (size_t i = 0; i < 30; i++)
		cells[i] = i % 3 == 1 ? 0.1 : (double)i;
	ck_assert_int_eq(swf_frame_scales(&f, means, deviations, &error), -1);
	ck_assert_str_eq(error.text, "column 'b' is constant: it is 0.1 in all 10 rows");
	cells[28] = 0.2;
	ck_assert_int_eq(swf_frame_scales(&f, means, deviations, &error), 0);
	/* 9 of 0.1 and 1 of 0.2 */
	ck_assert(fabs(means[1] - 0.11) < 1e-15 && fabs(deviations[1] - sqrt(0.001)) < 1e-15);
	for (int small = 0; small < 2; small++) {
		cells[2] = small ? 1e-300 : 1e300;
		for (size_t i = 5; i < 30; i += 3)
			cells[i] = small ? 0 : -1e300;
		ck_assert_int_eq(swf_frame_scales(&f, means, deviations, &error), -1);
		ck_assert_ptr_nonnull(strstr(error.text, "column 'c'"));
	}
}
END_TEST

Suite *frame_suite(void)
{
	return suite_of("frame",
		(const TTest *const[]){columns_in_any_order, bad_tables, rows_by_hand,
			random_tables, scales, no_scales, NULL});
}
