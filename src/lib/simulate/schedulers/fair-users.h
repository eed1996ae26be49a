/* The users who have tasks in a queue, in the order of what they have used of late, the least
 * first; of equal users the one whose first waiting task arrived first. */
#ifndef SWF_SIMULATE_SCHEDULERS_FAIR_USERS_H
#define SWF_SIMULATE_SCHEDULERS_FAIR_USERS_H

#include <stdbool.h>

#include "simulate/schedulers/ordered-queue.h"
#include "simulate/schedulers/user-usage.h"

struct swf_fair_turn {
	size_t user;   /* its place, the key of its tasks */
	int64_t usage; /* at the beginning of the pass */
};

struct swf_fair_users {
	struct swf_user_usage usage;
	struct swf_fair_turn *turns; /* of those who have tasks that wait, in the last order */
	size_t count, capacity;
};

void swf_fair_users_clear(struct swf_fair_users *fair);

/* A task waits: its key, or -1 when there is no memory. */
double swf_fair_users_join(struct swf_fair_users *fair, const struct swf_task *task);

/* A task starts now. */
void swf_fair_users_start(struct swf_fair_users *fair, const struct swf_task *task, double now);

/* A task ends now. */
void swf_fair_users_end(struct swf_fair_users *fair, const struct swf_task *task, double now);

/* Puts the users in the order of now. */
void swf_fair_users_take_turns(
	struct swf_fair_users *fair, struct swf_ordered_queue *queue, double now);

#endif
