/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "swfcore/quantity.h"
#include "unit/suites.h"

static enum swf_scan scan_time(const char *text, double *value)
{
	return swf_number_scan_time(text, text + strlen(text), value);
}

static enum swf_scan scan_whole(const char *text, int64_t *value)
{
	return swf_number_scan_whole(text, text + strlen(text), value);
}

static const char *put_time(double value)
{
	static char text[64];
	*swf_number_put_time(text, value) = '\0';
	return text;
}

static const char *put_whole(int64_t value)
{
	static char text[64];
	*swf_number_put_whole(text, value) = '\0';
	return text;
}

/* Every length of number, against printf. */
START_TEST(whole_numbers_are_written_as_printf_writes_them)
{
	char expected[32];
	uint64_t state = 1;
	for (int i = 0; i < 200000; i++) {
		int64_t value = (int64_t)(((uint64_t)random_below(&state, UINT32_MAX) << 32) |
			random_below(&state, UINT32_MAX));
		value >>= random_below(&state, 64);
		snprintf(expected, sizeof expected, "%" PRId64, value);
		ck_assert_str_eq(put_whole(value), expected);
	}
	for (int64_t value = -20000; value < 20000; value++) {
		snprintf(expected, sizeof expected, "%" PRId64, value);
		ck_assert_str_eq(put_whole(value), expected);
	}
	for (int64_t value = 1; value < INT64_MAX / 10; value *= 10) {
		snprintf(expected, sizeof expected, "%" PRId64, value - 1);
		ck_assert_str_eq(put_whole(value - 1), expected);
		snprintf(expected, sizeof expected, "%" PRId64, value);
		ck_assert_str_eq(put_whole(value), expected);
	}
	ck_assert_str_eq(put_whole(INT64_MAX), "9223372036854775807");
	ck_assert_str_eq(put_whole(INT64_MIN), "-9223372036854775808");
}
END_TEST

/* The fast reader takes what it takes exactly, and refuses the rest. */
START_TEST(plain_numbers_are_read_back)
{
	char text[64];
	uint64_t state = 2;
	for (int i = 0; i < 200000; i++) {
		uint64_t value = ((uint64_t)random_below(&state, UINT32_MAX) << 32) |
			random_below(&state, UINT32_MAX);
		value >>= random_below(&state, 64);
		int64_t read = -5;
		memset(text, 'x', sizeof text);
		int length = snprintf(text, sizeof text, "%" PRIu64, value);
		text[length] = ' ';
		const char *end = swf_number_scan_plain(text, ' ', &read);
		if (length <= 15) {
			ck_assert_ptr_eq(end, text + length);
			ck_assert_uint_eq((uint64_t)read, value);
		} else {
			ck_assert_ptr_null(end);
		}
		ck_assert_ptr_null(swf_number_scan_plain(text, '\n', &read));
	}
	const char *const refused[] = {" 1 ", "-2 ", "+2 ", "1.0 ", "1e3 ", ".5 ", "x ", "1x "};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		int64_t read;
		memset(text, 0, sizeof text);
		strcpy(text, refused[i]);
		ck_assert_ptr_null(swf_number_scan_plain(text, ' ', &read));
	}
}
END_TEST

START_TEST(times_are_read_as_strtod_reads_them)
{
	const char *const texts[] = {"0", "-0", "+7", "1.5", "9.56", "128.00", ".5", "5.", "0.1",
		"123456.789", "1e3", "1.5E+3", "2e-3", "0.30000000000000004",
		"1234567890.123456789", "0.000000000000000000000000000001", "4503599627370496.5",
		"-17.25", "000000000000000000000000000012", "9007199254740992", "-9007199254740992",
		"0.1000000000000000055511151231257827021181583404541015625"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double value = NAN;
		ck_assert_int_eq(scan_time(texts[i], &value), SWF_SCAN_OK);
		ck_assert(value == strtod(texts[i], NULL));
	}
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
	const char *const words[] = {"", "-", "+", ".", "abc", "1a", "1..2", "1.2.3", "0x10", "inf",
		"nan", "1e", "1e+", "1e5.0", "--1", "1-", "e5", "1,5"};
	double value;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		ck_assert_int_eq(scan_time(words[i], &value), SWF_SCAN_NOT_A_NUMBER);
	const char *const large[] = {
		"9007199254740993", "1e16", "-1e300", "1e999999999", "99999999999999999999999999"};
	for (size_t i = 0; i < sizeof large / sizeof *large; i++)
		ck_assert_int_eq(scan_time(large[i], &value), SWF_SCAN_RANGE);
}
END_TEST

static enum swf_scan scan_number(const char *text, double *value)
{
	return swf_number_scan(text, text + strlen(text), value);
}

/* Numbers that are no times are read to the limits of a double, as strtod reads them. */
START_TEST(numbers_are_read_as_strtod_reads_them)
{
	const char *const texts[] = {"0", "-0", "+7", "1.5", "-.5", "5.", "9007199254740993",
		"1e16", "-1e300", "1.7976931348623157e308", "99999999999999999999999999", "5e-324",
		"2.2250738585072011e-308", "1e-400", "123456789012345678", "0.1234567890123456789",
		"1234567890123456.5", "0.00000000000000000000000123", "-1E+22", "1e22", "1e23"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double value = NAN;
		ck_assert_int_eq(scan_number(texts[i], &value), SWF_SCAN_OK);
		ck_assert(value == strtod(texts[i], NULL));
	}
	double value = 5;
	const char *const large[] = {"1e309", "-1e309", "1.7976931348623159e308", "1e999999999999"};
	for (size_t i = 0; i < sizeof large / sizeof *large; i++)
		ck_assert_int_eq(scan_number(large[i], &value), SWF_SCAN_RANGE);
	const char *const words[] = {"", "-", "+", ".", "x", "1a", "1..2", "0x10", "inf", "-INF",
		"nan", "1e", "1e+", "--1", "1-", "e5", "1,5", " 1", "1 "};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		ck_assert_int_eq(scan_number(words[i], &value), SWF_SCAN_NOT_A_NUMBER);
	/* only up to the end that is told */
	const char *const text = "12.75x";
	ck_assert_int_eq(swf_number_scan(text, text + 4, &value), SWF_SCAN_OK);
	ck_assert(value == 12.7);
	int wrong = 0;
	uint64_t state = 4;
	for (int i = 0; i < 100000; i++) {
		char written[64];
		const double mantissa = (double)random_below(&state, UINT32_MAX) * 0x1p20 +
			random_below(&state, 1 << 20);
		const int exponent = (int)random_below(&state, 1900) - 1000;
		snprintf(written, sizeof written, "%.*g", (int)random_below(&state, 17) + 1,
			ldexp(i % 2 == 0 ? mantissa : -mantissa, exponent));
		wrong += scan_number(written, &value) != SWF_SCAN_OK ||
			value != strtod(written, NULL);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(whole_numbers_keep_their_limits)
{
	int64_t value;
	ck_assert_int_eq(scan_whole("9223372036854775807", &value), SWF_SCAN_OK);
	ck_assert_int_eq(value, INT64_MAX);
	ck_assert_int_eq(scan_whole("-9223372036854775808", &value), SWF_SCAN_OK);
	ck_assert_int_eq(value, INT64_MIN);
	ck_assert_int_eq(scan_whole("9223372036854775808", &value), SWF_SCAN_RANGE);
	ck_assert_int_eq(scan_whole("-9223372036854775809", &value), SWF_SCAN_RANGE);
	ck_assert_int_eq(scan_whole("99999999999999999999", &value), SWF_SCAN_RANGE);
	ck_assert_int_eq(scan_whole("0000000000000000000000012", &value), SWF_SCAN_OK);
	ck_assert_int_eq(value, 12);
	ck_assert_int_eq(scan_whole("4.0", &value), SWF_SCAN_OK);
	ck_assert_int_eq(value, 4);
	ck_assert_int_eq(scan_whole("1e3", &value), SWF_SCAN_OK);
	ck_assert_int_eq(value, 1000);
	ck_assert_int_eq(scan_whole("4.5", &value), SWF_SCAN_NOT_WHOLE);
	ck_assert_int_eq(scan_whole("x", &value), SWF_SCAN_NOT_A_NUMBER);
}
END_TEST

START_TEST(times_are_written_in_their_shortest_usual_form)
{
	ck_assert_str_eq(put_time(-1), "-1");
	ck_assert_str_eq(put_time(0), "0");
	ck_assert_str_eq(put_time(-0.0), "0");
	ck_assert_str_eq(put_time(9007199254740992.0), "9007199254740992");
	ck_assert_str_eq(put_time(9.56), "9.56");
	ck_assert_str_eq(put_time(-9.5), "-9.5");
	ck_assert_str_eq(put_time(0.1), "0.1");
	ck_assert_str_eq(put_time(123456.789), "123456.789");
	ck_assert_str_eq(put_time(0.000001), "0.000001");
}
END_TEST

START_TEST(fractions_read_back_equal)
{
	uint64_t state = 3;
	for (int i = 0; i < 100000; i++) {
		double value = ldexp((double)random_below(&state, UINT32_MAX) -
				(double)random_below(&state, UINT32_MAX),
			(int)random_below(&state, 60) - 40);
		double read = NAN;
		ck_assert_int_eq(scan_time(put_time(value), &read), SWF_SCAN_OK);
		ck_assert(read == value);
	}
	ck_assert(strtod(put_time(DBL_MIN), NULL) == DBL_MIN);
}
END_TEST

/* In a locale with a decimal comma the numbers keep their point. */
START_TEST(the_locale_does_not_matter)
{
	if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
		return;
	double value = NAN;
	ck_assert_int_eq(scan_time("0.30000000000000004", &value), SWF_SCAN_OK);
	ck_assert_str_eq(put_time(value), "0.30000000000000004");
	setlocale(LC_ALL, "C");
}
END_TEST

/* At every limit around a number, from either end of the text. */
START_TEST(digits_are_read_up_to_a_limit)
{
	static const char text[] = "007,x";
	const char *p = text;
	int64_t value;
	ck_assert(swf_number_scan_digits(&p, NULL, 7, &value) && value == 7 && *p == ',');
	ck_assert(!swf_number_scan_digits(&p, NULL, 7, &value) && *p == ',');
	p = text;
	ck_assert(!swf_number_scan_digits(&p, NULL, 6, &value));
	p = text;
	ck_assert(swf_number_scan_digits(&p, text + 2, 6, &value) && value == 0 && p == text + 2);
	ck_assert(!swf_number_scan_digits(&p, p, 6, &value));
	p = "9223372036854775807";
	ck_assert(swf_number_scan_digits(&p, NULL, INT64_MAX, &value) && value == INT64_MAX);
	p = "9223372036854775807";
	ck_assert(!swf_number_scan_digits(&p, NULL, INT64_MAX - 1, &value));
	p = "9223372036854775808";
	ck_assert(!swf_number_scan_digits(&p, NULL, INT64_MAX, &value));
	p = "92233720368547758070";
	ck_assert(!swf_number_scan_digits(&p, NULL, INT64_MAX, &value));
}
END_TEST

START_TEST(units_are_read)
{
	const struct {
		const char *text;
		double value;
		enum swf_unit unit;
	} good[] = {{"0", 0, SWF_COUNT}, {"1000", 1000, SWF_COUNT}, {"90s", 90, SWF_SECONDS},
		{"10m", 600, SWF_SECONDS}, {"1.5h", 5400, SWF_SECONDS}, {"3d", 259200, SWF_SECONDS},
		{"12w", 7257600, SWF_SECONDS}, {"10%", 10, SWF_PERCENT}, {"100%", 100, SWF_PERCENT},
		{"9007199254740992", 0x1p53, SWF_COUNT},
		{"9007199254740992s", 0x1p53, SWF_SECONDS}};
	struct swf_quantity q;
	struct swf_error error;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		ck_assert_int_eq(swf_quantity_read(good[i].text, &q, &error), 0);
		ck_assert(q.value == good[i].value);
		ck_assert_int_eq(q.unit, good[i].unit);
	}
}
END_TEST

START_TEST(nonsense_is_refused)
{
	const char *const bad[] = {"", "w", "%", "-1", "-2d", "1x", "1 d", "d1", "1dd", "101%",
		"1e300", "9007199254740992w", "9007199254740993", "9007199254740993s",
		"9007199254740992m", "nan", "inf", "0x10", "1.5"};
	struct swf_quantity q;
	struct swf_error error;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_int_eq(swf_quantity_read(bad[i], &q, &error), -1);
}
END_TEST

START_TEST(durations_are_written)
{
	const struct {
		double seconds;
		const char *text;
	} cases[] = {{0, "0s"}, {1, "1s"}, {59.5, "59.5s"}, {60, "1m"}, {90, "90s"}, {3540, "59m"},
		{3600, "1h"}, {5400, "90m"}, {86400, "1d"}, {90000, "25h"}, {604800, "1w"},
		{691200, "8d"}, {SWF_TIME_MAX, "9.007199255e+15s"}};
	char text[SWF_DURATION_ROOM];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		swf_duration_put(cases[i].seconds, text);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

Suite *number_suite(void)
{
	return suite_of("number",
		(const TTest *const[]){whole_numbers_are_written_as_printf_writes_them,
			plain_numbers_are_read_back, times_are_read_as_strtod_reads_them,
			what_is_no_time_is_refused, numbers_are_read_as_strtod_reads_them,
			whole_numbers_keep_their_limits,
			times_are_written_in_their_shortest_usual_form, fractions_read_back_equal,
			the_locale_does_not_matter, digits_are_read_up_to_a_limit, units_are_read,
			nonsense_is_refused, durations_are_written, NULL});
}
