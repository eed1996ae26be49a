/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A user model as a plug-in of swf-simulate: all users pause for 10 min after their jobs have
 * ended, and then submit the next ones. Without a wait the recorded distance between submits stays.
 *
 *     make && swf-simulate --feedback ./pause.so log.swf
 */
#include <stdlib.h>

#include <swfcore/plug-in.h>
#include <swfcore/user-model.h>

enum { PAUSE = 600 }; /* s */

/* What a model keeps: here no more than where the recorded batches are. */
struct model {
	const struct swf_history *history;
};

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	struct model *model = malloc(sizeof *model);
	(void)calendar;
	if (model != NULL)
		model->history = history;
	return model;
}

/* A user can submit a batch from now on. When is its first job submitted? */
static int submit(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	const struct model *model = state;
	const struct swf_batch *batch =
		&model->history->work[release->user].batches[release->batch];
	(void)error;
	*submit = release->now + (release->waited ? PAUSE : batch->inter_arrival);
	return 0;
}

static const struct swf_user_model pause_model = {
	.name = "pause",
	.summary = "users pause for 10 min after their jobs have ended",
	.new_state = new_state,
	.free_state = free,
	.submit = submit,
};

static const struct swf_user_model *const user_models[] = {&pause_model, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION, .user_models = user_models};
