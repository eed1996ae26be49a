#include "shared/memory.h"

#include "base/array.h"
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
	return checked(swf_array_reserve_from(64, array, count, capacity, size));
}
