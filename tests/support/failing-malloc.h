/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library to be loaded before a command (LD_PRELOAD), in which allocations of memory fail.
 * failing-malloc.c stands in for the functions that allocate; every-allocation.c runs the command
 * and says which allocation is to fail.
 */
#ifndef SWF_TESTS_SUPPORT_FAILING_MALLOC_H
#define SWF_TESTS_SUPPORT_FAILING_MALLOC_H

#include <stdbool.h>

struct failing {
	bool counting;
	bool further; /* whether those after it fail as well */
	long number;  /* of the allocation that fails, from 1; 0 for none */
	long *count;  /* of the allocations so far, where another process can read it */
};
extern struct failing failing;

#endif
