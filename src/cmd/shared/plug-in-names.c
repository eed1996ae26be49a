#include "shared/plug-in-names.h"

#include <stddef.h>

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"
#include "swfcore/user-model.h"

/* names of a list, and the NULL behind them */
enum { MOST = 64 };

const char *const *scheduler_names(void)
{
	static const char *names[MOST];
	const struct swf_scheduler *const *all = swf_schedulers();
	size_t i = 0;
	for (; i < MOST - 2 && all[i] != NULL; i++)
		names[i] = all[i]->name;
	/* not of the library; swf-simulate says where a build has none */
	names[i] = "slurm";
	return names;
}

const char *const *prediction_names(void)
{
	static const char *names[MOST];
	const struct swf_prediction *const *all = swf_predictions();
	for (size_t i = 0; i < MOST - 1 && all[i] != NULL; i++)
		names[i] = all[i]->name;
	return names;
}

const char *const *user_model_names(void)
{
	static const char *names[MOST];
	const struct swf_user_model *const *all = swf_user_models();
	for (size_t i = 0; i < MOST - 1 && all[i] != NULL; i++)
		names[i] = all[i]->name;
	return names;
}
