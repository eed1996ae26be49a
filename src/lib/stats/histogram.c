/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/histogram.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"

/* The weights of all ranges up to one ascend, so that a number below their sum falls into one
 * range. A guide tells, of equal parts of the numbers, at which range to begin: four parts a range
 * or more, so that a quarter of a range is passed on average at most. Source: Chen and Asau, On
 * generating random variates from an empirical distribution (1974). */

int swf_histogram_add(struct swf_histogram *histogram, double from, double to, double weight)
{
	struct swf_histogram *h = histogram;
	struct swf_histogram_range *ranges =
		swf_array_reserve_from(8, h->ranges, h->count, &h->capacity, sizeof *ranges);
	if (ranges == NULL)
		return -1;
	const double before = h->count > 0 ? ranges[h->count - 1].until : 0;
	free(h->guide);
	h->guide = NULL;
	h->ranges = ranges;
	ranges[h->count++] = (struct swf_histogram_range){from, to, before + weight};
	return 0;
}

double swf_histogram_weight(const struct swf_histogram *histogram, size_t i)
{
	const struct swf_histogram_range *r = histogram->ranges;
	return r[i].until - (i > 0 ? r[i - 1].until : 0);
}

/* The end of the values that are equal to the one at `begin`. */
static size_t end_of_equal(const double *ascending, size_t begin, size_t count)
{
	size_t end = begin + 1;
	while (end < count && ascending[end] == ascending[begin])
		end++;
	return end;
}

/* How many values the range that begins at `begin` should hold: a quarter of those on the nearer
 * side, but no more than a 50th of all. */
static size_t values_of_range(size_t begin, size_t count)
{
	const size_t nearer = begin < count - begin ? begin : count - begin;
	const size_t most = count / 50, some = nearer / 4;
	const size_t values = some < most ? some : most;
	return values > 0 ? values : 1;
}

int swf_histogram_add_sample(struct swf_histogram *histogram, const double *ascending, size_t count,
	enum swf_histogram_kind kind)
{
	const size_t frequent = count / 100 > 2 ? count / 100 : 2;
	for (size_t begin = 0, end; begin < count; begin = end) {
		const size_t most = begin + values_of_range(begin, count);
		end = end_of_equal(ascending, begin, count);
		/* a range grows until it is large enough, or a frequent value follows */
		if (kind == SWF_HISTOGRAM_RANGES && ascending[begin] != 0 &&
			end - begin < frequent) {
			while (end < most) {
				const size_t next = end_of_equal(ascending, end, count);
				if (ascending[end] == 0 || next - end >= frequent)
					break;
				end = next;
			}
		}
		if (swf_histogram_add(histogram, ascending[begin], ascending[end - 1],
			    (double)(end - begin)) != 0)
			return -1;
	}
	return 0;
}

int swf_histogram_guide(struct swf_histogram *histogram)
{
	struct swf_histogram *h = histogram;
	size_t parts = 1;
	while (parts < 4 * h->count)
		parts *= 2;
	uint32_t *guide = malloc(parts * sizeof *guide);
	if (guide == NULL)
		return -1;
	free(h->guide);
	h->guide = guide;
	h->parts = (double)parts;
	/* the first of a part hits no later range than the others, whatever is rounded */
	size_t range = 0;
	for (size_t i = 0; i < parts; i++) {
		const double x = (double)i / h->parts * h->ranges[h->count - 1].until;
		while (h->ranges[range].until <= x)
			range++;
		guide[i] = (uint32_t)range;
	}
	return 0;
}

double swf_histogram_mean(const struct swf_histogram *histogram)
{
	double sum = 0;
	for (size_t i = 0; i < histogram->count; i++)
		sum += swf_histogram_weight(histogram, i) *
			(histogram->ranges[i].from + histogram->ranges[i].to) / 2;
	return sum / histogram->ranges[histogram->count - 1].until;
}

double swf_histogram_most(const struct swf_histogram *histogram)
{
	double most = -INFINITY;
	for (size_t i = 0; i < histogram->count; i++)
		most = fmax(most, histogram->ranges[i].to);
	return most;
}

void swf_histogram_clear(struct swf_histogram *histogram)
{
	free(histogram->ranges);
	free(histogram->guide);
	*histogram = (struct swf_histogram){0};
}
