/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-locality: the depth of values in a stack.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The top comes last. */
struct stack {
	double *value;
	size_t size;
	double depths, hits, misses;
};

/* In per cent, so that whole numbers are compared exactly. */
static bool is_near(double x, double y, double percent)
{
	return 100 * fabs(x - y) <= percent * y;
}

static void take_value(struct stack *stack, double x, double percent)
{
	size_t depth = 0;
	while (depth < stack->size && !is_near(x, stack->value[stack->size - 1 - depth], percent))
		depth++;
	if (depth == stack->size) {
		stack->misses++;
		stack->value[stack->size++] = x;
		return;
	}
	stack->hits++;
	stack->depths += (double)depth;
	double *place = &stack->value[stack->size - 1 - depth];
	double y = *place;
	memmove(place, place + 1, depth * sizeof y);
	stack->value[stack->size - 1] = y;
}

static void print_stack_of(const struct log *log, int attribute, double percent)
{
	struct stack stack = {.value = allocate(log->count, sizeof(double))};
	for (size_t i = 0; i < log->count; i++)
		if (!isnan(log->jobs[i].value[attribute]))
			take_value(&stack, log->jobs[i].value[attribute], percent);
	printf("%s,", attribute_names[attribute]);
	PRINT_CELLS(stack.hits > 0 ? stack.depths / stack.hits : NAN, stack.hits, stack.misses,
		(double)stack.size);
	putchar('\n');
	free(stack.value);
}

void print_stack(const struct log *log, const struct options *options)
{
	puts("attribute,depth_mean,hits,misses,size");
	for (int a = 0; a < ATTRIBUTES; a++)
		if (options->attributes[a])
			print_stack_of(log, a, a == SIZE ? 0 : options->percent);
}
