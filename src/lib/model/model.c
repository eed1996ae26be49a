#include "model/model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "model/model-variables.h"
#include "swfcore/quantity.h"

static const char *const ways[] = {"arrival", "think-time", NULL};
static const char *const plans[] = {"kept", "adjusted", NULL};
static const char *const answers[] = {"no", "yes", NULL};
static const char *const applications[] = {
	"last", "earlier", "new-estimate", "new-size", "new", NULL};

/* A century; as a number of weeks, and in s. */
#define LONG_WEEKS 5218
#define LONG       (LONG_WEEKS * SWF_WEEK)

/* clang-format off */
const struct swf_variable_of_model swf_model_variables[SWF_MODEL_VARIABLES] = {
	[SWF_MODEL_PROCS] = {"procs", SWF_OF_MODEL, 1, INT32_MAX, .whole = true, .single = true},
	[SWF_MODEL_WEEKS] = {"weeks", SWF_OF_MODEL, 1, LONG_WEEKS, .single = true},
	[SWF_MODEL_SESSION_BY] = {"session_by", SWF_OF_MODEL, 0, 1, .single = true, .names = ways},
	[SWF_MODEL_SESSION_GAP] = {"session_gap", SWF_OF_MODEL, 1, LONG, .single = true},
	[SWF_MODEL_BATCHES_PLAN] = {"batches_plan", SWF_OF_MODEL, 0, SWF_MODEL_PLAN_ADJUSTED,
		.single = true, .optional = true, .names = plans},
	[SWF_MODEL_LOAD] = {"load", SWF_OF_MODEL, 0, 1e6, .single = true, .optional = true},
	[SWF_MODEL_POPULATION] = {"population", SWF_OF_MODEL, 0.001, 1000, .single = true,
		.optional = true},
	[SWF_MODEL_BREAK] = {"break", SWF_OF_MODEL, 0, 1e6, .given = true},
	[SWF_MODEL_LONG_TERM] = {"long_term", SWF_OF_USERS, 0, 1e6, .single = true},
	[SWF_MODEL_PRESENCE] = {"presence", SWF_OF_USERS, 0, LONG, .optional = true},
	[SWF_MODEL_ARRIVALS] = {"arrivals", SWF_OF_USERS, 0, 1e6, .whole = true},
	[SWF_MODEL_TENURE] = {"tenure", SWF_OF_USERS, 0, LONG, .optional = true},
	[SWF_MODEL_SESSIONS] = {"sessions", SWF_OF_USERS, 1, 1e6, .whole = true, .given = true},
	[SWF_MODEL_SESSION_CLASS] = {"session_class", SWF_OF_USERS, 0, SWF_SESSION_CLASSES - 1,
		.names = swf_session_class_names},
	[SWF_MODEL_START] = {"start", SWF_OF_SESSIONS, .least = 0, .most = 168},
	[SWF_MODEL_AWAITED_1] = {"awaited_1", SWF_OF_SESSIONS, 0, 1, .given = true, .names = answers},
	[SWF_MODEL_AWAITED_2] = {"awaited_2", SWF_OF_SESSIONS, 0, 1, .given = true, .names = answers,
		.optional = true},
	[SWF_MODEL_AWAITED_5] = {"awaited_5", SWF_OF_SESSIONS, 0, 1, .given = true, .names = answers,
		.optional = true},
	[SWF_MODEL_AWAITED_17] = {"awaited_17", SWF_OF_SESSIONS, 0, 1, .given = true, .names = answers,
		.optional = true},
	[SWF_MODEL_BATCHES_PERSISTENCE] = {
		"batches_persistence", SWF_OF_SESSIONS, 0, 1, .single = true},
	[SWF_MODEL_JOBS] = {"jobs", SWF_OF_SESSIONS, 1, 1e6, .whole = true, .given = true},
	[SWF_MODEL_JOBS_AWAITED] = {
		"jobs_awaited", SWF_OF_SESSIONS, 1, 1e6, .whole = true, .given = true},
	[SWF_MODEL_JOBS_PERSISTENCE] = {"jobs_persistence", SWF_OF_SESSIONS, 0, 1, .single = true},
	[SWF_MODEL_JOBS_AWAITED_PERSISTENCE] = {
		"jobs_awaited_persistence", SWF_OF_SESSIONS, 0, 1, .single = true},
	[SWF_MODEL_INTER_ARRIVAL] = {"inter_arrival", SWF_OF_SESSIONS, .least = 0, .most = LONG},
	[SWF_MODEL_THINK_TIME] = {"think_time", SWF_OF_SESSIONS, .least = 0, .most = LONG},
	[SWF_MODEL_APPLICATION] = {"application", SWF_OF_SESSIONS, 0, SWF_MODEL_NEW,
		.names = applications},
	[SWF_MODEL_NEXT_APPLICATION] = {"next_application", SWF_OF_SESSIONS, 0, SWF_MODEL_NEW,
		.given = true, .names = applications},
	[SWF_MODEL_NEXT_CLASS] = {"next_class", SWF_OF_SESSIONS, 0, SWF_SESSION_CLASSES - 1,
		.names = swf_session_class_names},
	[SWF_MODEL_REPEAT] = {"repeat", SWF_OF_SESSIONS, 0, 1, .single = true},
	[SWF_MODEL_SIZE] = {"size", SWF_OF_SESSIONS, 1, INT32_MAX, .whole = true},
	[SWF_MODEL_ESTIMATE] = {"estimate", SWF_OF_SESSIONS, 1, LONG, .whole = true, .given = true,
		.optional = true},
	[SWF_MODEL_NEXT_SIZE] = {"next_size", SWF_OF_SESSIONS, 1, INT32_MAX, .whole = true,
		.optional = true},
	[SWF_MODEL_NEXT_ESTIMATE] = {"next_estimate", SWF_OF_SESSIONS, 1, LONG, .whole = true,
		.given = true, .optional = true},
	[SWF_MODEL_ACCURACY] = {"accuracy", SWF_OF_SESSIONS, 0, LONG, .given = true, .optional = true},
	[SWF_MODEL_ACCURACY_AWAITED] = {"accuracy_awaited", SWF_OF_SESSIONS, 0, LONG, .given = true,
		.optional = true},
	[SWF_MODEL_RUN_TIME] = {"run_time", SWF_OF_SESSIONS, 0, LONG, .given = true,
		.optional = true},
	[SWF_MODEL_RUN_TIME_AWAITED] = {"run_time_awaited", SWF_OF_SESSIONS, 0, LONG, .given = true,
		.optional = true},
};
/* clang-format on */

size_t swf_model_classes_of(const struct swf_model *model, enum swf_model_variable variable)
{
	switch (swf_model_variables[variable].level) {
	case SWF_OF_USERS:
		return model->classes;
	case SWF_OF_SESSIONS:
		return SWF_SESSION_CLASSES;
	default:
		return 1;
	}
}

const char *swf_model_class_name(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	switch (swf_model_variables[variable].level) {
	case SWF_OF_USERS:
		return model->class_names[class_];
	case SWF_OF_SESSIONS:
		return swf_session_class_names[class_];
	default:
		return "";
	}
}

const struct swf_histogram *swf_model_find(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_, double of)
{
	const struct swf_model_parts *parts = &model->parts[variable][class_];
	size_t i = 0;
	if (parts->count == 0)
		return NULL;
	while (i + 1 < parts->count && of >= parts->parts[i + 1].given_from)
		i++;
	return &parts->parts[i].histogram;
}

double swf_model_value(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	return model->parts[variable][class_].parts[0].histogram.ranges[0].from;
}

double swf_model_value_or(
	const struct swf_model *model, enum swf_model_variable variable, double otherwise)
{
	return model->parts[variable][0].count > 0 ? swf_model_value(model, variable, 0)
						   : otherwise;
}

enum swf_model_variable swf_model_awaited(double batch)
{
	return batch < 2     ? SWF_MODEL_AWAITED_1
		: batch < 5  ? SWF_MODEL_AWAITED_2
		: batch < 17 ? SWF_MODEL_AWAITED_5
			     : SWF_MODEL_AWAITED_17;
}

struct swf_session_rule swf_model_session_rule(const struct swf_model *model)
{
	return (struct swf_session_rule){
		.by = (enum swf_session_by)swf_model_value(model, SWF_MODEL_SESSION_BY, 0),
		.gap = swf_model_value(model, SWF_MODEL_SESSION_GAP, 0)};
}

struct swf_histogram *swf_model_part(struct swf_model *model, enum swf_model_variable variable,
	size_t class_, double given_from, double given_to)
{
	struct swf_model_parts *all = &model->parts[variable][class_];
	for (size_t i = 0; i < all->count; i++)
		if (all->parts[i].given_from == given_from && all->parts[i].given_to == given_to)
			return &all->parts[i].histogram;
	struct swf_model_part *parts =
		swf_array_reserve_from(8, all->parts, all->count, &all->capacity, sizeof *parts);
	if (parts == NULL)
		return NULL;
	all->parts = parts;
	parts[all->count] = (struct swf_model_part){.given_from = given_from, .given_to = given_to};
	return &parts[all->count++].histogram;
}

size_t swf_model_add_class(struct swf_model *model, const char *name)
{
	if (model->classes == SWF_MODEL_CLASSES_MOST)
		return SIZE_MAX;
	model->class_names[model->classes] = strdup(name);
	return model->class_names[model->classes] == NULL ? SIZE_MAX : model->classes++;
}

void swf_model_clear(struct swf_model *model)
{
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		for (int c = 0; c < SWF_MODEL_CLASSES_MOST; c++) {
			struct swf_model_parts *all = &model->parts[v][c];
			for (size_t i = 0; i < all->count; i++)
				swf_histogram_clear(&all->parts[i].histogram);
			free(all->parts);
		}
	for (size_t i = 0; i < model->classes; i++)
		free(model->class_names[i]);
	*model = (struct swf_model){0};
}
