#include "slurm/conf/entries.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/input.h"
#include "slurm/conf/settings.h"

enum { CHUNK = 1 << 14 };

struct chunk {
	struct chunk *before;
	char texts[];
};

struct swf_slurm_names {
	struct chunk *last;
	size_t left; /* bytes of the last chunk */
	char *next;
};

struct swf_slurm_names *swf_slurm_names_new(void)
{
	return calloc(1, sizeof(struct swf_slurm_names));
}

void swf_slurm_names_free(struct swf_slurm_names *names)
{
	if (names == NULL)
		return;
	for (struct chunk *chunk = names->last; chunk != NULL;) {
		struct chunk *const before = chunk->before;
		free(chunk);
		chunk = before;
	}
	free(names);
}

char *swf_slurm_names_room(struct swf_slurm_names *names, size_t length)
{
	if (length >= names->left) {
		const size_t size = length < CHUNK ? CHUNK : length + 1;
		struct chunk *chunk = malloc(sizeof *chunk + size);
		if (chunk == NULL)
			return NULL;
		chunk->before = names->last;
		*names = (struct swf_slurm_names){chunk, size, chunk->texts};
	}
	char *const room = names->next;
	room[length] = '\0';
	names->next += length + 1;
	names->left -= length + 1;
	return room;
}

char *swf_slurm_names_put(struct swf_slurm_names *names, const char *text, size_t length)
{
	char *const copy = swf_slurm_names_room(names, length);
	if (copy != NULL)
		memcpy(copy, text, length);
	return copy;
}

static bool is_space(char c)
{
	return isspace((unsigned char)c) != 0;
}

int swf_slurm_lines_open(struct swf_slurm_lines *lines, const char *file, struct swf_error *error)
{
	struct swf_bytes bytes;
	*lines = (struct swf_slurm_lines){.file = swf_input_name(file)};
	if (swf_input_open(file, &bytes, error) != 0)
		return -1;
	return swf_lines_init(&lines->lines, bytes) == 0 ? 0 : swf_fail_memory(error);
}

void swf_slurm_lines_close(struct swf_slurm_lines *lines)
{
	swf_lines_clear(&lines->lines);
	free(lines->text);
	*lines = (struct swf_slurm_lines){0};
}

static int append_text(
	struct swf_slurm_lines *lines, const char *text, size_t length, struct swf_error *error)
{
	while (lines->length + length >= lines->capacity) {
		char *larger = swf_array_reserve_from(
			1024, lines->text, lines->capacity, &lines->capacity, 1);
		if (larger == NULL)
			return swf_fail_memory(error);
		lines->text = larger;
	}
	memcpy(lines->text + lines->length, text, length);
	lines->length += length;
	lines->text[lines->length] = '\0';
	return 0;
}

/* The length of a line without its comment. A backslash before "#" makes it a character. */
static size_t without_comment(const char *line, size_t length)
{
	size_t backslashes = 0;
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '#' && backslashes % 2 == 0)
			return i;
		backslashes = line[i] == '\\' ? backslashes + 1 : 0;
	}
	return length;
}

/* Whether the next line continues this one: it ends with a backslash that is not itself escaped.
 * Then the length becomes that without it. */
static bool is_continued(const char *line, size_t *length)
{
	size_t end = *length, backslashes = 0;
	while (end > 0 && is_space(line[end - 1]))
		end--;
	while (backslashes < end && line[end - 1 - backslashes] == '\\')
		backslashes++;
	if (backslashes % 2 == 0)
		return false;
	*length = end - 1;
	return true;
}

/* And blanks at the end. */
static void remove_escapes(struct swf_slurm_lines *lines)
{
	char *to = lines->text;
	const char *const end = lines->text + lines->length;
	for (const char *from = lines->text; from < end; from++) {
		if (*from == '\\' && from + 1 < end)
			from++;
		*to++ = *from;
	}
	while (to > lines->text && is_space(to[-1]))
		to--;
	*to = '\0';
	lines->length = (size_t)(to - lines->text);
}

int swf_slurm_lines_next(struct swf_slurm_lines *lines, struct swf_error *error)
{
	bool goes_on = true;
	char *line;
	size_t length;
	int got = 1;
	lines->length = 0;
	lines->line = lines->lines_read + 1;
	while (goes_on && (got = swf_lines_next(&lines->lines, &line, &length, error)) == 1) {
		lines->lines_read++;
		if (memchr(line, '\0', length) != NULL)
			return swf_fail(error, "%s:%zu: a NUL byte: not a text", lines->file,
				lines->lines_read);
		length = without_comment(line, length);
		goes_on = is_continued(line, &length);
		if (append_text(lines, line, length, error) != 0)
			return -1;
	}
	if (got < 0) {
		const struct swf_error cause = *error;
		return swf_fail(error, "%s: %s", lines->file, cause.text);
	}
	if (lines->lines_read < lines->line)
		return 0;
	remove_escapes(lines);
	return 1;
}

/* Files within files: more are taken for a circle that goes by several names of one file. Files in
 * all: includes that double at each depth would have no end. */
enum { DEPTH_MOST = 32, FILES_MOST = 1000 };

/* A file, and the one that includes it. */
struct source {
	const struct source *includer;
	struct swf_slurm_lines lines;
};

static int read_file(struct swf_slurm_entries *entries, const struct source *includer,
	const char *file, struct swf_error *error);

/* Puts an entry, whose texts may be NULL without memory, at a place before others. */
static int insert_entry(struct swf_slurm_entries *entries, size_t place,
	struct swf_slurm_entry entry, struct swf_error *error)
{
	if (entry.key == NULL || entry.value == NULL)
		return swf_fail_memory(error);
	struct swf_slurm_entry *list =
		swf_array_reserve(entries->list, entries->count, &entries->capacity, sizeof *list);
	if (list == NULL)
		return swf_fail_memory(error);
	entries->list = list;
	memmove(list + place + 1, list + place, (entries->count++ - place) * sizeof *list);
	list[place] = entry;
	return 0;
}

/* Cuts off the value at *p: in quotes, or up to the next blank. NULL if there is none. */
static const char *cut_value(const char **p, size_t *length)
{
	const char *begin = *p, *end;
	if (*begin == '"') {
		begin++;
		end = strchr(begin, '"');
		if (end == NULL || (end[1] != '\0' && !is_space(end[1])))
			return NULL;
		*p = end + 1;
	} else {
		for (end = begin; *end != '\0' && !is_space(*end);)
			end++;
		*p = end;
		if (end == begin)
			return NULL;
	}
	*length = (size_t)(end - begin);
	return begin;
}

static int cut_entries(struct swf_slurm_entries *entries, const struct source *source,
	const char *p, struct swf_error *error)
{
	for (bool first = true;; first = false) {
		while (is_space(*p))
			p++;
		if (*p == '\0')
			return 0;
		const char *const key = p;
		while (isalnum((unsigned char)*p) || *p == '_' || *p == '.')
			p++;
		const size_t key_length = (size_t)(p - key);
		while (is_space(*p))
			p++;
		if (key_length == 0 || *p != '=')
			return swf_fail(error, "%s:%zu: not KEY=VALUE: '%.40s'", source->lines.file,
				source->lines.line, key);
		for (p++; is_space(*p);)
			p++;
		size_t length = 0;
		const char *const value = cut_value(&p, &length);
		if (value == NULL)
			return swf_fail(error, "%s:%zu: %.*s: %s", source->lines.file,
				source->lines.line, (int)key_length, key,
				*p == '\0' ? "has no value" : "quotes that do not end the value");
		const struct swf_slurm_entry entry = {source->lines.file, source->lines.line,
			swf_slurm_names_put(entries->names, key, key_length),
			swf_slurm_names_put(entries->names, value, length), first};
		if (insert_entry(entries, entries->count, entry, error) != 0)
			return -1;
	}
}

/* Reads the file of an Include, whose name begins at `name`. That is relative to the folder of the
 * file with the Include. */
static int read_include(struct swf_slurm_entries *entries, const struct source *source,
	const char *name, struct swf_error *error)
{
	size_t length = 0;
	while (name[length] != '\0' && !is_space(name[length]))
		length++;
	for (const char *rest = name + length; *rest != '\0'; rest++)
		if (!is_space(*rest))
			return swf_fail(error, "%s:%zu: Include: takes one file",
				source->lines.file, source->lines.line);
	if (memchr(name, '%', length) != NULL)
		return swf_fail(error,
			"%s:%zu: Include: '%%' in the name of a file is not "
			"supported: '%.*s'",
			source->lines.file, source->lines.line, (int)length, name);
	const char *const slash = strrchr(source->lines.file, '/');
	const size_t folder =
		name[0] != '/' && slash != NULL ? (size_t)(slash + 1 - source->lines.file) : 0;
	char *path = swf_slurm_names_room(entries->names, folder + length);
	if (path == NULL)
		return swf_fail_memory(error);
	memcpy(path, source->lines.file, folder);
	memcpy(path + folder, name, length);
	size_t depth = 0;
	for (const struct source *above = source; above != NULL; above = above->includer)
		if (++depth == DEPTH_MOST || strcmp(above->lines.file, path) == 0)
			return swf_fail(error, "%s:%zu: Include: '%s' includes itself",
				source->lines.file, source->lines.line, path);
	if (entries->files == FILES_MOST)
		return swf_fail(error, "%s:%zu: Include: more than %d files in all",
			source->lines.file, source->lines.line, FILES_MOST);
	const struct swf_slurm_value value = {source->lines.file, source->lines.line, "Include",
		path, entries->report, NULL, NULL};
	if (swf_slurm_tell(&value, SWF_SLURM_MODELLED, value.name, NULL) != 0)
		return -1;
	return read_file(entries, source, path, error);
}

static int read_entries(
	struct swf_slurm_entries *entries, struct source *source, struct swf_error *error)
{
	int got;
	while ((got = swf_slurm_lines_next(&source->lines, error)) == 1) {
		const char *p = source->lines.text;
		if (strncasecmp(p, "include", 7) == 0 && is_space(p[7])) {
			for (p += 7; is_space(*p);)
				p++;
			got = read_include(entries, source, p, error);
		} else {
			got = cut_entries(entries, source, p, error);
		}
		if (got != 0)
			return -1;
	}
	return got;
}

static int read_file(struct swf_slurm_entries *entries, const struct source *includer,
	const char *file, struct swf_error *error)
{
	struct source source = {.includer = includer};
	entries->files++;
	int got = swf_slurm_lines_open(&source.lines, file, error);
	if (got != 0 && includer != NULL) {
		const struct swf_error cause = *error;
		swf_fail(error, "%s:%zu: Include: %s", includer->lines.file, includer->lines.line,
			cause.text);
	}
	if (got == 0)
		got = read_entries(entries, &source, error);
	swf_slurm_lines_close(&source.lines);
	return got;
}

int swf_slurm_entries_read(
	struct swf_slurm_entries *entries, const char *file, struct swf_error *error)
{
	/* what is told of the settings later names the file */
	const char *copy = swf_slurm_names_put(entries->names, file, strlen(file));
	return copy != NULL ? read_file(entries, NULL, copy, error) : swf_fail_memory(error);
}

const struct swf_slurm_entry *swf_slurm_entries_line_end(
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end)
{
	const struct swf_slurm_entry *next = begin + 1;
	while (next < end && !next->first)
		next++;
	return next;
}

void swf_slurm_entries_clear(struct swf_slurm_entries *entries)
{
	free(entries->list);
	*entries = (struct swf_slurm_entries){0};
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
		return insert_entry(entries, place, change->entry, change->error);
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
		return refuse_change(change, "not SETTING=VALUE behind the name");
	change->entry.key = copy_before(change, rest, equals);
	change->entry.value = copy_before(change, equals + 1, equals + 1 + strlen(equals + 1));
	if (name == NULL || change->entry.key == NULL)
		return swf_fail_memory(change->error);
	while (i < entries->count &&
		!(entries->list[i].first && strcasecmp(entries->list[i].key, key) == 0 &&
			strcasecmp(entries->list[i].value, name) == 0))
		i++;
	if (i == entries->count)
		return refuse_change(change, "the file has no such line");
	for (i++; i < entries->count && !entries->list[i].first; i++) {
		if (strcasecmp(entries->list[i].key, change->entry.key) == 0) {
			if (change->entry.value == NULL)
				return swf_fail_memory(change->error);
			entries->list[i] = change->entry;
			return 0;
		}
	}
	return insert_entry(entries, i, change->entry, change->error);
}

/* Whether there is such a setting in the file itself, or among the words of a list. */
static bool is_known(enum swf_slurm_scope scope, const char *name)
{
	struct swf_slurm_found found;
	return swf_slurm_setting_find(scope, name, NULL, &found);
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
	if (!is_known(SWF_SLURM_GENERAL, key) && is_known(SWF_SLURM_SCHEDULER_PARAMETERS, key))
		return change_word(change, "SchedulerParameters", text);
	if (equals == NULL || equals == text || equals + 1 == end)
		return refuse_change(change, "not SETTING=VALUE");
	change->entry.key = key;
	change->entry.value = copy_before(change, equals + 1, end);
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
		if (make_change(&change) != 0)
			return -1;
	}
	return 0;
}
