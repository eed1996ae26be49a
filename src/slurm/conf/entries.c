/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of Slurm's files: texts that stay, what is found of settings, lines and entries.
 *
 * A line loses its comment and is joined with the next before its backslashes go, since both go by
 * them. An included file is read where its Include stands, so that the entries of all files are in
 * one list, in the order in which Slurm reads them. `first` marks those that begin a line. Entries
 * point to texts that stay, also for the name of their file: the files are closed by then.
 */
#include "slurm/conf/settings.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/input.h"

/* Texts lie in chunks that never move, one behind the other with a NUL each. A text that does not
 * fit into the rest of the last chunk begins another, of its own size if it is long. */
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

bool swf_slurm_tell_ignored(
	struct swf_slurm_report *report, const char *of, const char *name, const char *why)
{
	for (size_t i = report->count; i-- > 0;) {
		struct swf_slurm_told *const told = &report->list[i];
		/* the text of a line stands once, so that its place tells lines apart */
		if (told->of == of && strcmp(told->name, name) == 0) {
			told->kind = SWF_SLURM_IGNORED;
			told->why = why;
			return true;
		}
	}
	return false;
}

void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener)
{
	for (size_t i = 0; listener != NULL && i < report->count; i++)
		listener->setting(listener->self, &report->list[i]);
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

int swf_slurm_entries_insert(struct swf_slurm_entries *entries, size_t place,
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

/* Cuts off the value at *p: in quotes, or up to the next blank. NULL if there is none. As in Slurm,
 * quotes that do not end before a blank are characters of the value: "a","b". */
static const char *cut_value(const char **p, size_t *length)
{
	const char *const begin = *p, *end = begin;
	const char *const quote = *begin == '"' ? strchr(begin + 1, '"') : NULL;
	if (quote != NULL && (quote[1] == '\0' || is_space(quote[1]))) {
		*length = (size_t)(quote - begin - 1);
		*p = quote + 1;
		return begin + 1;
	}
	while (*end != '\0' && !is_space(*end))
		end++;
	*length = (size_t)(end - begin);
	*p = end;
	return end > begin ? begin : NULL;
}

/* The end of what stands between two marks, such as {{ name }}, or NULL. */
static const char *end_of_marked(const char *text, const char *open, const char *close)
{
	if (strncmp(text, open, strlen(open)) != 0)
		return NULL;
	const char *const end = strstr(text + strlen(open), close);
	return end != NULL && end > text + strlen(open) ? end + strlen(close) : NULL;
}

const char *swf_slurm_placeholder(const char *text, size_t *length)
{
	static const char *const marks[][2] = {
		{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"${", "}"}, {"@", "@"}, {"<", ">"}};
	for (const char *p = text; *p != '\0'; p++)
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
			const char *const end = end_of_marked(p, marks[i][0], marks[i][1]);
			*length = end != NULL ? (size_t)(end - p) : 0;
			if (end != NULL)
				return p;
		}
	return NULL;
}

/* What is wrong where a line is no KEY=VALUE from `rest` on. */
static int refuse_entry(const struct source *source, const char *rest, struct swf_error *error)
{
	size_t length = 0;
	const char *const left = swf_slurm_placeholder(source->lines.text, &length);
	return left != NULL
		? swf_fail(error, "%s:%zu: a template has left '%.*s'", source->lines.file,
			  source->lines.line, (int)(length < 60 ? length : 60), left)
		: swf_fail(error, "%s:%zu: not KEY=VALUE: '%.40s'", source->lines.file,
			  source->lines.line, rest);
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
		/* Slurm takes these before "=", and no notice of them */
		if (key_length > 0 && *p != '\0' && strchr("-+*/", *p) != NULL && p[1] == '=')
			p++;
		if (key_length == 0 || *p != '=')
			return refuse_entry(source, key, error);
		for (p++; is_space(*p);)
			p++;
		size_t length = 0;
		const char *const value = cut_value(&p, &length);
		if (value == NULL)
			return swf_fail(error, "%s:%zu: %.*s: has no value", source->lines.file,
				source->lines.line, (int)key_length, key);
		const struct swf_slurm_entry entry = {source->lines.file, source->lines.line,
			swf_slurm_names_put(entries->names, key, key_length),
			swf_slurm_names_put(entries->names, value, length), first};
		if (swf_slurm_entries_insert(entries, entries->count, entry, error) != 0)
			return -1;
	}
}

/* Reads one file that another includes. */
static int read_included(struct swf_slurm_entries *entries, const struct source *source,
	const char *path, struct swf_error *error)
{
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

/* Reads the files whose names match a pattern, in the order of these. */
static int read_matches(struct swf_slurm_entries *entries, const struct source *source,
	const char *pattern, struct swf_error *error)
{
	glob_t found;
	const int status = glob(pattern, 0, NULL, &found);
	int result = 0;
	if (status == GLOB_NOMATCH)
		return swf_fail(error, "%s:%zu: Include: no file matches '%s'", source->lines.file,
			source->lines.line, pattern);
	if (status != 0)
		return status == GLOB_NOSPACE
			? swf_fail_memory(error)
			: swf_fail(error, "%s:%zu: Include: '%s' cannot be searched",
				  source->lines.file, source->lines.line, pattern);
	for (size_t i = 0; i < found.gl_pathc && result == 0; i++) {
		/* entries name the file after the list has gone */
		const char *const path = swf_slurm_names_put(
			entries->names, found.gl_pathv[i], strlen(found.gl_pathv[i]));
		result = path != NULL ? read_included(entries, source, path, error)
				      : swf_fail_memory(error);
	}
	globfree(&found);
	return result;
}

char *swf_slurm_path_beside(
	struct swf_slurm_names *names, const char *file, const char *name, size_t length)
{
	const char *const slash = strrchr(file, '/');
	const size_t folder = name[0] != '/' && slash != NULL ? (size_t)(slash + 1 - file) : 0;
	char *path = swf_slurm_names_room(names, folder + length);
	if (path == NULL)
		return NULL;
	memcpy(path, file, folder);
	memcpy(path + folder, name, length);
	return path;
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
	char *path = swf_slurm_path_beside(entries->names, source->lines.file, name, length);
	if (path == NULL)
		return swf_fail_memory(error);
	return strpbrk(path, "*?[") != NULL ? read_matches(entries, source, path, error)
					    : read_included(entries, source, path, error);
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
	while (got == 0 && (got = swf_slurm_lines_next(&source.lines, error)) == 1) {
		const char *p = source.lines.text;
		if (strncasecmp(p, "include", 7) == 0 && is_space(p[7])) {
			for (p += 7; is_space(*p);)
				p++;
			got = read_include(entries, &source, p, error);
		} else {
			got = cut_entries(entries, &source, p, error);
		}
	}
	swf_slurm_lines_close(&source.lines);
	return got;
}

int swf_slurm_entries_read(
	struct swf_slurm_entries *entries, const char *file, struct swf_error *error)
{
	/* entries name the file after it has been closed */
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
