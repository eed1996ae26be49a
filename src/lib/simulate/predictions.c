/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The predictions of run times, and how they are corrected: the user's estimate, the run time
 * itself, and means of the run times that came last under a key, which may be the user alone, the
 * user's session or the class of that session.
 *
 * Means are over run times of jobs that have ended, so that nothing is used before it is known.
 * Each job costs one look-up of its user when it arrives and one when it ends.
 */
#include "simulate/predictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "users/session-lists.h"

/* The user's estimate. */
static int predict_estimate(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = task->estimate;
	return 0;
}

const struct swf_prediction swf_prediction_estimate = {
	.name = "estimate",
	.summary = "the user's estimate",
	.predict = predict_estimate,
};

/* The run time itself: what perfect predictions would be worth. */
static int predict_actual(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = task->run_time;
	return 0;
}

const struct swf_prediction swf_prediction_actual = {
	.name = "actual",
	.summary = "the run time itself, as if it were known",
	.predict = predict_actual,
};

/* The run times that came last under each of many keys. Begins with {.window = ...}. */
struct recent_run_times {
	size_t window; /* how many of each key are kept */
	struct swf_index index;
	size_t *count;     /* of each key */
	double *run_times; /* s, `window` for each key: number i is at i modulo that */
	size_t count_capacity, run_times_capacity;
};

/* Makes room for the key that was added last. */
static int add_key(struct recent_run_times *recent)
{
	const size_t keys = recent->index.count - 1;
	size_t *count = swf_array_reserve(
		recent->count, keys, &recent->count_capacity, sizeof *recent->count);
	if (count == NULL)
		return -1;
	recent->count = count;
	count[keys] = 0;
	double *run_times = swf_array_reserve(recent->run_times, keys, &recent->run_times_capacity,
		recent->window * sizeof *recent->run_times);
	if (run_times == NULL)
		return -1;
	recent->run_times = run_times;
	return 0;
}

/* Adds a run time. 0, or -1 when there is no memory. */
static int add_run_time(struct recent_run_times *recent, int64_t key, double run_time)
{
	const size_t keys = recent->index.count;
	const size_t k = swf_index_add(&recent->index, key);
	if (k == SIZE_MAX || (recent->index.count > keys && add_key(recent) != 0))
		return -1;
	recent->run_times[k * recent->window + recent->count[k]++ % recent->window] = run_time;
	return 0;
}

/* The mean of what is kept of the key, rounded down: s. Returns of how many it is; without any, the
 * mean is as it was. */
static size_t mean_run_time(const struct recent_run_times *recent, int64_t key, double *mean)
{
	const size_t k = swf_index_find(&recent->index, key);
	if (k == SIZE_MAX || recent->count[k] == 0)
		return 0;
	const size_t count = recent->count[k] < recent->window ? recent->count[k] : recent->window;
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += recent->run_times[k * recent->window + i];
	*mean = floor(sum / (double)count);
	return count;
}

/* Keeps nothing of the key any longer. */
static void forget_run_times(struct recent_run_times *recent, int64_t key)
{
	const size_t k = swf_index_find(&recent->index, key);
	if (k != SIZE_MAX)
		recent->count[k] = 0;
}

static void clear_run_times(struct recent_run_times *recent)
{
	swf_index_clear(&recent->index);
	free(recent->count);
	free(recent->run_times);
}

/* The mean run time of the user's last few jobs that have ended. (Tsafrir, Etsion and Feitelson
 * 2007.) */
static void *new_state_recent(size_t window, struct swf_error *error)
{
	struct recent_run_times *recent = calloc(1, sizeof *recent);
	if (recent != NULL)
		recent->window = window;
	else
		swf_fail_memory(error);
	return recent;
}

static void free_state_recent(void *state)
{
	clear_run_times(state);
	free(state);
}

static int predict_recent(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const struct recent_run_times *recent = state;
	const int64_t user = task->job->user;
	(void)error;
	if (user < 0 || mean_run_time(recent, user, predicted) < recent->window)
		*predicted = task->estimate;
	return 0;
}

static int ended_recent(void *state, const struct swf_task *task, struct swf_error *error)
{
	const int64_t user = task->job->user;
	if (user >= 0 && add_run_time(state, user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_recent = {
	.name = "recent",
	.summary = "the mean run time of the user's last K jobs that have ended",
	.takes_window = true,
	.new_state = new_state_recent,
	.free_state = free_state_recent,
	.predict = predict_recent,
	.ended = ended_recent,
};

/*
 * The session in which each user is, as it is known while jobs arrive and end: a job begins a
 * session if it arrives when no job of the user is in the system and the last one ended more than
 * 20 minutes ago. (Zilber, Amit and Talby 2005, sections 4.1 and 7.)
 */
struct current_session {
	size_t jobs;     /* that have arrived and not ended */
	double last_end; /* s, of the jobs that have */
	int kind;        /* for who uses it */
};

/* Begins with {0}. */
struct current_sessions {
	struct swf_index index;
	struct current_session *sessions; /* of each user */
	size_t capacity;
};

static const double longest_think_time = 1200; /* s, within a session */

/* A job of the user arrives at t. Returns the session, and whether the job begins it, or NULL when
 * there is no memory. */
static struct current_session *join_session(
	struct current_sessions *sessions, int64_t user, double t, bool *begins)
{
	const size_t users = sessions->index.count;
	const size_t u = swf_index_add(&sessions->index, user);
	if (u == SIZE_MAX)
		return NULL;
	*begins = sessions->index.count > users;
	if (*begins) {
		struct current_session *more = swf_array_reserve(
			sessions->sessions, users, &sessions->capacity, sizeof *more);
		if (more == NULL)
			return NULL;
		sessions->sessions = more;
		more[u] = (struct current_session){0};
	}
	struct current_session *session = &sessions->sessions[u];
	if (session->jobs == 0 && t - session->last_end > longest_think_time)
		*begins = true;
	session->jobs++;
	return session;
}

/* One that has arrived ends at t. Returns its session. */
static struct current_session *leave_session(
	struct current_sessions *sessions, int64_t user, double t)
{
	struct current_session *session =
		&sessions->sessions[swf_index_find(&sessions->index, user)];
	session->jobs--;
	session->last_end = t;
	return session;
}

static void clear_sessions(struct current_sessions *sessions)
{
	swf_index_clear(&sessions->index);
	free(sessions->sessions);
}

/* The mean run time of the last few jobs of the user's session that have ended. (Zilber, Amit and
 * Talby 2005, section 7: sessions capture locality.) */
struct by_session {
	struct current_sessions sessions;
	struct recent_run_times recent; /* of each user in the session */
};

static void *new_state_session(size_t window, struct swf_error *error)
{
	struct by_session *s = calloc(1, sizeof *s);
	if (s != NULL)
		s->recent.window = window;
	else
		swf_fail_memory(error);
	return s;
}

static void free_state_session(void *state)
{
	struct by_session *s = state;
	clear_sessions(&s->sessions);
	clear_run_times(&s->recent);
	free(s);
}

static int predict_session(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	struct by_session *s = state;
	const int64_t user = task->job->user;
	bool begins;
	*predicted = task->estimate;
	if (user < 0)
		return 0;
	if (join_session(&s->sessions, user, task->submit, &begins) == NULL)
		return swf_fail_memory(error);
	if (begins)
		forget_run_times(&s->recent, user);
	mean_run_time(&s->recent, user, predicted);
	return 0;
}

static int ended_session(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct by_session *s = state;
	const int64_t user = task->job->user;
	if (user < 0)
		return 0;
	leave_session(&s->sessions, user, task->start + task->run_time);
	if (add_run_time(&s->recent, user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_session = {
	.name = "session",
	.summary = "the mean run time of the last K jobs of the user's session that have ended",
	.takes_window = true,
	.new_state = new_state_session,
	.free_state = free_state_session,
	.predict = predict_session,
	.ended = ended_session,
};

/* The mean run time of the user's last few jobs that have ended in sessions of the same class, by
 * the rule for the first job of a session. (Zilber, Amit and Talby 2005, section 7.) */
struct by_class {
	struct swf_session_class_rule rule; /* the longest estimate is that of the jobs so far */
	struct current_sessions sessions;
	struct recent_run_times recent[SWF_SESSION_CLASSES]; /* of each user */
};

static void *new_state_class(size_t window, struct swf_error *error)
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

static void free_state_class(void *state)
{
	struct by_class *s = state;
	clear_sessions(&s->sessions);
	for (int i = 0; i < SWF_SESSION_CLASSES; i++)
		clear_run_times(&s->recent[i]);
	free(s);
}

static void begin_class(void *state, const struct swf_site *site)
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

static int predict_class(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	struct by_class *s = state;
	const int64_t user = task->job->user;
	bool begins;
	*predicted = task->estimate;
	s->rule.longest_estimate = fmax(s->rule.longest_estimate, task->estimate);
	if (user < 0)
		return 0;
	struct current_session *session = join_session(&s->sessions, user, task->submit, &begins);
	if (session == NULL)
		return swf_fail_memory(error);
	if (begins)
		session->kind = (int)class_of(s, task);
	mean_run_time(&s->recent[session->kind], user, predicted);
	return 0;
}

static int ended_class(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct by_class *s = state;
	const int64_t user = task->job->user;
	if (user < 0)
		return 0;
	const struct current_session *session =
		leave_session(&s->sessions, user, task->start + task->run_time);
	if (add_run_time(&s->recent[session->kind], user, task->run_time) != 0)
		return swf_fail_memory(error);
	return 0;
}

const struct swf_prediction swf_prediction_class = {
	.name = "class",
	.summary = "the mean run time of the user's last K jobs that have ended in sessions of the "
		   "same class",
	.takes_window = true,
	.new_state = new_state_class,
	.free_state = free_state_class,
	.begin = begin_class,
	.predict = predict_class,
	.ended = ended_class,
};

const struct swf_prediction *const *swf_predictions(void)
{
	static const struct swf_prediction *const all[] = {&swf_prediction_estimate,
		&swf_prediction_actual, &swf_prediction_recent, &swf_prediction_session,
		&swf_prediction_class, NULL};
	return all;
}

const struct swf_prediction *swf_prediction_named(const char *name)
{
	const struct swf_prediction *const *p = swf_predictions();
	while (*p != NULL && strcmp((*p)->name, name) != 0)
		p++;
	return *p;
}

void swf_prediction_correct(struct swf_task *task)
{
	static const double more[] = {
		60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000};
	const int last = sizeof more / sizeof more[0];
	task->predicted = task->corrections < last
		? fmin(task->first_predicted + more[task->corrections++], task->estimate)
		: task->estimate;
}
