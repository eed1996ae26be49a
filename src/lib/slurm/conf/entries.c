#include "slurm/conf/entries.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "slurm/conf/joined-lines.h"
#include "slurm/conf/reading.h"

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

static bool is_space(char c)
{
	return isspace((unsigned char)c) != 0;
}

static int add(
	struct swf_slurm_entries *entries, struct swf_slurm_entry entry, struct swf_error *error)
{
	struct swf_slurm_entry *larger = swf_array_reserve(
		entries->list, entries->count, &entries->capacity, sizeof *larger);
	if (larger == NULL || entry.key == NULL || entry.value == NULL) {
		entries->list = larger != NULL ? larger : entries->list;
		return swf_fail_memory(error);
	}
	entries->list = larger;
	larger[entries->count++] = entry;
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
		if (add(entries, entry, error) != 0)
			return -1;
	}
}

/* Reads the file of an Include, whose name begins at `name`. That is relative to the folder of the
 * file with the Include. */
static int include(struct swf_slurm_entries *entries, const struct source *source, const char *name,
	struct swf_error *error)
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

static int read_lines(
	struct swf_slurm_entries *entries, struct source *source, struct swf_error *error)
{
	int got;
	while ((got = swf_slurm_lines_next(&source->lines, error)) == 1) {
		const char *p = source->lines.text;
		if (strncasecmp(p, "include", 7) == 0 && is_space(p[7])) {
			for (p += 7; is_space(*p);)
				p++;
			got = include(entries, source, p, error);
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
		got = read_lines(entries, &source, error);
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

void swf_slurm_entries_clear(struct swf_slurm_entries *entries)
{
	free(entries->list);
	*entries = (struct swf_slurm_entries){0};
}
