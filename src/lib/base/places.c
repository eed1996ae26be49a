#include "base/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisection.h"
#include "swfcore/error.h"

struct sorting {
	swf_places_before *before;
	const void *context;
	uint32_t *spare;
};

/* How many of the places come before an element that they are merged with. */
static size_t count_before(
	const struct sorting *sorting, const uint32_t *places, size_t count, uint32_t element)
{
	struct swf_bisection b = {.high = count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(
			&b, !sorting->before(sorting->context, element, places[b.middle]));
	return b.low;
}

/* Logs are nearly in order, so that halves overlap by little: only that is merged. */
static void merge_sort(const struct sorting *sorting, uint32_t *places, size_t count)
{
	if (count < 2)
		return;
	const size_t half = count / 2;
	merge_sort(sorting, places, half);
	merge_sort(sorting, places + half, count - half);
	if (!sorting->before(sorting->context, places[half], places[half - 1]))
		return;
	const size_t in_place = count_before(sorting, places, half, places[half]);
	const size_t moved = half - in_place;
	memcpy(sorting->spare, places + in_place, moved * sizeof *places);
	size_t left = 0, right = half;
	for (size_t to = in_place; left < moved; to++) {
		const bool from_right = right < count &&
			sorting->before(sorting->context, places[right], sorting->spare[left]);
		places[to] = from_right ? places[right++] : sorting->spare[left++];
	}
}

int swf_places_sort(uint32_t *places, size_t count, swf_places_before *before, const void *context)
{
	const struct sorting sorting = {before, context, malloc((count / 2 + 1) * sizeof *places)};
	if (sorting.spare == NULL)
		return -1;
	merge_sort(&sorting, places, count);
	free(sorting.spare);
	return 0;
}
