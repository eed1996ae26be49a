#include "table/json-text.h"

#include <stddef.h>

/* How many bytes the character of UTF-8 (RFC 3629) has with which the text begins, at 0x80 or
 * above; 0 where it begins with none. */
static size_t character(const unsigned char *text)
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
	/* longer than need be, a surrogate, or past the last character */
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
			length = character(at);
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
