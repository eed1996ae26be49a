/*
 * The mean run time of the last few jobs of the user's session that have ended. (Zilber, Amit and
 * Talby 2005, section 7: sessions capture locality.)
 */
#include <stdlib.h>

#include "simulate/current-sessions.h"
#include "simulate/predictions.h"
#include "simulate/recent-run-times.h"

struct by_session {
	struct swf_current_sessions sessions;
	struct swf_recent_run_times recent; /* of each user in the session */
};

static void *new_state(size_t window, struct swf_error *error)
{
	struct by_session *s = calloc(1, sizeof *s);
	if (s != NULL)
		s->recent.window = window;
	else
		swf_fail_memory(error);
	return s;
}

static void free_state(void *state)
{
	struct by_session *s = state;
	swf_current_sessions_clear(&s->sessions);
	swf_recent_run_times_clear(&s->recent);
	free(s);
}

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	struct by_session *s = state;
	const int64_t user = task->job->user;
	bool begins;
	*predicted = task->estimate;
	if (user < 0)
		return 0;
	if (swf_current_sessions_arrive(&s->sessions, user, task->submit, &begins) == NULL)
		return swf_fail_memory(error);
	if (begins)
		swf_recent_run_times_forget(&s->recent, user);
	swf_recent_run_times_mean(&s->recent, user, predicted);
	return 0;
}

static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct by_session *s = state;
	const int64_t user = task->job->user;
	if (user < 0)
		return 0;
	swf_current_sessions_end(&s->sessions, user, task->start + task->run_time);
	if (swf_recent_run_times_add(&s->recent, user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_session = {
	.name = "session",
	.summary = "the mean run time of the last K jobs of the user's session that have ended",
	.takes_window = true,
	.new_state = new_state,
	.free_state = free_state,
	.predict = predict,
	.ended = ended,
};
