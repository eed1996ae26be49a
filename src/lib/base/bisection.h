/*
 * Binary search for how many of the first places hold what is asked of them, where no place behind
 * one that does not holds it:
 *
 *	struct swf_bisection b = {.high = count};
 *	while (swf_bisection_next(&b))
 *		swf_bisection_tell(&b, values[b.middle] <= limit);
 *	return b.low;
 */
#ifndef SWF_BASE_BISECTION_H
#define SWF_BASE_BISECTION_H

#include <stdbool.h>
#include <stddef.h>

/* The number is from low to high. */
struct swf_bisection {
	size_t low, high;
	size_t middle; /* the place to be looked at */
};

/* Sets the place to be looked at; false once the number is known, which low is then. */
static inline bool swf_bisection_next(struct swf_bisection *b)
{
	b->middle = b->low + (b->high - b->low) / 2;
	return b->low < b->high;
}

/* Says whether that place holds what is asked. */
static inline void swf_bisection_tell(struct swf_bisection *b, bool holds)
{
	b->low = holds ? b->middle + 1 : b->low;
	b->high = holds ? b->high : b->middle;
}

#endif
