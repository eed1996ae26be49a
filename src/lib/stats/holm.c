#include "stats/holm.h"

#include <math.h>
#include <stdlib.h>

#include "stats/sort.h"

/* The first place of a value that is among ascending ones. */
static size_t place_of(const double *ascending, size_t count, double value)
{
	size_t low = 0;
	while (count > 0) {
		const size_t half = count / 2;
		if (ascending[low + half] < value) {
			low += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return low;
}

int swf_holm_correct(double *p, size_t count)
{
	double *ascending = malloc(2 * count * sizeof *ascending + 1);
	size_t tests = 0;
	if (ascending == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!isnan(p[i]))
			ascending[tests++] = p[i];
	swf_sort_doubles(ascending, tests);
	double *corrected = ascending + count;
	for (size_t i = 0; i < tests; i++)
		corrected[i] = fmax(
			i > 0 ? corrected[i - 1] : 0, fmin(1, (double)(tests - i) * ascending[i]));
	/* equal ones all get what the first of them does */
	for (size_t i = 0; i < count; i++)
		if (!isnan(p[i]))
			p[i] = corrected[place_of(ascending, tests, p[i])];
	free(ascending);
	return 0;
}
