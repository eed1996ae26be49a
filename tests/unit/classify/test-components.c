/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "classify/components.h"
#include "unit/suites.h"

static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

static struct swf_frame frame_of(double *cells, size_t rows, size_t columns)
{
	return (struct swf_frame){.names = names, .columns = columns, .cells = cells, .rows = rows};
}

/* Two variables with correlation r: eigenvalues 1 + |r| and 1 - |r|, vectors at 45 degrees. */
START_TEST(two_variables_worked_by_hand)
{
	/* deviations -1 0 1 and -1 1 0: r = 1 / 2; then with the second one turned round */
	double cells[] = {1, 10, 2, 30, 3, 20};
	const double h = sqrt(0.5);
	struct swf_components c;
	struct swf_error error;
	struct swf_frame frame = frame_of(cells, 3, 2);
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), 0);
	ck_assert_double_eq_tol(c.values[0], 1.5, 1e-14);
	ck_assert_double_eq_tol(c.values[1], 0.5, 1e-14);
	const double positive[] = {h, h, h, -h};
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq_tol(c.vectors[i], positive[i], 1e-14);
	swf_components_clear(&c);
	for (int i = 1; i < 6; i += 2)
		cells[i] = -cells[i];
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), 0);
	ck_assert_double_eq_tol(c.values[0], 1.5, 1e-14);
	const double negative[] = {h, -h, h, h};
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq_tol(c.vectors[i], negative[i], 1e-14);
	swf_components_clear(&c);
}
END_TEST

/* Full correlation leaves exact zeros, not rounding errors. */
START_TEST(a_variable_twice)
{
	double cells[] = {1, 2, 2, 4, 7, 14, 3, 6};
	struct swf_components c;
	struct swf_error error;
	struct swf_frame frame = frame_of(cells, 4, 2);
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), 0);
	ck_assert_double_eq_tol(c.values[0], 2, 1e-14);
	ck_assert(c.values[1] == 0);
	swf_components_clear(&c);
}
END_TEST

/* The second variable is to the first, and the fourth to the third, what these are to them: each
 * row comes with both pairs turned round. So in every vector two and two magnitudes are the same,
 * and the first of the larger ones is positive, whichever one rounding makes larger. */
START_TEST(ties_go_by_the_first)
{
	enum { ROWS = 20, P = 4 };
	uint64_t state = 4;
	for (int round = 0; round < 50; round++) {
		double cells[ROWS * P];
		for (size_t i = 0; i < ROWS; i += 2)
			for (size_t a = 0; a < P; a++) {
				cells[i * P + a] = random_below(&state, 1000);
				cells[(i + 1) * P + (a ^ 1)] = cells[i * P + a];
			}
		struct swf_components c;
		struct swf_error error;
		struct swf_frame frame = frame_of(cells, ROWS, P);
		ck_assert_int_eq(swf_components_find(&frame, &c, &error), 0);
		for (size_t k = 0; k < P; k++) {
			const double *v = c.vectors + k * P;
			ck_assert_double_eq_tol(fabs(v[0]), fabs(v[1]), 1e-12);
			ck_assert_double_eq_tol(fabs(v[2]), fabs(v[3]), 1e-12);
			ck_assert(v[fabs(v[0]) > fabs(v[2]) ? 0 : 2] > 0);
		}
		swf_components_clear(&c);
	}
}
END_TEST

static double correlation(const double *cells, size_t rows, size_t p, size_t a, size_t b)
{
	double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
	for (size_t i = 0; i < rows; i++) {
		ma += cells[i * p + a] / (double)rows;
		mb += cells[i * p + b] / (double)rows;
	}
	for (size_t i = 0; i < rows; i++) {
		const double x = cells[i * p + a] - ma, y = cells[i * p + b] - mb;
		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	return ab / sqrt(aa * bb);
}

/* Orthonormal vectors, eigenvalues that add up to p, and V diag(values) V' is the matrix again. */
START_TEST(vectors_give_the_correlations_back)
{
	enum { ROWS = 40, MOST = 8 };
	uint64_t state = 3;
	for (size_t p = 1; p <= MOST; p++) {
		double cells[ROWS * MOST], sum = 0;
		for (size_t i = 0; i < ROWS * p; i++)
			cells[i] = pow(random_below(&state, 100), 2) +
				(i % p > 0 ? 3 * cells[i - 1] : 0);
		struct swf_components c;
		struct swf_error error;
		struct swf_frame frame = frame_of(cells, ROWS, p);
		ck_assert_int_eq(swf_components_find(&frame, &c, &error), 0);
		for (size_t k = 0; k < p; k++) {
			size_t largest = 0;
			sum += c.values[k];
			ck_assert(k == 0 || c.values[k] <= c.values[k - 1]);
			for (size_t a = 0; a < p; a++)
				if (fabs(c.vectors[k * p + a]) >
					fabs(c.vectors[k * p + largest]) + 1e-9)
					largest = a;
			ck_assert(c.vectors[k * p + largest] > 0);
		}
		ck_assert_double_eq_tol(sum, (double)p, 1e-12);
		for (size_t a = 0; a < p; a++)
			for (size_t b = 0; b < p; b++) {
				double product = 0, r = 0;
				for (size_t k = 0; k < p; k++) {
					product += c.vectors[a * p + k] * c.vectors[b * p + k];
					r += c.values[k] * c.vectors[k * p + a] *
						c.vectors[k * p + b];
				}
				ck_assert_double_eq_tol(product, a == b, 1e-12);
				ck_assert_double_eq_tol(
					r, correlation(cells, ROWS, p, a, b), 1e-12);
			}
		swf_components_clear(&c);
	}
}
END_TEST

/* Other units are the same variables, and far from 0 as exact as near it. */
START_TEST(units_and_origin_do_not_matter)
{
	enum { ROWS = 30, P = 4 };
	double cells[ROWS * P];
	uint64_t state = 9;
	struct swf_components near, far;
	struct swf_error error;
	struct swf_frame frame = frame_of(cells, ROWS, P);
	for (size_t i = 0; i < ROWS * P; i++)
		cells[i] = random_below(&state, 50) + (i % P > 0 ? cells[i - 1] : 0);
	ck_assert_int_eq(swf_components_find(&frame, &near, &error), 0);
	for (size_t i = 0; i < ROWS * P; i++)
		cells[i] = cells[i] * (double)(1 << 4 * (i % P)) + 1e9;
	ck_assert_int_eq(swf_components_find(&frame, &far, &error), 0);
	for (size_t i = 0; i < P * P; i++)
		ck_assert_double_eq_tol(near.vectors[i], far.vectors[i], 1e-9);
	for (size_t i = 0; i < P; i++)
		ck_assert_double_eq_tol(near.values[i], far.values[i], 1e-9);
	swf_components_clear(&near);
	swf_components_clear(&far);
}
END_TEST

START_TEST(refuses_what_has_no_correlation)
{
	double cells[] = {1, 5, 2, 5, 3, 5};
	struct swf_components c;
	struct swf_error error;
	struct swf_frame frame = frame_of(cells, 3, 2);
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), -1);
	ck_assert_str_eq(error.text, "column 'b' is constant: it is 5 in all 3 rows");
	frame.rows = 1;
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), -1);
	ck_assert_str_eq(error.text, "principal components need 2 rows at least; there is 1");
	frame.rows = 0;
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), -1);
	ck_assert_str_eq(error.text, "principal components need 2 rows at least; there are 0");
	double large[] = {1e300, 1, -1e300, 2};
	frame = frame_of(large, 2, 2);
	ck_assert_int_eq(swf_components_find(&frame, &c, &error), -1);
	ck_assert(strstr(error.text, "column 'a': its values are too large") != NULL);
}
END_TEST

Suite *components_suite(void)
{
	return suite_of("components",
		(const TTest *const[]){two_variables_worked_by_hand, a_variable_twice,
			ties_go_by_the_first, vectors_give_the_correlations_back,
			units_and_origin_do_not_matter, refuses_what_has_no_correlation, NULL});
}
