#include "stats/distinct.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* A value and its place among those found. */
struct found {
	double value;
	size_t place;
};

static int compare_values(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

/* Indexes the values by their bits, and has ranks hold their places there. */
static int index_values(
	const double *sample, size_t count, uint32_t *ranks, struct swf_index *index)
{
	for (size_t i = 0; i < count; i++) {
		const double value = sample[i] == 0 ? 0 : sample[i]; /* not -0 */
		int64_t bits;
		memcpy(&bits, &value, sizeof bits);
		const size_t place = swf_index_add(index, bits);
		if (place > UINT32_MAX)
			return -1;
		ranks[i] = (uint32_t)place;
	}
	return 0;
}

/* Sorts the values that were indexed, and turns their places into ranks. */
static int rank_values(const struct swf_index *index, size_t sample_count, struct swf_distinct *d)
{
	const size_t n = index->count;
	struct found *found = malloc((n + 1) * sizeof *found);
	uint32_t *rank_of = malloc((n + 1) * sizeof *rank_of);
	d->values = malloc((n + 1) * sizeof *d->values);
	d->counts = calloc(n + 1, sizeof *d->counts);
	const int result =
		found == NULL || rank_of == NULL || d->values == NULL || d->counts == NULL ? -1 : 0;
	for (size_t i = 0; i < n && result == 0; i++) {
		memcpy(&found[i].value, &index->numbers[i], sizeof found[i].value);
		found[i].place = i;
	}
	if (n > 0 && result == 0)
		qsort(found, n, sizeof *found, compare_values);
	for (size_t i = 0; i < n && result == 0; i++) {
		d->values[i] = found[i].value;
		rank_of[found[i].place] = (uint32_t)i;
	}
	for (size_t i = 0; i < sample_count && result == 0; i++) {
		d->ranks[i] = rank_of[d->ranks[i]];
		d->counts[d->ranks[i]]++;
	}
	d->count = n;
	free(found);
	free(rank_of);
	return result;
}

int swf_distinct_find(const double *sample, size_t count, struct swf_distinct *distinct)
{
	struct swf_index index = {0};
	*distinct = (struct swf_distinct){.ranks = malloc((count + 1) * sizeof(uint32_t))};
	const int result = distinct->ranks != NULL &&
			index_values(sample, count, distinct->ranks, &index) == 0 &&
			rank_values(&index, count, distinct) == 0
		? 0
		: -1;
	swf_index_clear(&index);
	return result;
}

void swf_distinct_clear(struct swf_distinct *distinct)
{
	free(distinct->values);
	free(distinct->counts);
	free(distinct->ranks);
	*distinct = (struct swf_distinct){0};
}
