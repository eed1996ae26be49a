/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/series.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"

int swf_series_add(struct swf_series *series, double time, double amount)
{
	struct swf_series *s = series;
	if (s->count == 0)
		s->first = time;
	const double place = floor((time - s->first) / s->width);
	if (!(place >= 0 && place < (double)(SIZE_MAX / 2 / sizeof *s->bins)))
		return -1;
	while (s->count <= (size_t)place) {
		double *larger = swf_array_reserve(s->bins, s->count, &s->capacity, sizeof *larger);
		if (larger == NULL)
			return -1;
		s->bins = larger;
		s->bins[s->count++] = 0;
	}
	s->bins[(size_t)place] += amount;
	return 0;
}

void swf_series_clear(struct swf_series *series)
{
	free(series->bins);
	*series = (struct swf_series){.width = series->width};
}

/*
 * Steps. A level is held from `since` on; its time is added when it changes, to the page of its
 * level. Pages are made when a level of theirs is held for the first time, so that memory and time
 * do not depend on how high the levels are.
 */

/* Levels follow each other closely, so that those of a page are often asked for in turn. */
enum { PAGE = 16 };

struct swf_level_page {
	double times[PAGE]; /* s, at each level */
};

/* Times with fractions are not exact: a job may seem to start a rounding error before the end of
 * the job whose processors it takes over. Levels held for less than this do not count. */
static const double least_share = 1e-6; /* s */

/* The level was held up to a time. */
static int hold_level(struct swf_levels *levels, double time)
{
	const double from = levels->since > levels->begin ? levels->since : levels->begin;
	const double until = time < levels->end ? time : levels->end;
	if (!(until - from >= least_share))
		return 0;
	const int64_t level = (int64_t)levels->level;
	const size_t count = levels->pages.count;
	struct swf_level_page *page =
		swf_array_reserve_from(4, levels->page, count, &levels->capacity, sizeof *page);
	if (page == NULL)
		return -1;
	levels->page = page;
	const size_t place = swf_index_add(&levels->pages, level / PAGE);
	if (place == SIZE_MAX)
		return -1;
	if (place == count)
		page[place] = (struct swf_level_page){{0}};
	page[place].times[level % PAGE] += until - from;
	return 0;
}

int swf_levels_change(struct swf_levels *levels, double time, double by)
{
	const int result = hold_level(levels, time);
	levels->level += by;
	levels->since = time;
	return result;
}

struct swf_level_share *swf_levels_shares(struct swf_levels *levels, size_t *count)
{
	if (hold_level(levels, INFINITY) != 0)
		return NULL;
	struct swf_numbered *order = swf_index_sorted(&levels->pages);
	struct swf_level_share *shares = malloc((levels->pages.count * PAGE + 1) * sizeof *shares);
	*count = 0;
	for (size_t p = 0; order != NULL && shares != NULL && p < levels->pages.count; p++) {
		for (int i = 0; i < PAGE; i++) {
			const double time = levels->page[order[p].place].times[i];
			if (time > 0)
				shares[(*count)++] = (struct swf_level_share){
					(double)(order[p].number * PAGE + i), time};
		}
	}
	if (order == NULL) {
		free(shares);
		shares = NULL;
	}
	free(order);
	return shares;
}

void swf_levels_clear(struct swf_levels *levels)
{
	free(levels->page);
	swf_index_clear(&levels->pages);
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
