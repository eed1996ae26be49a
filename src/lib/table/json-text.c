#include "table/json-text.h"

#include <stddef.h>

#include "base/utf8.h"

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
