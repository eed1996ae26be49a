/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/*
 * By radix, several times as fast as qsort. A pass over the bits of doubles, made such that
 * unsigned integers have their order, finds the least and the greatest key. Two passes then sort by
 * the leading 22 bits of the distances from the least one: each keeps the order that the one before
 * made. What agrees in these bits lies together, and is sorted in the same way by its own
 * distances. So evenly spread values cost three passes, and the worst ones three for each 22 bits
 * of a key. Where there is no memory for a copy, qsort takes over.
 */

/* DIGITS is even, so that passes end where they began. */
enum { BITS = 11, VALUES = 1 << BITS, DIGITS = 2, FEW = 48 };

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Puts a double's bits, such that unsigned integers are in the order of the numbers, in its place.
 */
static void to_key(double *value)
{
	uint64_t bits;
	memcpy(&bits, value, sizeof bits);
	bits = bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
	memcpy(value, &bits, sizeof bits);
}

static uint64_t key_at(const double *place)
{
	uint64_t key;
	memcpy(&key, place, sizeof key);
	return key;
}

static void from_key(double *place)
{
	uint64_t key = key_at(place);
	key = key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
	memcpy(place, &key, sizeof key);
}

/* The leading digits of some keys: what is left of their distances from the least one. */
struct leading {
	uint64_t low;
	int shift;
};

static inline uint64_t leading_of(struct leading leading, const double *place)
{
	return (key_at(place) - leading.low) >> leading.shift;
}

static inline size_t digit_of(struct leading leading, const double *place, int digit)
{
	return leading_of(leading, place) >> digit * BITS & (VALUES - 1);
}

static inline void copy_element(double *to, const double *from, size_t width)
{
	for (size_t word = 0; word < width; word++)
		memcpy(&to[word], &from[word], sizeof *to);
}

static inline void sort_by_insertion(double *keys, size_t size, size_t width)
{
	for (size_t i = width; i < size; i += width) {
		double moved[2];
		size_t to = i;
		copy_element(moved, &keys[i], width);
		for (; to > 0 && key_at(&keys[to - width]) > key_at(moved); to -= width)
			copy_element(&keys[to], &keys[to - width], width);
		copy_element(&keys[to], moved, width);
	}
}

/* Puts the elements of the least key first; many jobs wait for 0 s. Returns how many words they
 * have. */
static inline size_t put_first(double *keys, size_t size, size_t width, uint64_t low)
{
	size_t first = 0;
	for (size_t i = 0; i < size; i += width) {
		double moved[2];
		copy_element(moved, &keys[i], width);
		copy_element(&keys[i], &keys[first], width);
		copy_element(&keys[first], moved, width);
		first += key_at(moved) == low ? width : 0;
	}
	return first;
}

/* Sorts by the leading digits, from the last to the first, and returns them. */
static inline struct leading sort_leading(
	double *keys, double *spare, size_t size, size_t width, uint64_t low, uint64_t high)
{
	struct leading leading = {.low = low};
	size_t places[DIGITS][VALUES] = {{0}};
	while ((high - low) >> leading.shift >> DIGITS * BITS != 0)
		leading.shift++;
	for (size_t i = 0; i < size; i += width)
		for (int d = 0; d < DIGITS; d++)
			places[d][digit_of(leading, &keys[i], d)] += width;
	for (int d = 0; d < DIGITS; d++) {
		double *const from = d % 2 == 0 ? keys : spare,
			      *const to = d % 2 == 0 ? spare : keys;
		size_t begin = 0;
		for (size_t v = 0; v < VALUES; v++) {
			const size_t here = places[d][v];
			places[d][v] = begin;
			begin += here;
		}
		for (size_t i = 0; i < size; i += width) {
			size_t *const place = &places[d][digit_of(leading, &from[i], d)];
			copy_element(&to[*place], &from[i], width);
			*place += width;
		}
	}
	return leading;
}

typedef void sorter(double *keys, double *spare, size_t size);

/* Sorts elements of `width` words each, with the key first; what has the same leading digits is
 * left to `deeper`. Inline, so that there is one for each width. */
static inline void sort_keys(double *keys, double *spare, size_t size, size_t width, sorter *deeper)
{
	uint64_t low = UINT64_MAX, high = 0;
	bool ordered = true;
	if (size <= FEW * width) {
		sort_by_insertion(keys, size, width);
		return;
	}
	for (size_t i = 0; i < size; i += width) {
		const uint64_t key = key_at(&keys[i]);
		ordered &= key >= high;
		low = key < low ? key : low;
		high = key > high ? key : high;
	}
	if (ordered)
		return;
	const size_t least = put_first(keys, size, width, low);
	const struct leading leading =
		sort_leading(keys + least, spare, size - least, width, low, high);
	for (size_t begin = least, end; begin < size && leading.shift > 0; begin = end) {
		const uint64_t same = leading_of(leading, &keys[begin]);
		end = begin + width;
		while (end < size && leading_of(leading, &keys[end]) == same)
			end += width;
		if (end - begin > width)
			deeper(keys + begin, spare, end - begin);
	}
}

static void sort_single(double *keys, double *spare, size_t size)
{
	sort_keys(keys, spare, size, 1, sort_single);
}

static void sort_double(double *keys, double *spare, size_t size)
{
	sort_keys(keys, spare, size, 2, sort_double);
}

static inline void sort_elements(double *values, size_t count, size_t width, sorter *sort)
{
	const size_t size = count * width;
	double *const spare = count > FEW ? malloc(size * sizeof *spare) : NULL;
	if (spare == NULL && count > FEW) {
		qsort(values, count, width * sizeof *values, compare_doubles);
		return;
	}
	for (size_t i = 0; i < size; i += width)
		to_key(&values[i]);
	sort(values, spare, size);
	for (size_t i = 0; i < size; i += width)
		from_key(&values[i]);
	free(spare);
}

void swf_sort_doubles(double *values, size_t count)
{
	sort_elements(values, count, 1, sort_single);
}

void swf_sort_pairs(double (*pairs)[2], size_t count)
{
	sort_elements((double *)pairs, count, 2, sort_double);
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
	double(*found)[2] = malloc((n + 1) * sizeof *found); /* values and their places */
	uint32_t *rank_of = malloc((n + 1) * sizeof *rank_of);
	d->values = malloc((n + 1) * sizeof *d->values);
	d->counts = calloc(n + 1, sizeof *d->counts);
	const int result =
		found == NULL || rank_of == NULL || d->values == NULL || d->counts == NULL ? -1 : 0;
	for (size_t i = 0; i < n && result == 0; i++) {
		memcpy(&found[i][0], &index->numbers[i], sizeof found[i][0]);
		found[i][1] = (double)i;
	}
	if (result == 0)
		swf_sort_pairs(found, n);
	for (size_t i = 0; i < n && result == 0; i++) {
		d->values[i] = found[i][0];
		rank_of[(size_t)found[i][1]] = (uint32_t)i;
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
