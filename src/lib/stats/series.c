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
