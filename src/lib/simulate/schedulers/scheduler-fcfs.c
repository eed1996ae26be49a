/* First come, first served: jobs start in the order of their arrival. */
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct swf_queueing), machine);
}

static int pass(void *state)
{
	struct swf_task *blocked;
	return swf_queueing_start_heads(state, &blocked);
}

const struct swf_scheduler swf_scheduler_fcfs = {
	.name = "fcfs",
	.summary = "first come, first served; no job overtakes another",
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = swf_queueing_arrive,
	.pass = pass,
};
