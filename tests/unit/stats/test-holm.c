#include <math.h>

#include "base/random.h"
#include "stats/holm.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-12)

/* 4 * 0.005, 3 * 0.01, 2 * 0.03 and 1 * 0.04, which may not be less than the one before it. R has
 * the same: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"). */
START_TEST(holm_by_hand)
{
	double p[] = {0.01, 0.04, 0.03, 0.005};
	ck_assert_int_eq(swf_holm_correct(p, 4), 0);
	NEAR(p[0], 0.03);
	NEAR(p[1], 0.06);
	NEAR(p[2], 0.06);
	NEAR(p[3], 0.02);
	/* never more than 1, and equal ones stay equal: 3 * 0.4, 3 * 0.4, 0.9 */
	double great[] = {0.9, 0.4, 0.4};
	ck_assert_int_eq(swf_holm_correct(great, 3), 0);
	ck_assert(great[0] == 1 && great[1] == 1 && great[2] == 1);
	double equal[] = {0.01, 0.1, 0.01};
	ck_assert_int_eq(swf_holm_correct(equal, 3), 0);
	NEAR(equal[0], 0.03);
	NEAR(equal[1], 0.1);
	NEAR(equal[2], 0.03);
}
END_TEST

START_TEST(only_tests_count)
{
	double p[] = {NAN, 0.03, NAN, 0.02};
	ck_assert_int_eq(swf_holm_correct(p, 4), 0);
	ck_assert(isnan(p[0]) && isnan(p[2]));
	NEAR(p[1], 0.04);
	NEAR(p[3], 0.04);
	double one[] = {0.7};
	ck_assert_int_eq(swf_holm_correct(one, 1), 0);
	ck_assert(one[0] == 0.7);
	double none[] = {NAN};
	ck_assert_int_eq(swf_holm_correct(none, 1), 0);
	ck_assert(isnan(none[0]));
	ck_assert_int_eq(swf_holm_correct(none, 0), 0);
}
END_TEST

/* As Holm writes it: tests are rejected one by one from the least p on, at x / m, x / (m - 1), ...,
 * until one is not. Whether that one is rejected at x. */
static bool rejected(const double *p, size_t count, size_t which, double x)
{
	bool gone[40] = {false};
	for (size_t left = count; left > 0; left--) {
		size_t least = count;
		for (size_t i = 0; i < count; i++)
			if (!gone[i] && (least == count || p[i] < p[least]))
				least = i;
		if (p[least] > x / (double)left)
			return false;
		gone[least] = true;
		if (p[which] == p[least])
			return true;
	}
	return false;
}

/* What is corrected is the least level at which a test is rejected. */
START_TEST(like_rejections_one_by_one)
{
	uint64_t state = 5;
	for (int round = 0; round < 500; round++) {
		double p[40], corrected[40];
		const size_t n = 1 + random_below(&state, 40);
		for (size_t i = 0; i < n; i++)
			p[i] = corrected[i] =
				(double)(1 + random_below(&state, 30)) / (round % 2 ? 50 : 5000);
		ck_assert_int_eq(swf_holm_correct(corrected, n), 0);
		for (size_t i = 0; i < n; i++) {
			ck_assert(corrected[i] >= p[i] && corrected[i] <= 1);
			ck_assert(
				corrected[i] == 1 || rejected(p, n, i, corrected[i] * (1 + 1e-9)));
			ck_assert(!rejected(p, n, i, corrected[i] * (1 - 1e-9)));
		}
	}
}
END_TEST

Suite *holm_suite(void)
{
	return suite_of("holm",
		(const TTest *const[]){
			holm_by_hand, only_tests_count, like_rejections_one_by_one, NULL});
}
