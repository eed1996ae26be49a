#include "swfcore/replay.h"

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	struct swf_replay *replay = self;
	if (replay->peeked)
		return 1;
	int got = swf_log_next_in_order(replay->log, &arrival->job, error);
	if (got != 1)
		return got;
	arrival->tag = 0;
	arrival->lost = false;
	replay->peeked = true;
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	struct swf_replay *replay = self;
	(void)error;
	replay->peeked = false;
	return 0;
}

struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log)
{
	*replay = (struct swf_replay){.log = log};
	return (struct swf_source){.self = replay, .peek = peek, .take = take};
}
