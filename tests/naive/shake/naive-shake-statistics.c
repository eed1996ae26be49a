/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution of the changes, as they are seen in the output, in terms of the largest change.
 * Elements count of which the largest change is some hundred seconds or processors, so that the
 * rounding is not seen, and of which no change would meet a limit: the first submit, a second, a
 * processor or the machine. Printed are, each with its name:
 *
 *   elements      how many count
 *   shaken        how many of these are changed
 *   mean          of the changes, 0 being expected
 *   absolute      mean of the absolute changes, 0.5
 *   positive      the share of positive changes, 0.5
 *   distance      from the uniform distribution, of Kolmogorov and Smirnov
 *   correlation   of a change and that of the next element that is shaken
 *   first, last   mean squares of the changes of the first and the last tenth of those that are
 *                 shaken, a third
 */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_MOST 500 /* of the largest change */

static double seen_change(const struct shaking *s, const struct element *element)
{
	const struct job *job = &s->log.jobs[element->first];
	int field = SUBMIT;
	if (s->options.what == RUNTIMES)
		field = RUN_TIME;
	else if (s->options.what == ESTIMATES)
		field = REQUESTED_TIME;
	else if (s->options.what == SIZES)
		field = (int)size_field(&s->options, job);
	return s->found[element->first]->field[field] - job->field[field];
}

static bool counts(const struct shaking *s, const struct element *element)
{
	double room_below = element->value - 1, room_above = INFINITY;
	if (s->options.what == INTERARRIVAL)
		room_below =
			s->log.jobs[element->first].field[SUBMIT] - s->log.jobs[0].field[SUBMIT];
	if (s->options.what == SIZES)
		room_above = s->machine - element->value;
	return element->most >= LEAST_MOST && element->most <= room_below &&
		element->most <= room_above;
}

static int ascending(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;
	return one < other ? -1 : one > other;
}

/* Sorts the changes. */
static double distance_from_uniform(double *changes, size_t count)
{
	double distance = 0, n = (double)count;
	qsort(changes, count, sizeof *changes, ascending);
	for (size_t i = 0; i < count; i++) {
		double uniform = (changes[i] + 1) / 2;
		distance = fmax(distance, uniform - (double)i / n);
		distance = fmax(distance, (double)(i + 1) / n - uniform);
	}
	return distance;
}

static double mean_square(const double *changes, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += changes[i] * changes[i];
	return sum / (double)count;
}

/* Their mean is known to be 0. */
static double correlation(const double *changes, size_t count)
{
	double sum = 0;
	for (size_t i = 1; i < count; i++)
		sum += changes[i - 1] * changes[i];
	return sum / (double)(count - 1) / mean_square(changes, count);
}

static void print_figures(double *changes, size_t count)
{
	double sum = 0, absolute = 0, positive = 0;
	size_t tenth = count / 10;
	for (size_t i = 0; i < count; i++) {
		sum += changes[i];
		absolute += fabs(changes[i]);
		positive += changes[i] > 0;
	}
	printf("mean %.6f\n", sum / (double)count);
	printf("absolute %.6f\n", absolute / (double)count);
	printf("positive %.6f\n", positive / (double)count);
	printf("correlation %.6f\n", correlation(changes, count));
	printf("first %.6f\n", mean_square(changes, tenth));
	printf("last %.6f\n", mean_square(changes + count - tenth, tenth));
	printf("distance %.6f\n", distance_from_uniform(changes, count));
}

void print_statistics(const struct shaking *s)
{
	double *changes = allocate(s->elements, sizeof *changes);
	size_t elements = 0, count = 0;
	for (size_t i = 0; i < s->elements; i++) {
		const struct element *element = &s->element[i];
		double change = seen_change(s, element);
		elements += counts(s, element);
		if (counts(s, element) && change != 0)
			changes[count++] = change / element->most;
	}
	printf("elements %zu\nshaken %zu\n", elements, count);
	print_figures(changes, count);
	free(changes);
}
