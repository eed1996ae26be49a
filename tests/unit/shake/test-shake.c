/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "shake/shake.h"
#include "unit/suites.h"

enum { N = 40000 };
static struct swf_job jobs[N], shaken[N];

static const struct swf_shake_options usual = {.element = SWF_ELEMENT_JOB,
	.degree = 50,
	.relative = INFINITY,
	.percent = 25,
	.elements = -1,
	.procs = 1000};

/* Jobs of 100 users, far from all bounds. */
static void make_jobs(void)
{
	uint64_t state = 42;
	double submit = 5000;
	for (int i = 0; i < N; i++) {
		submit += random_below(&state, 400);
		jobs[i] = (struct swf_job){.number = i + 1,
			.submit = submit,
			.run_time = 1000 + random_below(&state, 5000),
			.estimate = 20000 + random_below(&state, 5000),
			.requested = 100 + (int32_t)random_below(&state, 700),
			.allocated = -1,
			.user = random_below(&state, 100)};
	}
}

/* Shakes the jobs, and puts them back in their order. */
static struct swf_shake_counts shake_all(const struct swf_shake_options *options, uint64_t k)
{
	gsl_rng *rng = swf_random_new(1, k);
	struct swf_shake *shake = swf_shake_new(options, rng);
	struct swf_job job;
	double last = -INFINITY;
	int64_t last_number = 0;
	size_t taken = 0, unsorted = 0;
	for (int i = 0; i <= N; i++) {
		if (i < N)
			ck_assert_int_eq(swf_shake_put(shake, &jobs[i]), 0);
		for (; swf_shake_take(shake, i == N, &job); taken++) {
			unsorted += job.submit < last ||
				(job.submit == last && job.number < last_number);
			last = job.submit;
			last_number = job.number;
			shaken[job.number - 1] = job;
		}
	}
	ck_assert_uint_eq(taken, N);
	ck_assert_uint_eq(unsorted, 0);
	const struct swf_shake_counts counts = swf_shake_counts(shake);
	swf_shake_free(shake);
	gsl_rng_free(rng);
	return counts;
}

static double value(const struct swf_job *job, enum swf_shake_attribute attribute)
{
	switch (attribute) {
	case SWF_SHAKE_RUN_TIME:
		return job->run_time;
	case SWF_SHAKE_ESTIMATE:
		return job->estimate;
	case SWF_SHAKE_SIZE:
		return job->requested;
	default:
		return job->submit;
	}
}

/* What a value is relative to. */
static double old_value(int i, enum swf_shake_attribute attribute)
{
	if (attribute != SWF_SHAKE_INTERARRIVAL)
		return value(&jobs[i], attribute);
	return i == 0 ? 0 : jobs[i].submit - jobs[i - 1].submit;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The changes of those that changed, over the largest one, are uniform from -1 to 1: by a
 * Kolmogorov-Smirnov distance that chance alone exceeds once in a thousand times, and half a unit
 * of rounding. */
static void check_uniform(double *changes, size_t count, double rounding)
{
	double distance = 0;
	qsort(changes, count, sizeof *changes, ascending);
	for (size_t i = 0; i < count; i++) {
		const double uniform = (changes[i] + 1) / 2;
		distance = fmax(distance,
			fmax(uniform - (double)i / (double)count,
				(double)(i + 1) / (double)count - uniform));
	}
	ck_assert_double_lt(distance, 1.95 / sqrt((double)count) + rounding);
}

/* Every attribute, absolute and relative: changes are bounded, uniform, symmetric and whole, of
 * the right share of the jobs, and as large at the end of the log as at its begin. */
START_TEST(changes_have_their_distribution)
{
	static double changes[N];
	make_jobs();
	for (int variant = 0; variant < 8; variant++) {
		struct swf_shake_options options = usual;
		options.attribute = (enum swf_shake_attribute)(variant / 2);
		options.relative = variant % 2 == 1 ? 0.2 : INFINITY;
		options.degree = options.attribute == SWF_SHAKE_ESTIMATE ? 4500 : 50;
		const struct swf_shake_counts drawn = shake_all(&options, (uint64_t)variant);
		size_t count = 0, wrong = 0;
		double squares[2] = {0};
		int64_t changed = 0;
		for (int i = 0; i < N; i++) {
			const double change = value(&shaken[i], options.attribute) -
				value(&jobs[i], options.attribute);
			const double most = fmin(
				options.degree, options.relative * old_value(i, options.attribute));
			wrong += fabs(change) > most || change != floor(change);
			changed += change != 0;
			squares[i >= N / 2] += change * change;
			/* those of small bounds are rounded too much to tell */
			if (change != 0 && most >= 20)
				changes[count++] = change / most;
		}
		ck_assert_uint_eq(wrong, 0);
		ck_assert_int_eq(drawn.elements, N);
		ck_assert_int_eq(drawn.changed, changed);
		/* four standard deviations */
		ck_assert_double_lt(
			fabs((double)drawn.drawn - N * 0.25), 4 * sqrt(N * 0.25 * 0.75));
		check_uniform(changes, count, 0.5 / 20);
		/* as does the ratio of two sums of squares of uniform numbers */
		ck_assert_double_lt(fabs(log(squares[1] / squares[0])),
			4 * sqrt(2 * 2 * 0.8 / ((double)count / 2)));
	}
}
END_TEST

START_TEST(more_jobs_are_the_same_ones_and_more)
{
	static double few[N];
	struct swf_shake_options options = usual;
	size_t wrong = 0;
	make_jobs();
	shake_all(&options, 3);
	for (int i = 0; i < N; i++)
		few[i] = shaken[i].submit - jobs[i].submit;
	options.percent = 50;
	options.degree = 100;
	shake_all(&options, 3);
	for (int i = 0; i < N; i++) {
		const double many = shaken[i].submit - jobs[i].submit;
		/* twice the degree, each rounded */
		wrong += few[i] != 0 && fabs(many - 2 * few[i]) > 1.5;
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(nothing_is_shaken_at_all)
{
	struct swf_shake_options options = usual;
	size_t wrong = 0;
	make_jobs();
	for (int variant = 0; variant < 3; variant++) {
		options.percent = variant == 0 ? 0 : 100;
		options.degree = variant == 1 ? 0 : 60;
		options.relative = variant == 2 ? 0 : INFINITY;
		ck_assert_int_eq(shake_all(&options, 1).changed, 0);
		for (int i = 0; i < N; i++)
			wrong += shaken[i].submit != jobs[i].submit;
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(exactly_as_many_are_drawn)
{
	struct swf_shake_options options = usual;
	make_jobs();
	for (int element = SWF_ELEMENT_USER; element <= SWF_ELEMENT_JOB; element++) {
		options.element = (enum swf_element)element;
		options.elements = 0;
		struct swf_elements elements = {.element = options.element};
		for (int i = 0; i < N; i++)
			ck_assert_int_eq(
				swf_shake_count(&options, &elements, &jobs[i], &options.elements),
				0);
		swf_elements_clear(&elements);
		const struct swf_shake_counts counts = shake_all(&options, 5);
		ck_assert_int_eq(counts.elements, options.elements);
		ck_assert_int_eq(
			counts.drawn, llround(options.percent * (double)options.elements / 100));
	}
}
END_TEST

/* By up to a week: the jobs of a user keep their distances, and none comes before the log. */
START_TEST(users_are_moved_as_one)
{
	struct swf_shake_options options = usual;
	double changes[100];
	size_t wrong = 0, moved = 0;
	make_jobs();
	options.element = SWF_ELEMENT_USER;
	options.degree = 604800;
	options.percent = 100;
	shake_all(&options, 1);
	for (int user = 0; user < 100; user++)
		changes[user] = NAN;
	for (int i = 0; i < N; i++) {
		double *change = &changes[jobs[i].user];
		if (isnan(*change))
			*change = shaken[i].submit - jobs[i].submit;
		wrong += shaken[i].submit - jobs[i].submit != *change;
		wrong += shaken[i].submit < jobs[0].submit;
	}
	for (int user = 0; user < 100; user++)
		moved += changes[user] > 0;
	ck_assert_uint_eq(wrong, 0);
	/* half of them would be moved forward, and cannot */
	ck_assert_uint_gt(moved, 30);
	ck_assert_uint_lt(moved, 70);
}
END_TEST

static struct swf_job shake_one(const struct swf_shake_options *options, struct swf_job job)
{
	gsl_rng *rng = swf_random_new(1, 1);
	struct swf_shake *shake = swf_shake_new(options, rng);
	ck_assert_int_eq(swf_shake_put(shake, &job), 0);
	ck_assert(swf_shake_take(shake, true, &job));
	ck_assert(!swf_shake_take(shake, true, &job));
	swf_shake_free(shake);
	gsl_rng_free(rng);
	return job;
}

/* Bounds of sizes, of times, and what a run time does that passes the estimate. */
START_TEST(values_stay_within_their_bounds)
{
	struct swf_shake_options options = usual;
	size_t wrong = 0, cut = 0, raised = 0;
	uint64_t state = 1;
	options.percent = 100;
	options.procs = 10;
	options.degree = 1000;
	for (int i = 0; i < 1000; i++) {
		options.degree = 1 + random_below(&state, 1000);
		const struct swf_job job = {
			.run_time = 5, .estimate = 6, .requested = 4, .allocated = 3};
		options.attribute = SWF_SHAKE_SIZE;
		options.size = SWF_SIZE_REQUESTED;
		struct swf_job out = shake_one(&options, job);
		wrong += out.requested < 1 || out.requested > 10 || out.allocated != 3;
		options.size = SWF_SIZE_ALLOCATED;
		out = shake_one(&options, job);
		wrong += out.allocated < 1 || out.allocated > 10 || out.requested != 4;
		options.attribute = SWF_SHAKE_RUN_TIME;
		options.overrun = SWF_OVERRUN_EXTEND;
		out = shake_one(&options, job);
		wrong += out.run_time < 1 || out.estimate != fmax(6, out.run_time);
		raised += out.estimate > 6;
		options.overrun = SWF_OVERRUN_KILL;
		out = shake_one(&options, job);
		wrong += out.run_time < 1 || out.run_time > 6 || out.estimate != 6;
		options.attribute = SWF_SHAKE_ESTIMATE;
		out = shake_one(&options, job);
		wrong += out.estimate < 1 || out.run_time != fmin(5, out.estimate);
		cut += out.run_time < 5;
		/* what it has not, it does not get */
		const struct swf_job empty = {.run_time = -1, .estimate = -1, .requested = -1};
		out = shake_one(&options, empty);
		wrong += out.estimate != -1;
		options.attribute = SWF_SHAKE_RUN_TIME;
		out = shake_one(&options, empty);
		wrong += out.run_time != -1;
		options.attribute = SWF_SHAKE_SIZE;
		out = shake_one(&options, empty);
		wrong += out.requested != -1;
	}
	ck_assert_uint_eq(wrong, 0);
	ck_assert(raised + cut > 0);
}
END_TEST

Suite *shake_suite(void)
{
	return suite_of("shake",
		(const TTest *const[]){changes_have_their_distribution,
			more_jobs_are_the_same_ones_and_more, nothing_is_shaken_at_all,
			exactly_as_many_are_drawn, users_are_moved_as_one,
			values_stay_within_their_bounds, NULL});
}

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
	enum { R = 100, F = 3, DRAWS = 100000 };
	static int counts[F * R + 1];
	gsl_rng *rng = swf_random_new(1, 1);
	for (int i = 0; i < DRAWS; i++) {
		struct swf_job job = {.run_time = R};
		swf_estimate_job(&job, F, rng);
		const double more = job.estimate - R;
		ck_assert(more == floor(more) && more >= 0 && more <= F * R);
		counts[(int)more]++;
	}
	gsl_rng_free(rng);
	double below = 0, distance = 0;
	for (int i = 0; i <= F * R; i++) {
		below += counts[i] / (double)DRAWS;
		/* those that are rounded to i or less are less than i + 1/2 */
		distance = fmax(distance, fabs(below - fmin(1, (i + 0.5) / (F * R))));
	}
	ck_assert_double_lt(distance, 1.95 / sqrt(DRAWS));
}
END_TEST

Suite *estimates_suite(void)
{
	return suite_of("estimates",
		(const TTest *const[]){
			exact_estimates_are_run_times, random_estimates_are_uniform, NULL});
}

static const struct swf_job original = {.submit = 107,
	.wait = 3,
	.run_time = 9,
	.cpu_time = 5.5,
	.estimate = 60,
	.allocated = 3,
	.requested = 50};

static struct swf_job scaled(enum swf_scaled what, double factor)
{
	const struct swf_scale scale = {.what = what, .factor = factor, .first = 100, .procs = 100};
	struct swf_job job = original;
	swf_scale_job(&scale, &job);
	return job;
}

START_TEST(one_attribute_is_multiplied)
{
	struct swf_job job = scaled(SWF_SCALE_INTERARRIVAL, 1.5); /* 7 s become 10.5 */
	ck_assert(job.submit == 111 && job.run_time == 9 && job.wait == 3);
	job = scaled(SWF_SCALE_RUN_TIME, 0.5);
	ck_assert(job.run_time == 5 && job.cpu_time == 3 && job.estimate == 30);
	ck_assert(job.submit == 107 && job.requested == 50);
	ck_assert(scaled(SWF_SCALE_RUN_TIME, 0.01).run_time == 1);
	job = scaled(SWF_SCALE_SIZE, 2.5);
	ck_assert_int_eq(job.allocated, 8);
	ck_assert_int_eq(job.requested, 100);
	ck_assert_int_eq(scaled(SWF_SCALE_SIZE, 0.1).allocated, 1);
	job = scaled(SWF_SCALE_MACHINE, 2);
	ck_assert(job.requested == 50 && job.submit == 107 && job.run_time == 9);
	ck_assert(scaled(SWF_SCALE_RUN_TIME, 1).cpu_time == 5.5);
}
END_TEST

START_TEST(what_is_unknown_stays_so)
{
	const struct swf_scale times = {.what = SWF_SCALE_RUN_TIME, .factor = 3};
	const struct swf_scale sizes = {.what = SWF_SCALE_SIZE, .factor = 3, .procs = 9};
	struct swf_job job = {.run_time = 0, .cpu_time = -1, .estimate = -1, .allocated = -1};
	swf_scale_job(&times, &job);
	swf_scale_job(&sizes, &job);
	ck_assert(job.run_time == 0 && job.cpu_time == -1 && job.estimate == -1);
	ck_assert(job.allocated == -1 && job.requested == 0);
}
END_TEST

START_TEST(a_factor_leads_from_one_load_to_another)
{
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_INTERARRIVAL, 0.4, 0.8), 0.5);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_MACHINE, 0.4, 0.8), 0.5);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_RUN_TIME, 0.4, 0.8), 2);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_SIZE, 0.4, 0.8), 2);
}
END_TEST

Suite *scale_suite(void)
{
	return suite_of("scale",
		(const TTest *const[]){one_attribute_is_multiplied, what_is_unknown_stays_so,
			a_factor_leads_from_one_load_to_another, NULL});
}
