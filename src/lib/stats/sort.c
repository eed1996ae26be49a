/* By radix, several times as fast as qsort. */
#include "stats/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 8, VALUES = 256, FEW = 128 };

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The bits of a double, or back, such that unsigned integers are in the order of the numbers. */
static uint64_t to_key(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

static double from_key(uint64_t key)
{
	const uint64_t bits = key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static unsigned digit_of(uint64_t key, int digit)
{
	return key >> (8 * digit) & (VALUES - 1);
}

/* One pass: puts the elements, of `width` words each with the key first, in the order of a digit,
 * those of the same value as they are. `counts` says how often each value is there. */
static inline void put_in_order(const uint64_t *from, uint64_t *to, size_t count, size_t width,
	int digit, const size_t counts[VALUES])
{
	size_t places[VALUES], before = 0;
	for (int i = 0; i < VALUES; i++) {
		places[i] = before;
		before += counts[i];
	}
	for (size_t i = 0; i < count; i++) {
		const size_t place = places[digit_of(from[i * width], digit)]++;
		for (size_t word = 0; word < width; word++)
			to[place * width + word] = from[i * width + word];
	}
}

/* Inline, so that there is one for each width. */
static inline void sort_elements(double *values, size_t count, size_t width)
{
	const size_t size = count * width;
	uint64_t *from = count > FEW ? malloc(2 * size * sizeof *from) : NULL, *const words = from;
	if (words == NULL) {
		if (count > 0)
			qsort(values, count, width * sizeof *values, compare_doubles);
		return;
	}
	uint64_t *to = words + size;
	size_t counts[DIGITS][VALUES] = {{0}};
	memcpy(from, values, size * sizeof *values);
	for (size_t i = 0; i < size; i += width) {
		from[i] = to_key(values[i]);
		for (int digit = 0; digit < DIGITS; digit++)
			counts[digit][digit_of(from[i], digit)]++;
	}
	for (int digit = 0; digit < DIGITS; digit++) {
		/* many digits of whole numbers are the same in all */
		if (counts[digit][digit_of(from[0], digit)] == count)
			continue;
		put_in_order(from, to, count, width, digit, counts[digit]);
		uint64_t *const sorted = to;
		to = from;
		from = sorted;
	}
	memcpy(values, from, size * sizeof *values);
	for (size_t i = 0; i < size; i += width)
		values[i] = from_key(from[i]);
	free(words);
}

void swf_sort_doubles(double *values, size_t count)
{
	sort_elements(values, count, 1);
}

void swf_sort_pairs(double (*pairs)[2], size_t count)
{
	sort_elements((double *)pairs, count, 2);
}
