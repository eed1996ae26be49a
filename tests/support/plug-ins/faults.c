/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedulers, predictions and a user model that do what they must not, each named by its fault. */
#include <stdlib.h>

#include "swfcore/plug-in.h"
#include "swfcore/prediction.h"
#include "swfcore/queueing.h"
#include "swfcore/user-model.h"

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct swf_queueing), machine);
}

static int start_first(void *state)
{
	struct swf_queueing *q = state;
	struct swf_task *head = swf_queue_head(q->queue);
	return head != NULL ? swf_queueing_start(q, head) : 0;
}

static int start_twice(void *state)
{
	struct swf_queueing *q = state;
	struct swf_task *head = swf_queue_head(q->queue);
	if (head == NULL)
		return 0;
	return swf_queueing_start(q, head) != 0 ? -1 : swf_machine_start(q->machine, head);
}

static int start_none(void *state)
{
	(void)state;
	return 0;
}

static int fail(void *state)
{
	const struct swf_queueing *q = state;
	return swf_fail(q->machine->error, "no idea what to start");
}

static double a_second_ago(const void *state)
{
	const struct swf_queueing *q = state;
	return q->machine->now - 1;
}

#define QUEUEING                                                                                   \
	.new_state = new_state, .free_state = swf_queueing_free, .arrive = swf_queueing_arrive

static const struct swf_scheduler twice = {.name = "twice", QUEUEING, .pass = start_twice};
static const struct swf_scheduler large = {.name = "large", QUEUEING, .pass = start_first};
static const struct swf_scheduler idle = {.name = "idle", QUEUEING, .pass = start_none};
static const struct swf_scheduler past = {
	.name = "past", QUEUEING, .pass = start_none, .next_pass = a_second_ago};
static const struct swf_scheduler failing = {.name = "failing", QUEUEING, .pass = fail};
static const struct swf_scheduler unknown = {
	.name = "unknown", QUEUEING, .pass = start_first, .predict = "resent:2"};
static const struct swf_scheduler without_pass = {.name = "without-pass", QUEUEING};
static const struct swf_scheduler *const schedulers[] = {
	&twice, &large, &idle, &past, &failing, &unknown, &without_pass, NULL};

static int nothing(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state, (void)task, (void)predicted;
	return swf_fail(error, "nothing is known of the future");
}

static int says_nothing(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state, (void)task, (void)predicted, (void)error;
	return -1;
}

static const struct swf_prediction no_prediction = {.name = "nothing", .predict = nothing};
static const struct swf_prediction silent = {.name = "silent", .predict = says_nothing};
static const struct swf_prediction *const predictions[] = {&no_prediction, &silent, NULL};

static void *new_model(const struct swf_history *history, const struct swf_calendar *calendar)
{
	(void)history, (void)calendar;
	return malloc(1);
}

static int lost(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	(void)state, (void)release, (void)submit;
	return swf_fail(error, "nothing is known of users");
}

static int mute(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	(void)state, (void)release, (void)submit, (void)error;
	return -1;
}

static const struct swf_user_model model = {
	.name = "lost", .new_state = new_model, .free_state = free, .submit = lost};
static const struct swf_user_model silent_model = {
	.name = "silent", .new_state = new_model, .free_state = free, .submit = mute};
static const struct swf_user_model *const user_models[] = {&model, &silent_model, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION,
	.schedulers = schedulers,
	.predictions = predictions,
	.user_models = user_models};
