/* The users of a log as a source of jobs that reacts to the schedule: swf-simulate --feedback. */
#ifndef SWF_CMD_SIMULATE_USER_FEEDBACK_H
#define SWF_CMD_SIMULATE_USER_FEEDBACK_H

#include "swfcore/feedback.h"
#include "swfcore/log.h"
#include "swfcore/simulation.h"

struct user_feedback {
	struct swf_feedback_options options; /* a model, or NULL: no feedback */
	enum swf_dependencies dependencies;
	struct swf_user_constants constants;
	struct swf_workload workload;
	struct swf_calendar *calendar;
	struct swf_history *history;
	struct swf_feedback *source;
};

/* Reads the log to its end and makes a source of it. Warns where the log lacks what feedback needs;
 * dies where nobody is in it. */
struct swf_source open_feedback(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation);

/* Notes how many users left, and how many jobs they did not submit. */
void note_feedback(const struct user_feedback *feedback);

void close_feedback(struct user_feedback *feedback);

#endif
