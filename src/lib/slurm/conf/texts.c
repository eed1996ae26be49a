#include "slurm/conf/texts.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 14 };

struct chunk {
	struct chunk *before;
	char texts[];
};

struct swf_slurm_names {
	struct chunk *last;
	size_t left; /* bytes of the last chunk */
	char *next;
};

struct swf_slurm_names *swf_slurm_names_new(void)
{
	return calloc(1, sizeof(struct swf_slurm_names));
}

void swf_slurm_names_free(struct swf_slurm_names *names)
{
	if (names == NULL)
		return;
	for (struct chunk *chunk = names->last; chunk != NULL;) {
		struct chunk *const before = chunk->before;
		free(chunk);
		chunk = before;
	}
	free(names);
}

char *swf_slurm_names_room(struct swf_slurm_names *names, size_t length)
{
	if (length >= names->left) {
		const size_t size = length < CHUNK ? CHUNK : length + 1;
		struct chunk *chunk = malloc(sizeof *chunk + size);
		if (chunk == NULL)
			return NULL;
		chunk->before = names->last;
		*names = (struct swf_slurm_names){chunk, size, chunk->texts};
	}
	char *const room = names->next;
	room[length] = '\0';
	names->next += length + 1;
	names->left -= length + 1;
	return room;
}

char *swf_slurm_names_put(struct swf_slurm_names *names, const char *text, size_t length)
{
	char *const copy = swf_slurm_names_room(names, length);
	if (copy != NULL)
		memcpy(copy, text, length);
	return copy;
}
