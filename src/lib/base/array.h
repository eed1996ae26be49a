/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays: growing ones, searching ascending ones, heaps in them, and sorting places in them. For
 * elements that must stay where they are, slabs.
 */
#ifndef SWF_BASE_ARRAY_H
#define SWF_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Makes room for `more` elements, at least one, behind the first `count` of an array: returns the
 * array, which may have moved, or NULL when there is no memory; then the old one is as it was. It
 * begins with room for `least` and doubles, so that filling it costs each element no more than a
 * constant share. */
void *swf_array_reserve_more(size_t least, void *array, size_t count, size_t more, size_t *capacity,
	size_t element_size);

/* The same for one element. */
static inline void *swf_array_reserve_from(
	size_t least, void *array, size_t count, size_t *capacity, size_t element_size)
{
	return count < *capacity
		? array
		: swf_array_reserve_more(least, array, count, 1, capacity, element_size);
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

/*
 * Binary search for how many of the first places hold what is asked of them, where no place behind
 * one that does not holds it:
 *
 *	struct swf_bisection b = {.high = count};
 *	while (swf_bisection_next(&b))
 *		swf_bisection_tell(&b, values[b.middle] <= limit);
 *	return b.low;
 *
 * Between two looks the number is from low to high: all places before low hold it, none from high
 * on does. Each look halves the rest, so that there are no more than count has bits.
 */
struct swf_bisection {
	size_t low, high;
	size_t middle; /* the place to be looked at */
};

/* Sets the place to be looked at; false once the number is known, which low is then. */
static inline bool swf_bisection_next(struct swf_bisection *b)
{
	b->middle = b->low + (b->high - b->low) / 2;
	return b->low < b->high;
}

/* Says whether that place holds what is asked. */
static inline void swf_bisection_tell(struct swf_bisection *b, bool holds)
{
	b->low = holds ? b->middle + 1 : b->low;
	b->high = holds ? b->high : b->middle;
}

/*
 * Binary heaps over arrays, the first element being the least. HEAP(name, type, less) defines
 * name_push, name_replace and name_pop for elements of a type that less(a, b) orders; the caller
 * keeps the array, with room for one element more. No element is less than its parent, which is at
 * (place - 1) / 2: so the first is the least, and a change costs two comparisons a level at most.
 */
#define HEAP(name, type, less)                                                                     \
	/* Adds an element to the `count` that there are. */                                       \
	static inline void name##_push(type *heap, size_t count, type element)                     \
	{                                                                                          \
		size_t hole = count;                                                               \
		while (hole > 0 && less(&element, &heap[(hole - 1) / 2])) {                        \
			heap[hole] = heap[(hole - 1) / 2];                                         \
			hole = (hole - 1) / 2;                                                     \
		}                                                                                  \
		heap[hole] = element;                                                              \
	}                                                                                          \
                                                                                                   \
	/* Puts an element in the place of the first of `count`. */                                \
	static inline void name##_replace(type *heap, size_t count, type element)                  \
	{                                                                                          \
		size_t hole = 0;                                                                   \
		for (size_t child; (child = 2 * hole + 1) < count; hole = child) {                 \
			if (child + 1 < count && less(&heap[child + 1], &heap[child]))             \
				child++;                                                           \
			if (!less(&heap[child], &element))                                         \
				break;                                                             \
			heap[hole] = heap[child];                                                  \
		}                                                                                  \
		heap[hole] = element;                                                              \
	}                                                                                          \
                                                                                                   \
	/* Moves the first of `count` elements behind the others, to heap[count - 1]. */           \
	static inline void name##_pop(type *heap, size_t count)                                    \
	{                                                                                          \
		const type first = heap[0];                                                        \
		name##_replace(heap, count - 1, heap[count - 1]);                                  \
		heap[count - 1] = first;                                                           \
	}

/* Whether the element at place a comes before that at place b. */
typedef bool swf_places_before(const void *context, uint32_t a, uint32_t b);

/* Sorts places; equal elements stay as they are. What is in order already costs one comparison
 * each, anything else n log n at most. Returns 0, or -1 when there is no memory for a second array.
 */
int swf_places_sort(uint32_t *places, size_t count, swf_places_before *before, const void *context);

/* Tells the processor to fetch an element that will be written soon. It may be NULL. */
static inline void swf_prefetch(const void *element, size_t size)
{
	enum { CACHE_LINE = 64 };
	for (size_t i = 0; element != NULL && i < size; i += CACHE_LINE)
		__builtin_prefetch((const char *)element + i, 1);
}

/* Elements of one size from a common stock, without an allocation for each. They take memory for
 * the most that were ever in use, and stay where they are until the slab is cleared. Begins with
 * {.element_size = ...}, at least that of a pointer. */
struct swf_slab {
	size_t element_size;
	void *spare;  /* elements to be given out, each holding a pointer to the next */
	void *chunks; /* what was allocated, likewise */
};

/* Fills the empty stock. 0, or -1 when there is no memory. */
int swf_slab_fill(struct swf_slab *slab);

/* An element with any content, or NULL when there is no memory. This one is for few elements, which
 * stay in the cache. */
static inline void *swf_slab_take_warm(struct swf_slab *slab)
{
	if (slab->spare == NULL && swf_slab_fill(slab) != 0)
		return NULL;
	void *element = slab->spare;
	slab->spare = *(void **)element;
	return element;
}

/* The same, and tells the processor to fetch the next one. */
static inline void *swf_slab_take(struct swf_slab *slab)
{
	void *element = swf_slab_take_warm(slab);
	if (element != NULL)
		swf_prefetch(slab->spare, slab->element_size);
	return element;
}

static inline void swf_slab_give_back(struct swf_slab *slab, void *element)
{
	*(void **)element = slab->spare;
	slab->spare = element;
}

/* Takes all elements back, and keeps their memory. */
void swf_slab_reset(struct swf_slab *slab);

/* Frees all elements, given back or not. */
void swf_slab_clear(struct swf_slab *slab);

#endif
