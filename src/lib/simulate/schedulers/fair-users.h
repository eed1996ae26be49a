/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The users who have tasks in a queue, in the order of what they have used of late, the least
 * first; of equal users the one whose first waiting task arrived first.
 *
 * What they have used of late: the processor-seconds of their jobs up to now, of which those of a
 * half-life ago count half.
 *
 * Where usage is weighed by how much later than a base time it was, and not by how long ago it is,
 * that of a job from s to e is its size times C(e) - C(s), where C is the weight summed up since
 * the base. So a user's usage is A + p C(now), with p processors in use, and a start or an end
 * changes A and p alone. C is a whole number of fine units: sums are exact, and users who have used
 * the same are equal. The base follows the time in half-lives, each of which halves everything.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_FAIR_USERS_H
#define SWF_SIMULATE_SCHEDULERS_FAIR_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "simulate/schedulers/ordered-queue.h"

struct swf_user_account {
	int64_t base; /* A, in units of 1 / scale processor-seconds */
	int64_t held; /* p, processors */
	size_t waiting;
	uint64_t first; /* the number of the first task that waits; 0 while it is not known */
	bool has_turn;  /* in a list of those who have something that waits */
};

struct swf_user_usage {
	struct swf_index index; /* of users */
	struct swf_user_account *accounts;
	size_t capacity;
	double since; /* s, the base; -INFINITY before the first job */
	double scale;
	int64_t now; /* C */
};

/* For a machine of so many processors. */
void swf_user_usage_init(struct swf_user_usage *usage, int32_t procs);
void swf_user_usage_clear(struct swf_user_usage *usage);

/* The place of a user, who is new or not. SIZE_MAX when there is no memory. */
size_t swf_user_usage_place(struct swf_user_usage *usage, int64_t user) SWF_MUST_CHECK;

/* Makes it now, which is not earlier than before. */
void swf_user_usage_advance(struct swf_user_usage *usage, double now);

/* The user in a place has so many processors more in use from now on, or less. */
static inline void swf_user_usage_hold(struct swf_user_usage *usage, size_t place, int64_t procs)
{
	usage->accounts[place].base -= procs * usage->now;
	usage->accounts[place].held += procs;
}

/* A number that is the greater the more the user in a place has used. */
static inline int64_t swf_user_usage_of(const struct swf_user_usage *usage, size_t place)
{
	const struct swf_user_account *account = &usage->accounts[place];
	return account->base + account->held * usage->now;
}

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
