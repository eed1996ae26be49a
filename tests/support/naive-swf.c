#include "naive-swf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void fail(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%s: ", program_name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	if (memory == NULL)
		fail("out of memory");
	return memory;
}

void *with_room(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = 2 * *capacity + 1000;
	items = realloc(items, *capacity * size);
	if (items == NULL)
		fail("out of memory");
	return items;
}

bool read_fields(const char *line, double field[FIELDS + 1])
{
	for (int i = 1; i <= FIELDS; i++) {
		char *end;
		field[i] = strtod(line, &end);
		if (end == line)
			return false;
		line = end;
	}
	return true;
}

bool is_partial_execution(const double field[FIELDS + 1])
{
	double status = field[STATUS];
	return status == 2 || status == 3 || status == 4;
}

double end_of(const double field[FIELDS + 1])
{
	return field[SUBMIT] + fmax(field[WAIT], 0) + fmax(field[RUN_TIME], 0);
}
