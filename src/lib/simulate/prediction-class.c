/*
 * The mean run time of the user's last few jobs that have ended in sessions of the same class, by
 * the rule for the first job of a session. (Zilber, Amit and Talby 2005, section 7.)
 */
#include <math.h>
#include <stdlib.h>

#include "simulate/current-sessions.h"
#include "simulate/predictions.h"
#include "simulate/recent-run-times.h"
#include "users/session-lists.h"

struct by_class {
	struct swf_session_class_rule rule; /* the longest estimate is that of the jobs so far */
	struct swf_current_sessions sessions;
	struct swf_recent_run_times recent[SWF_SESSION_CLASSES]; /* of each user */
};

static void *new_state(size_t window, struct swf_error *error)
{
	struct by_class *s = calloc(1, sizeof *s);
	if (s == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	for (int i = 0; i < SWF_SESSION_CLASSES; i++)
		s->recent[i].window = window;
	return s;
}

static void free_state(void *state)
{
	struct by_class *s = state;
	swf_current_sessions_clear(&s->sessions);
	for (int i = 0; i < SWF_SESSION_CLASSES; i++)
		swf_recent_run_times_clear(&s->recent[i]);
	free(s);
}

static void begin(void *state, const struct swf_site *site)
{
	struct by_class *s = state;
	s->rule.calendar = site->calendar;
	s->rule.procs = site->procs;
}

/* As it comes to the machine: with its simulated submit time, and its size there. */
static enum swf_session_class class_of(struct by_class *s, const struct swf_task *task)
{
	const struct swf_job first = {.submit = task->submit,
		.run_time = task->estimate,
		.estimate = task->estimate,
		.allocated = task->size,
		.requested = task->size};
	return swf_session_class(&s->rule, &first);
}

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	struct by_class *s = state;
	const int64_t user = task->job->user;
	bool begins;
	*predicted = task->estimate;
	s->rule.longest_estimate = fmax(s->rule.longest_estimate, task->estimate);
	if (user < 0)
		return 0;
	struct swf_current_session *session =
		swf_current_sessions_arrive(&s->sessions, user, task->submit, &begins);
	if (session == NULL)
		return swf_fail_memory(error);
	if (begins)
		session->kind = (int)class_of(s, task);
	swf_recent_run_times_mean(&s->recent[session->kind], user, predicted);
	return 0;
}

static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct by_class *s = state;
	const int64_t user = task->job->user;
	if (user < 0)
		return 0;
	const struct swf_current_session *session =
		swf_current_sessions_end(&s->sessions, user, task->start + task->run_time);
	if (swf_recent_run_times_add(&s->recent[session->kind], user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_class = {
	.name = "class",
	.summary = "the mean run time of the user's last K jobs that have ended in sessions of the "
		   "same class",
	.takes_window = true,
	.new_state = new_state,
	.free_state = free_state,
	.begin = begin,
	.predict = predict,
	.ended = ended,
};
