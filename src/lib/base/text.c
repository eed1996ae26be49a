/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "swfcore/error.h"

int swf_fail(struct swf_error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(error->text, sizeof error->text, format, args);
	va_end(args);
	error->kind = SWF_ERROR_OTHER;
	return -1;
}

static const char out_of_memory[] = "out of memory";

int swf_fail_memory(struct swf_error *error)
{
	return swf_fail(error, "%s", out_of_memory);
}

bool swf_error_of_memory(const struct swf_error *error)
{
	return strcmp(error->text, out_of_memory) == 0;
}

size_t swf_utf8_length(const unsigned char *text)
{
	const unsigned lead = text[0], second = text[1];
	const size_t length = lead < 0xC2 ? 0
		: lead < 0xE0             ? 2
		: lead < 0xF0             ? 3
		: lead < 0xF5             ? 4
					  : 0;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xC0) != 0x80)
			return 0;
	/* an overlong form, a surrogate, or past the last character */
	if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
		(lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
		return 0;
	return length;
}

void swf_json_text_write(FILE *file, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	fputc('"', file);
	while (*at != '\0') {
		size_t length = 0;
		while (at[length] >= ' ' && at[length] < 0x80 && at[length] != '"' &&
			at[length] != '\\')
			length++;
		if (length == 0 && *at >= 0x80)
			length = swf_utf8_length(at);
		if (length > 0)
			fwrite(at, 1, length, file);
		else if (*at == '"' || *at == '\\')
			fprintf(file, "\\%c", *at);
		else if (*at < ' ')
			fprintf(file, "\\u%04x", (unsigned)*at);
		else
			fputs("\\ufffd", file);
		at += length > 0 ? length : 1;
	}
	fputc('"', file);
}
