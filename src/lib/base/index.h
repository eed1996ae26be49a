/* Small places for numbers that may be any, such as those of users: 0, 1, 2, ... in the order of
 * first appearance. */
#ifndef SWF_BASE_INDEX_H
#define SWF_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* Begins with {0}. */
struct swf_index {
	int64_t *numbers; /* by place */
	size_t count, capacity;
	size_t *slots; /* a hash table: 0, or 1 + the place */
	unsigned slot_bits;
	size_t last; /* the place that was asked for last, often the next one too */
};

/* The place of a number, which is added if need be. SIZE_MAX when there is no memory. */
size_t swf_index_add(struct swf_index *index, int64_t number) SWF_MUST_CHECK;

/* The place of a number, or SIZE_MAX if it is not there. */
size_t swf_index_find(const struct swf_index *index, int64_t number);

/* A number and its place. */
struct swf_numbered {
	int64_t number;
	size_t place;
};

/* The numbers in ascending order, with their places; to be freed. NULL when there is no memory. */
struct swf_numbered *swf_index_sorted(const struct swf_index *index) SWF_MUST_CHECK;

void swf_index_clear(struct swf_index *index);

#endif
