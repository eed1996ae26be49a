/* First come, first served: jobs start in the order of their arrival. */
#include <stdlib.h>

#include "simulate/schedulers/queue.h"
#include "simulate/schedulers/schedulers.h"

struct fcfs {
	struct swf_machine *machine;
	struct swf_queue *queue;
};

static void free_state(void *state)
{
	struct fcfs *fcfs = state;
	swf_queue_free(fcfs->queue);
	free(fcfs);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	struct fcfs *fcfs = calloc(1, sizeof *fcfs);
	if (fcfs == NULL)
		return NULL;
	fcfs->machine = machine;
	if ((fcfs->queue = swf_queue_new()) == NULL) {
		free_state(fcfs);
		return NULL;
	}
	return fcfs;
}

static int arrive(void *state, struct swf_task *task)
{
	struct fcfs *fcfs = state;
	return swf_queue_append(fcfs->queue, task);
}

static int pass(void *state)
{
	struct fcfs *fcfs = state;
	struct swf_task *head;
	while ((head = swf_queue_head(fcfs->queue)) != NULL &&
		head->size <= fcfs->machine->free_procs) {
		swf_queue_remove(fcfs->queue, head);
		if (swf_machine_start(fcfs->machine, head) != 0)
			return -1;
	}
	return 0;
}

const struct swf_scheduler swf_scheduler_fcfs = {
	.name = "fcfs",
	.summary = "first come, first served; no job overtakes another",
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
};
