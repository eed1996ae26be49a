/*
 * A library to be loaded before a command (LD_PRELOAD), in which one allocation of memory fails.
 *
 * The one that fails is number FAILING_MALLOC, counted from 1 when the libraries are loaded. The
 * file FAILING_MALLOC_REPORT is created when it has failed, and otherwise gets the number of
 * allocations when the command ends. Programs that the command starts are left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *(*real_malloc)(size_t size);
static void *(*real_calloc)(size_t count, size_t size);
static void *(*real_realloc)(void *memory, size_t size);
static void *(*real_aligned_alloc)(size_t alignment, size_t size);
static void (*real_free)(void *memory);

static bool counting;
static long count, failing;
static const char *report;

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

/* No function that allocates may be called from here. */
static void write_report(const char *text)
{
	const int fd = open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		abort();
	close(fd);
}

static bool fails(void)
{
	if (!counting || __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) != failing)
		return false;
	write_report("");
	errno = ENOMEM;
	return true;
}

/* ISO C knows no pointer that is both an object's and a function's. */
static void look_up(void *function, const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	memcpy(function, &found, sizeof found);
}

__attribute__((constructor)) static void begin(void)
{
	look_up(&real_free, "free");
	look_up(&real_calloc, "calloc");
	look_up(&real_realloc, "realloc");
	look_up(&real_aligned_alloc, "aligned_alloc");
	look_up(&real_malloc, "malloc");
	report = getenv("FAILING_MALLOC_REPORT");
	const char *number = getenv("FAILING_MALLOC");
	if (report == NULL || number == NULL)
		return;
	failing = strtol(number, NULL, 10);
	unsetenv("LD_PRELOAD");
	counting = true;
}

__attribute__((destructor)) static void end(void)
{
	char text[24];
	if (!counting || (failing > 0 && count >= failing))
		return;
	counting = false;
	snprintf(text, sizeof text, "%ld\n", count);
	write_report(text);
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
	void *larger = malloc(size);
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
