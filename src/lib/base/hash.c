/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"

#include <stdlib.h>

#include "base/array.h"

/* The slot of the number, or the free one where it belongs. Places do not depend on the order of
 * slots, so nothing that is written does. */
static size_t *slot_of(const struct swf_index *index, int64_t number)
{
	size_t i = swf_hash_slot((uint64_t)number, index->slot_bits);
	while (index->slots[i] != 0 && index->numbers[index->slots[i] - 1] != number)
		i = swf_hash_next(i, index->slot_bits);
	return &index->slots[i];
}

static int grow_table(struct swf_index *index)
{
	size_t *old = index->slots;
	unsigned bits = old == NULL ? 8 : index->slot_bits + 1;
	size_t *slots = calloc((size_t)1 << bits, sizeof *slots);
	if (slots == NULL)
		return -1;
	index->slots = slots;
	index->slot_bits = bits;
	for (size_t i = 0; i < index->count; i++)
		*slot_of(index, index->numbers[i]) = i + 1;
	free(old);
	return 0;
}

size_t swf_index_add(struct swf_index *index, int64_t number)
{
	if (index->last < index->count && index->numbers[index->last] == number)
		return index->last;
	if (index->slots == NULL || swf_hash_is_full(index->count, index->slot_bits))
		if (grow_table(index) != 0)
			return SIZE_MAX;
	size_t *slot = slot_of(index, number);
	if (*slot == 0) {
		int64_t *numbers = swf_array_reserve(
			index->numbers, index->count, &index->capacity, sizeof *numbers);
		if (numbers == NULL)
			return SIZE_MAX;
		index->numbers = numbers;
		numbers[index->count++] = number;
		*slot = index->count;
	}
	return index->last = *slot - 1;
}

size_t swf_index_find(const struct swf_index *index, int64_t number)
{
	/* an empty slot gives 0 - 1 */
	return index->slots == NULL ? SIZE_MAX : *slot_of(index, number) - 1;
}

int swf_numbered_compare(const void *a, const void *b)
{
	const struct swf_numbered *x = a, *y = b;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

struct swf_numbered *swf_index_sorted(const struct swf_index *index)
{
	struct swf_numbered *sorted = malloc((index->count + 1) * sizeof *sorted);
	if (sorted == NULL)
		return NULL;
	for (size_t i = 0; i < index->count; i++)
		sorted[i] = (struct swf_numbered){index->numbers[i], i};
	qsort(sorted, index->count, sizeof *sorted, swf_numbered_compare);
	return sorted;
}

void swf_index_clear(struct swf_index *index)
{
	free(index->numbers);
	free(index->slots);
	*index = (struct swf_index){0};
}
