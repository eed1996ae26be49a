/* The conventional source of jobs for a simulation: a log, at its recorded submit times. */
#ifndef SWFCORE_REPLAY_H
#define SWFCORE_REPLAY_H

#include <stdbool.h>

#include "swfcore/log.h"
#include "swfcore/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A source that replays a log, refusing jobs that are not in submit order. */
struct swf_replay {
	struct swf_log *log;
	bool peeked; /* the next job is where the engine wants it */
};

/* Begins the replay: the source, for one simulation, which the replay and the log must outlive. */
struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log);

#ifdef __cplusplus
}
#endif
#endif
