/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/plug-in-names.h"

#include <stddef.h>

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"
#include "swfcore/user-model.h"

/* names of a list, and the NULL behind them */
enum { MOST = 64 };

/* `other` is one that is not of the library, or NULL. */
#define LIST_NAMES(function, type, list, other)                                                    \
	const char *const *function(void)                                                          \
	{                                                                                          \
		static const char *names[MOST];                                                    \
		const struct type *const *all = list();                                            \
		size_t i = 0;                                                                      \
		for (; i < MOST - 2 && all[i] != NULL; i++)                                        \
			names[i] = all[i]->name;                                                   \
		names[i] = other;                                                                  \
		return names;                                                                      \
	}
/* swf-simulate says where a build has no Slurm */
LIST_NAMES(scheduler_names, swf_scheduler, swf_schedulers, "slurm")
LIST_NAMES(prediction_names, swf_prediction, swf_predictions, NULL)
LIST_NAMES(user_model_names, swf_user_model, swf_user_models, NULL)
