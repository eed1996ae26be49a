/* The conventional source of jobs: a log, at its own times. */
#include "swfcore/engine.h"

#include <math.h>

static int peek(void *self, double *submit, struct swf_error *error)
{
	struct swf_replay *replay = self;
	if (!replay->holds_job) {
		double last = replay->job.submit;
		int got = swf_log_next(replay->log, &replay->job, error);
		if (got != 1)
			return got;
		if (replay->job.submit < last)
			return swf_log_refuse(replay->log, 2,
				"earlier than the job before; swf-check --fix sorts a log", error);
		replay->holds_job = true;
	}
	*submit = replay->job.submit;
	return 1;
}

static void take(void *self, struct swf_job *job)
{
	struct swf_replay *replay = self;
	*job = replay->job;
	replay->holds_job = false;
}

struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log)
{
	*replay = (struct swf_replay){.log = log, .job.submit = -INFINITY};
	return (struct swf_source){.self = replay, .peek = peek, .take = take};
}
