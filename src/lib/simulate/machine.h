/* The machine as the engine drives it; what schedulers may ask of it is in swfcore/machine.h. */
#ifndef SWF_SIMULATE_MACHINE_H
#define SWF_SIMULATE_MACHINE_H

#include <math.h>

#include "simulate/events.h"
#include "simulate/profile.h"
#include "swfcore/machine.h"

/* What runs on the machine. */
struct swf_running {
	uint64_t starts;
	struct swf_events ends;      /* of the running tasks */
	struct swf_profile *profile; /* of the expected ends */
	struct swf_events run_out;   /* predictions that will, before their task ends */
	bool expires;
	double expired; /* expected ends up to this time are out of the profile */
};

/* With `expires`, the expected end of a task releases its processors. The error is where schedulers
 * say why they fail. 0, or -1 when there is no memory; close it in both cases. */
int swf_machine_init(struct swf_machine *machine, int32_t procs, bool expires,
	struct swf_error *error) SWF_MUST_CHECK;
void swf_machine_clear(struct swf_machine *machine);

/* When the next running task ends, infinity when nothing runs. */
static inline double swf_machine_next_end(const struct swf_machine *machine)
{
	return swf_events_next(&machine->running->ends);
}

/* When the next prediction runs out for a task that runs on, infinity when none does. */
static inline double swf_machine_next_run_out(const struct swf_machine *machine)
{
	return swf_events_next(&machine->running->run_out);
}

/* Corrects that prediction, of which the time has come: the task, with the time (s) at which it was
 * expected to end before. All are to be corrected before anything else happens. 0, or -1 when there
 * is no memory. */
int swf_machine_correct(
	struct swf_machine *machine, struct swf_task **task, double *before) SWF_MUST_CHECK;

/* Ends and returns that task; in a machine that expires, releases what has expired. NULL when there
 * is no memory. */
struct swf_task *swf_machine_end_next(struct swf_machine *machine);

/* Releases the processors of every running task whose expected end has come. 0, or -1 when there
 * is no memory. */
int swf_machine_release_expired(struct swf_machine *machine) SWF_MUST_CHECK;

#endif
