/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that take options: a scheduler with --alpha, which goes by a prediction of its own choice,
 * and predictions with and without a window. */
#include <stdlib.h>

#include "swfcore/plug-in.h"
#include "swfcore/prediction.h"
#include "swfcore/queueing.h"

struct lazy {
	struct swf_queueing q;
	double alpha;
};

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct lazy *lazy = swf_queueing_new(sizeof *lazy, machine);
	if (lazy != NULL)
		lazy->alpha = options->alpha;
	return lazy;
}

/* Starts the head if it leaves the share alpha of the machine free. */
static int pass(void *state)
{
	struct lazy *lazy = state;
	const struct swf_machine *machine = lazy->q.machine;
	struct swf_task *head;
	while ((head = swf_queue_head(lazy->q.queue)) != NULL &&
		machine->free_procs - head->size >= lazy->alpha * machine->procs)
		if (swf_queueing_start(&lazy->q, head) != 0)
			return -1;
	return 0;
}

static const struct swf_scheduler lazy = {
	.name = "lazy",
	.predict = "recent:2",
	.takes_alpha = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = swf_queueing_arrive,
	.pass = pass,
};

static const struct swf_scheduler *const schedulers[] = {&lazy, NULL};

static void *new_window(size_t window, struct swf_error *error)
{
	size_t *state = malloc(sizeof *state);
	if (state == NULL)
		swf_fail_memory(error);
	else
		*state = window;
	return state;
}

/* Predicts K s. */
static int predict_window(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)task, (void)error;
	*predicted = (double)*(const size_t *)state;
	return 0;
}

static const struct swf_prediction window = {
	.name = "seconds",
	.takes_window = true,
	.new_state = new_window,
	.free_state = free,
	.predict = predict_window,
};

static const struct swf_prediction *const predictions[] = {&window, NULL};

const struct swf_plug_in swf_plug_in = {
	.version = SWF_PLUG_IN_VERSION, .schedulers = schedulers, .predictions = predictions};
