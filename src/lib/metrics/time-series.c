/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls, all starts, ends and edges of bins up to the last submit have passed. The heap has
 * one event for each job that waits or runs: its start, and after that its end. Each number (user,
 * group, ...) with a job in the bin has a count of what waits and runs now, and sums that are true
 * up to `since`. What jobs need beside processors is counted beside that, where it is asked for.
 * The sums are brought up to date only when the count changes or the bin ends. So a job costs O(log
 * n) for n jobs in the system, and a bin one step for each number in it.
 */
#include "metrics/time-series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "metrics/records.h"
#include "swfcore/quantity.h"

/* Of the jobs with one number, that of a user, group or queue. */
struct count {
	int64_t queue, running, busy; /* now: jobs that wait, jobs that run, their processors */
	double since;                 /* s: up to then they are in the sums */
	/* sums over the bin so far */
	double queue_time, running_time, busy_time; /* s times jobs or processors */
	double work;                                /* processor seconds, of the arrivals */
	int64_t arrivals, users;                    /* different users, as far as they are known */
};

/* The same in amounts of each resource; and the power of what runs. */
struct needs {
	double queue[SWF_KINDS], busy[SWF_KINDS]; /* now */
	double queue_time[SWF_KINDS], busy_time[SWF_KINDS];
	double power, energy; /* W now, and J */
	int64_t powered;      /* how many jobs draw it */
	double work[SWF_KINDS];
	double since; /* s: as for the count */
};

/* Begins with {0}. */
struct counts {
	struct swf_index numbers; /* those with jobs in the bin */
	struct count *of;         /* at their places */
	size_t capacity;
	bool has_needs;
	struct needs *needs; /* at the same places, of those that jobs arrived with */
	size_t needs_count, needs_capacity;
	struct swf_index users; /* of the bin */
	struct swf_index pairs; /* of their places and those of numbers */
};

/* Brings the sums up to now. */
static inline void sum_up(struct count *count, double now)
{
	count->queue_time += (double)count->queue * (now - count->since);
	count->running_time += (double)count->running * (now - count->since);
	count->busy_time += (double)count->busy * (now - count->since);
	count->since = now;
}

/* The count of a number, which is added if need be, with the sums up to now. Good until another is
 * added. NULL when there is no memory. */
static struct count *count_of(struct counts *counts, int64_t number, double now)
{
	const size_t before = counts->numbers.count;
	struct count *of = swf_array_reserve(counts->of, before, &counts->capacity, sizeof *of);
	if (of == NULL)
		return NULL;
	counts->of = of;
	const size_t place = swf_index_add(&counts->numbers, number);
	if (place == SIZE_MAX)
		return NULL;
	if (place == before)
		of[place] = (struct count){.since = now};
	sum_up(&of[place], now);
	return &of[place];
}

/* The needs of the number with a count, with the sums up to now. NULL when there is no memory. */
static struct needs *needs_of(struct counts *counts, const struct count *count, double now)
{
	const size_t place = (size_t)(count - counts->of);
	while (counts->needs_count <= place) {
		struct needs *more = swf_array_reserve(
			counts->needs, counts->needs_count, &counts->needs_capacity, sizeof *more);
		if (more == NULL)
			return NULL;
		counts->needs = more;
		more[counts->needs_count++] = (struct needs){.since = now};
	}
	struct needs *needs = &counts->needs[place];
	for (int r = 0; r < SWF_KINDS; r++) {
		needs->queue_time[r] += needs->queue[r] * (now - needs->since);
		needs->busy_time[r] += needs->busy[r] * (now - needs->since);
	}
	needs->energy += needs->power * (now - needs->since);
	needs->since = now;
	return needs;
}

/* Counts the user of a job that arrives. 0, or -1 when there is no memory. */
static int count_user(struct counts *counts, struct count *count, int64_t user)
{
	const size_t place = swf_index_add(&counts->users, user), before = counts->pairs.count;
	const uint64_t number = (uint64_t)(count - counts->of);
	if (place == SIZE_MAX)
		return -1;
	const size_t pair = swf_index_add(&counts->pairs, (int64_t)(number << 32 | place));
	count->users += pair == before;
	return pair == SIZE_MAX ? -1 : 0;
}

static bool is_present(const struct count *count)
{
	return count->queue > 0 || count->running > 0;
}

/* Drops the numbers without a job. 0, or -1 when there is no memory. */
static int keep_present(struct counts *counts)
{
	struct swf_index present = {0};
	int result = 0;
	for (size_t i = 0; i < counts->numbers.count && result == 0; i++) {
		const size_t place = present.count;
		if (!is_present(&counts->of[i]))
			continue;
		counts->of[place] = counts->of[i];
		if (counts->has_needs)
			counts->needs[place] = counts->needs[i];
		result = swf_index_add(&present, counts->numbers.numbers[i]) == place ? 0 : -1;
	}
	swf_index_clear(&counts->numbers);
	counts->numbers = present;
	if (counts->has_needs)
		counts->needs_count = present.count;
	return result;
}

/* A bin ends: the sums begin again, and with `drop` numbers without a job that waits or runs go. 0,
 * or -1 when there is no memory. */
static int begin_counts(struct counts *counts, bool drop)
{
	bool all_present = true;
	for (size_t i = 0; i < counts->numbers.count; i++) {
		struct count *c = &counts->of[i];
		*c = (struct count){c->queue, c->running, c->busy, .since = c->since};
		all_present &= is_present(c);
		if (i < counts->needs_count) {
			struct needs *needs = &counts->needs[i];
			struct needs began = {.since = needs->since,
				.power = needs->power,
				.powered = needs->powered};
			memcpy(began.queue, needs->queue, sizeof began.queue);
			memcpy(began.busy, needs->busy, sizeof began.busy);
			*needs = began;
		}
	}
	if (counts->users.count > 0) {
		swf_index_clear(&counts->users);
		swf_index_clear(&counts->pairs);
	}
	return all_present || !drop ? 0 : keep_present(counts);
}

/* What comes of a job: its start while it waits, then its end. */
struct event {
	double time, end; /* s */
	int64_t number;   /* of its user, group, ... */
	int32_t change;   /* of the busy processors: its size, and less than 0 at its end */
	uint32_t extra;   /* the place of what else the job needs, where that counts */
};

static bool event_before(const struct event *a, const struct event *b)
{
	return a->time < b->time;
}

HEAP(events, struct event, event_before)

/* What the jobs that wait or run need beside processors. Events hold its place alone, which keeps
 * them small. Place 0 is the list of those that are free. */
struct extra {
	double gpus, memory;
	double power;  /* W */
	uint32_t next; /* that is free */
};

struct extras {
	struct extra *of;
	size_t count, capacity;
};

/* Keeps what a job needs. Returns its place, or 0 when there is no memory. */
static uint32_t add_extra(struct extras *extras, struct extra extra)
{
	uint32_t place = extras->count > 0 ? extras->of[0].next : 0;
	if (place == 0) {
		struct extra *of = swf_array_reserve(
			extras->of, extras->count + 1, &extras->capacity, sizeof *of);
		if (of == NULL || extras->count >= INT32_MAX)
			return 0;
		if (extras->count == 0)
			of[extras->count++].next = 0;
		extras->of = of;
		place = (uint32_t)extras->count++;
		of[place].next = 0;
	}
	extras->of[0].next = extras->of[place].next;
	extras->of[place] = extra;
	return place;
}

static void drop_extra(struct extras *extras, uint32_t place)
{
	extras->of[place].next = extras->of[0].next;
	extras->of[0].next = place;
}

static inline void list_needs(
	const struct extras *extras, const struct event *e, double needs[SWF_KINDS])
{
	needs[SWF_KIND_PROCS] = abs(e->change);
	needs[SWF_KIND_GPUS] = extras->of[e->extra].gpus;
	needs[SWF_KIND_MEMORY] = extras->of[e->extra].memory;
}

/* The jobs that wait, in the order of submit, with some behind the first that have started. */
struct waiting {
	double start; /* s */
	double needs[SWF_KINDS];
};

struct line {
	struct waiting *of;
	size_t first, end, capacity;
};

/* Adds a job at the end. 0, or -1 when there is no memory. */
static int join_line(struct line *line, double start, const double needs[SWF_KINDS])
{
	if (line->first > line->end / 2) {
		line->end -= line->first;
		memmove(line->of, line->of + line->first, line->end * sizeof *line->of);
		line->first = 0;
	}
	struct waiting *of =
		swf_array_reserve(line->of, line->end, &line->capacity, sizeof *line->of);
	if (of == NULL)
		return -1;
	line->of = of;
	of[line->end].start = start;
	memcpy(of[line->end++].needs, needs, sizeof of->needs);
	return 0;
}

struct swf_time_series {
	const struct swf_time_series_options *options;
	const struct swf_calendar *calendar;
	swf_time_series_put *put;
	void *context;
	bool any;
	double first, last, last_end; /* s: the first and the last submit, the last end */
	double midnight;              /* s: edges of bins are at this plus k bins */
	double bin, bins;             /* k of the present bin, and how many there were before it */
	double begin, edge;           /* s: its beginning and its end */
	struct event *events;
	size_t event_count, event_capacity;
	struct counts counts;
	struct extras extras;
	bool binds; /* what binds is asked for */
	struct line line;
	struct swf_binding binding; /* of the bin */
};

enum swf_kind swf_series_resource(enum swf_time_series_value value)
{
	const bool gpus = value >= SWF_SERIES_BUSY_GPUS && value <= SWF_SERIES_QUEUE_GPUS;
	const bool memory = value >= SWF_SERIES_BUSY_MEMORY && value <= SWF_SERIES_QUEUE_MEMORY;
	return gpus || value == SWF_SERIES_BINDS_GPUS        ? SWF_KIND_GPUS
		: memory || value == SWF_SERIES_BINDS_MEMORY ? SWF_KIND_MEMORY
							     : SWF_KIND_PROCS;
}

/* What the machine has, without an end where that is not known. */
static double amount(double known)
{
	return known > 0 ? known : INFINITY;
}

struct swf_time_series *swf_time_series_new(const struct swf_time_series_options *options,
	const struct swf_calendar *calendar, swf_time_series_put *put, void *context)
{
	struct swf_time_series *series = calloc(1, sizeof *series);
	if (series != NULL)
		*series = (struct swf_time_series){
			.options = options, .calendar = calendar, .put = put, .context = context};
	for (int v = SWF_SERIES_PLAIN; v < SWF_SERIES_VALUES && series != NULL; v++) {
		series->counts.has_needs |= options->has[v];
		series->binds |= swf_series_binds(v) && options->has[v];
	}
	if (series != NULL)
		series->binding = (struct swf_binding){.begin = -INFINITY,
			.end = INFINITY,
			.since = -INFINITY,
			.capacities = {amount(options->procs), amount(options->gpus),
				amount(options->memory)}};
	return series;
}

void swf_time_series_free(struct swf_time_series *series)
{
	if (series == NULL)
		return;
	free(series->counts.of);
	free(series->counts.needs);
	free(series->line.of);
	free(series->extras.of);
	swf_index_clear(&series->counts.numbers);
	swf_index_clear(&series->counts.users);
	swf_index_clear(&series->counts.pairs);
	free(series->events);
	free(series);
}

static double edge_at(const struct swf_time_series *s, double bin)
{
	return s->midnight + bin * s->options->bin;
}

/* Begins with the first job. 0, or -1 when there is no memory. */
static int begin_series(struct swf_time_series *s, double first)
{
	double midnights[2];
	(void)swf_calendar_seconds(
		s->calendar, swf_calendar_day(s->calendar, first) * SWF_DAY, midnights);
	s->any = true;
	s->midnight = midnights[0];
	s->first = s->begin = first;
	s->last_end = first;
	s->bin = floor((first - s->midnight) / s->options->bin);
	/* the quotient may be rounded to the next whole number */
	while (edge_at(s, s->bin) > first)
		s->bin--;
	while (edge_at(s, s->bin + 1) <= first)
		s->bin++;
	s->edge = edge_at(s, s->bin + 1);
	const bool all = s->options->by == SWF_SERIES_OF_ALL;
	return !all || count_of(&s->counts, 0, first) != NULL ? 0 : -1;
}

/* Where the values of a resource begin: what is busy, utilization, load, queue. */
static const int first_value[SWF_KINDS] = {
	[SWF_KIND_GPUS] = SWF_SERIES_BUSY_GPUS, [SWF_KIND_MEMORY] = SWF_SERIES_BUSY_MEMORY};

static bool has_need(const bool *has, const struct needs *n)
{
	bool found = (has[SWF_SERIES_QUEUE_PROCS] && n->queue_time[SWF_KIND_PROCS] > 0) ||
		(has[SWF_SERIES_POWER] && n->energy > 0);
	for (int r = SWF_KIND_GPUS; r < SWF_KINDS; r++) {
		const bool *of = has + first_value[r];
		found |= ((of[0] || of[1]) && n->busy_time[r] > 0) || (of[2] && n->work[r] > 0) ||
			(of[3] && n->queue_time[r] > 0);
	}
	return found;
}

/* Whether a value that is asked for is not 0, or would not be if the machine were known. */
static bool has_value(const struct swf_time_series *s, const struct count *c)
{
	const bool *has = s->options->has;
	return (has[SWF_SERIES_QUEUE] && c->queue_time > 0) ||
		(has[SWF_SERIES_RUNNING] && c->running_time > 0) ||
		((has[SWF_SERIES_BUSY] || has[SWF_SERIES_UTILIZATION]) && c->busy_time > 0) ||
		(has[SWF_SERIES_LOAD] && c->work > 0) ||
		(has[SWF_SERIES_ARRIVALS] && c->arrivals > 0) ||
		(has[SWF_SERIES_USERS] && c->users > 0) ||
		(s->counts.has_needs && has_need(has, &s->counts.needs[c - s->counts.of]));
}

/* What binds goes on up to a time. */
static void pass_binding(struct swf_time_series *s, double time)
{
	const bool waits = s->line.first < s->line.end;
	if (s->binds)
		swf_binding_pass(&s->binding, time, waits ? s->line.of[s->line.first].needs : NULL);
}

/* Adds the values of resources to those of a row. */
static void value_needs(const struct swf_time_series *s, const struct needs *n, double over,
	double values[SWF_SERIES_VALUES])
{
	const double amounts[] = {s->options->procs, s->options->gpus, s->options->memory};
	values[SWF_SERIES_QUEUE_PROCS] = n->queue_time[SWF_KIND_PROCS] / over;
	values[SWF_SERIES_POWER] = n->energy / over;
	for (int r = SWF_KIND_GPUS; r < SWF_KINDS; r++) {
		double *of = values + first_value[r];
		const double there = amounts[r] > 0 ? amounts[r] : (double)NAN;
		of[0] = n->busy_time[r] / over;
		of[1] = n->busy_time[r] / over / there;
		of[2] = n->work[r] / over / there;
		of[3] = n->queue_time[r] / over;
	}
	/* where the processors are not known, nothing is known of what binds */
	const double known = amounts[SWF_KIND_PROCS] > 0 ? over : (double)NAN;
	for (int r = 0; r < SWF_KINDS; r++)
		values[SWF_SERIES_BINDS + r] = s->binding.times[r] / known;
	values[SWF_SERIES_BINDS_NONE] = s->binding.none / known;
}

/* Puts the rows of the present bin, cut at a time. 0, or -1 when there is no memory. */
static int put_rows(struct swf_time_series *s, double end)
{
	const size_t count = s->counts.numbers.count;
	const double seconds = end - s->begin, over = seconds > 0 ? seconds : (double)NAN;
	const double procs = s->options->procs > 0 ? s->options->procs : (double)NAN;
	struct swf_numbered *sorted = swf_index_sorted(&s->counts.numbers);
	pass_binding(s, end);
	for (size_t i = 0; i < count && sorted != NULL; i++) {
		struct count *c = &s->counts.of[sorted[i].place];
		sum_up(c, end);
		if (s->counts.has_needs && needs_of(&s->counts, c, end) == NULL) {
			free(sorted);
			return -1;
		}
		if (s->options->by != SWF_SERIES_OF_ALL && !has_value(s, c))
			continue;
		struct swf_time_series_row row = {.number = sorted[i].number,
			.begin = s->begin,
			.seconds = seconds,
			.values = {[SWF_SERIES_QUEUE] = c->queue_time / over,
				[SWF_SERIES_RUNNING] = c->running_time / over,
				[SWF_SERIES_BUSY] = c->busy_time / over,
				[SWF_SERIES_UTILIZATION] = c->busy_time / over / procs,
				[SWF_SERIES_LOAD] = c->work / over / procs,
				[SWF_SERIES_ARRIVALS] = (double)c->arrivals,
				[SWF_SERIES_USERS] = (double)c->users}};
		if (s->counts.has_needs)
			value_needs(s, &s->counts.needs[c - s->counts.of], over, row.values);
		s->put(s->context, &row);
	}
	free(sorted);
	return sorted != NULL ? 0 : -1;
}

/* 0, or -1 when there is no memory. */
static int next_bin(struct swf_time_series *s)
{
	if (put_rows(s, s->edge) != 0 ||
		begin_counts(&s->counts, s->options->by != SWF_SERIES_OF_ALL) != 0)
		return -1;
	memset(s->binding.times, 0, sizeof s->binding.times);
	s->binding.none = 0;
	s->bins++;
	s->bin++;
	s->begin = s->edge;
	s->edge = edge_at(s, s->bin + 1);
	return 0;
}

/* A job of a count starts or ends: it stops to wait, and takes what it needs or gives it back. */
static int pass_needs(struct swf_time_series *s, struct event e, const struct count *c)
{
	struct needs *n = needs_of(&s->counts, c, e.time);
	double needs[SWF_KINDS];
	if (n == NULL)
		return -1;
	list_needs(&s->extras, &e, needs);
	const double power = s->extras.of[e.extra].power;
	if (power > 0) {
		n->powered += e.change > 0 ? 1 : -1;
		/* without what is left of rounding */
		n->power = n->powered > 0 ? n->power + (e.change > 0 ? power : -power) : 0;
	}
	if (e.change < 0)
		drop_extra(&s->extras, e.extra);
	pass_binding(s, e.time);
	for (int r = 0; r < SWF_KINDS; r++) {
		n->queue[r] -= e.change > 0 ? needs[r] : 0;
		n->busy[r] += e.change > 0 ? needs[r] : -needs[r];
		s->binding.used[r] += e.change > 0 ? needs[r] : -needs[r];
	}
	while (s->line.first < s->line.end && s->line.of[s->line.first].start <= e.time)
		s->line.first++;
	return 0;
}

/* The first event takes place: a job starts or ends. 0, or -1 when there is no memory. */
static int pass_event(struct swf_time_series *s)
{
	struct event e = s->events[0];
	struct count *c = count_of(&s->counts, e.number, e.time);
	if (c == NULL)
		return -1;
	const bool starts = e.change > 0;
	c->queue -= starts;
	c->running += starts ? 1 : -1;
	c->busy += e.change;
	if (s->counts.has_needs && pass_needs(s, e, c) != 0)
		return -1;
	if (starts) {
		e.change = -e.change;
		e.time = e.end;
		events_replace(s->events, s->event_count, e);
	} else {
		events_pop(s->events, s->event_count--);
	}
	return 0;
}

/* All events and ends of bins up to a time pass. */
static int pass_until(struct swf_time_series *s, double time, struct swf_error *error)
{
	/* so that the error comes before the first of many rows */
	if (s->bins + 1 + floor((time - s->edge) / s->options->bin) >= SWF_SERIES_MOST_BINS)
		return swf_fail(error, "more than %d bins of %.10g s from the first submit on",
			SWF_SERIES_MOST_BINS, s->options->bin);
	for (;;) {
		const double next = s->event_count > 0 ? s->events[0].time : (double)INFINITY;
		if (fmin(next, s->edge) > time)
			return 0;
		if ((next > s->edge ? next_bin(s) : pass_event(s)) != 0)
			return swf_fail_memory(error);
	}
}

/* The same for what it needs. Returns the place of that, or 0 when there is no memory. */
static uint32_t add_needs(
	struct swf_time_series *s, const struct count *c, const struct swf_job *job, int32_t size)
{
	struct needs *n = needs_of(&s->counts, c, job->submit);
	const double needs[SWF_KINDS] = {size, swf_records_need(job, size, SWF_KIND_GPUS),
		swf_records_need(job, size, SWF_KIND_MEMORY)};
	if (n == NULL)
		return 0;
	for (int r = 0; r < SWF_KINDS; r++) {
		n->queue[r] += needs[r];
		n->work[r] += needs[r] * job->run_time;
	}
	pass_binding(s, s->last);
	if (s->binds && join_line(&s->line, job->submit + job->wait, needs) != 0)
		return 0;
	return add_extra(&s->extras,
		(struct extra){.gpus = needs[SWF_KIND_GPUS],
			.memory = needs[SWF_KIND_MEMORY],
			.power = job->energy > 0 && job->run_time > 0 ? job->energy / job->run_time
								      : 0});
}

/* The job arrives. 0, or -1 when there is no memory. */
static int add_arrival(struct swf_time_series *s, const struct swf_job *job)
{
	const int32_t size = swf_job_size(job, s->options->size);
	const int64_t number = swf_records_number(job, s->options->by);
	const double start = job->submit + job->wait;
	struct event *events =
		swf_array_reserve(s->events, s->event_count, &s->event_capacity, sizeof *events);
	if (events == NULL)
		return -1;
	s->events = events;
	struct count *c = count_of(&s->counts, number, job->submit);
	if (c == NULL)
		return -1;
	c->queue++;
	c->arrivals++;
	c->work += (double)size * job->run_time;
	const uint32_t extra = s->counts.has_needs ? add_needs(s, c, job, size) : 0;
	if (s->counts.has_needs && extra == 0)
		return -1;
	events_push(events, s->event_count++,
		(struct event){start, start + job->run_time, number, size, extra});
	s->last_end = fmax(s->last_end, start + job->run_time);
	return job->user < 0 ? 0 : count_user(&s->counts, c, job->user);
}

int swf_time_series_add(
	struct swf_time_series *series, const struct swf_job *job, struct swf_error *error)
{
	struct swf_time_series *s = series;
	if (!s->any && begin_series(s, job->submit) != 0)
		return swf_fail_memory(error);
	if (s->options->until > 0 && job->submit > s->first + s->options->until)
		return 0;
	s->last = job->submit;
	if (pass_until(s, job->submit, error) != 0)
		return -1;
	return add_arrival(s, job) == 0 ? 0 : swf_fail_memory(error);
}

int swf_time_series_end(struct swf_time_series *series, struct swf_error *error)
{
	struct swf_time_series *s = series;
	const struct swf_time_series_options *o = s->options;
	if (!s->any)
		return swf_records_none(error);
	const double end = o->until > 0          ? s->first + o->until
		: o->window == SWF_WINDOW_SUBMIT ? s->last
						 : s->last_end;
	if (pass_until(s, end, error) != 0)
		return -1;
	/* a bin of no length has rows only for jobs that are submitted at the very end */
	const bool last = end > s->begin || s->last == s->begin;
	return !last || put_rows(s, end) == 0 ? 0 : swf_fail_memory(error);
}
