#include "analysis/week-phase.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

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
static double centre(const struct swf_week *week, double centred[SWF_WEEK_BINS])
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
	return centre(week, centred) > 0;
}

void swf_week_compare(
	const struct swf_week *log, const struct swf_week *like, double correlations[SWF_WEEK_BINS])
{
	double a[SWF_WEEK_BINS], b[SWF_WEEK_BINS];
	const double scale = sqrt(centre(log, a) * centre(like, b));
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
