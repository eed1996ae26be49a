/*
 * What users have used of late: the processor-seconds of their jobs up to now, of which those of a
 * half-life ago count half.
 *
 * Where usage is weighed by how much later than a base time it was, and not by how long ago it is,
 * that of a job from s to e is its size times C(e) - C(s), where C is the weight summed up since
 * the base. So a user's usage is A + p C(now), with p processors in use, and a start or an end
 * changes A and p alone. C is a whole number of fine units: sums are exact, and users who have used
 * the same are equal. The base follows the time in half-lives, each of which halves everything.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_USER_USAGE_H
#define SWF_SIMULATE_SCHEDULERS_USER_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

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

#endif
