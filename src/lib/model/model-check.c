/* Whether a model has all that its users and sessions need. */
#include "model/model-variables.h"

static bool has_value(const struct swf_histogram *h, double value)
{
	for (size_t i = 0; h != NULL && i < h->count; i++)
		if (h->ranges[i].from == value)
			return true;
	return false;
}

/* Whether there are sessions of a class, and whether there are jobs of it, which those of other
 * classes may have, too. */
static bool has_sessions(const struct swf_model *model, size_t session_class)
{
	for (size_t k = 0; k < model->classes; k++)
		if (has_value(swf_model_find(model, SWF_MODEL_SESSION_CLASS, k, 0),
			    (double)session_class))
			return true;
	return false;
}

static bool has_jobs(const struct swf_model *model, size_t session_class)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if (has_sessions(model, c) &&
			has_value(swf_model_find(model, SWF_MODEL_NEXT_CLASS, c, 0),
				(double)session_class))
			return true;
	return has_sessions(model, session_class);
}

/* Whether there must be a variable of a class. */
static bool is_needed(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	if (v->optional)
		return false;
	if (v->level != SWF_OF_SESSIONS)
		return true;
	return variable < SWF_MODEL_OF_JOBS ? has_sessions(model, class_) : has_jobs(model, class_);
}

static bool has(const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	return model->parts[variable][class_].count > 0;
}

static int missing(const struct swf_model *model, const char *path,
	enum swf_model_variable variable, size_t class_, struct swf_error *error)
{
	const char *name = swf_model_class_name(model, variable, class_);
	return swf_fail(error, "%s: there is no row of %s%s%s", path,
		swf_model_variables[variable].name, *name != '\0' ? " of class " : "", name);
}

/* What a class of users needs that has such users, and one of sessions that has jobs. */
static int check_class_of_users(
	const struct swf_model *model, const char *path, size_t class_, struct swf_error *error)
{
	if (swf_model_value(model, SWF_MODEL_LONG_TERM, class_) > 0 &&
		!has(model, SWF_MODEL_PRESENCE, class_))
		return missing(model, path, SWF_MODEL_PRESENCE, class_, error);
	if (swf_histogram_most(swf_model_find(model, SWF_MODEL_ARRIVALS, class_, 0)) > 0 &&
		!has(model, SWF_MODEL_TENURE, class_))
		return missing(model, path, SWF_MODEL_TENURE, class_, error);
	return 0;
}

/* However many batches there were, another one must not be certain. */
static int check_end_of_sessions(
	const struct swf_model *model, const char *path, size_t class_, struct swf_error *error)
{
	int last = SWF_MODEL_AWAITED_17;
	while (!has(model, (enum swf_model_variable)last, class_))
		last--;
	const struct swf_model_parts *parts = &model->parts[last][class_];
	for (size_t i = 0; i < parts->count; i++)
		if (has_value(&parts->parts[i].histogram, 0))
			return 0;
	return swf_fail(error, "%s: sessions of class %s need not end: %s is always yes", path,
		swf_session_class_names[class_], swf_model_variables[last].name);
}

static int check_class_of_sessions(
	const struct swf_model *model, const char *path, size_t class_, struct swf_error *error)
{
	const bool estimates = has(model, SWF_MODEL_ESTIMATE, class_);
	const enum swf_model_variable needed = estimates ? SWF_MODEL_ACCURACY : SWF_MODEL_RUN_TIME;
	if (!has(model, needed, class_))
		return missing(model, path, needed, class_, error);
	for (int v = SWF_MODEL_ACCURACY; v <= SWF_MODEL_RUN_TIME_AWAITED; v++)
		if (estimates != (v < SWF_MODEL_RUN_TIME) &&
			has(model, (enum swf_model_variable)v, class_))
			return swf_fail(error, "%s: class %s has %s %s estimates", path,
				swf_session_class_names[class_], swf_model_variables[v].name,
				estimates ? "and" : "without");
	return 0;
}

int swf_model_check(const struct swf_model *model, const char *path, struct swf_error *error)
{
	if (model->classes == 0)
		return swf_fail(error, "%s: there is no class of users", path);
	for (int i = 0; i < SWF_MODEL_VARIABLES; i++) {
		const enum swf_model_variable v = (enum swf_model_variable)i;
		for (size_t c = 0; c < swf_model_classes_of(model, v); c++)
			if (!has(model, v, c) && is_needed(model, v, c))
				return missing(model, path, v, c, error);
	}
	for (size_t k = 0; k < model->classes; k++)
		if (check_class_of_users(model, path, k, error) != 0)
			return -1;
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if ((has_jobs(model, c) && check_class_of_sessions(model, path, c, error) != 0) ||
			(has_sessions(model, c) &&
				check_end_of_sessions(model, path, c, error) != 0))
			return -1;
	return 0;
}
