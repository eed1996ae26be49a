#include "simulate/recent-run-times.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* Makes room for the key that was added last. */
static int add_key(struct swf_recent_run_times *recent)
{
	const size_t keys = recent->index.count - 1;
	size_t *count = swf_array_reserve(
		recent->count, keys, &recent->count_capacity, sizeof *recent->count);
	if (count == NULL)
		return -1;
	recent->count = count;
	count[keys] = 0;
	double *run_times = swf_array_reserve(recent->run_times, keys, &recent->run_times_capacity,
		recent->window * sizeof *recent->run_times);
	if (run_times == NULL)
		return -1;
	recent->run_times = run_times;
	return 0;
}

int swf_recent_run_times_add(struct swf_recent_run_times *recent, int64_t key, double run_time)
{
	const size_t keys = recent->index.count;
	const size_t k = swf_index_add(&recent->index, key);
	if (k == SIZE_MAX || (recent->index.count > keys && add_key(recent) != 0))
		return -1;
	recent->run_times[k * recent->window + recent->count[k]++ % recent->window] = run_time;
	return 0;
}

size_t swf_recent_run_times_mean(
	const struct swf_recent_run_times *recent, int64_t key, double *mean)
{
	const size_t k = swf_index_find(&recent->index, key);
	if (k == SIZE_MAX || recent->count[k] == 0)
		return 0;
	const size_t count = recent->count[k] < recent->window ? recent->count[k] : recent->window;
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += recent->run_times[k * recent->window + i];
	*mean = floor(sum / (double)count);
	return count;
}

void swf_recent_run_times_forget(struct swf_recent_run_times *recent, int64_t key)
{
	const size_t k = swf_index_find(&recent->index, key);
	if (k != SIZE_MAX)
		recent->count[k] = 0;
}

void swf_recent_run_times_clear(struct swf_recent_run_times *recent)
{
	swf_index_clear(&recent->index);
	free(recent->count);
	free(recent->run_times);
}
