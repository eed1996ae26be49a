/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/option-values.h"
#include "unit/suites.h"

START_TEST(slips_are_counted)
{
	static const struct {
		const char *a, *b;
		int slips;
	} cases[] = {{"", "", 0}, {"easy", "easy", 0}, {"EASY", "easy", 0}, {"", "easy", 4},
		{"esy", "easy", 1},        /* one left out */
		{"easyy", "easy", 1},      /* one added */
		{"eaxy", "easy", 1},       /* one changed */
		{"esay", "easy", 1},       /* two neighbours swapped */
		{"Esay", "easy", 1},       /* also where the case differs */
		{"saf", "fcfs", 3},        /* s and a changed, s added */
		{"ysae", "easy", 3},       /* both ends changed, s and a swapped */
		{"kitten", "sitting", 3}}; /* k becomes s, e becomes i, g is added */
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_int_eq(slips(cases[i].a, cases[i].b), cases[i].slips);
		ck_assert_int_eq(slips(cases[i].b, cases[i].a), cases[i].slips);
	}
}
END_TEST

START_TEST(the_nearest_is_suggested)
{
	static const char *const schedulers[] = {
		"fcfs", "easy", "easy-sjbf", "conservative", "shortest", NULL};
	static const char *const options[] = {"procs", "scheduler", "output", NULL};
	static const char *const ties[] = {"job-b", "job-a", NULL};
	ck_assert_str_eq(nearest("EASY", schedulers), "easy");
	ck_assert_str_eq(nearest("Easy-SJBF", schedulers), "easy-sjbf");
	ck_assert_str_eq(nearest("consrevative", schedulers), "conservative");
	ck_assert_str_eq(nearest("job", (const char *const[]){"jobs", NULL}), "jobs");
	ck_assert_str_eq(nearest("job-c", ties), "job-b");
	/* one slip in up to five letters, two in up to eleven */
	ck_assert_ptr_null(nearest("saf", schedulers));
	ck_assert_ptr_null(nearest("esyx", schedulers));
	ck_assert_ptr_null(nearest("shotrset-first", schedulers));
	ck_assert_ptr_null(nearest("magic", schedulers));
	ck_assert_ptr_null(nearest("x", (const char *const[]){NULL}));
	/* what other programs call so, where there is such a thing */
	ck_assert_str_eq(nearest("backfill", schedulers), "easy");
	ck_assert_str_eq(nearest("Easy-Backfill", schedulers), "easy");
	ck_assert_str_eq(nearest("policy", options), "scheduler");
	ck_assert_str_eq(
		nearest("POLICY", (const char *const[]){"SCHEDULERS", NULL}), "SCHEDULERS");
	ck_assert_str_eq(nearest("cpus", options), "procs");
	ck_assert_ptr_null(nearest("policy", schedulers));
}
END_TEST

Suite *option_values_suite(void)
{
	return suite_of("option_values",
		(const TTest *const[]){slips_are_counted, the_nearest_is_suggested, NULL});
}
