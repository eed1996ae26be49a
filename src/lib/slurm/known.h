/* What becomes known of a number when it is met first. */
#ifndef SWF_SLURM_KNOWN_H
#define SWF_SLURM_KNOWN_H

#include "base/array.h"
#include "base/hash.h"

/* Begins with {0}. */
struct swf_slurm_known {
	struct swf_index index;
	struct swf_slurm_value {
		uint32_t first, second;
	} * values; /* by the place in the index */
	size_t capacity;
};

/* The value of a number, until another gets one; or NULL. */
static inline const struct swf_slurm_value *swf_slurm_known_value(
	const struct swf_slurm_known *known, int64_t number)
{
	const size_t place = swf_index_find(&known->index, number);
	return place == SIZE_MAX ? NULL : &known->values[place];
}

/* Gives a number its value, which it returns as above; NULL when there is no memory. */
static inline const struct swf_slurm_value *swf_slurm_known_learn(
	struct swf_slurm_known *known, int64_t number, struct swf_slurm_value value)
{
	struct swf_slurm_value *values = swf_array_reserve(
		known->values, known->index.count, &known->capacity, sizeof *values);
	if (values == NULL)
		return NULL;
	known->values = values;
	const size_t place = swf_index_add(&known->index, number);
	if (place == SIZE_MAX)
		return NULL;
	values[place] = value;
	return &values[place];
}

static inline void swf_slurm_known_clear(struct swf_slurm_known *known)
{
	swf_index_clear(&known->index);
	free(known->values);
	*known = (struct swf_slurm_known){0};
}

#endif
