/* Growing arrays, and sorting them. */
#ifndef SWF_BASE_ARRAY_H
#define SWF_BASE_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Makes room for one element more in an array of `count`: returns the array, which may have moved,
 * or NULL when there is no memory; then the old one is as it was. It begins with room for `least`
 * and doubles, so that filling it costs each element no more than a constant share. */
static inline void *swf_array_reserve_from(
	size_t least, void *array, size_t count, size_t *capacity, size_t element_size)
{
	if (count < *capacity)
		return array;
	size_t larger = *capacity == 0 ? least : 2 * *capacity;
	array = realloc(array, larger * element_size);
	if (array != NULL)
		*capacity = larger;
	return array;
}

static inline void *swf_array_reserve(
	void *array, size_t count, size_t *capacity, size_t element_size)
{
	return swf_array_reserve_from(256, array, count, capacity, element_size);
}

/* Ascending order for qsort and bsearch over int64_t. */
static inline int swf_array_ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

#endif
