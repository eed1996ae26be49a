/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a simulation that users choose: its scheduler, its prediction and its user model. */
#ifndef SWF_CMD_SIMULATE_PART_SELECTION_H
#define SWF_CMD_SIMULATE_PART_SELECTION_H

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"
#include "swfcore/user-model.h"

/* The part that the value of --scheduler, --predict or --feedback names: one of the library, or one
 * of a plug-in. Dies with a usage error where it names none. For "list" it prints a line for each
 * there is, and ends the command. */
const struct swf_scheduler *scheduler_value(const char *value);
const struct swf_user_model *user_model_value(const char *value);

/* The same for NAME, or NAME:K for a prediction that takes a window, which becomes K. */
const struct swf_prediction *prediction_value(const char *value, size_t *window);

/* The queues that come first. */
void queue_order_value(const char *value, struct swf_scheduler_options *options);

/* Checks the formula of an order and what goes with it, and notes whether the order changes. */
void settle_order(const struct swf_scheduler_options *options);

/* The prediction that a scheduler goes by where no other is named. */
const struct swf_prediction *prediction_by_default(
	const struct swf_scheduler *scheduler, size_t *window);

/* The parts of a plug-in (swfcore/plug-in.h, plug-in-loader.c). The value names one as FILE, or
 * FILE:NAME where the plug-in has several; FILE has a '/', as in ./mine.so. What is wrong with the
 * value is a usage error, and what is wrong with the file an error of data: the command ends. */
const struct swf_scheduler *plug_in_scheduler(const char *value);
const struct swf_user_model *plug_in_user_model(const char *value);

/* The same with :K behind it, which becomes *number; NULL where it is missing. */
const struct swf_prediction *plug_in_prediction(const char *value, const char **number);

#endif
