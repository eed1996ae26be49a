/* The constants of user models, as --constant NAME=VALUE changes them. */
#ifndef SWF_CMD_SIMULATE_CONSTANTS_H
#define SWF_CMD_SIMULATE_CONSTANTS_H

#include "swfcore/user-constants.h"
#include "swfcore/user-model.h"

/* Sets the constant that a value NAME=VALUE names. Dies with a usage error where that is wrong. For
 * "list" it prints a line for each there is, and ends the command. */
void constant_value(const char *value, struct swf_user_constants *constants);

/* Dies with a usage error where a constant was set that this model does not have, or where
 * constants do not go together. */
void check_constants(
	const struct swf_user_constants *constants, const struct swf_user_model *model);

#endif
