#include "shared/memory.h"

#include <stdlib.h>

#include "shared/messages.h"

_Noreturn void die_of_memory(void)
{
	die("out of memory");
}

void *checked(void *memory)
{
	if (memory == NULL)
		die_of_memory();
	return memory;
}

void *reserve(void *array, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	return checked(realloc(array, *capacity * size));
}
