/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EASY backfilling as easy.c has it, as fast as the scheduler of swf-simulate. While no processors
 * are given back, a job that could not start before cannot start now either. So a pass looks at the
 * queue only after that, and else at the job that has just arrived, which often starts without ever
 * being in the queue.
 *
 *     make && swf-simulate --scheduler ./easy-fast.so log.swf
 */
#include <swfcore/plug-in.h>
#include <swfcore/queueing.h>

struct easy {
	struct swf_queueing q;   /* the head of its queue does not fit */
	struct swf_task *newest; /* has arrived since the last pass, and is not in the queue yet */
	bool searched;           /* nothing in the queue can start until a change */
	uint64_t changes;        /* of the machine, when it was searched */
	struct swf_queue_gap gap;
	bool gap_known; /* its shadow and extra are those of the head */
};

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct easy), machine);
}

static int arrive(void *state, struct swf_task *task)
{
	struct easy *easy = state;
	struct swf_task *before = easy->newest;
	easy->newest = task;
	if (before == NULL)
		return 0;
	easy->searched = false;
	return swf_queue_append(easy->q.queue, before);
}

static int find_gap(struct easy *easy, const struct swf_task *head)
{
	if (!easy->gap_known && swf_queue_gap_behind(easy->q.machine, head, &easy->gap) != 0)
		return -1;
	easy->gap_known = true;
	easy->gap.now = easy->q.machine->now;
	easy->gap.free = easy->q.machine->free_procs;
	return 0;
}

/* Starts a job that fits the gap. */
static int start(struct easy *easy, struct swf_task *task)
{
	if (swf_machine_start(easy->q.machine, task) != 0)
		return -1;
	swf_queue_gap_take(&easy->gap, task);
	return 0;
}

/* Starts what can start in the queue. */
static int search(struct easy *easy)
{
	struct swf_queue *queue = easy->q.queue;
	struct swf_task *head, *task = NULL;
	easy->gap_known = false;
	if (swf_queueing_start_heads(&easy->q, &head) != 0)
		return -1;
	if (!swf_queue_has_size(queue, easy->q.machine->free_procs))
		return 0;
	if (find_gap(easy, head) != 0)
		return -1;
	while ((task = swf_queue_next_fit(queue, task, &easy->gap)) != NULL) {
		if (start(easy, task) != 0)
			return -1;
		swf_queue_remove(queue, task);
	}
	return 0;
}

/* Starts the newest arrival or puts it into the queue. */
static int place(struct easy *easy, struct swf_task *task)
{
	struct swf_task *head = swf_queue_head(easy->q.queue);
	if (swf_machine_fits(easy->q.machine, task)) {
		if (head == NULL)
			return swf_machine_start(easy->q.machine, task);
		if (find_gap(easy, head) != 0)
			return -1;
		if (swf_queue_gap_fits(&easy->gap, task->size, task->predicted) &&
			swf_queue_gap_suffices(&easy->gap, task))
			return start(easy, task);
	}
	if (head == NULL)
		easy->gap_known = false; /* it is the head now */
	return swf_queue_append(easy->q.queue, task);
}

static int pass(void *state)
{
	struct easy *easy = state;
	struct swf_task *newest = easy->newest;
	const uint64_t changes = easy->q.machine->changes;
	if ((!easy->searched || easy->changes != changes) && search(easy) != 0)
		return -1;
	easy->searched = true;
	easy->changes = changes;
	easy->newest = NULL;
	return newest != NULL ? place(easy, newest) : 0;
}

static const struct swf_scheduler easy = {
	.name = "easy-fast",
	.summary = "EASY backfilling, written for speed",
	.takes_resources = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = arrive,
	.pass = pass,
};

static const struct swf_scheduler *const schedulers[] = {&easy, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION, .schedulers = schedulers};
