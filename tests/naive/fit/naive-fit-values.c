/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions, and how they are printed.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_IN_GIVEN 20

void add_value(struct values *values, double given, double value, const char *name)
{
	values->value =
		with_room(values->value, values->count, &values->capacity, sizeof(struct value));
	values->value[values->count++] = (struct value){given, value, name};
}

static int compare_doubles(double a, double b)
{
	return (a > b) - (a < b);
}

static int compare_values(const void *a, const void *b)
{
	const struct value *left = a, *right = b;
	return compare_doubles(left->value, right->value);
}

static int compare_given(const void *a, const void *b)
{
	const struct value *left = a, *right = b;
	return compare_doubles(left->given, right->given);
}

/* The number itself, or the one that it is printed as. */
static void print_number(double number)
{
	if (isfinite(number))
		printf("%.10g", number);
}

/* Where the line begins: its variable, class and given range, none of which has to be there. */
struct place {
	const char *variable, *class;
	bool is_given;
	double given_from, given_to;
};

static void print_place(const struct place *place)
{
	printf("%s,%s,", place->variable, place->class);
	if (place->is_given)
		print_number(place->given_from);
	putchar(',');
	if (place->is_given)
		print_number(place->given_to);
	putchar(',');
}

static size_t equal_from(const struct value *values, size_t count, size_t i)
{
	size_t equal = 0;
	while (i + equal < count && values[i + equal].value == values[i].value)
		equal++;
	return equal;
}

/* How many values the range that begins at value I has. */
static size_t range_from(const struct value *values, size_t count, size_t i, bool listed)
{
	size_t often = count / 100 > 2 ? count / 100 : 2;
	size_t n = equal_from(values, count, i);
	if (listed || n >= often || values[i].value == 0)
		return n;
	size_t least = (i < count - i ? i : count - i) / 4;
	if (least > count / 50)
		least = count / 50;
	while (n < least && i + n < count) {
		size_t more = equal_from(values, count, i + n);
		if (more >= often)
			break;
		n += more;
	}
	return n;
}

static void print_distribution(
	const struct place *place, struct value *values, size_t count, bool listed)
{
	qsort(values, count, sizeof *values, compare_values);
	for (size_t i = 0, n; i < count; i += n) {
		n = range_from(values, count, i, listed);
		print_place(place);
		if (values[i].name != NULL)
			printf("%s", values[i].name);
		else
			print_number(values[i].value);
		putchar(',');
		if (values[i + n - 1].value > values[i].value)
			print_number(values[i + n - 1].value);
		putchar(',');
		if (n < count)
			printf("%zu", n);
		putchar('\n');
	}
}

/* What is given is 0 or more; units are powers of four of the first. */
static double next_limit(double given, double unit)
{
	double limit = unit;
	while (limit <= given)
		limit *= 4;
	return limit;
}

/* How many of the values, from I, are in the range that begins with them, up to LIMIT. */
static size_t given_range(struct value *values, size_t count, size_t i, double unit, double *limit)
{
	*limit = next_limit(values[i].given, unit);
	size_t n = 0;
	while (i + n < count && (values[i + n].given < *limit || n < LEAST_IN_GIVEN)) {
		*limit = next_limit(values[i + n].given, unit);
		n++;
	}
	return n;
}

/* A unit of 0 is for what is not given anything. */
void print_values(
	const char *variable, const char *class, struct values *values, double unit, bool listed)
{
	struct place place = {.variable = variable, .class = class, .is_given = unit > 0};
	if (unit > 0 && values->count > 0)
		qsort(values->value, values->count, sizeof *values->value, compare_given);
	for (size_t i = 0, n = values->count; i < values->count; i += n) {
		if (unit > 0)
			n = given_range(values->value, values->count, i, unit, &place.given_to);
		if (i + n == values->count)
			place.given_to = INFINITY;
		print_distribution(&place, values->value + i, n, listed);
		place.given_from = place.given_to;
	}
	free(values->value);
	*values = (struct values){0};
}

void print_single(const char *variable, const char *class, double value)
{
	struct place place = {.variable = variable, .class = class};
	print_place(&place);
	print_number(value);
	printf(",,\n");
}

/* Of what a class of sessions has to have, even if it was not seen. */
void print_values_or(const struct log *log, const char *variable, enum kind kind,
	struct values *values, double unit, bool listed, struct value otherwise)
{
	if (values->count == 0 && has_jobs(log, kind))
		add_value(values, 0, otherwise.value, otherwise.name);
	print_values(variable, kind_names[kind], values, unit, listed);
}
