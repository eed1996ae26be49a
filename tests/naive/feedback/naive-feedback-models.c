/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user models adjusted and fluid allow.
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>

/* Where a time is among the sessions of a user, which recur. */
struct whereabouts {
	bool in_session;
	double session_end; /* if in one */
	double next_start;
};

static bool same(double a, double b)
{
	return fabs(a - b) <= TOLERANCE;
}

/* Of sessions that end with their jobs, each lasts at least as long as those before. */
static double end_of_session(const struct user *user, size_t s, const struct constants *constants)
{
	double end = user->sessions[s].last_submit;
	for (size_t i = 0; constants->session_ends_with_jobs && i <= s; i++)
		end = fmax(end, user->sessions[i].end);
	return end;
}

static double period_of(const struct user *user, const struct constants *constants)
{
	double end = end_of_session(user, user->session_count - 1, constants);
	double weeks = 1;
	while (user->sessions[0].start + weeks * SECONDS_PER_WEEK <= end)
		weeks++;
	return weeks * SECONDS_PER_WEEK;
}

static struct whereabouts whereabouts_at(
	const struct user *user, double time, const struct constants *constants)
{
	double period = period_of(user, constants);
	double shift = floor((time - user->sessions[0].start) / period) * period;
	struct whereabouts here = {.next_start = user->sessions[0].start + shift + period};
	for (size_t s = 0; s < user->session_count; s++) {
		const struct session *session = &user->sessions[s];
		double start = session->start + shift;
		if (start > time) {
			here.next_start = start;
			break;
		}
		here.in_session = false;
		double end = end_of_session(user, s, constants) + shift;
		if (time <= end) {
			here.in_session = true;
			here.session_end = end;
		}
	}
	return here;
}

static bool fluid_allows(const struct log *log, const struct user *user, struct release release,
	double submit, const struct constants *constants)
{
	struct whereabouts here = whereabouts_at(user, release.time, constants);
	if (!here.in_session)
		return same(submit, here.next_start);
	if (release.goes_away && same(submit, here.next_start))
		return true;
	for (int reason = 0; reason < REASONS; reason++) {
		const struct pool *pool = pool_for(log, user, (enum reason)reason, WITHIN);
		if (!release.may_be[reason] || pool->count == 0 ||
			(reason == WAITED && release.goes_away))
			continue;
		if (is_in_pool(pool, submit - release.time) &&
			(constants->overtime || submit <= here.session_end + TOLERANCE))
			return true;
		double longest = pool->values[pool->count - 1];
		if (!constants->overtime && same(submit, here.next_start) &&
			release.time + longest > here.session_end)
			return true;
	}
	return false;
}

static bool adjusted_allows(const struct batch *batch, struct release release)
{
	double delay = batch->new_submit - release.time;
	double away = release.goes_away ? 86400 : 0;
	return (release.may_be[WAITED] && same(delay, batch->think_time + away)) ||
		(release.may_be[FOLLOWS] && same(delay, batch->inter_arrival));
}

static const char *name_of(struct release release)
{
	if (release.may_be[WAITED])
		return release.may_be[FOLLOWS] ? "an end or a submit" : "an end";
	return "a submit";
}

void check_model(
	const struct log *log, const struct user *user, size_t count, const struct options *options)
{
	if (options->model == DISTRIBUTION) {
		check_habits(log, user, count, options);
		return;
	}
	for (size_t b = 1; b < count; b++) {
		const struct batch *batch = &user->batches[b];
		struct release release = release_of(user, b);
		release.goes_away = waited_longer(user, b, options->patience);
		bool is_right = options->model == ADJUSTED
			? adjusted_allows(batch, release)
			: fluid_allows(log, user, release, batch->new_submit, &options->constants);
		check(is_right, "model", user->jobs[batch->first]->in[JOB_NUMBER],
			"batch %zu of user %.0f is available at %.17g by %s, submitted at %.17g, "
			"think time %.17g, inter-arrival time %.17g",
			b + 1, user->number, release.time, name_of(release), batch->new_submit,
			batch->think_time, batch->inter_arrival);
	}
}
