/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that stand for a scheduler, a prediction or a user model: swf-simulate
 * --scheduler-command, --predict-command and --feedback-command. */
#ifndef SWF_CMD_SIMULATE_PROGRAMS_H
#define SWF_CMD_SIMULATE_PROGRAMS_H

#include "swfcore/feedback.h"
#include "swfcore/simulation.h"

/* Their commands, each NULL for none, and how long an answer may take in s, INFINITY for any time.
 */
struct programs {
	const char *scheduler, *prediction, *user_model;
	double patience;
};

/* Puts those that there are into the options, and dies where these are at odds. To be called, as
 * the others, only where an option of programs was given. */
void settle_programs(const struct programs *programs, struct swf_simulation *simulation,
	struct swf_feedback_options *feedback);

/* Starts them, before anything is simulated, and ends them when all is. Dies where one fails. */
void start_programs(const struct programs *programs, const struct swf_simulation *simulation,
	const struct swf_feedback_options *feedback);
void finish_programs(const struct programs *programs);

#endif
