#include <math.h>

#include "stats/sort.h"
#include "stats/two-samples.h"
#include "unit/suites.h"

/* The share of the values up to x. */
static double share_up_to(const double *values, size_t count, double x)
{
	size_t up_to = 0;
	for (size_t i = 0; i < count; i++)
		up_to += values[i] <= x;
	return (double)up_to / (double)count;
}

static double naive_distance(const double *a, size_t a_count, const double *b, size_t b_count)
{
	double most = 0;
	for (size_t i = 0; i < a_count + b_count; i++) {
		const double x = i < a_count ? a[i] : b[i - a_count];
		most = fmax(most, fabs(share_up_to(a, a_count, x) - share_up_to(b, b_count, x)));
	}
	return most;
}

START_TEST(distances_of_random_samples)
{
	enum { MOST = 40 };
	static const uint32_t different[] = {1, 2, 4, 30, 1000000};
	uint64_t state = 1;
	int wrong = 0;
	for (int round = 0; round < 20000; round++) {
		const size_t a_count = 1 + random_below(&state, MOST);
		const size_t b_count = 1 + random_below(&state, MOST);
		const uint32_t n = different[round % 5], shift = random_below(&state, 3);
		double a[MOST], b[MOST];
		for (size_t i = 0; i < a_count; i++)
			a[i] = random_below(&state, n) * 0.25 - 1;
		for (size_t i = 0; i < b_count; i++)
			b[i] = (random_below(&state, n) + shift) * 0.25 - 1;
		swf_sort_doubles(a, a_count);
		swf_sort_doubles(b, b_count);
		const double d = swf_two_samples_distance(a, a_count, b, b_count);
		wrong += d != naive_distance(a, a_count, b, b_count);
		wrong += d != swf_two_samples_distance(b, b_count, a, a_count);
		wrong += swf_two_samples_distance(a, a_count, a, a_count) != 0;
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Up to 2 there are 2/4 of the one and 1/5 of the other, up to 3 there are 3/4 and 1/5. */
START_TEST(distances_by_hand)
{
	const double a[] = {1, 2, 3, 7}, b[] = {2, 4, 5, 6, 7}, none[] = {0};
	ck_assert(fabs(swf_two_samples_distance(a, 4, b, 5) - 0.55) < 1e-15);
	ck_assert(swf_two_samples_distance(a, 3, b + 1, 4) == 1);
	ck_assert(swf_two_samples_distance(b + 1, 4, a, 3) == 1);
	ck_assert(isnan(swf_two_samples_distance(none, 0, a, 4)) &&
		isnan(swf_two_samples_distance(a, 4, none, 0)));
	ck_assert(isnan(swf_two_samples_distance(none, 0, none, 0)));
	ck_assert(isnan(swf_two_samples_probability(NAN, 0, 4)) &&
		isnan(swf_two_samples_probability(NAN, 4, 4)));
	ck_assert(swf_two_samples_probability(0, 3, 4) == 1);
}
END_TEST

/* The probability of x = distance sqrt(n m / (n + m)), which is distance sqrt(n / 2) for equal n:
 * the series 2 sum (-1)^(k-1) exp(-2 k^2 x^2) summed up with 60 digits. Smirnov's table of 1948 has
 * 0.963945, 0.270000 and 0.049486 for 0.5, 1 and 1.36. */
START_TEST(probabilities)
{
	static const struct {
		double x, p;
	} values[] = {{0.2, 0.9999999999994949592661}, {0.3, 0.999990694198665433368},
		{0.5, 0.9639452436648750943859}, {0.8, 0.5441424115741981489961},
		{0.99, 0.2808738392255489119664}, {1, 0.2699996716773545212049},
		{1.01, 0.259434169093597452068}, {1.2, 0.1122496666707249609141},
		{1.36, 0.0494858767553779099394}, {1.5, 0.0222179626165251287205},
		{2, 0.0006709252557796953465}, {3, 3.0459959489425256872273e-8}};
	int wrong = 0;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (size_t n = 18; n < 1000000; n *= 3) {
			const double d = values[i].x / sqrt((double)n / 2);
			const double p = swf_two_samples_probability(d, n, n);
			/* sizes n and m with the same n m / (n + m): 3 n / 4 from n and 3 n */
			const double other =
				swf_two_samples_probability(d * sqrt(2.0 / 3), n, 3 * n);
			wrong += !(fabs(p - values[i].p) < 1e-12 * values[i].p + 1e-15);
			wrong += !(fabs(other - values[i].p) < 1e-12 * values[i].p + 1e-15);
			wrong += swf_two_samples_probability(d * sqrt(2.0 / 3), 3 * n, n) != other;
		}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Never more the larger the distance is, and from 1 to 0, however small or large: also where the
 * two forms of the series meet. */
START_TEST(probabilities_descend)
{
	double before = 1;
	int wrong = 0;
	for (double x = 1e-200; x < 0.01; x *= 10)
		wrong += swf_two_samples_probability(x, 2, 2) != 1;
	for (int i = 1; i <= 40000; i++) {
		const double p = swf_two_samples_probability(i / 40000.0, 200, 200);
		/* 4 units of the last place, for rounding */
		wrong += !(p >= 0 && p <= before + 0x1p-50);
		before = p;
	}
	wrong += !(swf_two_samples_probability(1, 100000000, 100000000) == 0);
	for (int i = 999000; i < 1001000; i++) {
		const double low = i / 1e6, step = 1e-6;
		const double p = swf_two_samples_probability(low, 2, 2);
		const double change = p - swf_two_samples_probability(low + step, 2, 2);
		/* the slope at 1 is -8 (exp(-2) - 4 exp(-8) + ...) = -1.0719 */
		wrong += !(fabs(change / step - 1.0719) < 0.01);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

Suite *two_samples_suite(void)
{
	return suite_of("two_samples",
		(const TTest *const[]){distances_of_random_samples, distances_by_hand,
			probabilities, probabilities_descend, NULL});
}
