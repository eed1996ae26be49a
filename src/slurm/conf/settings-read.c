/* How settings are read: values of the forms that several have, then lines, lists and cells by the
 * tables, and what is told of each. */
#include "slurm/conf/settings.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/number.h"

int swf_slurm_conf_refuse(const struct swf_slurm_value *value, const char *format, ...)
{
	char text[300];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return swf_fail(value->report->error, "%.100s:%zu: %.60s: %s", value->file, value->line,
		value->name, text);
}

static bool is_unlimited(const char *text)
{
	return strcasecmp(text, "UNLIMITED") == 0 || strcasecmp(text, "INFINITE") == 0;
}

int swf_slurm_conf_whole(const struct swf_slurm_value *value, const char *text, size_t length,
	double least, double most, int64_t *number)
{
	const char *p = text;
	const bool negative = length > 0 && *p == '-';
	p += negative;
	/* Slurm reads numbers that begin with 0 as octal or not, by the setting */
	if ((length > 1 && *p == '0') ||
		!swf_number_scan_digits(&p, text + length, INT64_MAX, number) || p < text + length)
		return swf_slurm_conf_refuse(value, "not a whole number: '%.*s'",
			(int)(length < 40 ? length : 40), text);
	*number = negative ? -*number : *number;
	if (!((double)*number >= least && (double)*number <= most))
		return swf_slurm_conf_refuse(value, "can be from %.0f to %.0f, not %lld", least,
			most, (long long)*number);
	return 0;
}

static int read_whole(const struct swf_slurm_setting *setting, const struct swf_slurm_value *value,
	int64_t *number)
{
	if (value->text == NULL)
		return swf_slurm_conf_refuse(value, "has no value");
	return swf_slurm_conf_whole(
		value, value->text, strlen(value->text), setting->least, setting->most, number);
}

int swf_slurm_read_count(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return read_whole(setting, value, swf_slurm_member(setting, into));
}

int swf_slurm_read_limit(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const number = swf_slurm_member(setting, into);
	if (value->text == NULL || !is_unlimited(value->text))
		return read_whole(setting, value, number);
	*number = SWF_SLURM_UNLIMITED;
	return 0;
}

static int read_units(const struct swf_slurm_setting *setting, const struct swf_slurm_value *value,
	void *into, double unit)
{
	int64_t number = 0;
	if (read_whole(setting, value, &number) != 0)
		return -1;
	*(double *)swf_slurm_member(setting, into) = (double)number * unit;
	return 0;
}

int swf_slurm_read_seconds(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return read_units(setting, value, into, 1);
}

int swf_slurm_read_minutes(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	if (value->text == NULL || !is_unlimited(value->text))
		return read_units(setting, value, into, 60);
	*(double *)swf_slurm_member(setting, into) = INFINITY;
	return 0;
}

int swf_slurm_read_microseconds(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return read_units(setting, value, into, 1e-6);
}

int swf_slurm_read_megabytes(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const memory = swf_slurm_member(setting, into);
	size_t length = value->text != NULL ? strlen(value->text) : 0;
	const bool gigabytes = length > 1 && tolower((unsigned char)value->text[length - 1]) == 'k';
	if (value->text != NULL && is_unlimited(value->text)) {
		*memory = 0;
		return 0;
	}
	if (value->text == NULL)
		return swf_slurm_conf_refuse(value, "has no value");
	if (swf_slurm_conf_whole(value, value->text, length - gigabytes, setting->least,
		    setting->most / (gigabytes ? 1024 : 1), memory) != 0)
		return -1;
	*memory *= gigabytes ? 1024 * 1024 : 1024;
	return 0;
}

/* A time as Slurm writes limits, in s: INFINITY for none. 0, or -1 when it is none. */
static int read_duration(const char *text, double *seconds)
{
	int64_t days = 0, parts[3] = {0};
	int count = 0;
	const char *p = text;
	if (is_unlimited(text) || strcmp(text, "-1") == 0) {
		*seconds = INFINITY;
		return 0;
	}
	const char *const dash = strchr(text, '-');
	if (dash != NULL &&
		(!swf_number_scan_digits(&p, NULL, INT32_MAX / 86400, &days) || *p++ != '-'))
		return -1;
	do {
		if (count == 3 || !swf_number_scan_digits(&p, NULL, INT32_MAX, &parts[count++]))
			return -1;
	} while (*p++ == ':');
	if (p[-1] != '\0')
		return -1;
	/* minutes[:seconds] where there are neither days nor three parts */
	const double unit = dash != NULL || count == 3 ? 3600 : 60;
	*seconds = (double)days * 86400 + (double)parts[0] * unit + (double)parts[1] * (unit / 60) +
		(double)parts[2];
	return *seconds <= INT32_MAX ? 0 : -1;
}

int swf_slurm_read_time(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	double seconds = 0;
	if (read_duration(value->text, &seconds) != 0)
		return swf_slurm_conf_refuse(value,
			"not a time such as 30, 1:00:00, 2-0 or UNLIMITED: "
			"'%.40s'",
			value->text);
	seconds = ceil(seconds / 60) * 60;
	if (!(seconds >= setting->least && seconds <= setting->most))
		return swf_slurm_conf_refuse(value, "can be from %.0f to %.0f minutes, not '%.40s'",
			setting->least / 60, setting->most / 60, value->text);
	*(double *)swf_slurm_member(setting, into) = seconds;
	return 0;
}

int swf_slurm_choose(const struct swf_slurm_value *value, const char *const names[])
{
	const char *const text = value->text != NULL ? value->text : "";
	for (int place = 0; names[place] != NULL; place++)
		if (strcasecmp(names[place], text) == 0)
			return place;
	return swf_slurm_conf_refuse(value, "not a value of it: '%.40s'", text);
}

int swf_slurm_read_switch(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"yes", "no", "up", "down", "true", "false", "1", "0", NULL};
	const int place = swf_slurm_choose(value, names);
	if (place < 0)
		return -1;
	*(bool *)swf_slurm_member(setting, into) = place % 2 == 0;
	return 0;
}

int swf_slurm_read_word(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	/* Slurm looks for the word alone: "bf_continue=no" would switch it on */
	if (value->text != NULL)
		return swf_slurm_conf_refuse(value, "takes no value: '%.40s'", value->text);
	*(bool *)swf_slurm_member(setting, into) = true;
	return 0;
}

int swf_slurm_read_text(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	*(const char **)swf_slurm_member(setting, into) = value->text;
	return 0;
}

int swf_slurm_refuse_tres(
	const struct swf_slurm_value *value, const char *example, const struct swf_slurm_tres *tres)
{
	return swf_slurm_conf_refuse(value, "not a %s: '%.*s'", example,
		(int)(tres->length < 40 ? tres->length : 40), tres->word);
}

int swf_slurm_read_tres(const struct swf_slurm_value *value, const char *example,
	int (*take)(
		const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into),
	void *into)
{
	static const char *const names[] = {"cpu", "mem", "node"};
	for (const char *word = value->text; *word != '\0';) {
		struct swf_slurm_tres tres = {.word = word, .length = strcspn(word, ",")};
		const char *const equals = memchr(word, '=', tres.length);
		word += tres.length + (word[tres.length] == ',');
		if (tres.length == 0)
			continue;
		if (equals == NULL)
			return swf_slurm_refuse_tres(value, example, &tres);
		tres.name_length = (size_t)(equals - tres.word);
		tres.amount = equals + 1;
		tres.amount_length = tres.length - tres.name_length - 1;
		while (tres.kind < SWF_SLURM_TRES_OTHER &&
			(strlen(names[tres.kind]) != tres.name_length ||
				strncasecmp(tres.word, names[tres.kind], tres.name_length) != 0))
			tres.kind++;
		if (take(value, &tres, into) != 0)
			return -1;
	}
	return 0;
}

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

/* NAME/PART among texts that stay. NULL when there is no memory. */
static const char *join_names(
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

int swf_slurm_tell_tres(const struct swf_slurm_value *value, const struct swf_slurm_tres *tres)
{
	struct swf_slurm_report *const report = value->report;
	const char *const name =
		join_names(report->names, value->name, tres->word, tres->name_length);
	return name != NULL ? swf_slurm_tell(value, SWF_SLURM_NOT_MODELLED, name, NULL)
			    : swf_fail_memory(report->error);
}

void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener)
{
	for (size_t i = 0; listener != NULL && i < report->count; i++)
		listener->setting(listener->self, &report->list[i]);
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
		: join_names(report->names, swf_slurm_all_settings[scope]->title, found.name,
			  strlen(found.name));
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
	value->name = join_names(names, title, trimmed, name_length);
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

int swf_slurm_read_list(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *list, void *into)
{
	const enum swf_slurm_scope scope = (enum swf_slurm_scope)setting->least;
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
