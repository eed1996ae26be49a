#include "swfcore/user-index.h"

#include <stdlib.h>

#include "base/array.h"

/* The slot of the user, or the free one where he belongs. Places do not depend on the order of
 * slots, so nothing that is written does. */
static size_t *slot_of(const struct swf_user_index *index, int64_t user)
{
	const size_t mask = ((size_t)1 << index->slot_bits) - 1;
	/* 2^64 divided by the golden ratio spreads numbers that are close to each other */
	size_t i = (size_t)(((uint64_t)user * 0x9E3779B97F4A7C15u) >> (64 - index->slot_bits));
	while (index->slots[i] != 0 && index->users[index->slots[i] - 1] != user)
		i = (i + 1) & mask;
	return &index->slots[i];
}

/* Doubles the slots, of which half at most are used. */
static int grow(struct swf_user_index *index)
{
	size_t *old = index->slots;
	unsigned bits = old == NULL ? 8 : index->slot_bits + 1;
	size_t *slots = calloc((size_t)1 << bits, sizeof *slots);
	if (slots == NULL)
		return -1;
	index->slots = slots;
	index->slot_bits = bits;
	for (size_t i = 0; i < index->count; i++)
		*slot_of(index, index->users[i]) = i + 1;
	free(old);
	return 0;
}

size_t swf_user_index_add(struct swf_user_index *index, int64_t user)
{
	if (index->slots == NULL || index->count >= (size_t)1 << (index->slot_bits - 1))
		if (grow(index) != 0)
			return SIZE_MAX;
	size_t *slot = slot_of(index, user);
	if (*slot == 0) {
		int64_t *users =
			swf_reserve(index->users, index->count, &index->capacity, sizeof *users);
		if (users == NULL)
			return SIZE_MAX;
		index->users = users;
		users[index->count++] = user;
		*slot = index->count;
	}
	return *slot - 1;
}

size_t swf_user_index_find(const struct swf_user_index *index, int64_t user)
{
	/* an empty slot gives 0 - 1 */
	return index->slots == NULL ? SIZE_MAX : *slot_of(index, user) - 1;
}

void swf_user_index_free(struct swf_user_index *index)
{
	free(index->users);
	free(index->slots);
	*index = (struct swf_user_index){0};
}
