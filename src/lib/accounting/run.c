#include "accounting/run.h"

#include "swfcore/job.h"

struct swf_run swf_run_unknown(void)
{
	struct swf_run run = {.submit = NAN,
		.eligible = NAN,
		.start = NAN,
		.end = NAN,
		.run_time = NAN,
		.cpu_time = SWF_UNKNOWN,
		.estimate = SWF_UNKNOWN,
		.memory = SWF_UNKNOWN,
		.memory_request = SWF_UNKNOWN,
		.allocated = SWF_UNKNOWN,
		.requested = SWF_UNKNOWN,
		.status = SWF_UNKNOWN};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		run.names[kind] = SWF_NO_NAME;
	return run;
}
