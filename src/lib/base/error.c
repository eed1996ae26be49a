#include "swfcore/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
