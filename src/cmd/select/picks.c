#include "select/picks.h"

#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"

/* The place where the next record belongs, or SIZE_MAX for none. */
static size_t next_place(struct picks *p)
{
	const size_t seen = p->seen++;
	if (seen < p->most)
		return seen;
	if (p->how == PICK_FIRST || p->most == 0)
		return SIZE_MAX;
	if (p->how == PICK_LAST)
		return seen % p->most;
	/* each of the records so far is among the picks with the same probability */
	const double drawn = gsl_rng_uniform(p->rng) * (double)(seen + 1);
	return drawn < (double)p->most ? (size_t)drawn : SIZE_MAX;
}

void picks_add(struct picks *picks, const struct record *record)
{
	const size_t place = next_place(picks);
	if (place == SIZE_MAX)
		return;
	char *extra = NULL;
	if (place == picks->count) {
		picks->records = reserve(
			picks->records, picks->count, &picks->capacity, sizeof *picks->records);
		picks->records[picks->count++].extra = NULL;
	}
	if (record->extra_length > 0) {
		extra = checked(malloc(record->extra_length));
		memcpy(extra, record->extra, record->extra_length);
	}
	struct record *kept = &picks->records[place];
	free((char *)kept->extra);
	*kept = *record;
	kept->extra = extra;
}

static int by_place(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

void picks_sort(struct picks *picks)
{
	if (picks->how != PICK_FIRST && picks->count > 0)
		qsort(picks->records, picks->count, sizeof *picks->records, by_place);
}

void picks_clear(struct picks *picks)
{
	for (size_t i = 0; i < picks->count; i++)
		free((char *)picks->records[i].extra);
	free(picks->records);
	*picks = (struct picks){0};
}
