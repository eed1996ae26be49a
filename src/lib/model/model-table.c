/* A model as a table: reading and writing it. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "model/model-variables.h"

enum column { VARIABLE, CLASS, GIVEN_FROM, GIVEN_TO, FROM, TO, WEIGHT, COLUMNS };
static const char *const columns[COLUMNS] = {
	"variable", "class", "given_from", "given_to", "from", "to", "weight"};

/* What is read, and from where. */
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

static int read_variable(const struct source *s, enum swf_model_variable *variable)
{
	const char *name = cell(s, VARIABLE);
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		if (strcmp(name, swf_model_variables[v].name) == 0) {
			*variable = (enum swf_model_variable)v;
			return 0;
		}
	return swf_csv_refuse(s->csv, s->error, "there is no variable '%.40s'", name);
}

/* The class of a row; those of users are those that there are rows of. */
static int read_class(const struct source *s, enum swf_model_variable variable, size_t *class_)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	const char *name = cell(s, CLASS);
	for (*class_ = 0; *class_ < swf_model_classes_of(s->model, variable); ++*class_)
		if (strcmp(name, swf_model_class_name(s->model, variable, *class_)) == 0)
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
	enum swf_model_variable variable = SWF_MODEL_PROCS;
	size_t class_;
	double given_from, given_to, from, to, weight;
	if (read_variable(s, &variable) != 0 || read_class(s, variable, &class_) != 0)
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
	return got != 0 ? -1 : swf_model_check(model, path, error);
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
		swf_table_text(table, swf_model_class_name(model, variable, class_));
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
		for (size_t c = 0; c < swf_model_classes_of(model, v); c++)
			for (size_t k = 0; k < model->parts[v][c].count; k++)
				write_part(table, model, v, c, &model->parts[v][c].parts[k]);
	}
	return table;
}
