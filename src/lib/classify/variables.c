#include "classify/variables.h"

#include <stdlib.h>
#include <string.h>

#include "users/features.h"

bool swf_variables_add(struct swf_variables *variables, const char *name)
{
	for (size_t i = 0; i < variables->count; i++)
		if (strcmp(variables->names[i], name) == 0)
			return false;
	variables->names[variables->count++] = name;
	return true;
}

static void add(struct swf_variables *variables, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		swf_variables_add(variables, names[i]);
}

static bool has_all(const struct swf_csv_reader *reader, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (swf_csv_column(reader, names[i]) < 0)
			return false;
	return true;
}

enum swf_table_kind swf_variables_kind(const struct swf_csv_reader *reader)
{
	if (has_all(reader, swf_features_session_variables, SWF_SESSION_VARIABLES))
		return SWF_SESSION_TABLE;
	if (has_all(reader, swf_features_user_variables, SWF_USER_VARIABLES))
		return SWF_USER_TABLE;
	return SWF_OTHER_TABLE;
}

void swf_variables_choose(
	struct swf_variables *variables, enum swf_table_kind kind, bool for_clusters)
{
	static const char *const of_sessions[] = {
		"D", "Ti", "day_part", "week_part", "UP", "Pm", "Rm"};
	static const char *const of_users[] = {
		"day_part", "Pm", "Rm", "J", "week_part", "Im", "JW", "BHD"};
	if (for_clusters && kind == SWF_SESSION_TABLE)
		add(variables, of_sessions, sizeof of_sessions / sizeof *of_sessions);
	else if (for_clusters && kind == SWF_USER_TABLE)
		add(variables, of_users, sizeof of_users / sizeof *of_users);
	else if (kind == SWF_SESSION_TABLE)
		add(variables, swf_features_session_variables, SWF_SESSION_VARIABLES);
	else if (kind == SWF_USER_TABLE) /* the last is D_days */
		add(variables, swf_features_user_variables, SWF_USER_VARIABLES - 1);
}

void swf_variables_add_all(struct swf_variables *variables, enum swf_table_kind kind)
{
	if (kind == SWF_SESSION_TABLE)
		add(variables, swf_features_session_variables, SWF_SESSION_VARIABLES);
	else if (kind == SWF_USER_TABLE)
		add(variables, swf_features_user_variables, SWF_USER_VARIABLES);
}

/* The class of the row that the reader has, or -1 with the error set. */
static int class_of(const struct swf_csv_reader *reader, int column, struct swf_error *error)
{
	const char *name = swf_csv_cell(reader, column);
	for (int i = 0; i < SWF_SESSION_CLASSES; i++)
		if (strcmp(name, swf_session_class_names[i]) == 0)
			return i;
	return swf_csv_refuse(
		reader, error, "column 'class': not a class of sessions: '%.100s'", name);
}

static int add_class(struct swf_frame *frame, size_t **classes, const struct swf_csv_reader *reader,
	int column, const int *places, struct swf_error *error)
{
	const size_t room = frame->capacity;
	const int class_ = class_of(reader, column, error);
	if (class_ < 0 || swf_frame_add(frame, reader, places, error) != 0)
		return -1;
	if (frame->capacity != room) {
		size_t *larger = realloc(*classes, frame->capacity * sizeof *larger);
		if (larger == NULL)
			return swf_fail_memory(error);
		*classes = larger;
	}
	(*classes)[frame->rows - 1] = (size_t)class_;
	return 0;
}

int swf_variables_read_classes(struct swf_frame *frame, struct swf_csv_reader *reader,
	size_t **classes, struct swf_error *error)
{
	int *places = malloc((frame->columns + 1) * sizeof *places), got = 1;
	if (places == NULL)
		return swf_fail_memory(error);
	const int column = swf_csv_need_column(reader, "class", error);
	if (column < 0 || swf_frame_find(frame, reader, places, error) != 0)
		got = -1;
	while (got == 1 && (got = swf_csv_next(reader, error)) == 1)
		got = add_class(frame, classes, reader, column, places, error) == 0 ? 1 : -1;
	free(places);
	return got;
}
