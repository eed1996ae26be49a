#include "swfcore/workload.h"
#include "unit/suites.h"

START_TEST(jobs_are_grouped_in_their_order)
{
	uint64_t state = 3;
	for (uint32_t n = 0; n < 400; n += 37) {
		struct swf_workload w = {0};
		for (uint32_t i = 0; i < n; i++) {
			const struct swf_job job = {
				.submit = i, .user = (int64_t)random_below(&state, 20) * 97 - 97};
			ck_assert_int_eq(swf_workload_add(&w, &job, SWF_SIZE_REQUESTED), 0);
		}
		ck_assert_int_eq(swf_workload_finish(&w), 0);
		size_t seen = 0;
		for (size_t u = 0; u <= w.users.count; u++) {
			const bool anonymous = u == w.users.count;
			const struct swf_user *user = &w.users.users[u];
			size_t count, k = 0;
			const size_t *places = swf_workload_places(&w, u, &count);
			ck_assert(anonymous || u == 0 || user->number > user[-1].number);
			for (size_t i = 0; i < n; i++) {
				const int64_t number = swf_packed_jobs_get(&w.jobs, i).user;
				if (anonymous ? number < 0 : number == user->number)
					ck_assert_uint_eq(places[k++], i);
			}
			ck_assert_uint_eq(k, count);
			seen += count;
		}
		ck_assert_uint_eq(seen, n);
		swf_workload_clear(&w);
	}
}
END_TEST

Suite *workload_suite(void)
{
	return suite_of("workload", (const TTest *const[]){jobs_are_grouped_in_their_order, NULL});
}
