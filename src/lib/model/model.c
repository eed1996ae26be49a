/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
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

/*
 * The distributions of a variable and class are parts, for ranges of the value that they are of.
 * Ranges ascend apart from each other, which read_given() checks, so the part of a value is the
 * last that begins by it.
 */

/* How many classes a variable can have, and the name of one; "" for what is of the whole. */
static size_t model_classes_of(const struct swf_model *model, enum swf_model_variable variable)
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

static const char *model_class_name(
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

int swf_model_guide(struct swf_model *model)
{
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		for (int c = 0; c < SWF_MODEL_CLASSES_MOST; c++) {
			struct swf_model_parts *all = &model->parts[v][c];
			for (size_t i = 0; i < all->count; i++)
				if (swf_histogram_guide(&all->parts[i].histogram) != 0)
					return -1;
		}
	return 0;
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

/* A model as a table: reading and writing it. */

enum column { VARIABLE, CLASS, GIVEN_FROM, GIVEN_TO, FROM, TO, WEIGHT, COLUMNS };
static const char *const columns[COLUMNS] = {
	"variable", "class", "given_from", "given_to", "from", "to", "weight"};

/* The reader, and what it fills. */
struct source {
	struct swf_csv_reader *csv;
	int places[COLUMNS];
	struct swf_model *model;
	struct swf_error *error;
};

static const char *cell(const struct source *s, enum column column)
{
	return swf_csv_cell(s->csv, s->places[column]);
}

/* The number in a cell, or `empty`. */
static int read_number(const struct source *s, enum column column, double empty, double *value)
{
	if (swf_csv_number(s->csv, s->places[column], value, s->error) != 0)
		return -1;
	if (isnan(*value))
		*value = empty;
	return 0;
}

/* A value of a variable: a number within its bounds, or a name. */
static int read_value(const struct source *s, const struct swf_variable_of_model *v,
	enum column column, double empty, double *value)
{
	const char *text = cell(s, column);
	for (int i = 0; v->names != NULL && v->names[i] != NULL; i++)
		if (strcmp(text, v->names[i]) == 0) {
			*value = i;
			return 0;
		}
	if (v->names != NULL && *text != '\0')
		return swf_csv_refuse(s->csv, s->error, "column '%s': not a value of %s: '%.40s'",
			columns[column], v->name, text);
	if (read_number(s, column, empty, value) != 0)
		return -1;
	if (isnan(*value))
		return swf_csv_refuse(s->csv, s->error, "column '%s' is empty", columns[column]);
	if (!(*value >= v->least && *value <= v->most))
		return swf_csv_refuse(s->csv, s->error,
			"column '%s': %s can be from %.10g to %.10g, not %s", columns[column],
			v->name, v->least, v->most, text);
	if (v->whole && *value != floor(*value))
		return swf_csv_refuse(s->csv, s->error, "column '%s': %s must be whole: %s",
			columns[column], v->name, text);
	return 0;
}

/* The class of a row. Classes of users are those that rows name. */
static int read_class(const struct source *s, enum swf_model_variable variable, size_t *class_)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	const char *name = cell(s, CLASS);
	for (*class_ = 0; *class_ < model_classes_of(s->model, variable); ++*class_)
		if (strcmp(name, model_class_name(s->model, variable, *class_)) == 0)
			return 0;
	if (v->level == SWF_OF_MODEL)
		return swf_csv_refuse(s->csv, s->error, "%s has no class", v->name);
	if (v->level == SWF_OF_SESSIONS)
		return swf_csv_refuse(
			s->csv, s->error, "there is no class of sessions '%.40s'", name);
	if (*name == '\0')
		return swf_csv_refuse(s->csv, s->error, "column 'class' is empty");
	if (s->model->classes == SWF_MODEL_CLASSES_MOST)
		return swf_csv_refuse(
			s->csv, s->error, "more than %d classes of users", SWF_MODEL_CLASSES_MOST);
	*class_ = swf_model_add_class(s->model, name);
	return *class_ != SIZE_MAX ? 0 : swf_fail_memory(s->error);
}

/* The range of the value that the variable is of: in ascending order, and apart. */
static int read_given(const struct source *s, const struct swf_variable_of_model *v,
	const struct swf_model_parts *parts, double *from, double *to)
{
	if (!v->given && (*cell(s, GIVEN_FROM) != '\0' || *cell(s, GIVEN_TO) != '\0'))
		return swf_csv_refuse(
			s->csv, s->error, "%s is not given for ranges of anything", v->name);
	if (read_number(s, GIVEN_FROM, -INFINITY, from) != 0 ||
		read_number(s, GIVEN_TO, INFINITY, to) != 0)
		return -1;
	if (*from > *to)
		return swf_csv_refuse(s->csv, s->error, "given_from is more than given_to");
	if (parts->count == 0)
		return 0;
	const struct swf_model_part *last = &parts->parts[parts->count - 1];
	if (*from == last->given_from && *to == last->given_to)
		return 0;
	return *from > last->given_to ||
			(*from == last->given_to && last->given_from < last->given_to)
		? 0
		: swf_csv_refuse(s->csv, s->error,
			  "the ranges from given_from to given_to do not ascend apart from each "
			  "other, each with its rows together");
}

static int read_row(const struct source *s)
{
	size_t class_;
	double given_from, given_to, from, to, weight;
	const char *name = cell(s, VARIABLE);
	int found = 0;
	while (found < SWF_MODEL_VARIABLES && strcmp(name, swf_model_variables[found].name) != 0)
		found++;
	if (found == SWF_MODEL_VARIABLES)
		return swf_csv_refuse(s->csv, s->error, "there is no variable '%.40s'", name);
	const enum swf_model_variable variable = (enum swf_model_variable)found;
	if (read_class(s, variable, &class_) != 0)
		return -1;
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	struct swf_model_parts *parts = &s->model->parts[variable][class_];
	if (read_given(s, v, parts, &given_from, &given_to) != 0 ||
		read_value(s, v, FROM, (double)NAN, &from) != 0 ||
		read_value(s, v, TO, from, &to) != 0 || read_number(s, WEIGHT, 1, &weight) != 0)
		return -1;
	if (from > to)
		return swf_csv_refuse(s->csv, s->error, "from is more than to");
	if (!(weight >= 0 && weight <= 1e12))
		return swf_csv_refuse(
			s->csv, s->error, "weight is not from 0 to 1e12: %s", cell(s, WEIGHT));
	if (v->single && (parts->count > 0 || from != to))
		return swf_csv_refuse(s->csv, s->error, "%s is a single value", v->name);
	if (v->names != NULL && from != to)
		return swf_csv_refuse(s->csv, s->error, "column 'to': %s has no ranges", v->name);
	if (weight == 0)
		return 0;
	struct swf_histogram *h = swf_model_part(s->model, variable, class_, given_from, given_to);
	return h != NULL && swf_histogram_add(h, from, to, weight) == 0 ? 0
									: swf_fail_memory(s->error);
}

int swf_model_read(struct swf_csv_reader *reader, const char *path, struct swf_model *model,
	struct swf_error *error)
{
	struct source s = {.csv = reader, .model = model, .error = error};
	int got;
	for (int c = 0; c < COLUMNS; c++)
		if ((s.places[c] = swf_csv_need_column(reader, columns[c], error)) < 0)
			return -1;
	while ((got = swf_csv_next(reader, error)) == 1)
		if (read_row(&s) != 0)
			return -1;
	if (got != 0 || swf_model_check(model, path, error) != 0)
		return -1;
	return swf_model_guide(model) == 0 ? 0 : swf_fail_memory(error);
}

/* A value as it is read: whole where it is, a name, or empty where it is not finite. */
static void write_value(
	struct swf_table *table, const struct swf_variable_of_model *v, double value)
{
	if (v->names != NULL)
		swf_table_text(table, v->names[(int)value]);
	else
		swf_table_number(table, value);
}

static void write_part(struct swf_table *table, const struct swf_model *model,
	enum swf_model_variable variable, size_t class_, const struct swf_model_part *part)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	const struct swf_histogram *h = &part->histogram;
	for (size_t i = 0; i < h->count; i++) {
		const struct swf_histogram_range *range = &h->ranges[i];
		swf_table_text(table, v->name);
		swf_table_text(table, model_class_name(model, variable, class_));
		swf_table_number(table, part->given_from);
		swf_table_number(table, part->given_to);
		write_value(table, v, range->from);
		if (range->from == range->to)
			swf_table_text(table, "");
		else
			write_value(table, v, range->to);
		if (h->count == 1)
			swf_table_text(table, "");
		else
			swf_table_number(table, swf_histogram_weight(h, i));
	}
}

struct swf_table *swf_model_table(const struct swf_model *model)
{
	struct swf_table *table = swf_table_new(columns, COLUMNS);
	for (int i = 0; table != NULL && i < SWF_MODEL_VARIABLES; i++) {
		const enum swf_model_variable v = (enum swf_model_variable)i;
		for (size_t c = 0; c < model_classes_of(model, v); c++)
			for (size_t k = 0; k < model->parts[v][c].count; k++)
				write_part(table, model, v, c, &model->parts[v][c].parts[k]);
	}
	return table;
}

/* Whether a model has all that its users and sessions need. */

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
	const char *name = model_class_name(model, variable, class_);
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
		for (size_t c = 0; c < model_classes_of(model, v); c++)
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
