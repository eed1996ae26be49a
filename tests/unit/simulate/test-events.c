#include <stdlib.h>

#include "simulate/events.h"
#include "unit/suites.h"

/* Against a search through all that are in, with few different times, so that many are equal. */
START_TEST(events_come_in_the_order_of_time_and_start)
{
	enum { N = 4000 };
	static struct swf_task tasks[N];
	static double times[N];
	static bool in[N];
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct swf_events events = {0};
		uint64_t state = seed;
		size_t added = 0, inside = 0;
		double now = 0;
		while (added < N || inside > 0) {
			if (added < N && (inside == 0 || random_below(&state, 100) < 40 + seed)) {
				tasks[added].start_rank = added;
				times[added] = now + random_below(&state, 1 + 50 * (uint32_t)seed);
				in[added] = true;
				ck_assert_int_eq(
					swf_events_push(&events, times[added], &tasks[added]), 0);
				added++;
				inside++;
				continue;
			}
			size_t first = N;
			for (size_t i = 0; i < added; i++)
				if (in[i] && (first == N || times[i] < times[first]))
					first = i;
			ck_assert_ptr_eq(swf_events_first(&events)->task, &tasks[first]);
			now = swf_events_first(&events)->time;
			ck_assert(now == times[first]);
			swf_events_pop(&events);
			in[first] = false;
			inside--;
		}
		ck_assert_ptr_null(swf_events_first(&events));
		swf_events_clear(&events);
	}
}
END_TEST

Suite *events_suite(void)
{
	return suite_of(
		"events", (const TTest *const[]){events_come_in_the_order_of_time_and_start, NULL});
}
