/* Elements of one size from a common stock: no allocation an element, memory for as many as were
 * ever in use.
 */
#ifndef SWF_BASE_SLAB_H
#define SWF_BASE_SLAB_H

#include <stddef.h>

#include "base/prefetch.h"

/* Begins with {.element_size = ...}, at least that of a pointer. */
struct swf_slab {
	size_t element_size;
	void *spare;  /* elements to be given out, each holding a pointer to the next */
	void *chunks; /* what was allocated, likewise */
};

/* Fills the empty stock. 0, or -1 when there is no memory. */
int swf_slab_fill(struct swf_slab *slab);

/* An element with any content, or NULL when there is no memory. */
static inline void *swf_slab_take(struct swf_slab *slab)
{
	if (slab->spare == NULL && swf_slab_fill(slab) != 0)
		return NULL;
	void *element = slab->spare;
	slab->spare = *(void **)element;
	swf_prefetch(slab->spare, slab->element_size); /* the next one */
	return element;
}

static inline void swf_slab_give_back(struct swf_slab *slab, void *element)
{
	*(void **)element = slab->spare;
	slab->spare = element;
}

/* Frees all elements, given back or not. */
void swf_slab_clear(struct swf_slab *slab);

#endif
