/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/table-input.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shared/messages.h"

struct swf_csv_reader *open_table(const char *path)
{
	/* reachable for leak checkers when the command dies */
	static struct swf_csv_reader *volatile csv;
	struct swf_error error;
	csv = swf_csv_new(path, &error);
	if (csv == NULL)
		die_of(&error);
	return csv;
}

_Noreturn void die_of_row(const struct swf_csv_reader *csv, const char *format, ...)
{
	char text[400];
	struct swf_error error;
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	swf_csv_refuse(csv, &error, "%s", text);
	die_of(&error);
}
