/*
 * Parts of a simulation that come from plug-ins (swfcore/plug-in.h). A value of an option names one
 * as FILE, or FILE:NAME where the plug-in has several; FILE has a '/', as in ./mine.so. What is
 * wrong with the value is a usage error, and what is wrong with the file an error of data: the
 * command ends.
 */
#ifndef SWF_CMD_SIMULATE_PLUG_IN_H
#define SWF_CMD_SIMULATE_PLUG_IN_H

#include <stdbool.h>

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"
#include "swfcore/user-model.h"

/* Whether a value names a part of a plug-in. */
bool names_plug_in(const char *value);

const struct swf_scheduler *plug_in_scheduler(const char *value);
const struct swf_user_model *plug_in_user_model(const char *value);

/* The same with :K behind it, which becomes *number; NULL where it is missing. */
const struct swf_prediction *plug_in_prediction(const char *value, const char **number);

#endif
