/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How settings are read: values of the forms that several have, then lines, lists and cells by the
 * tables. And how single settings of a file are changed before they are read.
 *
 * A change is made in the entries, as if the file had it. So it goes through the same checks as the
 * file, and a message about it names the change in the place of file and line.
 */
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
	size_t length = 0;
	const char *const left =
		value->text != NULL ? swf_slurm_placeholder(value->text, &length) : NULL;
	if (left != NULL)
		return swf_fail(value->report->error,
			"%.100s:%zu: %.60s: a template has left '%.*s'", value->file, value->line,
			value->name, (int)(length < 60 ? length : 60), left);
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return swf_fail(value->report->error, "%.100s:%zu: %.60s: %s", value->file, value->line,
		value->name, text);
}

bool swf_slurm_has_word(const char *list, const char *word, size_t length)
{
	while (list != NULL && *list != '\0') {
		const size_t item = strcspn(list, ",");
		if (item == length && memcmp(list, word, length) == 0)
			return true;
		list += item + (list[item] == ',');
	}
	return false;
}

static bool is_unlimited(const char *text)
{
	return strcasecmp(text, "UNLIMITED") == 0 || strcasecmp(text, "INFINITE") == 0;
}

/* Slurm reads numbers as C does: those that begin with 0 are octal. */
static bool scan_octal(const char **p, const char *end, int64_t *number)
{
	int64_t sum = 0;
	const char *const begin = *p;
	for (; *p < end && **p >= '0' && **p < '8' && sum <= INT64_MAX / 8; ++*p)
		sum = sum * 8 + (**p - '0');
	*number = sum;
	return *p > begin;
}

int swf_slurm_conf_whole(const struct swf_slurm_value *value, const char *text, size_t length,
	double least, double most, int64_t *number)
{
	const char *p = text;
	const bool negative = length > 0 && *p == '-';
	int64_t read = 0;
	p += negative;
	if ((text + length - p > 1 && *p == '0'
			    ? !scan_octal(&p, text + length, &read)
			    : !swf_number_scan_digits(&p, text + length, INT64_MAX, &read)) ||
		p < text + length)
		return swf_slurm_conf_refuse(value, "not a whole number: '%.*s'",
			(int)(length < 40 ? length : 40), text);
	read = negative ? -read : read;
	if (!((double)read >= least && (double)read <= most))
		return swf_slurm_conf_refuse(
			value, "can be from %.0f to %.0f, not %lld", least, most, (long long)read);
	*number = read; /* one that is passed over changes nothing */
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

/* Slurm reads these words as the most that a number of its size can be. */
int swf_slurm_read_count_or_most(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const number = swf_slurm_member(setting, into);
	if (value->text == NULL || !is_unlimited(value->text))
		return read_whole(setting, value, number);
	*number = (int64_t)setting->most;
	return 0;
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
	if (value->text == NULL)
		return swf_slurm_conf_refuse(value, "has no value");
	const size_t length = strlen(value->text);
	/* a K behind the number of MB stands for 1024 of them */
	const bool gigabytes = length > 1 && tolower((unsigned char)value->text[length - 1]) == 'k';
	if (is_unlimited(value->text)) {
		*memory = 0;
		return 0;
	}
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

int swf_slurm_read_exempt(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	double seconds = 0;
	if (read_duration(value->text, &seconds) != 0)
		return swf_slurm_conf_refuse(value,
			"not a time such as 30, 1:00:00 or -1: "
			"'%.40s'",
			value->text);
	*(double *)swf_slurm_member(setting, into) = seconds < INFINITY ? seconds : 0;
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
	/* Slurm looks for the word alone: "bf_continue=no" switches it on */
	(void)value;
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
	static const char *const names[] = {"cpu", "mem", "node", "gres/gpu"};
	static const char typed[] = "gres/gpu:";
	enum { TYPED = sizeof typed - 1 };
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
		while (tres.kind < SWF_SLURM_TRES_GPU_TYPE &&
			(strlen(names[tres.kind]) != tres.name_length ||
				strncasecmp(tres.word, names[tres.kind], tres.name_length) != 0))
			tres.kind++;
		if (tres.kind == SWF_SLURM_TRES_GPU_TYPE &&
			(tres.name_length <= TYPED || strncasecmp(tres.word, typed, TYPED) != 0))
			tres.kind = SWF_SLURM_TRES_OTHER;
		if (tres.kind == SWF_SLURM_TRES_GPU_TYPE) {
			tres.type = tres.word + TYPED;
			tres.type_length = tres.name_length - TYPED;
		}
		if (take(value, &tres, into) != 0)
			return -1;
	}
	return 0;
}

/* Whether a value is among those between "|". */
static bool is_among(const char *list, const char *value)
{
	const size_t length = strlen(value);
	while (length > 0 && *list != '\0') {
		const size_t item = strcspn(list, "|");
		if (item == length && strncasecmp(list, value, length) == 0)
			return true;
		list += item + (list[item] == '|');
	}
	return false;
}

/* Why a setting has no effect that the releases in between do not know, or NULL. */
static const char *why_elsewhere(const struct swf_slurm_settings *all, const char *name)
{
	for (const char *const *n = all->elsewhere; n != NULL && *n != NULL; n++)
		if (strcmp(*n, name) == 0)
			return "only other releases of Slurm know it";
	return NULL;
}

bool swf_slurm_setting_find(const struct swf_slurm_settings *all, const char *name,
	const char *value, struct swf_slurm_found *found)
{
	size_t place = 0;
	for (const struct swf_slurm_setting *s = all->modelled; s->name != NULL; s++, place++)
		if (strcasecmp(s->name, name) == 0) {
			*found = (struct swf_slurm_found){s->name, SWF_SLURM_MODELLED,
				s->read != NULL ? s : NULL, place, NULL};
			return true;
		}
	for (const struct swf_slurm_unmodelled *u = all->unmodelled; u->name != NULL; u++, place++)
		if (strcasecmp(u->name, name) == 0) {
			const bool is_read = u->read.read != NULL;
			const bool is_harmless = is_among(u->harmless, value != NULL ? value : "");
			*found = (struct swf_slurm_found){u->name,
				!is_harmless      ? SWF_SLURM_NOT_MODELLED
					: is_read ? SWF_SLURM_MODELLED
						  : SWF_SLURM_NO_EFFECT,
				is_read ? &u->read : NULL, place, NULL};
			return true;
		}
	for (const char *const *n = all->no_effect; *n != NULL; n++, place++)
		if (strcasecmp(*n, name) == 0) {
			*found = (struct swf_slurm_found){
				*n, SWF_SLURM_NO_EFFECT, NULL, place, why_elsewhere(all, *n)};
			return true;
		}
	return false;
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

int swf_slurm_tell_tres(const struct swf_slurm_value *value, const struct swf_slurm_tres *tres,
	enum swf_slurm_kind kind, const char *why)
{
	struct swf_slurm_report *const report = value->report;
	const char *const name =
		join_names(report->names, value->name, tres->word, tres->name_length);
	return name != NULL ? swf_slurm_tell(value, kind, name, why)
			    : swf_fail_memory(report->error);
}

bool swf_slurm_is_untracked(const struct swf_slurm_conf *conf, const struct swf_slurm_tres *tres)
{
	if (conf == NULL ||
		(tres->kind != SWF_SLURM_TRES_GPU && tres->kind != SWF_SLURM_TRES_GPU_TYPE))
		return false;
	for (const char *word = conf->tracked; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		if (length == tres->name_length && strncasecmp(word, tres->word, length) == 0)
			return false;
		word += length + (word[length] == ',');
	}
	return true;
}

/* Reads one. Of several words of a list that have one name the first counts, of several settings of
 * a line the last, as in Slurm. */
static int read_one(const struct swf_slurm_settings *settings, const struct swf_slurm_value *value,
	const char *name, bool seen[SWF_SLURM_PLACES], void *into)
{
	struct swf_slurm_found found;
	struct swf_slurm_report *const report = value->report;
	size_t length = 0;
	if (!swf_slurm_setting_find(settings, name, value->text, &found)) {
		if (settings->lenient && swf_slurm_placeholder(name, &length) == NULL)
			return swf_slurm_tell(
				value, SWF_SLURM_IGNORED, value->name, "Slurm does not know it");
		return swf_fail(report->error, "%.100s:%zu: %s: there is no '%.60s' in Slurm",
			value->file, value->line, settings->title, name);
	}
	/* what stands before the name in that of a word of a list */
	const size_t before = (size_t)(strlen(value->name) - strlen(name));
	const bool again = seen[found.place], of_list = before > 0;
	const char *const known = of_list
		? join_names(report->names, settings->title, found.name, strlen(found.name))
		: found.name;
	if (known == NULL)
		return swf_fail_memory(report->error);
	if (again && of_list)
		return swf_slurm_tell(
			value, SWF_SLURM_IGNORED, known, "the first word of its name counts");
	if (again)
		swf_slurm_tell_ignored(
			report, value->of, known, "the last value of its name counts");
	seen[found.place] = true;
	if (found.setting != NULL && found.setting->read(found.setting, value, into) != 0) {
		if (!settings->lenient || swf_error_of_memory(report->error))
			return -1;
		report->error->text[0] = '\0';
		return swf_slurm_tell(
			value, SWF_SLURM_IGNORED, known, "no value of it: the default holds");
	}
	return swf_slurm_tell(value, found.kind, known, found.why);
}

int swf_slurm_read_cell(enum swf_slurm_scope scope, const struct swf_slurm_value *value,
	bool seen[SWF_SLURM_PLACES], void *into)
{
	const struct swf_slurm_settings *const settings = value->report->tables[scope];
	struct swf_slurm_found found;
	if (!swf_slurm_setting_find(settings, value->name, value->text, &found))
		return swf_fail(value->report->error,
			"%.100s:%zu: there is no '%.60s' in Slurm's %s", value->file, value->line,
			value->name, settings->title);
	if (found.setting != NULL && found.setting->read(found.setting, value, into) != 0)
		return -1;
	if (seen[found.place])
		return 0;
	seen[found.place] = true;
	return swf_slurm_tell(value, found.kind, found.name, found.why);
}

int swf_slurm_read_line(struct swf_slurm_report *report, enum swf_slurm_scope scope,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *into)
{
	const struct swf_slurm_settings *const settings = report->tables[scope];
	bool seen[SWF_SLURM_PLACES] = {false};
	for (const struct swf_slurm_entry *e = begin; e < end; e++) {
		const struct swf_slurm_value value = {e->file, e->line, e->key, e->value, report,
			settings->title, begin[-1].value};
		if (read_one(settings, &value, e->key, seen, into) != 0)
			return -1;
	}
	return 0;
}

/* A quote is one that each word has around it: "defer","bf_window=60". */
static bool is_around(char c)
{
	return swf_is_blank(c) || c == '"';
}

/* A text without the blanks and quotes around it. */
static void trim(const char **text, size_t *length)
{
	for (; *length > 0 && is_around(**text); --*length)
		++*text;
	while (*length > 0 && is_around((*text)[*length - 1]))
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
	const struct swf_slurm_settings *const settings = list->report->tables[scope];
	bool seen[SWF_SLURM_PLACES] = {false};
	for (const char *word = list->text; *word != '\0';) {
		const char *trimmed = word, *name = NULL;
		size_t length = strcspn(word, ",");
		word += length + (word[length] == ',');
		trim(&trimmed, &length);
		struct swf_slurm_value value = {0};
		if (length == 0)
			continue;
		if (cut_word(list, settings->title, trimmed, length, &value, &name) != 0)
			return -1;
		if (value.text != NULL && scope != SWF_SLURM_SCHEDULER_PARAMETERS)
			return swf_slurm_conf_refuse(&value, "takes no value");
		if (read_one(settings, &value, name, seen, into) != 0)
			return -1;
	}
	return 0;
}

/* A change, and the entry that it makes. */
struct change {
	struct swf_slurm_entries *entries;
	const char *text;
	struct swf_slurm_entry entry; /* with its file and line */
	struct swf_error *error;
};

/* A copy of what stands before `end`, or NULL without memory. */
static const char *copy_before(const struct change *change, const char *begin, const char *end)
{
	return swf_slurm_names_put(change->entries->names, begin, (size_t)(end - begin));
}

static int refuse_change(const struct change *change, const char *why)
{
	return swf_fail(change->error, "%s:%zu: %s: '%.80s'", change->entry.file,
		change->entry.line, why, change->text);
}

/* The place of the last setting with this key, which is the one that counts, or the count. */
static size_t last_with(const struct swf_slurm_entries *entries, const char *key)
{
	for (size_t i = entries->count; i-- > 0;)
		if (entries->list[i].first && strcasecmp(entries->list[i].key, key) == 0)
			return i;
	return entries->count;
}

/* Takes the place of the setting with its key, or comes behind all others. */
static int put_setting(struct change *change)
{
	struct swf_slurm_entries *const entries = change->entries;
	change->entry.first = true;
	if (change->entry.key == NULL || change->entry.value == NULL)
		return swf_fail_memory(change->error);
	const size_t place = last_with(entries, change->entry.key);
	if (place == entries->count)
		return swf_slurm_entries_insert(entries, place, change->entry, change->error);
	entries->list[place] = change->entry;
	return 0;
}

/* Refuses a word that Slurm would ignore, or whose value it would: whoever changes it wants to see
 * what comes of it. */
static int check_word(struct change *change, const char *list, const char *word)
{
	const struct swf_slurm_settings *const *const tables = change->entries->report->tables;
	enum swf_slurm_scope scope = SWF_SLURM_GENERAL;
	while (scope < SWF_SLURM_SCOPES &&
		(tables[scope] == NULL || strcasecmp(tables[scope]->title, list) != 0))
		scope++;
	if (scope == SWF_SLURM_SCOPES || !tables[scope]->lenient)
		return 0;
	struct swf_slurm_draft scratch = {0};
	struct swf_slurm_value value;
	struct swf_slurm_found found;
	const char *name;
	const struct swf_slurm_value of_list = {change->entry.file, change->entry.line, list, word,
		change->entries->report, NULL, NULL};
	if (cut_word(&of_list, tables[scope]->title, word, strlen(word), &value, &name) != 0)
		return -1;
	if (!swf_slurm_setting_find(tables[scope], name, value.text, &found))
		return swf_fail(change->error, "%s:%zu: %s: there is no '%.60s' in Slurm",
			value.file, value.line, tables[scope]->title, name);
	return found.setting != NULL ? found.setting->read(found.setting, &value, &scratch) : 0;
}

/* Adds a word to a list, in the place of one with its name. */
static int change_word(struct change *change, const char *list, const char *word)
{
	struct swf_slurm_entries *const entries = change->entries;
	if (check_word(change, list, word) != 0)
		return -1;
	const size_t place = last_with(entries, list);
	const char *rest = place < entries->count ? entries->list[place].value : "";
	char *value = swf_slurm_names_room(entries->names, strlen(word) + 1 + strlen(rest));
	if (value == NULL)
		return swf_fail_memory(change->error);
	char *end = value + strlen(word);
	memcpy(value, word, strlen(word));
	while (*rest != '\0') {
		const size_t length = strcspn(rest, ","), name = strcspn(rest, "=,");
		if (name != strcspn(word, "=,") || strncasecmp(rest, word, name) != 0) {
			*end++ = ',';
			memcpy(end, rest, length);
			end += length;
		}
		rest += length + (rest[length] == ',');
	}
	*end = '\0';
	change->entry.key = list;
	change->entry.value = value;
	return put_setting(change);
}

/* A setting of the line that begins with this key and value. */
static int change_line(struct change *change, const char *key, const char *name, const char *rest)
{
	struct swf_slurm_entries *const entries = change->entries;
	const char *equals = strchr(rest, '=');
	size_t i = 0;
	if (equals == NULL)
		return refuse_change(change, "not SETTING=VALUE behind the name");
	change->entry.key = copy_before(change, rest, equals);
	change->entry.value = copy_before(change, equals + 1, strchr(equals, '\0'));
	if (name == NULL || change->entry.key == NULL)
		return swf_fail_memory(change->error);
	while (i < entries->count &&
		!(entries->list[i].first && strcasecmp(entries->list[i].key, key) == 0 &&
			strcasecmp(entries->list[i].value, name) == 0))
		i++;
	if (i == entries->count)
		return refuse_change(change, "the file has no such line");
	/* of several of a name the last counts */
	size_t last = entries->count;
	for (i++; i < entries->count && !entries->list[i].first; i++)
		if (strcasecmp(entries->list[i].key, change->entry.key) == 0)
			last = i;
	if (last == entries->count)
		return swf_slurm_entries_insert(entries, i, change->entry, change->error);
	if (change->entry.value == NULL)
		return swf_fail_memory(change->error);
	entries->list[last] = change->entry;
	return 0;
}

/* Whether there is such a setting in the file itself, or among the words of a list. */
static bool is_known(const struct change *change, enum swf_slurm_scope scope, const char *name)
{
	struct swf_slurm_found found;
	return swf_slurm_setting_find(change->entries->report->tables[scope], name, NULL, &found);
}

static int make_change(struct change *change)
{
	const char *text = change->text, *end = text + strlen(text);
	const char *equals = strchr(text, '='), *slash = strchr(text, '/');
	const char *key_end = equals != NULL ? equals : end;
	if (slash != NULL && slash < key_end) {
		const char *list = copy_before(change, text, slash);
		if (list == NULL)
			return swf_fail_memory(change->error);
		return change_word(change, list, slash + 1);
	}
	const char *key = copy_before(change, text, key_end);
	if (key == NULL)
		return swf_fail_memory(change->error);
	if (slash != NULL &&
		(strcasecmp(key, "PartitionName") == 0 || strcasecmp(key, "NodeName") == 0))
		return change_line(change, key, copy_before(change, equals + 1, slash), slash + 1);
	if (!is_known(change, SWF_SLURM_GENERAL, key) &&
		is_known(change, SWF_SLURM_SCHEDULER_PARAMETERS, key))
		return change_word(change, "SchedulerParameters", text);
	if (equals == NULL || equals == text || equals + 1 == end)
		return refuse_change(change, "not SETTING=VALUE");
	change->entry.key = key;
	change->entry.value = copy_before(change, equals + 1, end);
	return put_setting(change);
}

int swf_slurm_change_entries(struct swf_slurm_entries *entries, const char *const changes[],
	const char *origin, struct swf_error *error)
{
	for (size_t i = 0; changes != NULL && changes[i] != NULL; i++) {
		struct change change = {.entries = entries,
			.text = changes[i],
			.entry = {.file = origin, .line = i + 1},
			.error = error};
		if (make_change(&change) != 0)
			return -1;
	}
	return 0;
}
