/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/daily-cycle.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "stats/sort.h"

/*
 * The values of all days lie on a line in ascending order, which is cut into bins of equal numbers
 * of jobs. A value that many jobs have covers a part of the line, and counts in each bin by the
 * share of its part that lies there: so bins need no rule for ties.
 */

/* The share in the fullest bin of `count` values, given by their ranks. */
static double fullest(const double *begins, const uint32_t *ranks, size_t count)
{
	double bins[SWF_DAILY_BINS] = {0}, most = 0;
	for (size_t i = 0; i < count; i++) {
		/* the part of the line of all bins that the value takes */
		const double begin = begins[ranks[i]], end = begins[ranks[i] + 1];
		for (int bin = (int)begin; bin < SWF_DAILY_BINS && bin < end; bin++)
			bins[bin] += (fmin(end, bin + 1) - fmax(begin, bin)) / (end - begin);
	}
	for (int i = 0; i < SWF_DAILY_BINS; i++)
		most = fmax(most, bins[i]);
	return most / (double)count;
}

int swf_daily_bins_shares(const double *values, const double *days, size_t count,
	struct swf_daily_share *shares, size_t *written)
{
	struct swf_distinct d;
	/* where each different value begins on the line of all bins, SWF_DAILY_BINS long */
	double *begins = NULL;
	*written = 0;
	if (swf_distinct_find(values, count, &d) == 0)
		begins = malloc((d.count + 1) * sizeof *begins);
	for (size_t i = 0, before = 0; begins != NULL && i <= d.count; i++) {
		begins[i] = SWF_DAILY_BINS * (double)before / (double)count;
		before += i < d.count ? d.counts[i] : 0;
	}
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

/* Jobs come in submit order, so of each user only the quarter of an hour of the last count has to
 * be remembered. */
int swf_week_add(struct swf_week *week, double t, double second_of_week, int64_t user)
{
	const double quarter = floor(t / SWF_WEEK_BIN);
	const size_t known = week->index.count;
	const size_t u = swf_index_add(&week->index, user < 0 ? -1 : user);
	if (u == SIZE_MAX)
		return -1;
	if (week->index.count > known) {
		double *last = swf_array_reserve(week->last, known, &week->capacity, sizeof *last);
		if (last == NULL)
			return -1;
		week->last = last;
	} else if (week->last[u] == quarter) {
		return 0;
	}
	week->last[u] = quarter;
	week->users[(size_t)(second_of_week / SWF_WEEK_BIN) % SWF_WEEK_BINS]++;
	return 0;
}

/* The counts less their mean. Returns the sum of their squares. */
static double subtract_mean(const struct swf_week *week, double centred[SWF_WEEK_BINS])
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < SWF_WEEK_BINS; i++)
		sum += week->users[i];
	for (size_t i = 0; i < SWF_WEEK_BINS; i++) {
		centred[i] = week->users[i] - sum / SWF_WEEK_BINS;
		squares += centred[i] * centred[i];
	}
	return squares;
}

bool swf_week_has_cycle(const struct swf_week *week)
{
	double centred[SWF_WEEK_BINS];
	return subtract_mean(week, centred) > 0;
}

void swf_week_compare(
	const struct swf_week *log, const struct swf_week *like, double correlations[SWF_WEEK_BINS])
{
	double a[SWF_WEEK_BINS], b[SWF_WEEK_BINS];
	const double scale = sqrt(subtract_mean(log, a) * subtract_mean(like, b));
	for (size_t phase = 0; phase < SWF_WEEK_BINS; phase++) {
		double sum = 0;
		for (size_t i = 0; i < SWF_WEEK_BINS; i++)
			sum += a[i] * b[(i + phase) % SWF_WEEK_BINS];
		correlations[phase] = scale > 0 ? sum / scale : (double)NAN;
	}
}

void swf_week_clear(struct swf_week *week)
{
	swf_index_clear(&week->index);
	free(week->last);
	*week = (struct swf_week){0};
}
