#include "slurm/conf/changes.h"

#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "slurm/conf/settings.h"

/* A change, and the entry that it makes. */
struct change {
	struct swf_slurm_entries *entries;
	const char *text;
	struct swf_slurm_entry entry; /* with its file and line */
	struct swf_error *error;
};

/* A copy of what stands before `end`, or NULL without memory. */
static const char *copied(const struct change *change, const char *begin, const char *end)
{
	return swf_slurm_names_put(change->entries->names, begin, (size_t)(end - begin));
}

static int refuse(const struct change *change, const char *why)
{
	return swf_fail(change->error, "%s:%zu: %s: '%.80s'", change->entry.file,
		change->entry.line, why, change->text);
}

/* Puts the entry at a place, before others. */
static int put(struct change *change, size_t place)
{
	struct swf_slurm_entries *const entries = change->entries;
	struct swf_slurm_entry *list =
		swf_array_reserve(entries->list, entries->count, &entries->capacity, sizeof *list);
	if (list == NULL || change->entry.key == NULL || change->entry.value == NULL) {
		entries->list = list != NULL ? list : entries->list;
		return swf_fail_memory(change->error);
	}
	entries->list = list;
	memmove(list + place + 1, list + place, (entries->count - place) * sizeof *list);
	list[place] = change->entry;
	entries->count++;
	return 0;
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
		return put(change, place);
	entries->list[place] = change->entry;
	return 0;
}

/* The length of the name of a word of a list, which ends before = or a comma. */
static size_t name_length(const char *word)
{
	return strcspn(word, "=,");
}

/* Adds a word to a list, in the place of one with its name. */
static int change_word(struct change *change, const char *list, const char *word)
{
	struct swf_slurm_entries *const entries = change->entries;
	const size_t place = last_with(entries, list);
	const char *rest = place < entries->count ? entries->list[place].value : "";
	char *value = swf_slurm_names_room(entries->names, strlen(word) + 1 + strlen(rest));
	if (value == NULL)
		return swf_fail_memory(change->error);
	char *end = value + strlen(word);
	memcpy(value, word, strlen(word));
	while (*rest != '\0') {
		const size_t length = strcspn(rest, ","), name = name_length(rest);
		if (name != name_length(word) || strncasecmp(rest, word, name) != 0) {
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
		return refuse(change, "not SETTING=VALUE behind the name");
	change->entry.key = copied(change, rest, equals);
	change->entry.value = copied(change, equals + 1, equals + 1 + strlen(equals + 1));
	if (name == NULL || change->entry.key == NULL)
		return swf_fail_memory(change->error);
	while (i < entries->count &&
		!(entries->list[i].first && strcasecmp(entries->list[i].key, key) == 0 &&
			strcasecmp(entries->list[i].value, name) == 0))
		i++;
	if (i == entries->count)
		return refuse(change, "the file has no such line");
	for (i++; i < entries->count && !entries->list[i].first; i++) {
		if (strcasecmp(entries->list[i].key, change->entry.key) == 0) {
			if (change->entry.value == NULL)
				return swf_fail_memory(change->error);
			entries->list[i] = change->entry;
			return 0;
		}
	}
	return put(change, i);
}

/* Whether there is such a setting in the file itself, or among the words of a list. */
static bool is_known(enum swf_slurm_scope scope, const char *name)
{
	struct swf_slurm_found found;
	return swf_slurm_setting_find(scope, name, NULL, &found);
}

static int make(struct change *change)
{
	const char *text = change->text, *end = text + strlen(text);
	const char *equals = strchr(text, '='), *slash = strchr(text, '/');
	const char *key_end = equals != NULL ? equals : end;
	if (slash != NULL && slash < key_end) {
		const char *list = copied(change, text, slash);
		if (list == NULL)
			return swf_fail_memory(change->error);
		return change_word(change, list, slash + 1);
	}
	const char *key = copied(change, text, key_end);
	if (key == NULL)
		return swf_fail_memory(change->error);
	if (slash != NULL &&
		(strcasecmp(key, "PartitionName") == 0 || strcasecmp(key, "NodeName") == 0))
		return change_line(change, key, copied(change, equals + 1, slash), slash + 1);
	if (!is_known(SWF_SLURM_GENERAL, key) && is_known(SWF_SLURM_SCHEDULER_PARAMETERS, key))
		return change_word(change, "SchedulerParameters", text);
	if (equals == NULL || equals == text || equals + 1 == end)
		return refuse(change, "not SETTING=VALUE");
	change->entry.key = key;
	change->entry.value = copied(change, equals + 1, end);
	return put_setting(change);
}

int swf_slurm_entries_change(struct swf_slurm_entries *entries, const char *const changes[],
	const char *origin, struct swf_error *error)
{
	for (size_t i = 0; changes != NULL && changes[i] != NULL; i++) {
		struct change change = {.entries = entries,
			.text = changes[i],
			.entry = {.file = origin, .line = i + 1},
			.error = error};
		if (make(&change) != 0)
			return -1;
	}
	return 0;
}
