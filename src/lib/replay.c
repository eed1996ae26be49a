/* The conventional source of jobs: a log, at its own times. */
#include "swfcore/engine.h"

#include <math.h>

static int peek(void *self, struct swf_job *job, struct swf_error *error)
{
	struct swf_replay *replay = self;
	if (replay->peeked)
		return 1;
	int got = swf_log_next(replay->log, job, error);
	if (got != 1)
		return got;
	if (job->submit < replay->last_submit)
		return swf_log_refuse(replay->log, 2,
			"earlier than the job before; swf-check --fix sorts a log", error);
	replay->last_submit = job->submit;
	replay->peeked = true;
	return 1;
}

static void take(void *self)
{
	struct swf_replay *replay = self;
	replay->peeked = false;
}

struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log)
{
	*replay = (struct swf_replay){.log = log, .last_submit = -INFINITY};
	return (struct swf_source){.self = replay, .peek = peek, .take = take};
}
