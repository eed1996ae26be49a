/* The conventional source of jobs: a log, at its own times. */
#include "swfcore/engine.h"

static int peek(void *self, double *submit, struct swf_error *error)
{
	struct swf_replay *replay = self;
	if (replay->state < 0) {
		double last = replay->job.submit;
		bool first = swf_log_counts(replay->log).jobs == 0;
		replay->state = swf_log_next(replay->log, &replay->job, error);
		if (replay->state < 0)
			return -1;
		if (replay->state == 1 && !first && replay->job.submit < last)
			return swf_log_refuse(replay->log, 2,
				"earlier than the job before; swf-check --fix sorts a log", error);
	}
	*submit = replay->job.submit;
	return replay->state;
}

static void take(void *self, struct swf_job *job)
{
	struct swf_replay *replay = self;
	*job = replay->job;
	replay->state = -1;
}

struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log)
{
	*replay = (struct swf_replay){.log = log, .state = -1};
	return (struct swf_source){.self = replay, .peek = peek, .take = take};
}
