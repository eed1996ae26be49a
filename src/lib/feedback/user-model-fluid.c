/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fluid user model: the sessions keep their recorded times, and batches flow between them.
 * (Zakay and Feitelson 2014, Preserving user behavior characteristics, section VII.C.)
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "feedback/user-models.h"
#include "swfcore/quantity.h"

struct fluid {
	const struct swf_history *history;
	struct swf_delays delays; /* within sessions */
	/* s, when the sessions of all users in a row end, if with their jobs: where one outlasts
	 * the next, that ends no earlier; and where each user's begin */
	double *ends;
	size_t *first_session;
};

static void free_state(void *state)
{
	struct fluid *fluid = state;
	swf_delays_clear(&fluid->delays);
	free(fluid->ends);
	free(fluid->first_session);
	free(fluid);
}

static int find_ends(struct fluid *fluid)
{
	const struct swf_history *history = fluid->history;
	const size_t user_count = history->workload->users.count;
	fluid->first_session = calloc(user_count + 1, sizeof *fluid->first_session);
	fluid->ends = malloc((history->first_batch[user_count] + 1) * sizeof *fluid->ends);
	if (fluid->first_session == NULL || fluid->ends == NULL)
		return -1;
	for (size_t u = 0; u < user_count; u++) {
		const struct swf_batches *work = &history->work[u];
		double *ends = fluid->ends + fluid->first_session[u], latest = -INFINITY;
		for (size_t b = 0; b < work->count; b++) {
			latest = fmax(latest, work->batches[b].end);
			ends[work->batches[b].session] = latest;
		}
		fluid->first_session[u + 1] = fluid->first_session[u] + work->sessions.sessions;
	}
	return 0;
}

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	struct fluid *fluid = calloc(1, sizeof *fluid);
	(void)calendar;
	if (fluid == NULL)
		return NULL;
	fluid->history = history;
	if (swf_delays_collect(&fluid->delays, history, false, INFINITY) != 0 ||
		(history->constants->session_end == SWF_UNTIL_LAST_END && find_ends(fluid) != 0)) {
		free_state(fluid);
		return NULL;
	}
	return fluid;
}

static double session_start(const struct swf_batches *work, size_t session)
{
	return work->batches[work->starts[session].batch].arrival;
}

static double session_end(const struct fluid *fluid, size_t user, size_t session)
{
	const struct swf_batches *work = &fluid->history->work[user];
	if (fluid->ends != NULL)
		return fluid->ends[fluid->first_session[user] + session];
	return work->batches[swf_batches_session_end(work, session) - 1].last_arrival;
}

static int submit(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	const struct fluid *fluid = state;
	const struct swf_batches *work = &fluid->history->work[release->user];
	const size_t sessions = work->sessions.sessions;
	/* all sessions come again after whole weeks, the fewest with which none overlaps the last
	 */
	const double first = session_start(work, 0);
	const double weeks =
		floor((session_end(fluid, release->user, sessions - 1) - first) / SWF_WEEK) + 1;
	const double period = weeks * SWF_WEEK;
	const double passed = floor((release->now - first) / period) * period;
	const double now = release->now - passed;
	/* the last session that has started by now; the first always has */
	struct swf_bisection b = {.low = 1, .high = sessions};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, session_start(work, b.middle) <= now);
	const size_t session = b.low - 1;
	const double end = session_end(fluid, release->user, session);
	if (now <= end && !release->goes_away) {
		double delay;
		if (!swf_delays_draw(
			    &fluid->delays, release->user, release->waited, release->rng, &delay))
			return swf_fail(error,
				"no batch of the log continues a session, so that the fluid user "
				"model has no times to draw from");
		if (now + delay <= end || fluid->history->constants->overtime) {
			*submit = release->now + delay;
			return 0;
		}
	}
	*submit = passed +
		(session + 1 < sessions ? session_start(work, session + 1) : first + period);
	return 0;
}

const struct swf_user_model swf_user_model_fluid = {
	.name = "fluid",
	.summary = "sessions keep their recorded times, and batches flow between them",
	.new_state = new_state,
	.free_state = free_state,
	.submit = submit,
};
