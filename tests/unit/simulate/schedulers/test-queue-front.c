#include <stdlib.h>

#include "simulate/schedulers/queue-front.h"
#include "unit/suites.h"

/* Tasks of 1, 4 and 9 processors, each larger and shorter than the one before: three steps. */
START_TEST(a_step_holds_up_to_the_size_before_the_next)
{
	struct swf_queue_front *front = malloc(sizeof *front + 3 * sizeof *front->steps);
	swf_queue_front_init(front, 3);
	swf_queue_front_add(front, 4, 20);
	swf_queue_front_add(front, 1, 30);
	swf_queue_front_add(front, 9, 10);
	struct swf_queue_sizes held = swf_queue_front_drop(front, 6);
	ck_assert(held.first == 4 && held.last == 8);
	held = swf_queue_front_drop(front, 9);
	ck_assert(held.first == 9 && held.last == INT32_MAX);
	held = swf_queue_front_drop(front, 1);
	ck_assert(held.first == 0 && held.last == INT32_MAX);
	ck_assert_int_eq(front->count, 0);
	free(front);
}
END_TEST

Suite *queue_front_suite(void)
{
	return suite_of("queue_front",
		(const TTest *const[]){a_step_holds_up_to_the_size_before_the_next, NULL});
}
