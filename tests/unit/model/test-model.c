/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/model-of.h"
#include "unit/suites.h"

/* Every kind of row, in the order in which models are written. */
static const char all_kinds[] = "variable,class,given_from,given_to,from,to,weight\n"
				"procs,,,,430,,\n"
				"weeks,,,,47.25,,\n"
				"session_by,,,,think-time,,\n"
				"session_gap,,,,1200,,\n"
				"break,,0,0.0625,0,0.5,3\n"
				"break,,0,0.0625,0.5,0.5,1\n"
				"break,,0.0625,,2,,\n"
				"long_term,few,,,2.5,,\n"
				"long_term,many of them,,,40,,\n"
				"presence,few,,,86400,604800,\n"
				"presence,many of them,,,1,,\n"
				"arrivals,few,,,0,,\n"
				"arrivals,many of them,,,0,3,4\n"
				"arrivals,many of them,,,7,,0.5\n"
				"tenure,many of them,,,0,1209600,\n"
				"sessions,few,,,1,5,\n"
				"sessions,many of them,0,86400,1,,\n"
				"sessions,many of them,86400,,2,9,\n"
				"session_class,few,,,IWN,,\n"
				"session_class,many of them,,,IWN,,2\n"
				"session_class,many of them,,,BHD,,1\n"
				"start,IWN,,,18,24,\n"
				"start,BHD,,,0,168,\n"
				"awaited_1,IWN,0,60,yes,,3\n"
				"awaited_1,IWN,0,60,no,,1\n"
				"awaited_1,IWN,60,,no,,\n"
				"awaited_1,BHD,,,no,,\n"
				"awaited_2,IWN,,,no,,\n"
				"batches_persistence,IWN,,,0.25,,\n"
				"batches_persistence,BHD,,,1,,\n"
				"jobs,IWN,0,240,1,4,\n"
				"jobs,IWN,240,,5,,\n"
				"jobs,BHD,,,1,,\n"
				"jobs_awaited,IWN,,,2,,\n"
				"jobs_awaited,BHD,,,1,,\n"
				"jobs_persistence,IWN,,,0.125,,\n"
				"jobs_persistence,BHD,,,0,,\n"
				"jobs_awaited_persistence,IWN,,,1,,\n"
				"jobs_awaited_persistence,BHD,,,0,,\n"
				"inter_arrival,IWN,,,0.5,100,\n"
				"inter_arrival,BHD,,,0,,\n"
				"think_time,IWN,,,0,1200,\n"
				"think_time,BHD,,,0,,\n"
				"application,IWN,,,last,,5\n"
				"application,IWN,,,earlier,,4\n"
				"application,IWN,,,new-estimate,,3\n"
				"application,IWN,,,new-size,,2\n"
				"application,IWN,,,new,,1\n"
				"application,BHD,,,new,,\n"
				"next_application,IWN,0,3600,last,,\n"
				"next_application,IWN,3600,,earlier,,\n"
				"next_application,BHD,,,last,,\n"
				"next_class,IWN,,,IWN,,1\n"
				"next_class,IWN,,,IW,,1\n"
				"next_class,BHD,,,BHD,,\n"
				"repeat,IWN,,,0.5,,\n"
				"repeat,IW,,,0.25,,\n"
				"repeat,BHD,,,0,,\n"
				"size,IWN,,,1,16,\n"
				"size,IW,,,1,,\n"
				"size,BHD,,,1,430,\n"
				"estimate,IWN,0,4,300,,2\n"
				"estimate,IWN,0,4,900,,1\n"
				"estimate,IWN,4,,900,3600,\n"
				"estimate,BHD,,,86400,,\n"
				"next_size,IWN,,,2,4,\n"
				"next_estimate,IWN,0,4,60,,\n"
				"next_estimate,IWN,4,,120,,\n"
				"accuracy,IWN,,,0,1,\n"
				"accuracy,BHD,0,100000,0.75,,\n"
				"accuracy,BHD,100000,,1,,\n"
				"accuracy_awaited,IWN,,,0.001,0.002,\n"
				"run_time,IW,0,2,0,50.5,\n"
				"run_time,IW,2,,60,,\n"
				"run_time_awaited,IW,,,70,,\n";

/* What is written is what was read; a range of no width is a single value. */
START_TEST(a_model_is_written_as_it_is_read)
{
	struct swf_model model = model_of(all_kinds);
	char *text = text_of_model(&model);
	swf_model_clear(&model);
	char *expected = strdup(all_kinds), *same = strstr(expected, "0.5,0.5,1");
	memmove(same + 4, same + 7, strlen(same + 7) + 1);
	ck_assert_str_eq(text, expected);
	model = model_of(text);
	char *again = text_of_model(&model);
	ck_assert_str_eq(again, text);
	swf_model_clear(&model);
	free(text);
	free(expected);
	free(again);
}
END_TEST

/* The distribution for the range of a value; between two ranges and behind them that of the one
 * before, before them the first. */
START_TEST(distributions_are_found_by_what_they_are_given)
{
	static const struct {
		double of, first;
	} cases[] = {{-INFINITY, 1}, {0, 1}, {9.999, 1}, {10, 1}, {19.5, 1}, {20, 1}, {29.9, 1},
		{30, 2}, {39, 2}, {40, 3}, {41, 4}, {99, 4}, {100, 4}, {1e9, 4}, {INFINITY, 4}};
	struct swf_model model = {0};
	const double ranges[][2] = {{10, 20}, {30, 40}, {40, 40}, {41, 50}};
	ck_assert_ptr_null(swf_model_find(&model, SWF_MODEL_ESTIMATE, 2, 5));
	for (size_t i = 0; i < 4; i++) {
		struct swf_histogram *h =
			swf_model_part(&model, SWF_MODEL_ESTIMATE, 2, ranges[i][0], ranges[i][1]);
		ck_assert_int_eq(swf_histogram_add(h, (double)i + 1, (double)i + 1, 1), 0);
	}
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct swf_histogram *h =
			swf_model_find(&model, SWF_MODEL_ESTIMATE, 2, cases[i].of);
		ck_assert(h->ranges[0].from == cases[i].first);
	}
	ck_assert_ptr_null(swf_model_find(&model, SWF_MODEL_ESTIMATE, 1, 15));
	ck_assert_ptr_null(swf_model_find(&model, SWF_MODEL_ACCURACY, 2, 15));
	ck_assert(swf_model_value(&model, SWF_MODEL_ESTIMATE, 2) == 1);
	/* a part that is there is not added again */
	const struct swf_histogram *there = &model.parts[SWF_MODEL_ESTIMATE][2].parts[1].histogram;
	ck_assert_ptr_eq(swf_model_part(&model, SWF_MODEL_ESTIMATE, 2, 30, 40), there);
	ck_assert_uint_eq(model.parts[SWF_MODEL_ESTIMATE][2].count, 4);
	swf_model_clear(&model);
	ck_assert_uint_eq(model.parts[SWF_MODEL_ESTIMATE][2].count, 0);
}
END_TEST

START_TEST(values_classes_and_the_rule_are_there)
{
	struct swf_model model = model_of(all_kinds);
	const struct swf_session_rule rule = swf_model_session_rule(&model);
	ck_assert(rule.by == SWF_BY_THINK_TIME && rule.gap == 1200 && !rule.previous);
	ck_assert_uint_eq(model.classes, 2);
	ck_assert_str_eq(model.class_names[0], "few");
	ck_assert_str_eq(model.class_names[1], "many of them");
	ck_assert(swf_model_value(&model, SWF_MODEL_WEEKS, 0) == 47.25);
	ck_assert(swf_model_value(&model, SWF_MODEL_LONG_TERM, 0) == 2.5);
	ck_assert(swf_model_value(&model, SWF_MODEL_LONG_TERM, 1) == 40);
	ck_assert(swf_model_value(&model, SWF_MODEL_REPEAT, SWF_SESSION_IW) == 0.25);
	const struct swf_histogram *classes = swf_model_find(&model, SWF_MODEL_SESSION_CLASS, 1, 0);
	ck_assert_uint_eq(classes->count, 2);
	ck_assert(classes->ranges[0].from == SWF_SESSION_IWN);
	ck_assert(classes->ranges[1].from == SWF_SESSION_BHD);
	ck_assert(swf_histogram_weight(classes, 0) == 2 && swf_histogram_weight(classes, 1) == 1);
	const struct swf_histogram *applications =
		swf_model_find(&model, SWF_MODEL_APPLICATION, SWF_SESSION_IWN, 0);
	ck_assert_uint_eq(applications->count, SWF_MODEL_NEW + 1);
	for (size_t i = 0; i < SWF_MODEL_NEW + 1; i++)
		ck_assert(applications->ranges[i].from == (double)i);
	const struct swf_histogram *awaited =
		swf_model_find(&model, SWF_MODEL_AWAITED_1, SWF_SESSION_IWN, 60);
	ck_assert(awaited->count == 1 && awaited->ranges[0].from == 0);
	ck_assert(swf_model_value(&model, SWF_MODEL_BATCHES_PERSISTENCE, SWF_SESSION_IWN) == 0.25);
	const struct swf_histogram *jobs =
		swf_model_find(&model, SWF_MODEL_JOBS, SWF_SESSION_IWN, 240);
	ck_assert(jobs->count == 1 && jobs->ranges[0].from == 5);
	ck_assert_ptr_null(swf_model_find(&model, SWF_MODEL_NEXT_SIZE, SWF_SESSION_BHD, 0));
	swf_model_clear(&model);
}
END_TEST

/* An empty weight is 1, one of 0 is left out, and cells may have blanks around them. */
START_TEST(rows_are_read_with_their_defaults)
{
	char text[4000];
	snprintf(text, sizeof text,
		"%s%s%slong_term,u,,,0,,\narrivals,u,,, 1 ,,\narrivals,u,,,2,2,1\n"
		"arrivals,u,,,9,,0\ntenure,u,,,0,,\nsessions,u,,,1,,\nsession_class,u,,,IWD,,\n",
		model_columns, model_whole, model_sessions);
	struct swf_model model = model_of(text);
	const struct swf_histogram *h = swf_model_find(&model, SWF_MODEL_ARRIVALS, 0, 0);
	ck_assert_uint_eq(h->count, 2);
	ck_assert(swf_histogram_weight(h, 0) == 1 && swf_histogram_weight(h, 1) == 1);
	ck_assert(swf_histogram_most(h) == 2);
	swf_model_clear(&model);
}
END_TEST

/* A model is read, or refused with a message, and can be freed, wherever a line is missing or its
 * text ends. */
START_TEST(a_part_of_a_model_is_read_or_refused)
{
	const size_t length = strlen(all_kinds), names = strlen(model_columns);
	struct swf_model model;
	struct swf_error error;
	for (size_t end = names; end < length; end++) {
		char *text = strdup(all_kinds);
		text[end] = '\0';
		if (read_model(text, &model, &error) != 0)
			ck_assert_int_eq(strncmp(error.text, "model:", 6), 0);
		swf_model_clear(&model);
		free(text);
	}
	size_t read = 0;
	for (const char *line = all_kinds + names; *line != '\0';) {
		const char *next = strchr(line, '\n') + 1;
		char *text = strdup(all_kinds);
		memmove(text + (line - all_kinds), next, strlen(next) + 1);
		if (read_model(text, &model, &error) == 0)
			read++;
		else
			ck_assert_int_eq(strncmp(error.text, "model: ", 7), 0);
		swf_model_clear(&model);
		free(text);
		line = next;
	}
	/* one of several rows of break (3), arrivals (2), sessions (2), session_class (2),
	 * awaited_1 (3), jobs (2), application (5), next_application (2), next_class (2), estimate
	 * (3), next_estimate (2), accuracy (2) and run_time (2); and the one of awaited_2,
	 * next_size, accuracy_awaited and run_time_awaited */
	ck_assert_uint_eq(read, 36);
}
END_TEST

START_TEST(classes_of_users_have_an_end)
{
	struct swf_model model = {0};
	for (size_t i = 0; i < SWF_MODEL_CLASSES_MOST; i++)
		ck_assert_uint_eq(swf_model_add_class(&model, "class"), i);
	ck_assert_uint_eq(swf_model_add_class(&model, "another"), SIZE_MAX);
	ck_assert_uint_eq(model.classes, SWF_MODEL_CLASSES_MOST);
	swf_model_clear(&model);
	ck_assert_uint_eq(model.classes, 0);
}
END_TEST

Suite *model_suite(void)
{
	return suite_of("model",
		(const TTest *const[]){a_model_is_written_as_it_is_read,
			distributions_are_found_by_what_they_are_given,
			values_classes_and_the_rule_are_there, rows_are_read_with_their_defaults,
			a_part_of_a_model_is_read_or_refused, classes_of_users_have_an_end, NULL});
}
