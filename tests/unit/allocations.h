/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocations of the library: one that fails, and how many there were. */
#ifndef SWF_TESTS_UNIT_ALLOCATIONS_H
#define SWF_TESTS_UNIT_ALLOCATIONS_H

#include <stddef.h>

/* Of the calls of realloc() that come the one of this number, from 1, fails. */
void fail_realloc(int number);

/* The calls of malloc(), calloc() and realloc() so far. */
size_t allocations(void);

#endif
