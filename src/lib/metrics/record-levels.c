/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many jobs wait, how many processors are busy, and what the first job that waits is short of,
 * from records in submit order. Starts and
 * ends are in no order, but no job starts before its submit. So once the times of the records taken
 * so far are sorted, they are final up to the submit of the next record. Times are sorted in
 * chunks, most of them once, and memory grows with the jobs that wait or run at a time.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/records.h"
#include "stats/sort.h"

/* Jobs that are sorted at a time: enough to outweigh the fixed costs, and few enough for a cache.
 */
enum { CHUNK = 4096 };

/* The starts or the ends of jobs, in the order of time. */
struct times {
	const struct swf_records *records;
	size_t taken;
	bool ends;
	bool places;
	/* times with processors, or with places of records, sorted, of jobs that were taken */
	double (*pairs)[2];
	size_t held, capacity, at;
	double next; /* at this place */
	bool failed;
};

static void take_records(struct times *t)
{
	const size_t left = t->held - t->at, rest = t->records->count - t->taken;
	/* no fewer than are left, so that a time far ahead is not sorted again and again */
	const size_t most = left > CHUNK ? left : CHUNK, more = rest < most ? rest : most;
	if (left > 0)
		memmove(t->pairs, t->pairs + t->at, left * sizeof *t->pairs);
	t->at = 0;
	t->held = left;
	if (left + more > t->capacity) {
		double(*pairs)[2] = realloc(t->pairs, (left + more) * sizeof *pairs);
		if (pairs == NULL) {
			t->failed = true;
			t->taken = t->records->count;
			return;
		}
		t->pairs = pairs;
		t->capacity = left + more;
	}
	for (size_t i = 0; i < more; i++) {
		const struct swf_record r = swf_record_at(t->records, t->taken + i);
		t->pairs[left + i][0] = t->ends ? swf_record_end(&r) : swf_record_start(&r);
		t->pairs[left + i][1] = t->places ? (double)(t->taken + i) : r.size;
	}
	t->held += more;
	t->taken += more;
	swf_sort_pairs(t->pairs, t->held);
}

/* Finds the next time, INFINITY behind the last. */
static inline void find_next_time(struct times *t)
{
	while (t->taken < t->records->count &&
		(t->at == t->held || t->pairs[t->at][0] > swf_record_submit(t->records, t->taken)))
		take_records(t);
	t->next = t->at < t->held ? t->pairs[t->at][0] : INFINITY;
}

/* Passes those of a time. Returns their processors together, and how many they are. */
static inline double pass_time(struct times *t, double time, double *jobs)
{
	double procs = 0;
	for (*jobs = 0; t->next == time; ++*jobs) {
		procs += t->pairs[t->at++][1];
		find_next_time(t);
	}
	return procs;
}

/* All changes of a time pass at once: a job that takes over what another leaves changes nothing. */
static int sweep(const struct swf_records *records, double end, struct times *starts,
	struct times *ends, struct swf_levels levels[2])
{
	const size_t count = records->count;
	size_t come = 0;
	find_next_time(starts);
	find_next_time(ends);
	for (;;) {
		const double submit = come < count ? swf_record_submit(records, come) : INFINITY;
		const double change = starts->next < ends->next ? starts->next : ends->next;
		const double time = submit < change ? submit : change;
		double waiting = 0, started, ended;
		if (time >= end)
			break;
		for (; come < count && swf_record_submit(records, come) == time; come++)
			waiting++;
		double busy = pass_time(starts, time, &started);
		busy -= pass_time(ends, time, &ended);
		waiting -= started;
		/* without some of the starts or ends, more would leave than have come */
		if (starts->failed || ends->failed)
			break;
		if (waiting != 0 && swf_levels_change(&levels[SWF_LEVEL_QUEUE], time, waiting) != 0)
			return -1;
		if (busy != 0 && swf_levels_change(&levels[SWF_LEVEL_BUSY], time, busy) != 0)
			return -1;
	}
	return starts->failed || ends->failed ? -1 : 0;
}

int swf_record_levels(
	const struct swf_records *records, struct swf_window window, struct swf_levels levels[2])
{
	struct times starts = {.records = records}, ends = {.records = records, .ends = true};
	for (int level = 0; level < 2; level++)
		levels[level] = (struct swf_levels){
			.begin = window.begin, .end = window.end, .since = -INFINITY};
	const int result = sweep(records, window.end, &starts, &ends, levels);
	free(starts.pairs);
	free(ends.pairs);
	return result;
}

/* As for levels: times with fractions are not exact. */
static const double least_time = 1e-6; /* s */

void swf_binding_pass(struct swf_binding *binding, double time, const double *needs)
{
	struct swf_binding *b = binding;
	const double seconds = fmin(time, b->end) - fmax(b->since, b->begin);
	bool any = false;
	b->since = time;
	if (needs == NULL || !(seconds >= least_time))
		return;
	for (int r = 0; r < SWF_KINDS; r++) {
		if (b->capacities[r] - b->used[r] >= needs[r])
			continue;
		b->times[r] += seconds;
		any = true;
	}
	b->none += any ? 0 : seconds;
	b->waiting += seconds;
}

static void list_needs(const struct swf_records *records, size_t i, double needs[SWF_KINDS])
{
	for (int r = 0; r < SWF_KINDS; r++)
		needs[r] = swf_record_demand(records, i, (enum swf_kind)r);
}

/* The jobs of a time take what they need, or with a sign of -1 give it back. */
static void use_at(struct times *t, double time, int sign, struct swf_binding *binding)
{
	double needs[SWF_KINDS];
	while (t->next == time) {
		list_needs(t->records, (size_t)t->pairs[t->at++][1], needs);
		for (int r = 0; r < SWF_KINDS; r++)
			binding->used[r] += sign * needs[r];
		find_next_time(t);
	}
}

/* The jobs before `head` have started, and so it is the first that waits if it has come. */
static void sweep_heads(struct times *starts, struct times *ends, struct swf_binding *binding)
{
	const struct swf_records *records = starts->records;
	double needs[SWF_KINDS];
	size_t head = 0;
	find_next_time(starts);
	find_next_time(ends);
	for (;;) {
		const bool left = head < records->count;
		const double submit = left ? swf_record_submit(records, head) : INFINITY;
		const bool waits = submit <= binding->since;
		const double change = fmin(starts->next, ends->next);
		const double time = waits ? change : fmin(change, submit);
		if (waits)
			list_needs(records, head, needs);
		swf_binding_pass(binding, time, waits ? needs : NULL);
		if (!(time < binding->end) || starts->failed || ends->failed)
			return;
		use_at(starts, time, 1, binding);
		use_at(ends, time, -1, binding);
		for (; head < records->count; head++) {
			const struct swf_record r = swf_record_at(records, head);
			if (swf_record_start(&r) > time)
				break;
		}
	}
}

int swf_record_binding(const struct swf_records *records, struct swf_binding *binding)
{
	struct times starts = {.records = records, .places = true}, ends = starts;
	ends.ends = true;
	sweep_heads(&starts, &ends, binding);
	free(starts.pairs);
	free(ends.pairs);
	return starts.failed || ends.failed ? -1 : 0;
}
