/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/allocations.h"

#include <stdatomic.h>
#include <stdlib.h>

static int calls_left; /* of one thread */
static atomic_size_t calls;

void fail_realloc(int number)
{
	calls_left = number;
}

size_t allocations(void)
{
	return calls;
}

/* The linker puts these in place of each other (--wrap). */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
	calls++;
	return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	calls++;
	return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
	calls++;
	if (calls_left > 0 && --calls_left == 0)
		return NULL;
	return __real_realloc(memory, size);
}
