/* The options that select jobs. */
#ifndef SWF_CMD_SELECT_CONDITION_OPTIONS_H
#define SWF_CMD_SELECT_CONDITION_OPTIONS_H

#include "shared/options.h"

/* Rows to be included: they give the conditions of conditions.h. */
extern const struct option_row condition_options[];

#endif
