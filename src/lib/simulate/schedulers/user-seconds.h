/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many processor-seconds each user has used up to now, also in jobs that still run. With a
 * half-life, those of a half-life ago count half.
 *
 * These are amounts, which without a half-life are exact where times are whole seconds.
 * fair-users.h has the order of users alone, in which equal use is equal to the last digit.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_USER_SECONDS_H
#define SWF_SIMULATE_SCHEDULERS_USER_SECONDS_H

#include "base/hash.h"
#include "swfcore/machine.h"

struct swf_user_account_seconds {
	double used;  /* processor-seconds up to then, as they counted then */
	double since; /* s */
	int64_t held; /* processors from then on */
};

struct swf_user_seconds {
	struct swf_index index; /* of users */
	struct swf_user_account_seconds *accounts;
	size_t capacity;
	double half_life; /* s; 0 where nothing fades */
};

void swf_user_seconds_clear(struct swf_user_seconds *seconds);

/* The user of a task that waits is known from now on. 0, or -1 when there is no memory. */
int swf_user_seconds_join(
	struct swf_user_seconds *seconds, const struct swf_task *task) SWF_MUST_CHECK;

/* The user of a task has so many processors more in use from now on, or less. */
void swf_user_seconds_hold(
	struct swf_user_seconds *seconds, const struct swf_task *task, int64_t procs, double now);

/* What the user of a task has used. */
double swf_user_seconds_of(
	const struct swf_user_seconds *seconds, const struct swf_task *task, double now);

#endif
