#include "pool.h"

#include <stdlib.h>

enum { CHUNK = 64 };

struct chunk {
	void *next;
	max_align_t elements[];
};

int swf_pool_fill(struct swf_pool *pool)
{
	struct chunk *chunk = malloc(sizeof *chunk + CHUNK * pool->element_size);
	if (chunk == NULL)
		return -1;
	chunk->next = pool->chunks;
	pool->chunks = chunk;
	for (size_t i = CHUNK; i > 0; i--)
		swf_pool_give_back(pool, (char *)chunk->elements + (i - 1) * pool->element_size);
	return 0;
}

void swf_pool_free(struct swf_pool *pool)
{
	while (pool->chunks != NULL) {
		struct chunk *chunk = pool->chunks;
		pool->chunks = chunk->next;
		free(chunk);
	}
	pool->spare = NULL;
}
