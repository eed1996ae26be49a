/* Sorting what cannot be moved, or is too large for it: the places of its elements. */
#ifndef SWF_BASE_PLACES_H
#define SWF_BASE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the element at place a comes before that at place b. */
typedef bool swf_places_before(const void *context, uint32_t a, uint32_t b);

/* Sorts places; equal elements stay as they are. What is in order already costs one comparison
 * each. Returns 0, or -1 when there is no memory for a second array. */
int swf_places_sort(uint32_t *places, size_t count, swf_places_before *before, const void *context);

#endif
