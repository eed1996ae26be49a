/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user model distribution allows: is there one habit that explains all that a user did?
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>
#include <stdlib.h>

#define SECONDS_PER_DAY 86400.0
#define MOST_DAYS       5

/* The active times in a week from Monday, 0:00; the last may go on into the next week. */
struct habit {
	bool at_night, at_weekends;
	int shift;
	double begins[MOST_DAYS];
	size_t days;
	double length;
};

static const struct constants *constants;

/* A release and the submit that followed it, in local time. */
struct observation {
	size_t batch;
	struct release release; /* its time since a Monday, 0:00 */
	double submit;          /* since the same */
	bool may_go_on;
	bool may_be_break; /* if it ends in active time */
};

struct case_of_user {
	const struct log *log;
	const struct user *user;
	struct observation *observations;
	size_t count;
};

static struct habit new_habit(bool at_night, bool at_weekends, int shift)
{
	struct habit habit = {.at_night = at_night,
		.at_weekends = at_weekends,
		.shift = shift,
		.days = at_weekends ? 2 : 5,
		.length = constants->day_end - constants->day_begin};
	if (at_night)
		habit.length = SECONDS_PER_DAY - habit.length;
	for (size_t d = 0; d < habit.days; d++) {
		double day = (at_weekends ? 5 : 0) + (double)d;
		habit.begins[d] = day * SECONDS_PER_DAY +
			(at_night ? constants->day_end : constants->day_begin) + shift;
	}
	return habit;
}

/* How long ago the last of the times that recur every week was. */
static double since_last(const double *times, size_t count, double offset, double time)
{
	double least = INFINITY;
	for (size_t i = 0; i < count; i++) {
		double since = fmod(time - times[i] - offset, SECONDS_PER_WEEK);
		if (since < 0)
			since += SECONDS_PER_WEEK;
		least = fmin(least, since);
	}
	return least;
}

static bool is_active(const struct habit *habit, double time)
{
	return since_last(habit->begins, habit->days, 0, time) < habit->length;
}

static bool is_begin(const struct habit *habit, double time)
{
	return since_last(habit->begins, habit->days, 0, time) <= TOLERANCE;
}

static double last_end_before(const struct habit *habit, double time)
{
	return time - since_last(habit->begins, habit->days, habit->length, time);
}

/* Whether active time begins at BEGIN, next after TIME, which is not active. */
static bool is_next_begin(const struct habit *habit, double time, double begin)
{
	return is_begin(habit, begin) && time < begin &&
		time >= last_end_before(habit, begin) - TOLERANCE;
}

/* Whether some break would have ended in the time before the submit that is not active. */
static bool may_be_cut_break(
	const struct case_of_user *c, const struct habit *habit, const struct observation *seen)
{
	if (!is_begin(habit, seen->submit))
		return false;
	double release = seen->release.time, end = last_end_before(habit, seen->submit);
	for (int reason = 0; reason < REASONS; reason++) {
		const struct pool *pool = pool_for(c->log, c->user, (enum reason)reason, BREAK);
		size_t place = place_in_pool(pool, end - release);
		if (seen->release.may_be[reason] && place < pool->count &&
			pool->values[place] < seen->submit - release)
			return true;
	}
	return false;
}

/* Whether TIME is in the last active time before BEGIN. */
static bool is_in_time_before(const struct habit *habit, double time, double begin)
{
	double end = last_end_before(habit, begin);
	if (end > begin - TOLERANCE) /* it ends in the very second in which the next begins */
		end = begin;
	return time < end && time >= end - habit->length - TOLERANCE;
}

static bool explains(
	const struct case_of_user *c, const struct habit *habit, const struct observation *seen)
{
	if (!is_active(habit, seen->release.time))
		return is_next_begin(habit, seen->release.time, seen->submit);
	if (seen->release.goes_away && is_begin(habit, seen->submit) &&
		is_in_time_before(habit, seen->release.time, seen->submit))
		return true;
	if (seen->release.goes_away && !seen->release.may_be[FOLLOWS])
		return false;
	return seen->may_go_on || (seen->may_be_break && is_active(habit, seen->submit)) ||
		may_be_cut_break(c, habit, seen);
}

/* What one habit cannot explain comes first then, since the next may not either. */
static bool explains_all(struct case_of_user *c, const struct habit *habit)
{
	for (size_t i = 0; i < c->count; i++) {
		struct observation seen = c->observations[i];
		if (explains(c, habit, &seen))
			continue;
		c->observations[i] = c->observations[i / 2];
		c->observations[i / 2] = c->observations[0];
		c->observations[0] = seen;
		return false;
	}
	return true;
}

static bool has_habit(struct case_of_user *c)
{
	for (int kind = 0; kind < 4; kind++)
		for (int shift = (int)-constants->shift; shift <= fmax(constants->shift - 1, 0);
			shift++) {
			struct habit habit = new_habit(kind & 1, kind & 2, shift);
			if (explains_all(c, &habit))
				return true;
		}
	return false;
}

static size_t count_unexplained(
	const struct case_of_user *c, const struct habit *habit, size_t *first)
{
	size_t count = 0;
	*first = c->count;
	for (size_t i = 0; i < c->count; i++) {
		if (explains(c, habit, &c->observations[i]))
			continue;
		count++;
		if (*first == c->count || c->observations[i].batch < c->observations[*first].batch)
			*first = i;
	}
	return count;
}

static void report_best_habit(const struct case_of_user *c)
{
	size_t least = c->count + 1, first_of_best = 0;
	struct habit best = new_habit(false, false, 0);
	for (int kind = 0; kind < 4; kind++)
		for (int shift = (int)-constants->shift; shift <= fmax(constants->shift - 1, 0);
			shift++) {
			struct habit habit = new_habit(kind & 1, kind & 2, shift);
			size_t first, count = count_unexplained(c, &habit, &first);
			if (count < least) {
				least = count;
				first_of_best = first;
				best = habit;
			}
		}
	const struct observation *seen = &c->observations[first_of_best];
	const struct batch *batch = &c->user->batches[seen->batch];
	double release = batch->new_submit - (seen->submit - seen->release.time);
	check(false, "habit", c->user->jobs[batch->first]->in[JOB_NUMBER],
		"no habit of user %.0f explains all; best is %s, %s, shift %d: unexplained %zu of "
		"%zu, first batch %zu, available at %.17g (%.17g of the week, active: %d), "
		"submitted at %.17g",
		c->user->number, best.at_night ? "night" : "day",
		best.at_weekends ? "weekend" : "workdays", best.shift, least, c->count,
		seen->batch + 1, release, fmod(seen->release.time, SECONDS_PER_WEEK),
		is_active(&best, seen->release.time), batch->new_submit);
}

static bool is_in_pools(
	const struct case_of_user *c, struct release release, enum place place, double delay)
{
	for (int reason = 0; reason < REASONS; reason++)
		if (release.may_be[reason] &&
			is_in_pool(pool_for(c->log, c->user, (enum reason)reason, place), delay))
			return true;
	return false;
}

static void observe(struct case_of_user *c, size_t b, const struct options *options)
{
	/* 1 January 1970 was a Thursday. */
	double since_monday = options->local_start + 3 * SECONDS_PER_DAY;
	const struct batch *batch = &c->user->batches[b];
	struct release release = release_of(c->user, b);
	release.goes_away = waited_longer(c->user, b, options->patience);
	double delay = batch->new_submit - release.time;
	struct observation *seen = &c->observations[c->count++];
	*seen = (struct observation){.batch = b,
		.release = release,
		.submit = batch->new_submit + since_monday,
		.may_go_on = is_in_pools(c, release, WITHIN, delay),
		.may_be_break = is_in_pools(c, release, BREAK, delay)};
	seen->release.time += since_monday;
}

void check_habits(
	const struct log *log, const struct user *user, size_t count, const struct options *options)
{
	constants = &options->constants;
	struct case_of_user c = {.log = log, .user = user};
	c.observations = allocate(count, sizeof *c.observations);
	for (size_t b = 1; b < count; b++)
		observe(&c, b, options);
	if (has_habit(&c))
		for (size_t i = 0; i < c.count; i++)
			check(true, "habit", 0, "");
	else
		report_best_habit(&c);
	free(c.observations);
}
