/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/user-seconds.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

void swf_user_seconds_clear(struct swf_user_seconds *seconds)
{
	swf_index_clear(&seconds->index);
	free(seconds->accounts);
}

/* Jobs without a user are those of one user. */
static int64_t user_of(const struct swf_task *task)
{
	return task->job->user >= 0 ? task->job->user : -1;
}

int swf_user_seconds_join(struct swf_user_seconds *seconds, const struct swf_task *task)
{
	const size_t users = seconds->index.count;
	const size_t place = swf_index_add(&seconds->index, user_of(task));
	if (place == SIZE_MAX || place < users)
		return place == SIZE_MAX ? -1 : 0;
	struct swf_user_account_seconds *accounts =
		swf_array_reserve(seconds->accounts, users, &seconds->capacity, sizeof *accounts);
	if (accounts == NULL)
		return -1;
	seconds->accounts = accounts;
	accounts[place] = (struct swf_user_account_seconds){0};
	return 0;
}

/* What was used fades by f = 2^(-time / half-life), and each processor in use adds the integral of
 * that, (1 - f) half-lives / ln 2. */
static double used(const struct swf_user_seconds *seconds, const struct swf_user_account_seconds *a,
	double now)
{
	const double time = now - a->since;
	if (seconds->half_life == 0)
		return a->used + (double)a->held * time;
	const double mean_life = seconds->half_life / 0.69314718055994530942;
	const double faded = -expm1(-time / mean_life);
	return a->used * (1 - faded) + (double)a->held * mean_life * faded;
}

void swf_user_seconds_hold(
	struct swf_user_seconds *seconds, const struct swf_task *task, int64_t procs, double now)
{
	struct swf_user_account_seconds *account =
		&seconds->accounts[swf_index_find(&seconds->index, user_of(task))];
	account->used = used(seconds, account, now);
	account->since = now;
	account->held += procs;
}

double swf_user_seconds_of(
	const struct swf_user_seconds *seconds, const struct swf_task *task, double now)
{
	const size_t place = swf_index_find(&seconds->index, user_of(task));
	return used(seconds, &seconds->accounts[place], now);
}
