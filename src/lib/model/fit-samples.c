#include "model/fit-samples.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "model/model-variables.h"
#include "stats/sort.h"

/* Fewer values than this are put together with those of the next range, where there is one. */
enum { VALUES_LEAST = 20 };

int swf_fit_see(struct swf_fit_samples *samples, enum swf_model_variable variable, size_t class_,
	double of, double value)
{
	struct swf_fit_sample *s = &samples->of[variable][class_];
	double(*pairs)[2] = swf_array_reserve(s->pairs, s->count, &s->capacity, sizeof *pairs);
	if (pairs == NULL)
		return -1;
	s->pairs = pairs;
	pairs[s->count][0] = of;
	pairs[s->count++][1] = value;
	return 0;
}

/* Makes one distribution of the pairs from begin to end. */
static int fill_part(struct swf_histogram *histogram, const struct swf_fit_sample *s, size_t begin,
	size_t end, enum swf_histogram_kind kind)
{
	double *values = malloc((end - begin + 1) * sizeof *values);
	if (histogram == NULL || values == NULL) {
		free(values);
		return -1;
	}
	for (size_t i = begin; i < end; i++)
		values[i - begin] = s->pairs[i][1];
	swf_sort_doubles(values, end - begin);
	const int result = swf_histogram_add_sample(histogram, values, end - begin, kind);
	free(values);
	return result;
}

/* The end of the range of a value: the unit times a power of 4. */
static double end_of_range(double unit, double value)
{
	while (unit <= value)
		unit *= 4;
	return unit;
}

/* The end of the values of a range that begins with the value at `begin`, or of several, so that
 * there are enough, but for the last ones. */
static size_t end_of_part(const struct swf_fit_sample *s, size_t begin, double unit)
{
	double range = end_of_range(unit, s->pairs[begin][0]);
	size_t end = begin;
	for (; end < s->count; end++) {
		const double of = s->pairs[end][0];
		if (of < range)
			continue;
		if (end - begin >= VALUES_LEAST)
			break;
		range = end_of_range(unit, of);
	}
	return end;
}

static int fill_class(struct swf_model *model, enum swf_model_variable variable, size_t class_,
	struct swf_fit_sample *s, double unit)
{
	const struct swf_variable_of_model *v = &swf_model_variables[variable];
	const enum swf_histogram_kind kind =
		v->whole || v->names != NULL ? SWF_HISTOGRAM_VALUES : SWF_HISTOGRAM_RANGES;
	swf_sort_pairs(s->pairs, s->count);
	double from = v->given ? 0 : -INFINITY;
	for (size_t begin = 0, end; begin < s->count; begin = end) {
		end = v->given ? end_of_part(s, begin, unit) : s->count;
		const double to = !v->given || end == s->count
			? (double)INFINITY
			: end_of_range(unit, s->pairs[end - 1][0]);
		if (fill_part(swf_model_part(model, variable, class_, from, to), s, begin, end,
			    kind) != 0)
			return -1;
		from = to;
	}
	return 0;
}

int swf_fit_fill(struct swf_model *model, struct swf_fit_samples *samples,
	enum swf_model_variable variable, double unit)
{
	for (size_t c = 0; c < SWF_MODEL_CLASSES_MOST; c++)
		if (fill_class(model, variable, c, &samples->of[variable][c], unit) != 0)
			return -1;
	return 0;
}

void swf_fit_samples_clear(struct swf_fit_samples *samples)
{
	for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
		for (int c = 0; c < SWF_MODEL_CLASSES_MOST; c++)
			free(samples->of[v][c].pairs);
	*samples = (struct swf_fit_samples){0};
}

void swf_fit_see_count(struct swf_fit_pairs *pairs, struct swf_synthetic_past *past, double count)
{
	const double x = log(count);
	for (uint32_t i = 0; i < past->count && i < SWF_MODEL_MEMORY; i++) {
		const double y = log(past->counts[i]);
		pairs->count++;
		pairs->x += x;
		pairs->y += y;
		pairs->xx += x * x;
		pairs->yy += y * y;
		pairs->xy += x * y;
	}
	swf_synthetic_keep_count(past, count);
}

double swf_fit_persistence(const struct swf_fit_pairs *pairs)
{
	const double n = SWF_MODEL_MEMORY, count = pairs->count;
	if (count == 0)
		return 0;
	const double covariance = pairs->xy - pairs->x * pairs->y / count;
	const double variances = (pairs->xx - pairs->x * pairs->x / count) *
		(pairs->yy - pairs->y * pairs->y / count);
	const double r = variances > 0 ? covariance / sqrt(variances) : 0;
	/* rounded, since logarithms are not the same everywhere */
	return r > 0 ? floor(1000 * n * r / (1 + (n - 1) * r) + 0.5) / 1000 : 0;
}
