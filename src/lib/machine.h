/* The machine as the engine drives it; what schedulers may ask of it is in swfcore/scheduler.h. */
#ifndef SWFCORE_MACHINE_H
#define SWFCORE_MACHINE_H

#include "order.h"
#include "swfcore/scheduler.h"

struct swf_machine {
	double now;               /* s */
	int32_t free_procs;
	uint64_t starts;
	uint64_t releases;
	struct swf_order *ends;   /* running tasks by true end, then by start: the event queue */
	struct swf_order *holds;  /* unreleased tasks by estimated end, then by start */
};

/* 0, or -1 when there is no memory; close it in both cases. */
int swf_machine_open(struct swf_machine *machine, int32_t procs) SWF_MUST_CHECK;
void swf_machine_close(struct swf_machine *machine);

/* The running task that ends first and when, or NULL when nothing runs. */
struct swf_task *swf_machine_next_end(const struct swf_machine *machine, double *end);

/* Ends that task. */
void swf_machine_end(struct swf_machine *machine, struct swf_task *task);

/* Releases the processors of every running task whose estimated end has come. */
void swf_machine_release_expired(struct swf_machine *machine);

#endif
