#include "swfcore/quantity.h"
#include "unit/suites.h"

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

Suite *quantity_suite(void)
{
	return suite_of("quantity",
		(const TTest *const[]){
			units_are_read, nonsense_is_refused, durations_are_written, NULL});
}
