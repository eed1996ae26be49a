/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The users of a log as a source of jobs that reacts to the schedule (swf-simulate --feedback), and
 * the constants of their models, as --constant NAME=VALUE changes them. */
#ifndef SWF_CMD_SIMULATE_USER_FEEDBACK_H
#define SWF_CMD_SIMULATE_USER_FEEDBACK_H

#include "swfcore/feedback.h"
#include "swfcore/log.h"
#include "swfcore/simulation.h"
#include "swfcore/user-constants.h"
#include "swfcore/user-model.h"

struct user_feedback {
	struct swf_feedback_options options; /* a model, or NULL: no feedback */
	enum swf_dependencies dependencies;
	struct swf_user_constants constants;
	struct swf_workload workload;
	struct swf_calendar *calendar;
	struct swf_history *history;
	struct swf_feedback *source;
};

/* Sets the constant that a value NAME=VALUE names. Dies with a usage error where that is wrong. For
 * "list" it prints a line for each there is, and ends the command. */
void constant_value(const char *value, struct swf_user_constants *constants);

/* Dies with a usage error where a constant was set that this model does not have, or where
 * constants do not go together. */
void check_constants(
	const struct swf_user_constants *constants, const struct swf_user_model *model);

/* Reads the log to its end and makes a source of it. Warns where the log lacks what feedback needs;
 * dies where nobody is in it. */
struct swf_source open_feedback(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation);

/* Notes how many users left, and how many jobs they did not submit. */
void note_feedback(const struct user_feedback *feedback);

void close_feedback(struct user_feedback *feedback);

#endif
