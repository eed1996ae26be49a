/* Small numbers for users, whose own may be any: 0, 1, 2, ... in the order of first appearance. */
#ifndef SWFCORE_USER_INDEX_H
#define SWFCORE_USER_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins with {0}. */
struct swf_user_index {
	int64_t *users; /* their own numbers */
	size_t count, capacity;
	size_t *slots; /* a hash table: 0, or 1 + the place in users */
	unsigned slot_bits;
};

/* The place of a user, who is added if need be. SIZE_MAX when there is no memory. */
size_t swf_user_index_add(struct swf_user_index *index, int64_t user) SWF_MUST_CHECK;

/* The place of a user, or SIZE_MAX if there is no such one. */
size_t swf_user_index_find(const struct swf_user_index *index, int64_t user);

void swf_user_index_free(struct swf_user_index *index);

#ifdef __cplusplus
}
#endif
#endif
