/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/failing-realloc.h"

#include <stdlib.h>

static int calls_left;

void fail_realloc(int number)
{
	calls_left = number;
}

/* The linker puts these in place of each other (--wrap). */
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_realloc(void *memory, size_t size)
{
	if (calls_left > 0 && --calls_left == 0)
		return NULL;
	return __real_realloc(memory, size);
}
