/* A pool of elements of one size: no allocation an element, memory for as many as were ever in use.
 */
#ifndef SWFCORE_POOL_H
#define SWFCORE_POOL_H

#include <stddef.h>

/* Begins with {.element_size = ...}, at least that of a pointer. */
struct swf_pool {
	size_t element_size;
	void *spare;  /* elements to be given out, each holding a pointer to the next */
	void *chunks; /* what was allocated, likewise */
};

/* Fills the empty pool. 0, or -1 when there is no memory. */
int swf_pool_fill(struct swf_pool *pool);

/* An element with any content, or NULL when there is no memory. */
static inline void *swf_pool_take(struct swf_pool *pool)
{
	if (pool->spare == NULL && swf_pool_fill(pool) != 0)
		return NULL;
	void *element = pool->spare;
	pool->spare = *(void **)element;
	return element;
}

static inline void swf_pool_give_back(struct swf_pool *pool, void *element)
{
	*(void **)element = pool->spare;
	pool->spare = element;
}

/* Frees all elements, given back or not. */
void swf_pool_free(struct swf_pool *pool);

#endif
