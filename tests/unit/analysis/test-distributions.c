/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/distributions.h"
#include "swf/fields.h"
#include "table/frame.h"
#include "unit/suites.h"

/* The values of a distribution, as a loop over the jobs finds them. */
struct found {
	double values[1000];
	size_t count;
};

static void find(struct found found[SWF_DISTRIBUTIONS], int which, double value)
{
	found[which].values[found[which].count++] = value;
}

static double size_of(const struct swf_job *job, enum swf_size size)
{
	const int32_t own = size == SWF_SIZE_REQUESTED ? job->requested : job->allocated;
	const int32_t other = size == SWF_SIZE_REQUESTED ? job->allocated : job->requested;
	return own > 0 ? own : other;
}

static double end_of(const struct swf_job *job)
{
	return job->submit + fmax(job->wait, 0) + fmax(job->run_time, 0);
}

/* The user's jobs among those from `first` on, session by session. */
static void naive_user(struct found found[SWF_DISTRIBUTIONS], const struct swf_job *jobs,
	size_t first, size_t count, enum swf_size size)
{
	double number = 0, sessions = 0, lengths = 0, work = 0, departure = -INFINITY;
	double begin = 0, latest = 0, submit = 0;
	for (size_t i = first; i < count; i++) {
		const struct swf_job *job = &jobs[i];
		if (job->user != jobs[first].user)
			continue;
		if (number > 0)
			find(found, SWF_DISTRIBUTION_THINK_TIME, job->submit - latest);
		if (number == 0 || job->submit - submit > 3600) {
			lengths += latest - begin;
			begin = job->submit;
			latest = end_of(job);
			sessions++;
		}
		latest = fmax(latest, end_of(job));
		departure = fmax(departure, latest);
		if (size_of(job, size) > 0 && job->run_time > 0)
			work += size_of(job, size) * job->run_time;
		submit = job->submit;
		number++;
	}
	lengths += latest - begin;
	find(found, SWF_DISTRIBUTION_JOBS, number);
	find(found, SWF_DISTRIBUTION_SESSIONS, sessions);
	find(found, SWF_DISTRIBUTION_SESSION_LENGTH, lengths / sessions);
	find(found, SWF_DISTRIBUTION_WORK, work);
	find(found, SWF_DISTRIBUTION_ARRIVAL, jobs[first].submit - jobs[0].submit);
	find(found, SWF_DISTRIBUTION_DEPARTURE, departure - jobs[0].submit);
	find(found, SWF_DISTRIBUTION_ACTIVITY, departure - jobs[first].submit);
}

/* The log's second 0 is a Monday, 0:00. */
static void naive(struct found found[SWF_DISTRIBUTIONS], const struct swf_job *jobs, size_t count,
	enum swf_size size)
{
	for (int d = 0; d < SWF_DISTRIBUTIONS; d++)
		found[d].count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct swf_job *job = &jobs[i];
		bool seen = job->user < 0;
		for (size_t j = 0; j < i; j++)
			seen = seen || jobs[j].user == job->user;
		if (!seen)
			naive_user(found, jobs, i, count, size);
		double hour = floor(job->submit / 3600);
		find(found, SWF_DISTRIBUTION_WEEK, hour - 168 * floor(hour / 168));
		if (job->run_time >= 0)
			find(found, SWF_DISTRIBUTION_RUN_TIME, job->run_time);
		if (job->estimate > 0)
			find(found, SWF_DISTRIBUTION_ESTIMATE, job->estimate);
		if (size_of(job, size) > 0)
			find(found, SWF_DISTRIBUTION_SIZE, size_of(job, size));
		if (job->wait >= 0)
			find(found, SWF_DISTRIBUTION_WAIT, job->wait);
		if (i > 0)
			find(found, SWF_DISTRIBUTION_INTER_ARRIVAL,
				job->submit - jobs[i - 1].submit);
		if (job->run_time >= 0 && job->estimate > 0)
			find(found, SWF_DISTRIBUTION_ACCURACY, job->run_time / job->estimate);
	}
}

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* How much of what is found differs from what the loop finds. */
static int disagreements(const struct swf_job *jobs, size_t count, enum swf_size size)
{
	static struct found found[SWF_DISTRIBUTIONS];
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	struct swf_distributions d = {.size = size};
	int wrong = 0;
	naive(found, jobs, count, size);
	for (size_t i = 0; i < count; i++)
		wrong += swf_distributions_add(&d, &jobs[i]) != 0;
	wrong += swf_distributions_finish(&d, calendar) != 0;
	for (int k = 0; k < SWF_DISTRIBUTIONS; k++) {
		const struct swf_sample *sample = &d.samples[k];
		wrong += sample->count != found[k].count;
		qsort(found[k].values, found[k].count, sizeof(double), compare_doubles);
		for (size_t i = 0; i < sample->count && i < found[k].count; i++)
			wrong += !(fabs(sample->values[i] - found[k].values[i]) <=
				1e-12 * fabs(found[k].values[i]));
	}
	swf_calendar_free(calendar);
	swf_distributions_clear(&d);
	wrong += d.size != size || d.samples[0].values != NULL || d.users.any;
	return wrong;
}

/* A value that is unknown, 0, small or large. */
static double random_time(uint64_t *state)
{
	switch (random_below(state, 8)) {
	case 0:
		return -1;
	case 1:
		return 0;
	case 2:
		return random_below(state, 20000);
	default:
		return random_below(state, 1000);
	}
}

static size_t random_jobs(
	uint64_t *state, struct swf_job *jobs, size_t most, uint32_t users, double submit)
{
	const size_t count = random_below(state, (uint32_t)most + 1);
	for (size_t i = 0; i < count; i++) {
		/* an hour exactly ends no session */
		const uint32_t kind = random_below(state, 6);
		submit += kind == 0 ? 3600
			: kind == 1 ? 3601
			: kind == 2 ? random_below(state, 300000)
				    : random_below(state, 900);
		jobs[i] = (struct swf_job){.number = (int64_t)i,
			.submit = submit,
			.wait = random_time(state),
			.run_time = random_time(state),
			.estimate = random_time(state),
			.allocated = (int32_t)random_below(state, 6) - 1,
			.requested = (int32_t)random_below(state, 6) - 1,
			/* user 0 is one, and some jobs have none */
			.user = (int64_t)random_below(state, users + 1) - 1};
	}
	return count;
}

START_TEST(random_logs)
{
	enum { MOST = 900 };
	static struct swf_job jobs[MOST];
	uint64_t state = 1;
	int wrong = 0;
	for (int round = 0; round < 3000; round++) {
		const bool large = round % 100 == 0;
		const size_t count = random_jobs(
			&state, jobs, large ? MOST : 30, large ? 700 : 5, round % 3 * 1000.0);
		wrong += disagreements(
			jobs, count, round % 2 == 0 ? SWF_SIZE_REQUESTED : SWF_SIZE_ALLOCATED);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* A log may begin before its second 0, and end there. */
START_TEST(logs_before_second_0)
{
	enum { MOST = 30 };
	static struct swf_job jobs[MOST];
	uint64_t state = 2;
	int wrong = 0;
	for (int round = 0; round < 1000; round++) {
		const size_t count = random_jobs(&state, jobs, MOST, 5, -1e8);
		wrong += disagreements(jobs, count, SWF_SIZE_REQUESTED);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(names_of_distributions)
{
	static const char *const names[] = {"jobs", "sessions", "session_length", "work", "arrival",
		"departure", "activity", "week", "runtime", "estimate", "size", "wait",
		"think_time", "inter_arrival", "accuracy"};
	ck_assert_uint_eq(sizeof names / sizeof *names, SWF_DISTRIBUTIONS);
	for (int i = 0; i < SWF_DISTRIBUTIONS; i++)
		ck_assert_str_eq(swf_distribution_names[i], names[i]);
	ck_assert_ptr_null(swf_distribution_names[SWF_DISTRIBUTIONS]);
	ck_assert_str_eq(swf_attribute_names[SWF_ATTRIBUTE_RUN_TIME], "runtime");
	ck_assert_str_eq(swf_attribute_names[SWF_ATTRIBUTE_ESTIMATE], "estimate");
	ck_assert_str_eq(swf_attribute_names[SWF_ATTRIBUTE_SIZE], "size");
	ck_assert_ptr_null(swf_attribute_names[SWF_ATTRIBUTES]);
}
END_TEST

START_TEST(attributes_of_jobs)
{
	static const struct {
		double run_time, estimate;
		int32_t allocated, requested;
		double values[4]; /* run time, estimate, size allocated, size requested */
	} cases[] = {{12.5, 60, 4, 8, {12.5, 60, 4, 8}}, {0, 0, 0, 0, {0, -1, -1, -1}},
		{-1, -1, -1, -1, {-1, -1, -1, -1}}, {-5, -7, -3, -9, {-1, -1, -1, -1}},
		{1, 0.5, 0, 3, {1, 0.5, 3, 3}}, {1, 1, 5, -1, {1, 1, 5, 5}}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct swf_job job = {.run_time = cases[i].run_time,
			.estimate = cases[i].estimate,
			.allocated = cases[i].allocated,
			.requested = cases[i].requested};
		const double values[] = {
			swf_attribute_of(&job, SWF_ATTRIBUTE_RUN_TIME, SWF_SIZE_ALLOCATED),
			swf_attribute_of(&job, SWF_ATTRIBUTE_ESTIMATE, SWF_SIZE_ALLOCATED),
			swf_attribute_of(&job, SWF_ATTRIBUTE_SIZE, SWF_SIZE_ALLOCATED),
			swf_attribute_of(&job, SWF_ATTRIBUTE_SIZE, SWF_SIZE_REQUESTED)};
		for (size_t k = 0; k < 4; k++)
			ck_assert(values[k] == cases[i].values[k]);
	}
}
END_TEST

/* The q-quantile of five values lies at place 4 q: 1.2 at 0.05, 4 + 0.8 * 96 at 0.95. Squared
 * deviations from 22 add up to 441 + 400 + 361 + 324 + 6084 = 7610; of 1 and 2 the sd is the root
 * of 1/2. */
START_TEST(cells_of_samples)
{
	static const char *const names[] = {SWF_MEAN_COLUMNS, SWF_QUANTILE_COLUMNS};
	const double values[] = {1, 2, 3, 4, 100};
	const size_t counts[] = {5, 2, 1, 0};
	struct swf_table *table = swf_table_new(names, sizeof names / sizeof *names);
	struct swf_error error;
	FILE *file = tmpfile();
	for (size_t i = 0; i < 4; i++) {
		swf_sample_cells_mean(table, values, counts[i]);
		swf_sample_cells_quantiles(table, values, counts[i]);
	}
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_CSV, &error), 0);
	swf_table_free(table);
	char *text = content(file);
	ck_assert_str_eq(text,
		"n,mean,sd,min,p5,p25,p50,p75,p95,max\n"
		"5,22,43.61765698,1,1.2,2,3,4,80.8,100\n"
		"2,1.5,0.7071067812,1,1.05,1.25,1.5,1.75,1.95,2\n"
		"1,1,,1,1,1,1,1,1,1\n"
		"0,,,,,,,,,\n");
	free(text);
}
END_TEST

Suite *distributions_suite(void)
{
	return suite_of("distributions",
		(const TTest *const[]){random_logs, logs_before_second_0, names_of_distributions,
			attributes_of_jobs, cells_of_samples, NULL});
}
