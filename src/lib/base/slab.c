#include "base/slab.h"

#include <stdlib.h>

enum { CHUNK = 64 };

struct chunk {
	void *next;
	max_align_t elements[];
};

int swf_slab_fill(struct swf_slab *slab)
{
	struct chunk *chunk = malloc(sizeof *chunk + CHUNK * slab->element_size);
	if (chunk == NULL)
		return -1;
	chunk->next = slab->chunks;
	slab->chunks = chunk;
	for (size_t i = CHUNK; i > 0; i--)
		swf_slab_give_back(slab, (char *)chunk->elements + (i - 1) * slab->element_size);
	return 0;
}

void swf_slab_clear(struct swf_slab *slab)
{
	while (slab->chunks != NULL) {
		struct chunk *chunk = slab->chunks;
		slab->chunks = chunk->next;
		free(chunk);
	}
	slab->spare = NULL;
}
