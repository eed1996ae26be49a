/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/part-selection.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/plug-in-names.h"
#include "simulate/formula.h"
#include "simulate/slurm-options.h"

/* Whether a value names a part of a plug-in. */
static bool names_plug_in(const char *value)
{
	return strchr(value, '/') != NULL;
}

/* What helps where a value is no name. */
static const char *hint_for_value(const char *value, const char *option, const char *const names[])
{
	static char text[128];
	const char *dot = strrchr(value, '.');
	if (strchr(value, ' ') != NULL)
		snprintf(text, sizeof text, "; a program goes with --%s-command", option);
	else if (dot != NULL && strncmp(dot, ".so", strlen(".so")) == 0)
		snprintf(
			text, sizeof text, "; the name of a plug-in needs a slash: ./%.64s", value);
	else
		return hint(value, names);
	return text;
}

static void print_summary(const char *name, const char *summary)
{
	printf("%-14s %s\n", name, summary);
}

const struct swf_scheduler *scheduler_value(const char *value)
{
	if (strcmp(value, "list") == 0) {
		for (const struct swf_scheduler *const *s = swf_schedulers(); *s != NULL; s++)
			print_summary((*s)->name, (*s)->summary);
		if (slurm_scheduler() != NULL)
			print_summary(slurm_scheduler()->name, slurm_scheduler()->summary);
		exit(command_end());
	}
	if (names_plug_in(value))
		return plug_in_scheduler(value);
	if (strcmp(value, "slurm") == 0 && slurm_scheduler() == NULL)
		die_usage("--scheduler slurm: this build has no Slurm (it was made with SLURM=no)");
	const struct swf_scheduler *scheduler =
		strcmp(value, "slurm") == 0 ? slurm_scheduler() : swf_scheduler_named(value);
	if (scheduler == NULL)
		die_usage("--scheduler: no scheduler '%s'; --scheduler list names them%s", value,
			hint_for_value(value, "scheduler", scheduler_names()));
	return scheduler;
}

void queue_order_value(const char *value, struct swf_scheduler_options *options)
{
	static int64_t *queues;
	char **words = names_value("queue-order", value);
	size_t capacity = 0, count = 0;
	free(queues);
	queues = NULL;
	for (; words[count] != NULL; count++) {
		queues = reserve(queues, count, &capacity, sizeof *queues);
		queues[count] = whole_value("queue-order", words[count], 0, INT64_MAX);
	}
	free(words);
	options->queue_order = queues;
	options->queue_order_count = count;
}

void settle_order(const struct swf_scheduler_options *options)
{
	struct swf_error error;
	if (options->order == NULL)
		die_usage("--scheduler order needs --order");
	struct swf_formula *formula = swf_formula_new(options->order, &error);
	if (formula == NULL && swf_error_of_memory(&error))
		die_of(&error);
	if (formula == NULL)
		die_usage("--order: %s", error.text);
	if (option_given("half-life") && options->half_life <= 0)
		die_usage("--half-life: it must be more than 0");
	if (option_given("half-life") && !swf_formula_has(formula, SWF_FORMULA_USER_USAGE))
		die_usage("--half-life: the order does not name user_usage");
	const char *changing = swf_formula_changing_name(formula);
	if (changing != NULL)
		note("the order names %s, which changes: jobs are ordered anew in each pass",
			changing);
	else
		note("the order of two jobs never changes");
	swf_formula_free(formula);
}

/* Messages begin with what names the prediction. */
static const struct swf_prediction *prediction_of(
	const char *what, const char *value, size_t *window)
{
	char name[32];
	const char *number = split_value(value, ':', name, sizeof name);
	const struct swf_prediction *prediction = names_plug_in(value)
		? plug_in_prediction(value, &number)
		: swf_prediction_named(name);
	if (prediction == NULL)
		die_usage("%s: no prediction '%s'; --predict list names them%s", what, value,
			hint_for_value(name, "predict", prediction_names()));
	if (!prediction->takes_window && number != NULL)
		die_usage("%s: '%s': it takes no number", what, value);
	if (prediction->takes_window && number == NULL)
		die_usage("%s: '%s': it needs a number, as in %s:2", what, value, value);
	if (number != NULL)
		*window = (size_t)whole_value("predict", number, 1, SWF_WINDOW_MOST);
	return prediction;
}

const struct swf_prediction *prediction_value(const char *value, size_t *window)
{
	char name[32];
	if (strcmp(value, "list") == 0) {
		for (const struct swf_prediction *const *p = swf_predictions(); *p != NULL; p++) {
			snprintf(name, sizeof name, "%s%s", (*p)->name,
				(*p)->takes_window ? ":K" : "");
			print_summary(name, (*p)->summary);
		}
		exit(command_end());
	}
	return prediction_of("--predict", value, window);
}

const struct swf_prediction *prediction_by_default(
	const struct swf_scheduler *scheduler, size_t *window)
{
	char what[64];
	snprintf(what, sizeof what, "scheduler '%.40s'", scheduler->name);
	return prediction_of(
		what, scheduler->predict != NULL ? scheduler->predict : "estimate", window);
}

const struct swf_user_model *user_model_value(const char *value)
{
	if (strcmp(value, "list") == 0) {
		for (const struct swf_user_model *const *m = swf_user_models(); *m != NULL; m++)
			print_summary((*m)->name, (*m)->summary);
		exit(command_end());
	}
	if (names_plug_in(value))
		return plug_in_user_model(value);
	const struct swf_user_model *model = swf_user_model_named(value);
	if (model == NULL)
		die_usage("--feedback: no user model '%s'; --feedback list names them%s", value,
			hint_for_value(value, "feedback", user_model_names()));
	return model;
}
