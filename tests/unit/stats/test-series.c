#include "stats/series.h"
#include "unit/suites.h"

START_TEST(amounts_go_into_bins)
{
	struct swf_series s = {.width = 10};
	static const double times[] = {5, 14.9, 15, 44, 44}, amounts[] = {1, 2, 4, 8, 16};
	static const double expected[] = {3, 4, 0, 24};
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_series_add(&s, times[i], amounts[i]), 0);
	ck_assert_uint_eq(s.count, 4);
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq(s.bins[i], expected[i]);
	/* bins for which there is no memory, and one before the first */
	ck_assert_int_eq(swf_series_add(&s, 1e300, 1), -1);
	ck_assert_int_eq(swf_series_add(&s, 4, 1), -1);
	swf_series_clear(&s);
	ck_assert_uint_eq(s.count, 0);
	ck_assert_double_eq(s.width, 10);
}
END_TEST

Suite *series_suite(void)
{
	return suite_of("series", (const TTest *const[]){amounts_go_into_bins, NULL});
}
