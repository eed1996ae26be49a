#include "simulate/parts.h"

#include <stdlib.h>
#include <string.h>

#include "shared/choices.h"
#include "shared/command.h"
#include "shared/plug-in-names.h"

static void list(const char *name, const char *summary)
{
	printf("%-14s %s\n", name, summary);
}

const struct swf_scheduler *scheduler_value(const char *value)
{
	if (strcmp(value, "list") == 0) {
		for (const struct swf_scheduler *const *s = swf_schedulers(); *s != NULL; s++)
			list((*s)->name, (*s)->summary);
		exit(command_end());
	}
	const struct swf_scheduler *scheduler = swf_scheduler_named(value);
	if (scheduler == NULL)
		die_usage("--scheduler: no scheduler '%s'; --scheduler list names them%s", value,
			hint(value, scheduler_names()));
	return scheduler;
}

const struct swf_prediction *prediction_value(const char *value, size_t *window)
{
	char name[32];
	if (strcmp(value, "list") == 0) {
		for (const struct swf_prediction *const *p = swf_predictions(); *p != NULL; p++) {
			snprintf(name, sizeof name, "%s%s", (*p)->name,
				(*p)->takes_window ? ":K" : "");
			list(name, (*p)->summary);
		}
		exit(command_end());
	}
	const char *number = split_value(value, ':', name, sizeof name);
	const struct swf_prediction *prediction = swf_prediction_named(name);
	if (prediction == NULL)
		die_usage("--predict: no prediction '%s'; --predict list names them%s", value,
			hint(name, prediction_names()));
	if (prediction->takes_window != (number != NULL))
		die_usage("--predict: '%s': %s", value,
			number != NULL ? "it takes no number"
				       : "it needs a number, as in recent:2");
	if (number != NULL)
		*window = (size_t)whole_value("predict", number, 1, SWF_WINDOW_MOST);
	return prediction;
}

const struct swf_user_model *user_model_value(const char *value)
{
	if (strcmp(value, "list") == 0) {
		for (const struct swf_user_model *const *m = swf_user_models(); *m != NULL; m++)
			list((*m)->name, (*m)->summary);
		exit(command_end());
	}
	const struct swf_user_model *model = swf_user_model_named(value);
	if (model == NULL)
		die_usage("--feedback: no user model '%s'; --feedback list names them%s", value,
			hint(value, user_model_names()));
	return model;
}
