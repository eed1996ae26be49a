#include "shared/plug-in-names.h"

#include <stddef.h>

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"
#include "swfcore/user-model.h"

/* names of a list, and the NULL behind them */
enum { MOST = 64 };

#define LIST_NAMES(function, type, list)                                                           \
	const char *const *function(void)                                                          \
	{                                                                                          \
		static const char *names[MOST];                                                    \
		const struct type *const *all = list();                                            \
		for (size_t i = 0; i < MOST - 1 && all[i] != NULL; i++)                            \
			names[i] = all[i]->name;                                                   \
		return names;                                                                      \
	}
LIST_NAMES(scheduler_names, swf_scheduler, swf_schedulers)
LIST_NAMES(prediction_names, swf_prediction, swf_predictions)
LIST_NAMES(user_model_names, swf_user_model, swf_user_models)
