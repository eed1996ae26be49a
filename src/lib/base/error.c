#include "swfcore/error.h"

#include <stdarg.h>
#include <stdio.h>

int swf_fail(struct swf_error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(error->text, sizeof error->text, format, args);
	va_end(args);
	return -1;
}
