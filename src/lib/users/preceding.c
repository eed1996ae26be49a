#include "users/preceding.h"

#include <stdlib.h>

#include "base/array.h"

/* A job of a user by its number, and its place among the user's jobs. */
struct numbered {
	int64_t number;
	size_t place;
};

static int by_number_and_place(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* The place of the latest job of this number before the i-th. */
static size_t latest_before(const struct numbered *jobs, size_t count, int64_t number, size_t i)
{
	const struct numbered self = {number, i};
	struct swf_bisection b = {.high = count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, by_number_and_place(&jobs[b.middle], &self) < 0);
	return b.low > 0 && jobs[b.low - 1].number == number ? jobs[b.low - 1].place : SIZE_MAX;
}

int swf_preceding_find(
	const struct swf_packed_jobs *jobs, const size_t *places, size_t count, size_t *preceding)
{
	size_t named = 0;
	for (size_t i = 0; i < count; i++) {
		named += swf_packed_jobs_whole(jobs, &jobs->preceding, places[i]) >= 0;
		preceding[i] = SIZE_MAX;
	}
	if (named == 0)
		return 0;
	struct numbered *numbered = malloc(count * sizeof *numbered);
	if (numbered == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		numbered[i] =
			(struct numbered){swf_packed_jobs_whole(jobs, &jobs->number, places[i]), i};
	qsort(numbered, count, sizeof *numbered, by_number_and_place);
	for (size_t i = 0; i < count; i++) {
		const int64_t number = swf_packed_jobs_whole(jobs, &jobs->preceding, places[i]);
		if (number >= 0)
			preceding[i] = latest_before(numbered, count, number, i);
	}
	free(numbered);
	return 0;
}
