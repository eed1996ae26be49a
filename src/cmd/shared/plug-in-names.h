/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of plug-ins that a user may give; lists end with NULL. */
#ifndef SWF_CMD_SHARED_PLUG_IN_NAMES_H
#define SWF_CMD_SHARED_PLUG_IN_NAMES_H

/* The schedulers, the predictions and the user models of swf-simulate. */
const char *const *scheduler_names(void);
const char *const *prediction_names(void);
const char *const *user_model_names(void);

#endif
