#include "swfcore/header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

struct swf_header {
	char **lines;
	size_t count;
	size_t capacity;
};

struct swf_header *swf_header_new(void)
{
	return calloc(1, sizeof(struct swf_header));
}

void swf_header_free(struct swf_header *header)
{
	if (header == NULL)
		return;
	for (size_t i = 0; i < header->count; i++)
		free(header->lines[i]);
	free(header->lines);
	free(header);
}

size_t swf_header_lines(const struct swf_header *header)
{
	return header->count;
}

const char *swf_header_line(const struct swf_header *header, size_t i)
{
	return header->lines[i];
}

int swf_header_append(struct swf_header *header, const char *line, size_t length)
{
	char **lines = swf_reserve(header->lines, header->count, &header->capacity, sizeof(char *));
	if (lines == NULL)
		return -1;
	header->lines = lines;
	char *copy = malloc(length + 1);
	if (copy == NULL)
		return -1;
	for (size_t i = 0; i < length; i++)
		copy[i] = line[i] != '\0' ? line[i] : '?'; /* nothing behind it may be lost */
	copy[length] = '\0';
	header->lines[header->count++] = copy;
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
static size_t find(const struct swf_header *header, const char *label)
{
	size_t i = 0;
	while (i < header->count && value_of(header->lines[i], label) == NULL)
		i++;
	return i;
}

bool swf_header_get(const struct swf_header *header, const char *label, char *value, size_t size)
{
	size_t i = find(header, label);
	if (i == header->count)
		return false;
	const char *text = value_of(header->lines[i], label);
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
	size_t i = find(header, label);
	if (i == header->count)
		return 0;
	const char *line = header->lines[i];
	size_t prefix = (size_t)(value_of(line, label) - line);
	size_t size = prefix + 24;
	char *corrected = malloc(size);
	if (corrected == NULL)
		return -1;
	snprintf(corrected, size, "%.*s%lld", (int)prefix, line, (long long)value);
	free(header->lines[i]);
	header->lines[i] = corrected;
	return 0;
}

void swf_header_remove(struct swf_header *header, const char *label)
{
	size_t kept = 0;
	for (size_t i = 0; i < header->count; i++) {
		if (value_of(header->lines[i], label) != NULL)
			free(header->lines[i]);
		else
			header->lines[kept++] = header->lines[i];
	}
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
