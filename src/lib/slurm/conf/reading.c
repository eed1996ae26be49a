#include "slurm/conf/reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

int swf_slurm_tell(const struct swf_slurm_value *value, enum swf_slurm_kind kind, const char *name,
	const char *why)
{
	struct swf_slurm_report *const report = value->report;
	struct swf_slurm_told *larger =
		swf_array_reserve(report->list, report->count, &report->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(report->error);
	report->list = larger;
	larger[report->count++] = (struct swf_slurm_told){kind, value->file, value->line,
		value->title, value->of, name, value->text != NULL ? value->text : "", why};
	return 0;
}

const char *swf_slurm_join_names(
	struct swf_slurm_names *names, const char *name, const char *part, size_t length)
{
	const size_t before = strlen(name);
	char *const joined = swf_slurm_names_room(names, before + 1 + length);
	if (joined == NULL)
		return NULL;
	memcpy(joined, name, before);
	joined[before] = '/';
	memcpy(joined + before + 1, part, length);
	return joined;
}

int swf_slurm_tell_part(const struct swf_slurm_value *value, const char *resource, size_t length)
{
	struct swf_slurm_report *const report = value->report;
	const char *const name = swf_slurm_join_names(report->names, value->name, resource, length);
	return name != NULL ? swf_slurm_tell(value, SWF_SLURM_NOT_MODELLED, name, NULL)
			    : swf_fail_memory(report->error);
}

void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener)
{
	for (size_t i = 0; listener != NULL && i < report->count; i++)
		listener->setting(listener->self, &report->list[i]);
}

const struct swf_slurm_entry *swf_slurm_line_end(
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end)
{
	const struct swf_slurm_entry *next = begin + 1;
	while (next < end && !next->first)
		next++;
	return next;
}

/* Reads one. Of several words of a list that have one name the first counts, as in Slurm. */
static int read_one(enum swf_slurm_scope scope, const struct swf_slurm_value *value,
	const char *name, bool seen[SWF_SLURM_PLACES], void *into)
{
	struct swf_slurm_found found;
	struct swf_slurm_report *const report = value->report;
	if (!swf_slurm_setting_find(scope, name, value->text, &found))
		return swf_fail(report->error, "%.100s:%zu: %s: there is no '%.60s' in Slurm",
			value->file, value->line, swf_slurm_all_settings[scope]->title, name);
	/* what stands before the name in that of a word of a list */
	const size_t before = (size_t)(strlen(value->name) - strlen(name));
	const bool again = seen[found.place];
	if (again && before == 0)
		return swf_slurm_conf_refuse(value, "is there twice");
	if (!again && found.setting != NULL && found.setting->read(found.setting, value, into) != 0)
		return -1;
	seen[found.place] = true;
	const char *const known = before == 0
		? found.name
		: swf_slurm_join_names(report->names, swf_slurm_all_settings[scope]->title,
			  found.name, strlen(found.name));
	if (known == NULL)
		return swf_fail_memory(report->error);
	return again ? swf_slurm_tell(
			       value, SWF_SLURM_IGNORED, known, "the first word of its name counts")
		     : swf_slurm_tell(value, found.kind, known, NULL);
}

int swf_slurm_read_cell(enum swf_slurm_scope scope, const struct swf_slurm_value *value,
	bool seen[SWF_SLURM_PLACES], void *into)
{
	struct swf_slurm_found found;
	if (!swf_slurm_setting_find(scope, value->name, value->text, &found))
		return swf_fail(value->report->error,
			"%.100s:%zu: there is no '%.60s' in Slurm's %s", value->file, value->line,
			value->name, swf_slurm_all_settings[scope]->title);
	if (found.setting != NULL && found.setting->read(found.setting, value, into) != 0)
		return -1;
	if (seen[found.place])
		return 0;
	seen[found.place] = true;
	return swf_slurm_tell(value, found.kind, found.name, NULL);
}

int swf_slurm_read_line(struct swf_slurm_report *report, enum swf_slurm_scope scope,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *into)
{
	bool seen[SWF_SLURM_PLACES] = {false};
	for (const struct swf_slurm_entry *e = begin; e < end; e++) {
		const struct swf_slurm_value value = {e->file, e->line, e->key, e->value, report,
			swf_slurm_all_settings[scope]->title, begin[-1].value};
		if (read_one(scope, &value, e->key, seen, into) != 0)
			return -1;
	}
	return 0;
}

/* A text without the blanks around it. */
static void trim(const char **text, size_t *length)
{
	for (; *length > 0 && (**text == ' ' || **text == '\t'); --*length)
		++*text;
	while (*length > 0 && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t'))
		--*length;
}

/* The name and value of a word NAME or NAME=VALUE, and TITLE/NAME, which stands for it. */
static int cut_word(const struct swf_slurm_value *list, const char *title, const char *word,
	size_t length, struct swf_slurm_value *value, const char **name)
{
	struct swf_slurm_names *const names = list->report->names;
	const char *const equals = memchr(word, '=', length);
	size_t name_length = equals != NULL ? (size_t)(equals - word) : length;
	const char *trimmed = word;
	trim(&trimmed, &name_length);
	*value = *list;
	value->name = swf_slurm_join_names(names, title, trimmed, name_length);
	if (value->name == NULL)
		return swf_fail_memory(list->report->error);
	*name = value->name + strlen(title) + 1;
	value->text = NULL;
	if (equals == NULL)
		return 0;
	const char *text = equals + 1;
	size_t text_length = (size_t)(word + length - text);
	trim(&text, &text_length);
	value->text = swf_slurm_names_put(names, text, text_length);
	return value->text != NULL ? 0 : swf_fail_memory(list->report->error);
}

int swf_slurm_read_list(enum swf_slurm_scope scope, const struct swf_slurm_value *list, void *into)
{
	const char *const title = swf_slurm_all_settings[scope]->title;
	bool seen[SWF_SLURM_PLACES] = {false};
	for (const char *word = list->text; *word != '\0';) {
		const char *trimmed = word, *name = NULL;
		size_t length = strcspn(word, ",");
		word += length + (word[length] == ',');
		trim(&trimmed, &length);
		struct swf_slurm_value value = {0};
		if (length == 0)
			continue;
		if (cut_word(list, title, trimmed, length, &value, &name) != 0)
			return -1;
		if (value.text != NULL && scope != SWF_SLURM_SCHEDULER_PARAMETERS)
			return swf_slurm_conf_refuse(&value, "takes no value");
		if (read_one(scope, &value, name, seen, into) != 0)
			return -1;
	}
	return 0;
}
