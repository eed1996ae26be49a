/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "model/generator.h"
#include "swfcore/quantity.h"
#include "unit/model-of.h"
#include "unit/suites.h"
#include "users/session-lists.h"

/* Long-term users and temporary ones of two classes, who differ in how often they work. */
static struct swf_model two_classes(void)
{
	char text[4000];
	snprintf(text, sizeof text,
		"%s%s%slong_term,a,,,3.5,,\npresence,a,,,0,2000000,\narrivals,a,,,0,4,\n"
		"tenure,a,,,0,1000000,\nsessions,a,,,1,20,\nsession_class,a,,,IWD,,\n"
		"long_term,b,,,1,,\npresence,b,,,2419200,,\narrivals,b,,,1,,\ntenure,b,,,0,,\n"
		"sessions,b,,,1,3,\nsession_class,b,,,IWD,,\n",
		model_columns, model_whole, model_sessions);
	return model_of(text);
}

static struct swf_generator_options options_of(double weeks, double population)
{
	return (struct swf_generator_options){.length = weeks * SWF_WEEK,
		.procs = 100,
		.population = population,
		.daily_cycle = true,
		.seed = 5,
		.replication = 2};
}

struct jobs {
	struct swf_job *jobs;
	size_t count;
	int64_t users;
};

static struct jobs generated(
	const struct swf_model *model, const struct swf_generator_options *options)
{
	struct swf_generator *generator = swf_generator_new(model, options);
	struct jobs all = {0};
	struct swf_error error;
	struct swf_job job;
	ck_assert_ptr_nonnull(generator);
	ck_assert_int_eq(swf_generator_users(generator), 0);
	size_t capacity = 0;
	while (swf_generator_next(generator, &job, &error) == 1) {
		all.jobs = swf_array_reserve(all.jobs, all.count, &capacity, sizeof job);
		all.jobs[all.count++] = job;
	}
	/* the end stays */
	ck_assert_int_eq(swf_generator_next(generator, &job, &error), 0);
	all.users = swf_generator_users(generator);
	swf_generator_free(generator);
	return all;
}

static void check_constant_fields(const struct swf_job *job)
{
	ck_assert(job->wait == -1 && job->cpu_time == -1 && job->memory == -1);
	ck_assert(job->memory_request == -1 && job->status == SWF_STATUS_COMPLETED);
	ck_assert(job->queue == -1 && job->partition == -1);
	ck_assert(job->requested == 8 && job->allocated == 8 && job->estimate == 400);
	ck_assert(job->run_time == 200 || job->run_time == 100);
	ck_assert(job->group == 1 || job->group == 2);
}

START_TEST(jobs_come_in_order_and_are_numbered)
{
	struct swf_model model = two_classes();
	const struct swf_generator_options options = options_of(12, 2.25);
	struct jobs all = generated(&model, &options);
	int64_t users = 0;
	double before = 0;
	ck_assert_uint_gt(all.count, 1000);
	for (size_t i = 0; i < all.count; i++) {
		const struct swf_job *job = &all.jobs[i];
		ck_assert_int_eq(job->number, (int64_t)i + 1);
		ck_assert(job->submit >= before && job->submit < options.length);
		ck_assert(job->submit == floor(job->submit));
		ck_assert(job->user >= 1 && job->user <= users + 1);
		users = job->user > users ? job->user : users;
		before = job->submit;
		check_constant_fields(job);
	}
	ck_assert_int_eq(users, all.users);
	free(all.jobs);
	swf_model_clear(&model);
}
END_TEST

/* Fields 17 and 18, and a user's class, are what follows from the jobs. */
START_TEST(jobs_wait_for_those_of_their_sessions)
{
	struct swf_model model = two_classes();
	const struct swf_generator_options options = options_of(12, 1);
	const struct swf_session_rule rule = swf_model_session_rule(&model);
	struct jobs all = generated(&model, &options);
	struct swf_sessions_by_user sessions = {0};
	int64_t *groups = calloc((size_t)all.users + 1, sizeof *groups);
	size_t waits = 0;
	for (size_t i = 0; i < all.count; i++) {
		struct swf_job job = all.jobs[i];
		struct swf_sessions *s = swf_sessions_of(&sessions, job.user);
		ck_assert_int_eq(swf_sessions_add(s, &rule, &job), 0);
		swf_sessions_mark(s, &job);
		ck_assert_int_eq(job.preceding, all.jobs[i].preceding);
		ck_assert(job.think_time == all.jobs[i].think_time);
		waits += job.preceding != -1;
		ck_assert(groups[job.user] == 0 || groups[job.user] == job.group);
		groups[job.user] = job.group;
	}
	ck_assert_uint_gt(waits, all.count / 3);
	swf_sessions_by_user_clear(&sessions);
	free(groups);
	free(all.jobs);
	swf_model_clear(&model);
}
END_TEST

/* A longer workload begins with a shorter one; other seeds and replications are others. */
START_TEST(workloads_depend_on_seed_and_replication_alone)
{
	struct swf_model model = two_classes();
	struct swf_generator_options options = options_of(4, 1);
	struct jobs one = generated(&model, &options);
	for (int i = 0; i < 4; i++) {
		struct swf_generator_options other = options;
		other.length *= 1 + i % 2;
		other.seed += i == 2;
		other.replication += i == 3;
		struct jobs all = generated(&model, &other);
		ck_assert(i == 1 ? all.count > one.count : true);
		const size_t count = all.count < one.count ? all.count : one.count;
		size_t same = 0;
		for (size_t k = 0; k < count; k++)
			same += one.jobs[k].submit == all.jobs[k].submit &&
				one.jobs[k].user == all.jobs[k].user &&
				one.jobs[k].executable == all.jobs[k].executable &&
				one.jobs[k].run_time == all.jobs[k].run_time;
		ck_assert(i < 2 ? same == one.count : same < count / 10);
		free(all.jobs);
	}
	free(one.jobs);
	swf_model_clear(&model);
}
END_TEST

/* What a user does, as a number: the jobs by submit, run time and class. */
static int compare_streams(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static uint64_t *streams_of(const struct jobs *all)
{
	uint64_t *streams = calloc((size_t)all->users + 1, sizeof *streams);
	for (size_t i = 0; i < all->count; i++) {
		const struct swf_job *job = &all->jobs[i];
		uint64_t *stream = &streams[job->user - 1];
		*stream = (*stream ^ (uint64_t)job->submit) * UINT64_C(0x9e3779b97f4a7c15);
		*stream = (*stream ^ (uint64_t)job->run_time) * UINT64_C(0xbf58476d1ce4e5b9);
		*stream = (*stream ^ (uint64_t)job->group) * UINT64_C(0x94d049bb133111eb);
	}
	qsort(streams, (size_t)all->users, sizeof *streams, compare_streams);
	return streams;
}

/* More users are the same and others. */
START_TEST(a_larger_population_has_the_users_of_a_smaller_one)
{
	static const double populations[] = {0.1, 0.5, 0.9, 1, 1.2, 2, 3.7};
	struct swf_model model = two_classes();
	uint64_t *before = calloc(1, sizeof *before);
	int64_t users = 0;
	for (size_t i = 0; i < sizeof populations / sizeof *populations; i++) {
		const struct swf_generator_options options = options_of(8, populations[i]);
		struct jobs all = generated(&model, &options);
		uint64_t *streams = streams_of(&all);
		ck_assert_int_gt(all.users, users);
		for (int64_t u = 0; u < users; u++)
			ck_assert_ptr_nonnull(bsearch(&before[u], streams, (size_t)all.users,
				sizeof *streams, compare_streams));
		free(before);
		before = streams;
		users = all.users;
		free(all.jobs);
	}
	free(before);
	swf_model_clear(&model);
}
END_TEST

static double load_of(const struct jobs *all, const struct swf_generator_options *options)
{
	double work = 0;
	for (size_t i = 0; i < all->count; i++)
		work += all->jobs[i].requested * all->jobs[i].run_time;
	return work / (options->procs * options->length);
}

/* With the population found, no user more and none less brings the load nearer. A user of the model
 * has 14 jobs of 200 or 100 s on 8 processors in a session, and at most 21 sessions. */
START_TEST(a_population_makes_a_load)
{
	struct swf_model model = two_classes();
	struct swf_generator_options options = options_of(8, 1);
	struct swf_error error;
	double before = 0;
	const double most = 63.0 * 2600 * 8 / (options.procs * options.length);
	for (double load = 0.001; load < 0.2; load *= 1.7) {
		ck_assert_int_eq(swf_generator_population(
					 &model, &options, load, &options.population, &error),
			0);
		struct jobs all = generated(&model, &options);
		ck_assert_double_ge(options.population, before);
		ck_assert_double_le(fabs(load_of(&all, &options) - load), most / 2);
		before = options.population;
		free(all.jobs);
	}
	swf_model_clear(&model);
}
END_TEST

/* One temporary user comes each week, and has one session of 4 * 3 + 2 jobs of 20800
 * processor-seconds: a load of n / 4 users of four weeks is what n users bring, and half a user and
 * half a processor-second more what n + 1 come nearest to. */
START_TEST(a_load_of_equal_users_is_their_number)
{
	char text[4000];
	snprintf(text, sizeof text,
		"%s%s%slong_term,u,,,0,,\narrivals,u,,,1,,\ntenure,u,,,0,,\nsessions,u,,,1,,\n"
		"session_class,u,,,IWD,,\n",
		model_columns, model_whole, model_sessions);
	/* in the morning, so that no session is cut by the end of a week */
	memcpy(strstr(text, "0,168"), "9,10 ", 5);
	struct swf_model model = model_of(text);
	struct swf_generator_options options = options_of(4, 1);
	struct swf_error error;
	for (int users = 1; users < 40; users += 3) {
		const double load = users * 20800.0 / (options.procs * options.length);
		for (int d = -1; d <= 1; d++) {
			ck_assert_int_eq(swf_generator_population(&model, &options,
						 load * (users + 0.4 * d) / users,
						 &options.population, &error),
				0);
			struct jobs all = generated(&model, &options);
			ck_assert_int_eq(all.users, users);
			ck_assert_uint_eq(all.count, (size_t)users * 14);
			ck_assert_double_eq_tol(load_of(&all, &options), load, 1e-12);
			free(all.jobs);
		}
		for (int d = 0; d <= 1; d++) {
			const double work = (users + 0.5) * 20800 + d - 0.5;
			ck_assert_int_eq(swf_generator_population(&model, &options,
						 work / (options.procs * options.length),
						 &options.population, &error),
				0);
			struct jobs all = generated(&model, &options);
			ck_assert_int_eq(all.users, users + d);
			free(all.jobs);
		}
	}
	swf_model_clear(&model);
}
END_TEST

START_TEST(without_users_there_is_no_load)
{
	char text[4000];
	snprintf(text, sizeof text,
		"%s%s%slong_term,u,,,0,,\narrivals,u,,,0,,\nsessions,u,,,1,,\n"
		"session_class,u,,,IWD,,\n",
		model_columns, model_whole, model_sessions);
	struct swf_model model = model_of(text);
	const struct swf_generator_options options = options_of(4, 1);
	struct swf_error error;
	double population;
	struct jobs all = generated(&model, &options);
	ck_assert_uint_eq(all.count, 0);
	ck_assert_int_eq(swf_generator_population(&model, &options, 0.1, &population, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "would not be enough"));
	swf_model_clear(&model);
}
END_TEST

/* The mean load is that of workloads of the model, whatever population the options have. */
START_TEST(a_mean_load_is_that_of_workloads)
{
	struct swf_model model = two_classes();
	struct swf_generator_options options = options_of(4, 1);
	struct swf_error error;
	double sum = 0, mean = 0;
	for (uint64_t k = 1; k <= 200; k++) {
		options.replication = k;
		struct jobs all = generated(&model, &options);
		sum += load_of(&all, &options);
		free(all.jobs);
	}
	options.population = 7;
	ck_assert_int_eq(swf_generator_mean_load(&model, &options, &mean, &error), 0);
	ck_assert_msg(fabs(mean / (sum / 200) - 1) < 0.1, "%g, not %g", mean, sum / 200);
	swf_model_clear(&model);
}
END_TEST

/* Batches of one job each, short or long, of which the model has 90 % and 10 % awaited; all but the
 * first session have a number of batches from the user's memory. Returns how many of the long ones
 * another job of the session follows. */
static double share_of_long_awaited(const char *plan)
{
	char text[4000];
	snprintf(text, sizeof text,
		"%s%s%slong_term,u,,,50,,\npresence,u,,,2419200,,\narrivals,u,,,0,,\n"
		"sessions,u,,,100,,\nsession_class,u,,,IWD,,\nstart,IWD,,,0,168,\n"
		"awaited_1,IWD,0,1000,yes,,9\nawaited_1,IWD,0,1000,no,,1\n"
		"awaited_1,IWD,1000,,yes,,1\nawaited_1,IWD,1000,,no,,9\n"
		"batches_persistence,IWD,,,1,,\njobs,IWD,,,1,,\njobs_awaited,IWD,,,1,,\n"
		"jobs_persistence,IWD,,,0,,\njobs_awaited_persistence,IWD,,,0,,\n"
		"inter_arrival,IWD,,,10,,\nthink_time,IWD,,,100,,\napplication,IWD,,,new,,\n"
		"next_application,IWD,,,new,,\nnext_class,IWD,,,IWD,,\nrepeat,IWD,,,0,,\n"
		"size,IWD,,,8,,\nestimate,IWD,,,400,,\nestimate,IWD,,,4000,,\n"
		"accuracy,IWD,,,0.1,,\n",
		model_columns, model_whole, plan);
	struct swf_model model = model_of(text);
	const struct swf_generator_options options = options_of(8, 1);
	struct jobs all = generated(&model, &options);
	double *last = calloc((size_t)all.users + 1, sizeof *last); /* estimate of the user's */
	double jobs = 0, awaited = 0;
	for (size_t i = 0; i < all.count; i++) {
		const struct swf_job *job = &all.jobs[i];
		jobs += job->estimate == 4000;
		awaited += job->think_time == 100 && last[job->user] == 4000;
		last[job->user] = job->estimate;
	}
	ck_assert_double_gt(jobs, 1000);
	free(last);
	free(all.jobs);
	swf_model_clear(&model);
	return awaited / jobs;
}

/* A plan that is kept has long batches awaited as often as short ones, half of all. */
START_TEST(plans_are_adjusted_to_estimates)
{
	const double kept = share_of_long_awaited(""),
		     also_kept = share_of_long_awaited("batches_plan,,,,kept,,\n"),
		     adjusted = share_of_long_awaited("batches_plan,,,,adjusted,,\n");
	ck_assert(kept == also_kept);
	ck_assert_msg(kept > 0.35, "%g", kept);
	ck_assert_msg(adjusted > 0.05 && adjusted < 0.15, "%g", adjusted);
}
END_TEST

/* A generator that is not at its end is freed with all that it has. */
START_TEST(a_workload_may_be_left)
{
	struct swf_model model = two_classes();
	const struct swf_generator_options options = options_of(100, 3);
	struct swf_generator *generator = swf_generator_new(&model, &options);
	struct swf_error error;
	struct swf_job job;
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(swf_generator_next(generator, &job, &error), 1);
	swf_generator_free(generator);
	swf_generator_free(NULL);
	swf_model_clear(&model);
}
END_TEST

Suite *generate_suite(void)
{
	return suite_of("generate",
		(const TTest *const[]){jobs_come_in_order_and_are_numbered,
			jobs_wait_for_those_of_their_sessions,
			workloads_depend_on_seed_and_replication_alone,
			a_larger_population_has_the_users_of_a_smaller_one,
			a_population_makes_a_load, a_load_of_equal_users_is_their_number,
			without_users_there_is_no_load, a_mean_load_is_that_of_workloads,
			plans_are_adjusted_to_estimates, a_workload_may_be_left, NULL});
}
