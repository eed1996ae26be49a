/* By radix, several times as fast as qsort. */
#include "stats/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 11, VALUES = 1 << BITS, FEW = 256 };

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Puts a double's bits, such that unsigned integers are in the order of the numbers, in its place.
 */
static uint64_t to_key(double *value)
{
	uint64_t bits;
	memcpy(&bits, value, sizeof bits);
	bits = bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
	memcpy(value, &bits, sizeof bits);
	return bits;
}

static double from_key(const double *place)
{
	uint64_t key;
	double value;
	memcpy(&key, place, sizeof key);
	key = key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
	memcpy(&value, &key, sizeof value);
	return value;
}

static size_t digit_at(const double *place, int shift)
{
	uint64_t key;
	memcpy(&key, place, sizeof key);
	return key >> shift & (VALUES - 1);
}

/* One pass: puts the elements, of `width` words each with the key first, in the order of the digit
 * that begins at a bit, those of the same value as they are. */
static inline void put_in_order(
	const double *from, double *to, size_t count, size_t width, int shift)
{
	size_t places[VALUES] = {0}, before = 0;
	for (size_t i = 0; i < count; i++)
		places[digit_at(from + i * width, shift)]++;
	for (int i = 0; i < VALUES; i++) {
		const size_t here = places[i];
		places[i] = before;
		before += here;
	}
	for (size_t i = 0; i < count; i++) {
		const size_t place = places[digit_at(from + i * width, shift)]++;
		for (size_t word = 0; word < width; word++)
			memcpy(&to[place * width + word], &from[i * width + word], sizeof *to);
	}
}

/* Inline, so that there is one for each width. */
static inline void sort_elements(double *values, size_t count, size_t width)
{
	const size_t size = count * width;
	double *from = values, *to = count > FEW ? malloc(size * sizeof *to) : NULL;
	double *const spare = to;
	if (spare == NULL) {
		if (count > 0)
			qsort(values, count, width * sizeof *values, compare_doubles);
		return;
	}
	/* many digits of whole numbers are the same in all */
	const uint64_t first = to_key(values);
	uint64_t differing = 0;
	for (size_t i = width; i < size; i += width)
		differing |= first ^ to_key(&values[i]);
	int shift = 0;
	while (shift < 64 && differing >> shift != 0) {
		if ((differing >> shift & 1) == 0) {
			shift++;
			continue;
		}
		put_in_order(from, to, count, width, shift);
		double *const sorted = to;
		to = from;
		from = sorted;
		shift += BITS;
	}
	for (size_t i = 0; i < size; i += width) {
		values[i] = from_key(&from[i]);
		for (size_t word = 1; word < width; word++)
			values[i + word] = from[i + word];
	}
	free(spare);
}

void swf_sort_doubles(double *values, size_t count)
{
	sort_elements(values, count, 1);
}

void swf_sort_pairs(double (*pairs)[2], size_t count)
{
	sort_elements((double *)pairs, count, 2);
}
