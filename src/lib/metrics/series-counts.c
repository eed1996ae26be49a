#include "metrics/series-counts.h"

#include <stdlib.h>

#include "base/array.h"

struct swf_series_count *swf_series_counts_of(
	struct swf_series_counts *counts, int64_t number, double now)
{
	const size_t before = counts->numbers.count;
	struct swf_series_count *of =
		swf_array_reserve(counts->of, before, &counts->capacity, sizeof *of);
	if (of == NULL)
		return NULL;
	counts->of = of;
	const size_t place = swf_index_add(&counts->numbers, number);
	if (place == SIZE_MAX)
		return NULL;
	if (place == before)
		of[place] = (struct swf_series_count){.since = now};
	swf_series_counts_sum(&of[place], now);
	return &of[place];
}

int swf_series_counts_user(
	struct swf_series_counts *counts, struct swf_series_count *count, int64_t user)
{
	const size_t place = swf_index_add(&counts->users, user), before = counts->pairs.count;
	const uint64_t number = (uint64_t)(count - counts->of);
	if (place == SIZE_MAX)
		return -1;
	const size_t pair = swf_index_add(&counts->pairs, (int64_t)(number << 32 | place));
	count->users += pair == before;
	return pair == SIZE_MAX ? -1 : 0;
}

static bool is_present(const struct swf_series_count *count)
{
	return count->queue > 0 || count->running > 0;
}

/* Drops the numbers without a job. 0, or -1 when there is no memory. */
static int keep_present(struct swf_series_counts *counts)
{
	struct swf_index present = {0};
	int result = 0;
	for (size_t i = 0; i < counts->numbers.count && result == 0; i++) {
		const size_t place = present.count;
		if (!is_present(&counts->of[i]))
			continue;
		counts->of[place] = counts->of[i];
		result = swf_index_add(&present, counts->numbers.numbers[i]) == place ? 0 : -1;
	}
	swf_index_clear(&counts->numbers);
	counts->numbers = present;
	return result;
}

int swf_series_counts_next(struct swf_series_counts *counts, bool drop)
{
	bool all_present = true;
	for (size_t i = 0; i < counts->numbers.count; i++) {
		struct swf_series_count *c = &counts->of[i];
		*c = (struct swf_series_count){c->queue, c->running, c->busy, .since = c->since};
		all_present &= is_present(c);
	}
	if (counts->users.count > 0) {
		swf_index_clear(&counts->users);
		swf_index_clear(&counts->pairs);
	}
	return all_present || !drop ? 0 : keep_present(counts);
}

void swf_series_counts_clear(struct swf_series_counts *counts)
{
	free(counts->of);
	swf_index_clear(&counts->numbers);
	swf_index_clear(&counts->users);
	swf_index_clear(&counts->pairs);
	*counts = (struct swf_series_counts){0};
}
