/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "model/fit-samples.h"
#include "model/fit.h"
#include "swfcore/quantity.h"
#include "unit/suites.h"

/* A job of one user; the day is a Monday. */
struct line {
	double submit, run_time, estimate;
	int32_t size;
	int64_t user;
};

static struct swf_model fitted(
	const struct line *lines, size_t count, int32_t procs, struct swf_fit_counts *counts)
{
	struct swf_workload workload = {0};
	struct swf_model model = {0};
	struct swf_error error = {.text = ""};
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	for (size_t i = 0; i < count; i++) {
		const struct swf_job job = {.number = (int64_t)i + 1,
			.submit = lines[i].submit,
			.wait = -1,
			.run_time = lines[i].run_time,
			.requested = lines[i].size,
			.allocated = 1,
			.estimate = lines[i].estimate,
			.user = lines[i].user};
		ck_assert_int_eq(swf_workload_add(&workload, &job, SWF_SIZE_REQUESTED), 0);
	}
	ck_assert_int_eq(swf_workload_finish(&workload), 0);
	const struct swf_fit_options options = {.calendar = calendar,
		.procs = procs,
		.size = SWF_SIZE_REQUESTED,
		.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK}};
	const int result = swf_fit_model(&workload, &options, &model, counts, &error);
	ck_assert_msg(result == 0, "%s", error.text);
	swf_workload_clear(&workload);
	swf_calendar_free(calendar);
	return model;
}

enum { IWD = SWF_SESSION_IWD, BHP = SWF_SESSION_BHP, BHD = SWF_SESSION_BHD };

/* The distribution has these ranges, and is the only one of its variable and class. */
static void check(const struct swf_model *model, enum swf_model_variable variable, size_t class_,
	size_t count, const double ranges[][3])
{
	const struct swf_model_parts *parts = &model->parts[variable][class_];
	ck_assert_msg(parts->count == (count > 0), "variable %d of class %zu: %zu distributions",
		variable, class_, parts->count);
	for (size_t i = 0; i < count; i++) {
		const struct swf_histogram *h = &parts->parts[0].histogram;
		const struct swf_histogram_range *r = &h->ranges[i];
		ck_assert_msg(h->count == count && fabs(r->from - ranges[i][0]) < 1e-9 &&
				fabs(r->to - ranges[i][1]) < 1e-9 &&
				swf_histogram_weight(h, i) == ranges[i][2],
			"variable %d of class %zu: range %zu of %zu: %g to %g", variable, class_, i,
			h->count, r->from, r->to);
	}
}

/* The same for one value. */
static void check_value(const struct swf_model *model, enum swf_model_variable variable,
	size_t class_, double value)
{
	const struct swf_model_parts *parts = &model->parts[variable][class_];
	ck_assert_msg(parts->count == 1 && parts->parts[0].histogram.count == 1,
		"variable %d of class %zu", variable, class_);
	const struct swf_histogram_range *r = parts->parts[0].histogram.ranges;
	ck_assert_msg(fabs(r->from - value) < 1e-9 && r->from == r->to,
		"variable %d of class %zu: %g to %g", variable, class_, r->from, r->to);
}

/*
 * A user of a machine of 128 on a Monday. The longest estimate is 1000 s.
 * 10:00:00 a session of interactive work in the daytime, with a batch of two jobs (the second runs
 *          within 5 % as long as the first) that ends at 10:01:54,
 * 10:03:34 100 s later, its last batch: a job of the same estimate on 8 processors;
 * 12:00:14 a session with one job that is like the first of all;
 * 16:00:00 a session that is highly parallel, with one batch, the second job of which is of high
 *          duration.
 */
static const struct line monday[] = {{36000, 100, 400, 4, 9}, {36010, 104, 400, 4, 9},
	{36214, 200, 400, 8, 9}, {43214, 120, 400, 4, 9}, {57600, 300, 300, 100, 9},
	{57700, 500, 1000, 2, 9}};

START_TEST(a_model_has_what_a_small_log_has)
{
	struct swf_fit_counts counts;
	struct swf_model m = fitted(monday, 6, 128, &counts);
	ck_assert(counts.discarded == 0 && counts.unclassed == 0);
	ck_assert_uint_eq(m.classes, 1);
	ck_assert_str_eq(m.class_names[0], "1");
	check_value(&m, SWF_MODEL_PROCS, 0, 128);
	check_value(&m, SWF_MODEL_WEEKS, 0, 1);
	check_value(&m, SWF_MODEL_SESSION_BY, 0, SWF_BY_ARRIVAL);
	check_value(&m, SWF_MODEL_SESSION_GAP, 0, 3600);
	check_value(&m, SWF_MODEL_LONG_TERM, 0, 0);
	check(&m, SWF_MODEL_PRESENCE, 0, 0, NULL);
	check_value(&m, SWF_MODEL_ARRIVALS, 0, 1);
	check_value(&m, SWF_MODEL_TENURE, 0, 21700);
	check_value(&m, SWF_MODEL_SESSIONS, 0, 3);
	check(&m, SWF_MODEL_SESSION_CLASS, 0, 2, (const double[][3]){{IWD, IWD, 2}, {BHP, BHP, 1}});
	check(&m, SWF_MODEL_START, IWD, 2, (const double[][3]){{10, 11, 1}, {12, 13, 1}});
	check(&m, SWF_MODEL_START, BHP, 1, (const double[][3]){{16, 17, 1}});
	check(&m, SWF_MODEL_START, BHD, 0, NULL);
	swf_model_clear(&m);
}
END_TEST

/*
 * Of this user's sessions' starts, and so of working time, a third is in each of three hours. The
 * gap behind 10:03:34 is over at 11:03:35, where a third of a week has passed, and 14 s of the hour
 * from 12:00 on are 14 / 10800 of one; the user has 21700 s / 2 for each session. The gap behind
 * 12:00:14 is over in the pause in which the third session starts.
 */
START_TEST(breaks_are_in_working_time)
{
	struct swf_fit_counts counts;
	struct swf_model m = fitted(monday, 6, 128, &counts);
	const double one = 14.0 / 10800 / (21700.0 / 2 / SWF_WEEK);
	check(&m, SWF_MODEL_BREAK, 0, 2, (const double[][3]){{0, 0, 1}, {one, one, 1}});
	swf_model_clear(&m);
}
END_TEST

START_TEST(batches_and_applications_are_seen)
{
	struct swf_fit_counts counts;
	struct swf_model m = fitted(monday, 6, 128, &counts);
	check(&m, SWF_MODEL_AWAITED_1, IWD, 2, (const double[][3]){{0, 0, 1}, {1, 1, 1}});
	check_value(&m, SWF_MODEL_AWAITED_2, IWD, 0);
	check(&m, SWF_MODEL_AWAITED_5, IWD, 0, NULL);
	check_value(&m, SWF_MODEL_AWAITED_1, BHP, 0);
	/* a single pair of sessions tells no correlation */
	check_value(&m, SWF_MODEL_BATCHES_PERSISTENCE, IWD, 0);
	check_value(&m, SWF_MODEL_BATCHES_PERSISTENCE, BHP, 0);
	check(&m, SWF_MODEL_AWAITED_2, BHP, 0, NULL);
	check(&m, SWF_MODEL_JOBS, IWD, 1, (const double[][3]){{1, 1, 2}});
	check_value(&m, SWF_MODEL_JOBS_AWAITED, IWD, 2);
	check_value(&m, SWF_MODEL_JOBS, BHP, 2);
	check_value(&m, SWF_MODEL_JOBS_AWAITED, BHP, 1);
	check_value(&m, SWF_MODEL_JOBS_PERSISTENCE, IWD, 0);
	check_value(&m, SWF_MODEL_INTER_ARRIVAL, IWD, 10);
	check_value(&m, SWF_MODEL_INTER_ARRIVAL, BHP, 100);
	check_value(&m, SWF_MODEL_THINK_TIME, IWD, 100);
	check_value(&m, SWF_MODEL_THINK_TIME, BHP, 0);
	check_value(&m, SWF_MODEL_APPLICATION, IWD, SWF_MODEL_EARLIER);
	check(&m, SWF_MODEL_NEXT_APPLICATION, IWD, 2,
		(const double[][3]){{SWF_MODEL_LAST, SWF_MODEL_LAST, 1},
			{SWF_MODEL_NEW_SIZE, SWF_MODEL_NEW_SIZE, 1}});
	check_value(&m, SWF_MODEL_NEXT_CLASS, IWD, IWD);
	check_value(&m, SWF_MODEL_APPLICATION, BHP, SWF_MODEL_NEW);
	check_value(&m, SWF_MODEL_NEXT_APPLICATION, BHP, SWF_MODEL_NEW);
	check_value(&m, SWF_MODEL_NEXT_CLASS, BHP, BHD);
	swf_model_clear(&m);
}
END_TEST

START_TEST(jobs_are_seen_by_their_class)
{
	struct swf_fit_counts counts;
	struct swf_model m = fitted(monday, 6, 128, &counts);
	check_value(&m, SWF_MODEL_REPEAT, IWD, 1);
	check_value(&m, SWF_MODEL_REPEAT, BHP, 0);
	check_value(&m, SWF_MODEL_REPEAT, BHD, 0);
	/* first jobs of sessions, and others of another application than the one before */
	check(&m, SWF_MODEL_SIZE, IWD, 1, (const double[][3]){{4, 4, 2}});
	check(&m, SWF_MODEL_NEXT_SIZE, IWD, 1, (const double[][3]){{8, 8, 1}});
	check(&m, SWF_MODEL_ESTIMATE, IWD, 1, (const double[][3]){{400, 400, 2}});
	check(&m, SWF_MODEL_NEXT_ESTIMATE, IWD, 1, (const double[][3]){{400, 400, 1}});
	check_value(&m, SWF_MODEL_SIZE, BHP, 100);
	check_value(&m, SWF_MODEL_ESTIMATE, BHP, 300);
	check(&m, SWF_MODEL_NEXT_SIZE, BHP, 0, NULL);
	check(&m, SWF_MODEL_NEXT_ESTIMATE, BHP, 0, NULL);
	/* there is no first one of high duration: the other stands for it */
	check_value(&m, SWF_MODEL_SIZE, BHD, 2);
	check_value(&m, SWF_MODEL_NEXT_SIZE, BHD, 2);
	check_value(&m, SWF_MODEL_ESTIMATE, BHD, 1000);
	check_value(&m, SWF_MODEL_NEXT_ESTIMATE, BHD, 1000);
	check(&m, SWF_MODEL_ACCURACY, IWD, 2, (const double[][3]){{0.3, 0.3, 1}, {0.5, 0.5, 1}});
	check(&m, SWF_MODEL_ACCURACY_AWAITED, IWD, 2,
		(const double[][3]){{0.25, 0.25, 1}, {0.26, 0.26, 1}});
	check_value(&m, SWF_MODEL_ACCURACY, BHP, 1);
	check_value(&m, SWF_MODEL_ACCURACY, BHD, 0.5);
	check(&m, SWF_MODEL_ACCURACY_AWAITED, BHD, 0, NULL);
	check(&m, SWF_MODEL_RUN_TIME, IWD, 0, NULL);
	swf_model_clear(&m);
}
END_TEST

/* Users by the time between their jobs, in a log of 30 weeks: 1 and 2 from its begin to its end, 3
 * for 12 weeks exactly and so for a time, 4 too, in the week that begins 6 weeks after the first
 * submit; 5 within its first 4 weeks, 6 in its last. Weeks 4 to 26 count: 22 of them, of which 1
 * and 2, from 5 and 6 on, have an arrival each. All work once or twice, so that they are alike but
 * for when: their class is not looked at. */
START_TEST(the_population_is_counted)
{
	static const double spans[][2] = {
		{0, 30}, {0.001, 29.9}, {5.5, 17.5}, {6.5, 9}, {1, 3.9}, {27, 28}};
	struct line lines[12];
	for (size_t u = 0; u < 6; u++)
		for (size_t k = 0; k < 2; k++) {
			/* sorted below */
			lines[2 * u + k] = (struct line){
				floor(spans[u][k] * SWF_WEEK), 60, 600, 2, (int64_t)u + 1};
		}
	for (size_t i = 1; i < 12; i++)
		for (size_t k = i; k > 0 && lines[k].submit < lines[k - 1].submit; k--) {
			const struct line line = lines[k];
			lines[k] = lines[k - 1];
			lines[k - 1] = line;
		}
	struct swf_fit_counts counts;
	struct swf_model m = fitted(lines, 12, 16, &counts);
	double long_term = 0, weeks = 0, arrivals = 0, presence = 0, tenure = 0;
	for (size_t k = 0; k < m.classes; k++) {
		const struct swf_histogram *h = swf_model_find(&m, SWF_MODEL_ARRIVALS, k, 0);
		long_term += swf_model_value(&m, SWF_MODEL_LONG_TERM, k);
		ck_assert(h->ranges[h->count - 1].until == 22);
		weeks += h->ranges[h->count - 1].until;
		arrivals += swf_histogram_mean(h) * 22;
		const struct swf_histogram *p = swf_model_find(&m, SWF_MODEL_PRESENCE, k, 0);
		if (p != NULL)
			presence += swf_histogram_mean(p) * p->ranges[p->count - 1].until;
		const struct swf_histogram *t = swf_model_find(&m, SWF_MODEL_TENURE, k, 0);
		if (t != NULL)
			tenure += swf_histogram_mean(t) * t->ranges[t->count - 1].until;
	}
	ck_assert(counts.discarded == 2 && long_term == 2);
	ck_assert_double_eq_tol(arrivals, 2, 1e-9);
	ck_assert(weeks == 22.0 * (double)m.classes);
	ck_assert_double_eq_tol(presence, (30 + 29.899) * SWF_WEEK, 2);
	ck_assert_double_eq_tol(tenure, (12 + 2.5) * SWF_WEEK, 2);
	ck_assert(swf_model_value(&m, SWF_MODEL_WEEKS, 0) == 30);
	swf_model_clear(&m);
}
END_TEST

START_TEST(a_log_of_nobody_has_no_model)
{
	struct swf_workload workload = {0};
	struct swf_model model = {0};
	struct swf_fit_counts counts;
	struct swf_error error;
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	const struct swf_fit_options options = {.calendar = calendar, .procs = 1};
	ck_assert_int_eq(swf_workload_finish(&workload), 0);
	ck_assert_int_eq(swf_fit_model(&workload, &options, &model, &counts, &error), -1);
	ck_assert_str_eq(error.text, "no job has a user");
	swf_model_clear(&model);
	swf_workload_clear(&workload);
	swf_calendar_free(calendar);
}
END_TEST

static void see(struct swf_fit_samples *samples, double of, double value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(swf_fit_see(samples, SWF_MODEL_ESTIMATE, IWD, of, value), 0);
}

/* Estimates given sizes of 2, of 4 and 6, and of 20: in 1 to 4, 4 to 16 and from 16 on. */
static struct swf_model model_of_sizes(size_t of_2, size_t of_4, size_t of_6, size_t of_20)
{
	struct swf_fit_samples *samples = calloc(1, sizeof *samples);
	struct swf_model model = {0};
	swf_fit_samples_begin(samples, true);
	see(samples, 20, 400, of_20);
	see(samples, 6, 300, of_6);
	see(samples, 2, 100, of_2);
	see(samples, 4, 200, of_4);
	ck_assert_int_eq(swf_fit_fill(&model, samples, SWF_MODEL_ESTIMATE), 0);
	swf_fit_samples_clear(samples);
	free(samples);
	return model;
}

static void check_parts(struct swf_model model, size_t count, const double (*expected)[4])
{
	const struct swf_model_parts *parts = &model.parts[SWF_MODEL_ESTIMATE][IWD];
	ck_assert_uint_eq(parts->count, count);
	for (size_t i = 0; i < count; i++) {
		const struct swf_histogram *h = &parts->parts[i].histogram;
		ck_assert(parts->parts[i].given_from == expected[i][0]);
		ck_assert(parts->parts[i].given_to == expected[i][1]);
		ck_assert(h->ranges[0].from == expected[i][2]);
		ck_assert(h->ranges[h->count - 1].until == expected[i][3]);
	}
	swf_model_clear(&model);
}

START_TEST(given_ranges_have_enough_values)
{
	check_parts(model_of_sizes(20, 10, 10, 20), 3,
		(const double[][4]){{0, 4, 100, 20}, {4, 16, 200, 20}, {16, INFINITY, 400, 20}});
	/* few are put together with the next ones; the last ones stay alone */
	check_parts(model_of_sizes(19, 10, 10, 1), 2,
		(const double[][4]){{0, 16, 100, 39}, {16, INFINITY, 400, 1}});
	check_parts(model_of_sizes(20, 10, 9, 30), 2,
		(const double[][4]){{0, 4, 100, 20}, {4, INFINITY, 200, 49}});
	check_parts(model_of_sizes(1, 1, 0, 1), 1, (const double[][4]){{0, INFINITY, 100, 3}});
	check_parts(model_of_sizes(19, 0, 0, 20), 1, (const double[][4]){{0, INFINITY, 100, 39}});
	check_parts(model_of_sizes(20, 0, 0, 20), 2,
		(const double[][4]){{0, 4, 100, 20}, {4, INFINITY, 400, 20}});
}
END_TEST

/* The ranges that a variable is given, of jobs of high duration; the last one has no end. */
static void check_given(
	const struct swf_model *model, enum swf_model_variable variable, const double *begins)
{
	const struct swf_model_parts *parts = &model->parts[variable][BHD];
	for (size_t i = 0; i < parts->count; i++) {
		const struct swf_model_part *part = &parts->parts[i];
		ck_assert_msg(part->given_from == begins[i], "variable %d from %g", variable,
			part->given_from);
		ck_assert(part->given_to == begins[i + 1]);
	}
	ck_assert_msg(isinf(begins[parts->count]), "variable %d", variable);
}

/*
 * Every day a session of two jobs, 10 s apart, 20 on 2 processors and 20 on 16, which run for 900
 * s: over half of the longest. Their work is 1800 or 14400 processor-seconds, 30 and 240 minutes,
 * with estimates; 2 and 16 without. The powers of four next to these are 64 and 256 minutes, and 4
 * and 64 processors; there is one estimate.
 */
START_TEST(given_ranges_are_of_work_or_size)
{
	struct line lines[80];
	struct swf_fit_counts counts;
	for (int estimated = 0; estimated < 2; estimated++) {
		for (size_t i = 0; i < 80; i++)
			lines[i] = (struct line){(double)(i / 2 * 86400 + i % 2 * 10), 900,
				estimated ? 900 : -1, i < 40 ? 2 : 16, 1};
		struct swf_model m = fitted(lines, 80, 128, &counts);
		const double work = estimated ? 64 * 60 : 4;
		const double by_work[] = {0, work, INFINITY}, by_size[] = {0, 4, INFINITY},
			     alone[] = {0, INFINITY};
		check_given(&m, SWF_MODEL_JOBS, by_work);
		check_given(&m, SWF_MODEL_NEXT_APPLICATION, by_size);
		check_given(&m, SWF_MODEL_AWAITED_1, estimated ? alone : by_size);
		check_given(&m, estimated ? SWF_MODEL_ACCURACY : SWF_MODEL_RUN_TIME, by_work);
		if (estimated)
			check_given(&m, SWF_MODEL_ESTIMATE, by_size);
		swf_model_clear(&m);
	}
}
END_TEST

/* Two users, whose sessions have one batch, or two: each always as many as before, so that the
 * correlation is 1, and so is the probability. */
START_TEST(users_have_sessions_of_their_own_length)
{
	struct line lines[60];
	struct swf_fit_counts counts;
	for (size_t i = 0; i < 60; i++)
		lines[i] = (struct line){
			(double)(i / 3 * 86400 + i % 3 / 2 * 200), 100, 100, 1, i % 3 == 0 ? 1 : 2};
	struct swf_model m = fitted(lines, 60, 16, &counts);
	check_value(&m, SWF_MODEL_BATCHES_PERSISTENCE, BHD, 1);
	check(&m, SWF_MODEL_AWAITED_1, BHD, 2, (const double[][3]){{0, 0, 20}, {1, 1, 20}});
	check(&m, SWF_MODEL_AWAITED_2, BHD, 1, (const double[][3]){{0, 0, 20}});
	swf_model_clear(&m);
}
END_TEST

/* p = 16 r / (1 + 15 r): of r = 1/2, 8 / 8.5 = 0.941; of 1, 1; of a negative one, none. */
START_TEST(persistence_follows_from_correlation)
{
	static const struct swf_fit_pairs
		half = {.count = 2, .xx = 2, .yy = 2, .xy = 1},
		all = {.count = 2, .xx = 2, .yy = 2, .xy = 2},
		against = {.count = 2, .xx = 2, .yy = 2, .xy = -1},
		/* (0, 2), (2, 4), (4, 0): r = -1/2; (0, 1), (2, 5), (4, 3): 1/2 */
		moved = {.count = 3, .x = 6, .y = 9, .xx = 20, .yy = 35, .xy = 22},
		same = {.count = 3, .x = 6, .y = 6, .xx = 12, .yy = 12, .xy = 12};
	ck_assert(swf_fit_persistence(&half) == 0.941);
	ck_assert(swf_fit_persistence(&all) == 1);
	ck_assert(swf_fit_persistence(&against) == 0);
	ck_assert(swf_fit_persistence(&moved) == 0.941);
	ck_assert(swf_fit_persistence(&same) == 0);
	ck_assert(swf_fit_persistence(&(struct swf_fit_pairs){.count = 0}) == 0);
}
END_TEST

/* Each value is paired with those of the last 16 before it, by logarithms. */
START_TEST(values_are_paired_with_the_past)
{
	struct swf_fit_pairs pairs = {0};
	struct swf_synthetic_past past = {.count = 0};
	swf_fit_see_count(&pairs, &past, 8);
	ck_assert(pairs.count == 0);
	swf_fit_see_count(&pairs, &past, 2);
	ck_assert_double_eq_tol(pairs.xy, log(2) * log(8), 1e-12);
	ck_assert_double_eq_tol(pairs.x, log(2), 1e-12);
	ck_assert_double_eq_tol(pairs.y, log(8), 1e-12);
	swf_fit_see_count(&pairs, &past, 1);
	ck_assert(pairs.count == 3);
	ck_assert_double_eq_tol(pairs.y, 2 * log(8) + log(2), 1e-12);
	for (int i = 0; i < 20; i++)
		swf_fit_see_count(&pairs, &past, 1);
	/* 0 + 1 + ... + 15, and 16 of each of the others */
	ck_assert(pairs.count == 120 + 7 * 16);
}
END_TEST

Suite *fit_suite(void)
{
	return suite_of("fit",
		(const TTest *const[]){a_model_has_what_a_small_log_has, breaks_are_in_working_time,
			batches_and_applications_are_seen, jobs_are_seen_by_their_class,
			the_population_is_counted, a_log_of_nobody_has_no_model,
			given_ranges_have_enough_values, given_ranges_are_of_work_or_size,
			users_have_sessions_of_their_own_length,
			persistence_follows_from_correlation, values_are_paired_with_the_past,
			NULL});
}
