/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "metrics/records.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

int swf_records_none(struct swf_error *error)
{
	return swf_fail(error, "no job has a wait time, a run time and a size");
}

static bool is_narrow(double time)
{
	return time >= INT32_MIN && time <= INT32_MAX && time == (int32_t)time;
}

/* Puts them into the wide form. */
static int widen(struct swf_records *records, size_t capacity)
{
	struct swf_record *wide = malloc(capacity * sizeof *wide);
	if (wide == NULL)
		return -1;
	for (size_t i = 0; i < records->count; i++)
		wide[i] = swf_record_at(records, i);
	free(records->narrow);
	records->narrow = NULL;
	records->wide = wide;
	return 0;
}

static int reserve_record(struct swf_records *records, size_t *capacity)
{
	const bool is_wide = records->wide != NULL;
	void *const old = is_wide ? (void *)records->wide : (void *)records->narrow;
	void *larger = swf_array_reserve(old, records->count, capacity,
		is_wide ? sizeof *records->wide : sizeof *records->narrow);
	if (larger == NULL)
		return -1;
	if (is_wide)
		records->wide = larger;
	else
		records->narrow = larger;
	return 0;
}

int swf_records_add(struct swf_records *records, size_t *capacity, const struct swf_record *record)
{
	const struct swf_record *r = record;
	/* places of records are 32 bits */
	if (records->count == UINT32_MAX || reserve_record(records, capacity) != 0)
		return -1;
	const bool fits = is_narrow(r->submit) && is_narrow(r->wait) && is_narrow(r->run_time) &&
		r->user >= INT32_MIN && r->user <= INT32_MAX;
	if (records->wide == NULL && !fits && widen(records, *capacity) != 0)
		return -1;
	if (records->wide != NULL)
		records->wide[records->count++] = *r;
	else
		records->narrow[records->count++] = (struct swf_narrow_record){(int32_t)r->submit,
			(int32_t)r->wait, (int32_t)r->run_time, (int32_t)r->user, r->size};
	return 0;
}

void swf_records_clear(struct swf_records *records)
{
	free(records->narrow);
	free(records->wide);
	free(records->groups);
	for (int r = 0; r < SWF_RECORD_AMOUNTS; r++)
		free(records->amounts[r]);
	*records = (struct swf_records){0};
}

double swf_records_need(const struct swf_job *job, int32_t size, enum swf_kind kind)
{
	return kind == SWF_KIND_PROCS ? size : (double)swf_job_needs(job, (int)kind - 1, size);
}

static void exchange(struct swf_records *records, size_t a, size_t b)
{
	if (records->wide != NULL) {
		const struct swf_record moved = records->wide[a];
		records->wide[a] = records->wide[b];
		records->wide[b] = moved;
	} else {
		const struct swf_narrow_record moved = records->narrow[a];
		records->narrow[a] = records->narrow[b];
		records->narrow[b] = moved;
	}
	if (records->groups != NULL) {
		const uint32_t moved = records->groups[a];
		records->groups[a] = records->groups[b];
		records->groups[b] = moved;
	}
	for (int r = 0; r < SWF_RECORD_AMOUNTS; r++) {
		double *const amounts = records->amounts[r];
		if (amounts == NULL)
			continue;
		const double moved = amounts[a];
		amounts[a] = amounts[b];
		amounts[b] = moved;
	}
}

void swf_records_arrange(struct swf_records *records, uint32_t *places)
{
	/* cycle by cycle: each exchange puts one record where it belongs, and the record that was
	 * there moves on to where its own place is filled from; so n exchanges are enough */
	for (uint32_t first = 0; first < records->count; first++) {
		uint32_t to = first;
		for (uint32_t from; (from = places[to]) != first; to = from) {
			exchange(records, to, from);
			places[to] = to;
		}
		places[to] = to;
	}
}

double swf_records_end(const struct swf_records *records)
{
	double end = -INFINITY;
	for (size_t i = 0; i < records->count; i++) {
		const struct swf_record r = swf_record_at(records, i);
		if (swf_record_end(&r) > end)
			end = swf_record_end(&r);
	}
	return end;
}
