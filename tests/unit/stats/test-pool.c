#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/random.h"
#include "stats/pool.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-9)

/* Ratios 2 and 4 of first values with the mean 2: second / 6 - first / 2 is 0.5 - 0.5, 1 - 0.5 and
 * 1.5 - 2, with squares 0, 0.25 and 0.25, which divided by 2 and by 3 is 1 / 12. */
START_TEST(effect_by_hand)
{
	const double first[] = {1, 1, 4}, second[] = {3, 6, 9};
	const struct swf_effect e = swf_pool_effect(first, second, 3);
	NEAR(e.log_ratio, log(3));
	NEAR(e.variance, 0.5 / 2 / 3);
	const struct swf_effect back = swf_pool_effect(second, first, 3);
	NEAR(back.log_ratio, -log(3));
	NEAR(back.variance, e.variance);
}
END_TEST

/* R's metafor: escalc("ROMC", m1i = mean(b), m2i = mean(a), sd1i = sd(b), sd2i = sd(a), ni = 4, ri
 * = cor(a, b)) */
START_TEST(effect_of_metafor)
{
	const double a[] = {100, 140, 90, 170}, b[] = {81, 120, 70, 130};
	const struct swf_effect e = swf_pool_effect(a, b, 4);
	NEAR(e.log_ratio, -0.22064667111562);
	ck_assert_double_eq_tol(e.variance, 0.00087218694743, 1e-14);
}
END_TEST

START_TEST(no_effect)
{
	const double zeros[] = {0, 0}, some[] = {1, 2}, negative[] = {-1, -3};
	const double tenths[] = {0.1, 0.2, 0.3}, sevenths[] = {0.7, 1.4, 2.1};
	const double one[] = {0, 3}, other[] = {0, 5};
	ck_assert(isnan(swf_pool_effect(zeros, some, 2).variance));
	ck_assert(isnan(swf_pool_effect(some, zeros, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(negative, some, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(negative, negative, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(some, some + 1, 1).variance));
	ck_assert(isnan(swf_pool_effect(some, some, 0).variance));
	/* the same ratio in all: 2.1 / 1.4 is not 0.3 / 0.2 to the last bit */
	ck_assert(isnan(swf_pool_effect(tenths, sevenths, 3).variance));
	ck_assert(isnan(swf_pool_effect(some, some, 2).variance));
	ck_assert(isnan(swf_pool_effect(one, other, 2).variance));
}
END_TEST

/* Weights 25 and 25, mean 0.3, Q = 25 (0.04 + 0.04) = 2, tau^2 = (2 - 1) / (50 - 1250 / 50) = 0.04.
 * Then the variances are 0.08, and Hartung and Knapp's factor is 12.5 (0.04 + 0.04) = 1, the
 * standard error 1 / sqrt(25), t = 1.5 with 1 degree of freedom, whose quantile is 12.7062047. A
 * chi-square of 1 degree of freedom is a squared normal. */
START_TEST(pooled_by_hand)
{
	const struct swf_effect two[] = {{0.1, 0.04}, {0.5, 0.04}};
	const struct swf_pooled p = swf_pool_effects(two, 2);
	NEAR(log(p.ratio), 0.3);
	NEAR(p.tau, 0.2);
	NEAR(p.q, 2);
	NEAR(p.i2, 50);
	NEAR(p.q_p, erfc(1));
	ck_assert_double_eq_tol(log(p.low), 0.3 - 12.7062047 * 0.2, 1e-7);
	ck_assert_double_eq_tol(log(p.high), 0.3 + 12.7062047 * 0.2, 1e-7);
	NEAR(p.p, 1 - 2 / acos(-1) * atan(1.5));
	const struct swf_pooled one = swf_pool_effects(two, 1);
	NEAR(log(one.ratio), 0.1);
	ck_assert(isnan(one.low) && isnan(one.high) && isnan(one.tau) && isnan(one.i2));
	ck_assert(isnan(one.q) && isnan(one.q_p) && isnan(one.p));
	ck_assert(isnan(swf_pool_effects(two, 0).ratio));
}
END_TEST

/* R's metafor: r <- rma(y, v, method = "DL", test = "adhoc"), of which exp(r$beta), exp(r$ci.lb),
 * exp(r$ci.ub), sqrt(r$tau2), r$I2, r$QE, r$QEp and r$pval. The second studies differ so little
 * that the factor would be below 1; one of the third has nearly all of the weight. */
START_TEST(pooled_by_metafor)
{
	const struct {
		size_t count;
		struct swf_effect effects[4];
		struct swf_pooled known;
	} studies[] = {
		{4, {{0.1, 0.01}, {0.3, 0.04}, {-0.2, 0.02}, {0.5, 0.03}},
			{1.1679482681725, 0.7293669999373, 1.8702562046874, 0.2357359297422,
				72.1706864564007, 10.78, 0.0129769700745, 0.3710885648625}},
		{3, {{0.1, 0.01}, {0.12, 0.02}, {0.11, 0.03}},
			{1.1132378233972, 0.8101796737010, 1.5296587802317, 0, 0, 0.0136363636364,
				0.9932050092466, 0.2835182387929}},
		{2, {{-0.7, 1e-6}, {-0.5, 0.04}},
			{0.496587786662064, 0.490318035668295, 0.502937709655768, 0, 0,
				0.999975000623710, 0.317316557055721, 0.000909451326926}},
	};
	for (size_t i = 0; i < sizeof studies / sizeof *studies; i++) {
		const struct swf_pooled p = swf_pool_effects(studies[i].effects, studies[i].count);
		const struct swf_pooled *known = &studies[i].known;
		NEAR(p.ratio, known->ratio);
		NEAR(p.low, known->low);
		NEAR(p.high, known->high);
		NEAR(p.tau, known->tau);
		NEAR(p.i2, known->i2);
		NEAR(p.q, known->q);
		NEAR(p.q_p, known->q_p);
		NEAR(p.p, known->p);
	}
}
END_TEST

/* The interval is sure enough: of 2,000 studies of 5 logs whose own ratios are around 1.2, with
 * errors of different sizes, 95 % hold it, or more; less 4 standard errors. That is so without any
 * difference between the logs too, for which the factor is not below 1. */
START_TEST(intervals_hold_the_ratio)
{
	enum { STUDIES = 2000, LOGS = 5 };
	gsl_rng *rng = swf_random_new(7, 1);
	ck_assert_ptr_nonnull(rng);
	for (int different = 0; different < 2; different++) {
		int held = 0;
		for (int study = 0; study < STUDIES; study++) {
			struct swf_effect effects[LOGS];
			for (int i = 0; i < LOGS; i++) {
				const double sd = 0.03 * (1 + i);
				const double own = different ? gsl_ran_gaussian(rng, 0.2) : 0;
				effects[i] = (struct swf_effect){
					log(1.2) + own + gsl_ran_gaussian(rng, sd), sd * sd};
			}
			const struct swf_pooled p = swf_pool_effects(effects, LOGS);
			held += p.low <= 1.2 && 1.2 <= p.high;
		}
		ck_assert_int_ge(held, (int)(0.95 * STUDIES - 4 * sqrt(0.95 * 0.05 * STUDIES)));
	}
	gsl_rng_free(rng);
}
END_TEST

Suite *pool_suite(void)
{
	return suite_of("pool",
		(const TTest *const[]){effect_by_hand, effect_of_metafor, no_effect, pooled_by_hand,
			pooled_by_metafor, intervals_hold_the_ratio, NULL});
}
