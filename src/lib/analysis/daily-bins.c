#include "analysis/daily-bins.h"

#include <math.h>
#include <stdlib.h>

#include "stats/sort.h"

/* Where each different value begins on the line of all bins, which is SWF_DAILY_BINS long. */
static double *find_begins(const struct swf_distinct *d, size_t count)
{
	double *begins = malloc((d->count + 1) * sizeof *begins);
	size_t before = 0;
	if (begins == NULL)
		return NULL;
	for (size_t i = 0; i <= d->count; i++) {
		begins[i] = SWF_DAILY_BINS * (double)before / (double)count;
		before += i < d->count ? d->counts[i] : 0;
	}
	return begins;
}

/* Adds one value, which takes the part of the line from `begin` to `end`, to the bins there. */
static void add_value(double bins[SWF_DAILY_BINS], double begin, double end)
{
	for (int i = (int)begin; i < SWF_DAILY_BINS && i < end; i++)
		bins[i] += (fmin(end, i + 1) - fmax(begin, i)) / (end - begin);
}

/* The share in the fullest bin of `count` values, given by their ranks. */
static double fullest(const double *begins, const uint32_t *ranks, size_t count)
{
	double bins[SWF_DAILY_BINS] = {0}, most = 0;
	for (size_t i = 0; i < count; i++)
		add_value(bins, begins[ranks[i]], begins[ranks[i] + 1]);
	for (int i = 0; i < SWF_DAILY_BINS; i++)
		most = fmax(most, bins[i]);
	return most / (double)count;
}

int swf_daily_bins_shares(const double *values, const double *days, size_t count,
	struct swf_daily_share *shares, size_t *written)
{
	struct swf_distinct d;
	double *begins = NULL;
	*written = 0;
	if (swf_distinct_find(values, count, &d) == 0)
		begins = find_begins(&d, count);
	for (size_t i = 0, end; i < count && begins != NULL; i = end) {
		for (end = i + 1; end < count && days[end] == days[i];)
			end++;
		shares[(*written)++] = (struct swf_daily_share){.day = days[i],
			.count = end - i,
			.share = fullest(begins, d.ranks + i, end - i)};
	}
	const int result = begins != NULL ? 0 : -1;
	free(begins);
	swf_distinct_clear(&d);
	return result;
}
