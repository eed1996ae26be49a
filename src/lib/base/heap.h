/*
 * Binary heaps over arrays, the first element being the least. HEAP(name, type, less) defines
 * name_push, name_replace and name_pop for elements of a type that less(a, b) orders; the caller
 * keeps the array, with room for one element more.
 */
#ifndef SWF_BASE_HEAP_H
#define SWF_BASE_HEAP_H

#include <stddef.h>

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

#endif
