/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Users who leave for good: when may they have left, and what becomes of their jobs?
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>

bool is_surely_lost(const struct job *job)
{
	return job->is_passed ? job->out[STATUS] != job->in[STATUS] : job->out[WAIT] == -1;
}

static bool may_be_lost(const struct job *job)
{
	return job->out[STATUS] == CANCELLED && job->out[WAIT] == -1;
}

static size_t first_surely_lost(const struct user *user)
{
	size_t first = 0;
	while (first < user->count && !is_surely_lost(user->jobs[first]))
		first++;
	return first;
}

/* Whether the jobs from I on, after the first, have their recorded distances from the end of batch
 * LEFT, at which the user left, as far as that is not before the user left or before the job
 * before. */
static bool keep_distances(const struct user *user, size_t i, const struct batch *left)
{
	for (; i < user->count; i++) {
		double distance = user->jobs[i]->in[SUBMIT] - left->end;
		double submit = left->new_end + fmax(distance, 0);
		submit = fmax(submit, user->jobs[i - 1]->out[SUBMIT]);
		if (fabs(user->jobs[i]->out[SUBMIT] - submit) > TOLERANCE)
			return false;
	}
	return true;
}

/* Whether the user may have left at the end of batch LEFT. COUNT is how many batches were submitted
 * then, at least in part, and one more if the submit time of that was known already. */
static bool may_leave_after(
	const struct user *user, size_t count, bool known, const struct batch *left)
{
	size_t first = user->first_lost;
	double end = left->new_end;
	if (end == INFINITY || end <= left->new_submit ||
		end < user->jobs[first - 1]->out[SUBMIT] - TOLERANCE)
		return false;
	const struct batch *last = &user->batches[count - 1];
	size_t unknown = last->first + last->count;
	if (unknown > first && user->jobs[first]->out[SUBMIT] < end - TOLERANCE)
		return false;
	double release = count < user->batch_count ? release_of(user, count).time : INFINITY;
	if (known)
		release = release_of(user, count - 1).time;
	else if (unknown == first && release < end - TOLERANCE)
		return false;
	return (!known || release <= end + TOLERANCE) && keep_distances(user, unknown, left);
}

/* How many batches the user model submitted, if it can be explained when the user left, else 0. */
static size_t count_submitted(const struct user *user)
{
	if (user->first_lost == user->count)
		return user->batch_count;
	if (user->first_lost == 0)
		return 0;
	size_t count = user->jobs[user->first_lost - 1]->batch + 1;
	size_t whole = user->jobs[user->first_lost]->batch;
	for (int known = 0; known <= 1; known++)
		for (size_t b = 0; b < whole; b++)
			if ((!known || whole == count) &&
				may_leave_after(
					user, count + (size_t)known, known, &user->batches[b]))
				return count + (size_t)known;
	return 0;
}

static void check_lost_jobs(const struct user *user)
{
	for (size_t i = user->first_lost; i < user->count; i++)
		check(may_be_lost(user->jobs[i]), "comes back", user->jobs[i]->in[JOB_NUMBER],
			"status %.17g and wait %.17g, but the user has lost job %.0f",
			user->jobs[i]->out[STATUS], user->jobs[i]->out[WAIT],
			user->jobs[user->first_lost]->in[JOB_NUMBER]);
}

/* Whether the user never came: all jobs are lost, at their recorded times. */
static bool stays_away(const struct user *user)
{
	for (size_t i = 0; i < user->count; i++)
		if (!may_be_lost(user->jobs[i]) ||
			user->jobs[i]->out[SUBMIT] != user->jobs[i]->in[SUBMIT])
			return false;
	return true;
}

size_t check_leaving(struct user *user, const struct options *options)
{
	if (options->some_stay_away && stays_away(user)) {
		set_new_times(user, 0);
		return 0;
	}
	bool nobody_leaves = options->nobody_leaves;
	size_t first = first_surely_lost(user);
	set_new_times(user, first);
	check_lost_jobs(user);
	if (first < user->count)
		check(!nobody_leaves, "leaves", user->jobs[first]->in[JOB_NUMBER], "is lost");
	/* Jobs that are passed through and were cancelled before may be lost as well. */
	size_t first_possible = first, count = 0;
	while (!nobody_leaves && first_possible > 0 && may_be_lost(user->jobs[first_possible - 1]))
		first_possible--;
	for (size_t i = first_possible; count == 0 && i <= first; i++) {
		set_new_times(user, i);
		count = count_submitted(user);
	}
	check(count > 0, "leaving", user->jobs[first < user->count ? first : 0]->in[JOB_NUMBER],
		"no end of a batch of user %.0f explains the submit times of lost jobs, this first",
		user->number);
	return count > 0 ? count : user->jobs[first > 0 ? first - 1 : 0]->batch + 1;
}
