/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "swf/fields.h"

/* Lines lie one behind the other in `text`, each ended by a NUL byte. A corrected line is appended
 * and its place changes; the old text stays unused. */
struct swf_header {
	char *text;
	size_t length, text_capacity;
	size_t *begins; /* of the lines in the text */
	size_t count, capacity;
};

struct swf_header *swf_header_new(void)
{
	return calloc(1, sizeof(struct swf_header));
}

void swf_header_free(struct swf_header *header)
{
	if (header == NULL)
		return;
	free(header->text);
	free(header->begins);
	free(header);
}

size_t swf_header_lines(const struct swf_header *header)
{
	return header->count;
}

const char *swf_header_line(const struct swf_header *header, size_t i)
{
	return header->text + header->begins[i];
}

/* Puts a line behind the text, where `begin` tells. */
static int add_text(struct swf_header *header, const char *line, size_t length, size_t *begin)
{
	char *text = swf_array_reserve_more(256, header->text, header->length, length + 1,
		&header->text_capacity, sizeof *text);
	if (text == NULL)
		return -1;
	header->text = text;
	char *copy = header->text + header->length;
	for (size_t i = 0; i < length; i++)
		copy[i] = line[i] != '\0' ? line[i] : '?'; /* nothing behind it may be lost */
	copy[length] = '\0';
	*begin = header->length;
	header->length += length + 1;
	return 0;
}

int swf_header_append(struct swf_header *header, const char *line, size_t length)
{
	size_t *begins =
		swf_array_reserve(header->begins, header->count, &header->capacity, sizeof *begins);
	if (begins == NULL)
		return -1;
	header->begins = begins;
	if (add_text(header, line, length, &begins[header->count]) != 0)
		return -1;
	char *first = header->text + begins[header->count++];
	if (*first == '#')
		*first = ';';
	return 0;
}

int swf_header_add(struct swf_header *header, const char *label, const char *value)
{
	size_t size = strlen(label) + strlen(value) + sizeof "; : ";
	char *line = malloc(size);
	if (line == NULL)
		return -1;
	int length = snprintf(line, size, "; %s: %s", label, value);
	int result = swf_header_append(header, line, (size_t)length);
	free(line);
	return result;
}

/* The text after "; label:" and its blanks, or NULL when the line has another label or none. */
static const char *value_of(const char *line, const char *label)
{
	size_t length = strlen(label);
	line++;
	line += strspn(line, " \t");
	if (strncmp(line, label, length) != 0)
		return NULL;
	line += length;
	line += strspn(line, " \t");
	if (*line != ':')
		return NULL;
	line++;
	return line + strspn(line, " \t");
}

/* The place of the first line with the label, or header->count. */
static size_t find_line(const struct swf_header *header, const char *label)
{
	size_t i = 0;
	while (i < header->count && value_of(swf_header_line(header, i), label) == NULL)
		i++;
	return i;
}

bool swf_header_get(const struct swf_header *header, const char *label, char *value, size_t size)
{
	size_t i = find_line(header, label);
	if (i == header->count)
		return false;
	const char *text = value_of(swf_header_line(header, i), label);
	size_t length = strlen(text);
	while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	snprintf(value, size, "%.*s", (int)(length < size ? length : size - 1), text);
	return true;
}

bool swf_header_number(const struct swf_header *header, const char *label, int64_t *value)
{
	char text[32];
	if (!swf_header_get(header, label, text, sizeof text))
		return false;
	char *end;
	errno = 0;
	long long number = strtoll(text, &end, 10);
	/* 9,472 is not 9 */
	if (end == text || errno != 0 || strchr(" \t(;", *end) == NULL)
		return false;
	*value = number;
	return true;
}

int swf_header_correct(struct swf_header *header, const char *label, int64_t value)
{
	size_t i = find_line(header, label);
	if (i == header->count)
		return 0;
	const char *line = swf_header_line(header, i);
	size_t prefix = (size_t)(value_of(line, label) - line);
	size_t size = prefix + 24;
	char *corrected = malloc(size);
	if (corrected == NULL)
		return -1;
	int length = snprintf(corrected, size, "%.*s%lld", (int)prefix, line, (long long)value);
	int result = add_text(header, corrected, (size_t)length, &header->begins[i]);
	free(corrected);
	return result;
}

void swf_header_remove(struct swf_header *header, const char *label)
{
	size_t kept = 0;
	for (size_t i = 0; i < header->count; i++)
		if (value_of(swf_header_line(header, i), label) == NULL)
			header->begins[kept++] = header->begins[i];
	header->count = kept;
}

int32_t swf_header_procs(const struct swf_header *header)
{
	int64_t procs;
	if (swf_header_number(header, "MaxProcs", &procs) && procs > 0 && procs <= INT32_MAX)
		return (int32_t)procs;
	if (swf_header_number(header, "MaxNodes", &procs) && procs > 0 && procs <= INT32_MAX)
		return (int32_t)procs;
	return 0;
}

/* The next of a list with commas between, at *p, which moves behind it: its beginning and its
 * length without the blanks around it, or NULL at the end of the list. */
static const char *next_item(const char **p, size_t *length)
{
	if (**p == '\0')
		return NULL;
	const char *item = *p + strspn(*p, " \t");
	*p = item + strcspn(item, ",");
	*length = (size_t)(*p - item);
	*p += **p == ',';
	while (*length > 0 && strchr(" \t", item[*length - 1]) != NULL)
		--*length;
	return item;
}

/* A declared column, and its name; 0 for one that cannot be. */
static int read_declared(const char *item, size_t *length, const char **name)
{
	char *end;
	const long column = strtol(item, &end, 10);
	end += strspn(end, " \t");
	if (column <= SWF_FIELDS || column > SWF_MOST_FIELDS || end >= item + *length)
		return 0;
	*name = end;
	*length -= (size_t)(end - item);
	return (int)column;
}

static bool is_name(const char *text, size_t length, const char *name)
{
	return length == strlen(name) && memcmp(text, name, length) == 0;
}

int swf_header_extra_field(const struct swf_header *header, const char *name)
{
	char value[1024];
	size_t length;
	if (!swf_header_get(header, "ExtraFields", value, sizeof value))
		return 0;
	for (const char *p = value, *item, *found; (item = next_item(&p, &length)) != NULL;) {
		const int column = read_declared(item, &length, &found);
		if (column > 0 && is_name(found, length, name))
			return column;
	}
	return 0;
}

void swf_extra_columns_read(struct swf_extra_columns *columns, const struct swf_header *header)
{
#define NAME(number, member, kind, name) [number] = #member,
	static const char *const names[] = {SWF_EXTRA_TABLE(NAME)[SWF_NODES_TEXT] = "nodes_text"};
#undef NAME
	*columns = (struct swf_extra_columns){0};
	for (int field = SWF_FIELDS + 1; field <= SWF_NODES_TEXT; field++) {
		const int column = swf_header_extra_field(header, names[field]);
		if (column == 0 || columns->fields[column] != 0)
			continue;
		columns->fields[column] = (unsigned char)field;
		columns->has[field] = true;
		columns->last = column > columns->last ? column : columns->last;
	}
}

bool swf_header_gpu_type(
	const struct swf_header *header, int place, char *name, size_t size, int64_t *count)
{
	char value[1024];
	size_t length;
	const char *item = NULL, *p = value;
	if (place < 1 || !swf_header_get(header, "GPUs", value, sizeof value))
		return false;
	for (int i = 0; i < place; i++)
		if ((item = next_item(&p, &length)) == NULL || length == 0)
			return false;
	size_t name_length = 0;
	while (name_length < length && strchr(" \t", item[name_length]) == NULL)
		name_length++;
	char *end;
	const char *digits = item + name_length;
	errno = 0;
	*count = strtoll(digits, &end, 10);
	if (name_length == length || end != item + length || errno != 0 || *count < 0)
		*count = SWF_UNKNOWN;
	snprintf(name, size, "%.*s", (int)(name_length < size ? name_length : size - 1), item);
	return true;
}
