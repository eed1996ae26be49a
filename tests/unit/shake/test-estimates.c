/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/random.h"
#include "shake/shake.h"
#include "unit/suites.h"

START_TEST(exact_estimates_are_run_times)
{
	struct swf_job job = {.run_time = 77, .estimate = 3600};
	swf_estimate_job(&job, 0, NULL);
	ck_assert(job.estimate == 77 && job.run_time == 77);
	job.run_time = 0;
	swf_estimate_job(&job, 0, NULL);
	ck_assert(job.estimate == 1);
	job = (struct swf_job){.run_time = -1, .estimate = 3600};
	swf_estimate_job(&job, 0, NULL);
	ck_assert(job.estimate == 3600);
}
END_TEST

/* From r to (f + 1) r, all whole numbers in between, by a Kolmogorov-Smirnov distance that chance
 * alone exceeds once in a thousand times. */
START_TEST(random_estimates_are_uniform)
{
	enum { R = 100, F = 3, N = 100000 };
	static int counts[F * R + 1];
	gsl_rng *rng = swf_random_new(1, 1);
	for (int i = 0; i < N; i++) {
		struct swf_job job = {.run_time = R};
		swf_estimate_job(&job, F, rng);
		const double more = job.estimate - R;
		ck_assert(more == floor(more) && more >= 0 && more <= F * R);
		counts[(int)more]++;
	}
	gsl_rng_free(rng);
	double below = 0, distance = 0;
	for (int i = 0; i <= F * R; i++) {
		below += counts[i] / (double)N;
		/* those that are rounded to i or less are less than i + 1/2 */
		distance = fmax(distance, fabs(below - fmin(1, (i + 0.5) / (F * R))));
	}
	ck_assert_double_lt(distance, 1.95 / sqrt(N));
}
END_TEST

Suite *estimates_suite(void)
{
	return suite_of("estimates",
		(const TTest *const[]){
			exact_estimates_are_run_times, random_estimates_are_uniform, NULL});
}
