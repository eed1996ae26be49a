/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/array.h"

#include <string.h>

void *swf_array_reserve_more(
	size_t least, void *array, size_t count, size_t more, size_t *capacity, size_t element_size)
{
	if (count + more <= *capacity)
		return array;
	size_t larger = *capacity > 0 ? *capacity : least;
	while (larger < count + more)
		larger *= 2;
	array = realloc(array, larger * element_size);
	if (array != NULL)
		*capacity = larger;
	return array;
}

/* What sorting places needs beside them. */
struct sorting {
	swf_places_before *before;
	const void *context;
	uint32_t *spare;
};

/* Sorts both halves and merges them. Logs are nearly in order, so halves overlap by little: what
 * precedes the overlap stays, and only the part of the left half in it is copied. The merge ends
 * with that part. A place of the right half goes first only if it is less, so equal elements keep
 * their order. */
static void merge_sort(const struct sorting *sorting, uint32_t *places, size_t count)
{
	if (count < 2)
		return;
	const size_t half = count / 2;
	merge_sort(sorting, places, half);
	merge_sort(sorting, places + half, count - half);
	if (!sorting->before(sorting->context, places[half], places[half - 1]))
		return;
	struct swf_bisection stay = {.high = half};
	while (swf_bisection_next(&stay))
		swf_bisection_tell(&stay,
			!sorting->before(sorting->context, places[half], places[stay.middle]));
	const size_t in_place = stay.low, moved = half - in_place;
	memcpy(sorting->spare, places + in_place, moved * sizeof *places);
	size_t left = 0, right = half;
	for (size_t to = in_place; left < moved; to++) {
		const bool from_right = right < count &&
			sorting->before(sorting->context, places[right], sorting->spare[left]);
		places[to] = from_right ? places[right++] : sorting->spare[left++];
	}
}

int swf_places_sort(uint32_t *places, size_t count, swf_places_before *before, const void *context)
{
	const struct sorting sorting = {before, context, malloc((count / 2 + 1) * sizeof *places)};
	if (sorting.spare == NULL)
		return -1;
	merge_sort(&sorting, places, count);
	free(sorting.spare);
	return 0;
}

/* How many elements are allocated at a time. */
enum { CHUNK = 64 };

struct chunk {
	void *next;
	max_align_t elements[];
};

static void give_back_all(struct swf_slab *slab, struct chunk *chunk)
{
	for (size_t i = CHUNK; i > 0; i--)
		swf_slab_give_back(slab, (char *)chunk->elements + (i - 1) * slab->element_size);
}

int swf_slab_fill(struct swf_slab *slab)
{
	struct chunk *chunk = malloc(sizeof *chunk + CHUNK * slab->element_size);
	if (chunk == NULL)
		return -1;
	chunk->next = slab->chunks;
	slab->chunks = chunk;
	give_back_all(slab, chunk);
	return 0;
}

void swf_slab_reset(struct swf_slab *slab)
{
	slab->spare = NULL;
	for (struct chunk *chunk = slab->chunks; chunk != NULL; chunk = chunk->next)
		give_back_all(slab, chunk);
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
