/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "support/failing-malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct failing failing;

static void *(*real_malloc)(size_t size);
static void *(*real_calloc)(size_t count, size_t size);
static void *(*real_realloc)(void *memory, size_t size);
static void *(*real_aligned_alloc)(size_t alignment, size_t size);
static void (*real_free)(void *memory);

/* For what the loader allocates while the functions above are looked up. It is never given back. */
static _Alignas(16) char early[1 << 16];
static size_t early_used;

static void *take_early(size_t size)
{
	void *memory = early + early_used;
	early_used += (size + 15) / 16 * 16;
	if (early_used > sizeof early)
		abort();
	return memory;
}

static bool is_early(const void *memory)
{
	const uintptr_t place = (uintptr_t)memory, begin = (uintptr_t)early;
	return place >= begin && place < begin + sizeof early;
}

static bool fails(void)
{
	if (!failing.counting)
		return false;
	const long number = ++*failing.count;
	if (failing.number == 0 || number < failing.number ||
		(number > failing.number && !failing.further))
		return false;
	errno = ENOMEM;
	return true;
}

/* ISO C knows no pointer that is both an object's and a function's. */
static void look_up(void *function, const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	memcpy(function, &found, sizeof found);
}

/* Before the constructors without a priority. */
__attribute__((constructor(101))) static void look_up_all(void)
{
	look_up(&real_free, "free");
	look_up(&real_calloc, "calloc");
	look_up(&real_realloc, "realloc");
	look_up(&real_aligned_alloc, "aligned_alloc");
	look_up(&real_malloc, "malloc");
}

void *malloc(size_t size)
{
	if (fails())
		return NULL;
	return real_malloc != NULL ? real_malloc(size) : take_early(size);
}

void *calloc(size_t elements, size_t size)
{
	if (fails())
		return NULL;
	return real_calloc != NULL ? real_calloc(elements, size) : take_early(elements * size);
}

void *realloc(void *memory, size_t size)
{
	if (fails())
		return NULL;
	if (real_realloc != NULL && !is_early(memory))
		return real_realloc(memory, size);
	void *larger = real_malloc != NULL ? real_malloc(size) : take_early(size);
	if (larger != NULL && memory != NULL)
		memmove(larger, memory, size);
	return larger;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : real_aligned_alloc(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	void *found = aligned_alloc(alignment, size);
	if (found == NULL)
		return ENOMEM;
	*memory = found;
	return 0;
}

void free(void *memory)
{
	if (memory != NULL && !is_early(memory) && real_free != NULL)
		real_free(memory);
}
