/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/suites.h"
#include "users/session-lists.h"

/* Users 5 and 6 take turns: a batch of two overlapping jobs, another in the same session, another
 * session; and a job of nobody. */
static const struct {
	int64_t user;
	double submit, run_time;
	bool begins[4]; /* a user, a session, a batch, a job */
} jobs[] = {{5, 0, 100, {true, true, true, true}}, {6, 10, 10, {true, true, true, true}},
	{5, 50, 100, {false, false, false, true}}, {-1, 60, 10, {true, true, true, true}},
	{5, 150, 100, {false, false, true, true}}, {6, 3610, 10, {false, false, true, true}},
	{5, 3751, 10, {false, true, true, true}}, {-1, 3751, 10, {true, true, true, true}}};

START_TEST(elements_begin)
{
	for (int e = SWF_ELEMENT_USER; e <= SWF_ELEMENT_JOB; e++) {
		struct swf_elements elements = {.element = (enum swf_element)e};
		for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
			const struct swf_job job = {.user = jobs[i].user,
				.submit = jobs[i].submit,
				.run_time = jobs[i].run_time};
			size_t user;
			ck_assert_msg(
				swf_elements_add(&elements, &job, &user) == (int)jobs[i].begins[e],
				"%s, job %zu", swf_element_names[e], i);
			const size_t place = job.user == 5 ? 0 : 1;
			ck_assert_uint_eq(
				user, e == SWF_ELEMENT_JOB || job.user < 0 ? SIZE_MAX : place);
		}
		swf_elements_clear(&elements);
	}
}
END_TEST

Suite *session_lists_suite(void)
{
	return suite_of("session_lists", (const TTest *const[]){elements_begin, NULL});
}
