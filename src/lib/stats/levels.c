#include "stats/levels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "stats/sort.h"

_Static_assert(sizeof(struct swf_level_share) == sizeof(double[2]), "sorted as pairs");

/* Times with fractions are not exact: a job may seem to start a rounding error before the end of
 * the job whose processors it takes over. A level held for less than this is none. */
static const double least_share = 1e-6; /* s */

/* The level was held up to a time. */
static int hold(struct swf_levels *levels, double time)
{
	const double from = fmax(levels->begin, levels->since), until = fmin(levels->end, time);
	if (!(until - from >= least_share))
		return 0;
	const size_t count = levels->index.count;
	double *times = swf_array_reserve(levels->times, count, &levels->capacity, sizeof *times);
	if (times == NULL)
		return -1;
	levels->times = times;
	const size_t place = swf_index_add(&levels->index, (int64_t)levels->level);
	if (place == SIZE_MAX)
		return -1;
	times[place] = (place == count ? 0 : times[place]) + (until - from);
	return 0;
}

int swf_levels_change(struct swf_levels *levels, double time, double by)
{
	const int result = hold(levels, time);
	levels->level += by;
	levels->since = time;
	return result;
}

struct swf_level_share *swf_levels_shares(struct swf_levels *levels, size_t *count)
{
	if (hold(levels, INFINITY) != 0)
		return NULL;
	*count = levels->index.count;
	struct swf_level_share *shares = malloc((*count + 1) * sizeof *shares);
	for (size_t i = 0; shares != NULL && i < *count; i++)
		shares[i] = (struct swf_level_share){
			(double)levels->index.numbers[i], levels->times[i]};
	if (shares != NULL)
		swf_sort_pairs((double(*)[2])shares, *count);
	return shares;
}

void swf_levels_clear(struct swf_levels *levels)
{
	free(levels->times);
	swf_index_clear(&levels->index);
	*levels = (struct swf_levels){0};
}

static double weighted_quantile(
	const struct swf_level_share *shares, size_t count, double total, double q)
{
	double below = 0;
	size_t i = 0;
	while (i + 1 < count && below + shares[i].time < q * total)
		below += shares[i++].time;
	return shares[i].level;
}

struct swf_level_description swf_levels_describe(const struct swf_level_share *shares, size_t count)
{
	if (count == 0)
		return (struct swf_level_description){NAN, NAN, NAN, NAN};
	double total = 0, sum = 0;
	for (size_t i = 0; i < count; i++) {
		total += shares[i].time;
		sum += shares[i].level * shares[i].time;
	}
	return (struct swf_level_description){.mean = sum / total,
		.p50 = weighted_quantile(shares, count, total, 0.5),
		.p95 = weighted_quantile(shares, count, total, 0.95),
		.max = shares[count - 1].level};
}
