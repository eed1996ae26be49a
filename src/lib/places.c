#include "places.h"

#include <stdlib.h>
#include <string.h>

#include "swfcore/error.h"

struct sorting {
	swf_places_before *before;
	const void *context;
	uint32_t *spare;
};

static void merge_sort(const struct sorting *sorting, uint32_t *places, size_t count)
{
	const size_t half = count / 2;
	if (count < 2)
		return;
	merge_sort(sorting, places, half);
	merge_sort(sorting, places + half, count - half);
	if (!sorting->before(sorting->context, places[half], places[half - 1]))
		return;
	memcpy(sorting->spare, places, half * sizeof *places);
	size_t left = 0, right = half;
	for (size_t to = 0; left < half; to++) {
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
