#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/random.h"
#include "stats/comparison.h"
#include "stats/power.h"
#include "unit/suites.h"

/* As R says: pt(qt(0.975, n - 1), n - 1, ncp = sqrt(n) * effect, lower.tail = FALSE). */
START_TEST(powers_of_r)
{
	const double known[][3] = {{2, 20, 0.973524046186}, {3, 5, 0.975462268734},
		{4, 3, 0.967000639911}, {5, 1.5, 0.710701794726}, {10, 1, 0.803096208691},
		{33, 0.5, 0.795364824433}, {787, 0.1, 0.800094483293},
		{78491, 0.01, 0.800001408537}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		ck_assert_double_eq_tol(
			swf_power_of_pairs(known[i][0], known[i][1]), known[i][2], 1e-8);
	/* without a difference half of the mistakes are on either side */
	ck_assert_double_eq_tol(swf_power_of_pairs(2, 0), 0.025, 1e-8);
	ck_assert_double_eq_tol(swf_power_of_pairs(30, 0), 0.025, 1e-8);
}
END_TEST

/* ceil(power.t.test(delta = d, sd = 1, power = 0.8, type = "paired")$n) in R, where that is 2 at
 * least. */
START_TEST(needed_like_r)
{
	const double known[][2] = {{20, 2}, {10, 3}, {5, 3}, {3, 4}, {2, 5}, {1.5, 6}, {1, 10},
		{0.7, 19}, {0.5, 34}, {0.3, 90}, {0.2, 199}, {0.1, 787}, {0.05, 3142},
		{0.01, 78491}, {0.001, 7848882}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		ck_assert(swf_power_pairs_needed(known[i][0], 1) == known[i][1]);
		ck_assert(swf_power_pairs_needed(-7 * known[i][0], 7) == known[i][1]);
	}
}
END_TEST

START_TEST(needed_at_the_ends)
{
	ck_assert(swf_power_pairs_needed(1, 0) == 2);
	ck_assert(isnan(swf_power_pairs_needed(0, 1)));
	ck_assert(isnan(swf_power_pairs_needed(NAN, 1)));
	ck_assert(isnan(swf_power_pairs_needed(1, NAN)));
	/* (1.959963985 + 0.841621234)^2 = 7.848879735 */
	ck_assert_double_eq_tol(swf_power_pairs_needed(1, 1e9) / 7.848879735e18, 1, 1e-8);
}
END_TEST

/* Of 4,000 studies as many find the difference as is said, within 4 standard errors. */
START_TEST(studies_find_what_is_said)
{
	enum { STUDIES = 4000 };
	const double effects[] = {3, 1.2, 0.7};
	gsl_rng *rng = swf_random_new(3, 1);
	ck_assert_ptr_nonnull(rng);
	for (size_t e = 0; e < sizeof effects / sizeof *effects; e++) {
		const size_t n = (size_t)swf_power_pairs_needed(effects[e], 1);
		const double power = swf_power_of_pairs((double)n, effects[e]);
		int found = 0;
		ck_assert(n <= 30 && power >= 0.8);
		for (int study = 0; study < STUDIES; study++) {
			double first[30], second[30];
			for (size_t i = 0; i < n; i++) {
				first[i] = gsl_ran_gaussian(rng, 10);
				second[i] = first[i] + effects[e] + gsl_ran_gaussian(rng, 1);
			}
			const struct swf_paired p = swf_comparison_pairs(first, second, n);
			found += p.p < 0.05 && p.difference > 0;
		}
		ck_assert_double_eq_tol(
			(double)found / STUDIES, power, 4 * sqrt(power * (1 - power) / STUDIES));
	}
	gsl_rng_free(rng);
}
END_TEST

Suite *power_suite(void)
{
	return suite_of("power",
		(const TTest *const[]){powers_of_r, needed_like_r, needed_at_the_ends,
			studies_find_what_is_said, NULL});
}
