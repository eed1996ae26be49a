/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many jobs wait and how many processors are busy, from records in submit order. Starts and
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
	double (*pairs)[2]; /* times with processors, sorted, of jobs that were taken */
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
		t->pairs[left + i][1] = r.size;
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
