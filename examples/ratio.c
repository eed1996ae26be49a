/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A prediction as a plug-in of swf-simulate: users' estimates are too long by much the same factor,
 * so a job is predicted to run for its estimate times the mean ratio of run time to estimate of the
 * jobs that have ended.
 *
 *     make && swf-simulate --scheduler easy-sjbf --predict ./ratio.so log.swf
 */
#include <stdlib.h>

#include <swfcore/plug-in.h>
#include <swfcore/prediction.h>

struct ratio {
	double sum; /* of the ratios */
	double jobs;
};

static void *new_state(size_t window, struct swf_error *error)
{
	struct ratio *ratio = calloc(1, sizeof *ratio);
	(void)window;
	if (ratio == NULL)
		swf_fail_memory(error);
	return ratio;
}

/* A job arrives. Before any has ended, its estimate is the prediction. */
static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const struct ratio *ratio = state;
	(void)error;
	*predicted = ratio->jobs > 0 ? task->estimate * (ratio->sum / ratio->jobs) : task->estimate;
	return 0;
}

/* A job has ended, so that its run time is known. */
static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	struct ratio *ratio = state;
	(void)error;
	if (task->estimate > 0) {
		ratio->sum += task->run_time / task->estimate;
		ratio->jobs++;
	}
	return 0;
}

static const struct swf_prediction ratio = {
	.name = "ratio",
	.summary = "the estimate times the mean ratio of run time to estimate so far",
	.new_state = new_state,
	.free_state = free,
	.predict = predict,
	.ended = ended,
};

static const struct swf_prediction *const predictions[] = {&ratio, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION, .predictions = predictions};
