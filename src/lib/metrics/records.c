#include "metrics/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/sort.h"

int swf_records_none(struct swf_error *error)
{
	return swf_fail(error, "no job has a wait time, a run time and a size");
}

static bool is_narrow(double time)
{
	return time >= INT32_MIN && time <= INT32_MAX && time == (int32_t)time;
}

static bool fits_narrow(const struct swf_record *r)
{
	return is_narrow(r->submit) && is_narrow(r->wait) && is_narrow(r->run_time) &&
		r->user >= INT32_MIN && r->user <= INT32_MAX;
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
	if (reserve_record(records, capacity) != 0)
		return -1;
	if (records->wide == NULL && !fits_narrow(r) && widen(records, *capacity) != 0)
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
	*records = (struct swf_records){0};
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
}

void swf_records_arrange(struct swf_records *records, size_t *places)
{
	/* what goes to a place comes from another, whose own comes to it next, and so on until the
	 * first one has come around */
	for (size_t first = 0; first < records->count; first++) {
		size_t to = first;
		for (size_t from; (from = places[to]) != first; to = from) {
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

/* So many jobs are sorted at a time that the fixed costs do not count, and few enough for a cache.
 */
enum { CHUNK = 4096 };

/* When jobs in submit order start, or end, in the order of time. No job starts before its submit,
 * so that times up to the next job's submit are in order once those before it are sorted. */
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
	/* as many as are left, so that a time that is far ahead is not sorted again and again */
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
