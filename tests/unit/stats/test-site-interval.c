#include <math.h>

#include "stats/pool.h"
#include "stats/site-interval.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-9 * fabs((double)(b)))

enum { N = 10 };

/* Logarithms of base 2: five times 0 and five times 2. Their mean is 1 and their sum of squares 10,
 * so the variance is 10/9, times (1 + 1/10) and 5/4 of five users that is 55/36. The degrees of
 * freedom are 1 / (1/9 + 1/4) = 36/13; R: qt(.975, 36/13) is 3.33786746123, qt(.975, 9) is
 * 2.26215716280. */
static const double ones_and_fours[N] = {1, 4, 1, 4, 1, 4, 1, 4, 1, 4};
static const double quantile = 3.33786746123, quantile_of_workloads = 2.26215716280;

START_TEST(mean_by_hand)
{
	const struct swf_site_mean m = swf_site_interval_mean(ones_and_fours, N, 5);
	const double half = quantile * sqrt(55.0 / 36);
	NEAR(m.value, 2);
	NEAR(m.low, exp2(1 - half));
	NEAR(m.high, exp2(1 + half));
	NEAR(m.error, exp2(quantile_of_workloads * sqrt(10.0 / 9 / 10)) - 1);
}
END_TEST

/* The same numbers as differences, where a value is 0: the mean is 2.5 - 1 = 1.5 and each is 1.5
 * from it, so the sum of squares is 22.5 and the variance 2.5. */
START_TEST(mean_of_values_with_zeros)
{
	double values[N];
	for (int i = 0; i < N; i++)
		values[i] = ones_and_fours[i] - 1;
	const struct swf_site_mean m = swf_site_interval_mean(values, N, 5);
	const double half = quantile * sqrt(2.5 * 1.1 * 1.25);
	NEAR(m.value, 1.5);
	NEAR(m.low, 1.5 - half);
	NEAR(m.high, 1.5 + half);
	NEAR(m.error, quantile_of_workloads * sqrt(0.25) / 1.5);
}
END_TEST

/* More users, or more workloads, are more degrees of freedom, and the interval approaches what the
 * spread of the workloads is by itself: 1.96 times 10/9 of 1,000,000 users and 10 workloads, but
 * for t instead of the normal distribution. */
START_TEST(many_users)
{
	const struct swf_site_mean m = swf_site_interval_mean(ones_and_fours, N, 1e12);
	NEAR(m.high, exp2(1 + quantile_of_workloads * sqrt(11.0 / 9)));
}
END_TEST

START_TEST(no_interval)
{
	const struct swf_site_mean few =
		swf_site_interval_mean(ones_and_fours, SWF_SITE_LEAST - 1, 5);
	ck_assert(isnan(few.low) && isnan(few.high));
	ck_assert(few.value > 0 && few.error > 0);
	const struct swf_site_mean one = swf_site_interval_mean(ones_and_fours, N, 1);
	ck_assert(isnan(one.low) && isnan(one.high) && one.value == 2);
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, N, NAN).low));
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, 0, 5).value));
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, 1, 5).error));
}
END_TEST

/* Second is first times 2 or times 8: the ratios' logarithms are those above, plus 1. */
START_TEST(pair_by_hand)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i % 3 == 0 ? 5 : 20;
		second[i] = first[i] * 2 * ones_and_fours[i];
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	const double half = quantile * sqrt(55.0 / 36);
	const double mean = 5 * pow(4, 0.6); /* four times 5 and six times 20 */
	NEAR(p.first, mean);
	NEAR(p.second, 4 * mean);
	NEAR(p.difference, 3 * mean);
	NEAR(p.low, mean * (exp2(2 - half) - 1));
	NEAR(p.high, mean * (exp2(2 + half) - 1));
	NEAR(p.ratio, 4);
	NEAR(p.ratio_low, exp2(2 - half));
	NEAR(p.ratio_high, exp2(2 + half));
	NEAR(p.error, exp2(quantile_of_workloads / 3) - 1);
	/* R: 2 * pt(-2 / sqrt(55 / 36), 36 / 13) */
	ck_assert_double_eq_tol(p.p, 0.211539956679, 1e-9);
	ck_assert(isnan(p.needed));
	const struct swf_effect e = swf_site_interval_effect(first, second, N, 5);
	NEAR(e.log_ratio, log(4));
	NEAR(e.variance, 55.0 / 36 * log(2) * log(2));
}
END_TEST

/* A waits 0 in one workload: the differences are 1 and 3 in turn, of means 10 and 12. */
START_TEST(pair_with_a_zero)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i == 0 ? 0 : i == 1 ? 20 : 10;
		second[i] = first[i] + (i % 2 == 0 ? 1 : 3);
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	const double half = quantile * sqrt(10.0 / 9 * 1.1 * 1.25);
	NEAR(p.first, 10);
	NEAR(p.second, 12);
	NEAR(p.difference, 2);
	NEAR(p.low, 2 - half);
	NEAR(p.high, 2 + half);
	NEAR(p.ratio, 1.2);
	NEAR(p.ratio_low, 1.2 - half / 10);
	NEAR(p.ratio_high, 1.2 + half / 10);
	ck_assert(isnan(swf_site_interval_effect(first, second, N, 5).variance));
	const double zeros[N] = {0};
	ck_assert(isnan(swf_site_interval_pair(zeros, second, N, 5, 0).ratio));
	ck_assert(swf_site_interval_pair(zeros, second, N, 5, 0).difference == 12);
}
END_TEST

/* 0.7 / 0.1 and 2.1 / 0.3 are 7, but for their last bits. */
START_TEST(equal_ratios_have_no_p)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i % 2 == 0 ? 0.1 : 0.3;
		second[i] = i % 2 == 0 ? 0.7 : 2.1;
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	ck_assert(isnan(p.p));
	NEAR(p.ratio_low, 7);
	NEAR(p.ratio_high, 7);
	const struct swf_site_pair same = swf_site_interval_pair(first, first, N, 5, 0.05);
	ck_assert(same.ratio == 1 && same.low == 0 && same.high == 0 && isnan(same.p));
	ck_assert(same.needed == 1);
	ck_assert(isnan(swf_site_interval_effect(first, second, N, 5).variance));
}
END_TEST

/* The standard deviation of the site is ln 2 sqrt(55 / 36). One log finds what is at least
 * 3.33786746123 + 0.84162123357 of these. For less, R's power.t.test(delta = share, sd = 1, power =
 * .8, type = "one.sample")$n is 2.67 for 0.999 times that, and 18.03 for 0.7 standard deviations.
 */
START_TEST(logs_needed)
{
	double ones[N];
	for (int i = 0; i < N; i++)
		ones[i] = 1;
	const double sd = log(2) * sqrt(55.0 / 36), beyond = quantile + 0.84162123357;
	const double multiples[] = {1.001 * beyond, 0.999 * beyond, 0.7};
	const double needed[] = {1, 3, 19};
	for (int i = 0; i < 3; i++)
		ck_assert_double_eq(
			swf_site_interval_pair(ones, ones_and_fours, N, 5, expm1(multiples[i] * sd))
				.needed,
			needed[i]);
}
END_TEST

Suite *site_interval_suite(void)
{
	return suite_of("site_interval",
		(const TTest *const[]){mean_by_hand, mean_of_values_with_zeros, many_users,
			no_interval, pair_by_hand, pair_with_a_zero, equal_ratios_have_no_p,
			logs_needed, NULL});
}
