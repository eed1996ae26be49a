/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schedule.h"

enum what { END, SUBMIT, START }; /* the order within an instant */

struct happening {
	double time;
	enum what what;
	size_t job;
};

static int by_time(const void *a, const void *b)
{
	const struct happening *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->what != y->what)
		return x->what < y->what ? -1 : 1;
	return (x->job > y->job) - (x->job < y->job);
}

struct checker {
	const struct scheduled *jobs;
	int32_t free_procs;
	size_t *running; /* by estimated end */
	size_t running_count;
	bool *started;
	size_t head;      /* the first job that has not started */
	size_t submitted; /* how many jobs have been */
};

static double estimated_end(const struct scheduled *job)
{
	return job->start + job->estimate;
}

static void begin_running(struct checker *c, size_t job)
{
	size_t i = c->running_count++;
	for (; i > 0 && estimated_end(&c->jobs[c->running[i - 1]]) > estimated_end(&c->jobs[job]);
		i--)
		c->running[i] = c->running[i - 1];
	c->running[i] = job;
	c->free_procs -= c->jobs[job].size;
}

static void end_running(struct checker *c, size_t job)
{
	size_t i = 0;
	while (c->running[i] != job)
		i++;
	for (c->running_count--; i < c->running_count; i++)
		c->running[i] = c->running[i + 1];
	c->free_procs += c->jobs[job].size;
}

/* The earliest time at which the head would fit by the estimated ends. */
static double reservation(const struct checker *c)
{
	int32_t procs = c->free_procs;
	for (size_t i = 0; i < c->running_count; i++) {
		procs += c->jobs[c->running[i]].size;
		if (procs >= c->jobs[c->head].size)
			return estimated_end(&c->jobs[c->running[i]]);
	}
	return INFINITY;
}

static const char *broken(size_t job, const char *promise, double time)
{
	static char text[256];
	snprintf(text, sizeof text, "job %zu (from 0) at %.17g: %s", job, time, promise);
	return text;
}

/* What must hold when everything has happened that happens at an instant. */
static const char *check_instant(struct checker *c, double now, enum promise promise)
{
	if (c->free_procs < 0)
		return broken(c->head, "more processors in use than there are", now);
	while (c->head < c->submitted && c->started[c->head])
		c->head++;
	if (c->head == c->submitted || promise == PROMISE_NONE || promise == PROMISE_CONSERVATIVE)
		return NULL;
	const struct scheduled *head = &c->jobs[c->head];
	if (head->size <= c->free_procs)
		return broken(c->head, "waits at the head although it fits", now);
	if (promise == PROMISE_EASY && head->start > reservation(c))
		return broken(c->head, "starts after its reservation", head->start);
	return NULL;
}

static const char *check_happenings(
	struct checker *c, const struct happening *happenings, size_t count, enum promise promise)
{
	double last_start = -INFINITY;
	for (size_t i = 0; i < count; i++) {
		const struct happening *h = &happenings[i];
		const struct scheduled *job = &c->jobs[h->job];
		if (h->what == END) {
			end_running(c, h->job);
		} else if (h->what == SUBMIT) {
			c->submitted = h->job + 1;
		} else {
			c->started[h->job] = true;
			if (job->run_time > 0)
				begin_running(c, h->job);
		}
		const char *text;
		bool last = i + 1 == count || happenings[i + 1].time > h->time;
		if (last && (text = check_instant(c, h->time, promise)) != NULL)
			return text;
	}
	for (size_t i = 0; i < c->submitted && promise == PROMISE_FCFS; i++) {
		if (c->jobs[i].start < last_start)
			return broken(i, "starts before an earlier job", c->jobs[i].start);
		last_start = c->jobs[i].start;
	}
	return NULL;
}

/* Processors that are free from a time on until the next point, by estimates and reservations. */
struct point {
	double time;
	int32_t free;
};

/* A second replay, for conservative: it keeps reservations of its own. */
struct reserver {
	const struct scheduled *jobs;
	size_t count, submitted;
	int32_t free_procs;   /* now */
	struct point *points; /* the first one is now */
	size_t point_count;
	double *reservations;
	size_t *queue, queued;          /* in submit order */
	size_t *running, running_count; /* in the order of starting */
	double now;
};

/* The place of the point at a time, which is put in if need be. */
static size_t point_at(struct reserver *r, double time)
{
	size_t k = r->point_count;
	while (r->points[k - 1].time > time)
		k--;
	if (r->points[k - 1].time == time)
		return k - 1;
	for (size_t m = r->point_count++; m > k; m--)
		r->points[m] = r->points[m - 1];
	r->points[k] = (struct point){time, r->points[k - 1].free};
	return k;
}

static void drop_needless_points(struct reserver *r)
{
	size_t kept = 1;
	for (size_t k = 1; k < r->point_count; k++)
		if (r->points[k].free != r->points[kept - 1].free)
			r->points[kept++] = r->points[k];
	r->point_count = kept;
}

static void give(struct reserver *r, double from, double until, int32_t procs)
{
	from = fmax(from, r->now);
	if (from >= until)
		return;
	const size_t first = point_at(r, from), end = point_at(r, until);
	for (size_t k = first; k < end; k++)
		r->points[k].free += procs;
	drop_needless_points(r);
}

static double earliest(const struct reserver *r, const struct scheduled *job)
{
	double from = r->now;
	for (size_t k = 0; k < r->point_count; k++) {
		double until = k + 1 < r->point_count ? r->points[k + 1].time : INFINITY;
		if (r->points[k].free < job->size)
			from = until;
		else if (from + job->estimate <= until)
			break;
	}
	return from;
}

static void reserve(struct reserver *r, size_t i)
{
	const struct scheduled *job = &r->jobs[i];
	r->reservations[i] = earliest(r, job);
	give(r, r->reservations[i], r->reservations[i] + job->estimate, -job->size);
}

static void unreserve(struct reserver *r, size_t i)
{
	const struct scheduled *job = &r->jobs[i];
	give(r, r->reservations[i], r->reservations[i] + job->estimate, job->size);
}

static void advance(struct reserver *r)
{
	size_t passed = 0;
	while (passed + 1 < r->point_count && r->points[passed + 1].time <= r->now)
		passed++;
	r->point_count -= passed;
	for (size_t k = 0; k < r->point_count && passed > 0; k++)
		r->points[k] = r->points[k + passed];
	r->points[0].time = r->now;
}

static void take_out(size_t *list, size_t *count, size_t place)
{
	for (--*count; place < *count; place++)
		list[place] = list[place + 1];
}

static double real_end(const struct reserver *r, size_t i)
{
	return r->jobs[i].start + r->jobs[i].run_time;
}

/* Every completion lets the waiting jobs reserve again, one by one. */
static void complete_what_ends(struct reserver *r)
{
	for (size_t k = 0; k < r->running_count;) {
		const size_t i = r->running[k];
		if (real_end(r, i) > r->now) {
			k++;
			continue;
		}
		take_out(r->running, &r->running_count, k);
		r->free_procs += r->jobs[i].size;
		give(r, r->now, estimated_end(&r->jobs[i]), r->jobs[i].size);
		for (size_t w = 0; w < r->queued; w++) {
			unreserve(r, r->queue[w]);
			reserve(r, r->queue[w]);
		}
	}
}

/* Jobs that start now: those that are due and fit, as a pass would start them, or all. */
static void start_those(struct reserver *r, bool all)
{
	for (size_t k = 0; k < r->queued;) {
		const size_t i = r->queue[k];
		const struct scheduled *job = &r->jobs[i];
		bool due = r->reservations[i] <= r->now && job->size <= r->free_procs;
		if (job->start > r->now || !(due || all)) {
			k++;
			continue;
		}
		unreserve(r, i);
		give(r, r->now, estimated_end(job), -job->size);
		r->free_procs -= job->size;
		take_out(r->queue, &r->queued, k);
		r->running[r->running_count++] = i;
	}
}

static double next_time(const struct reserver *r)
{
	double next = r->submitted < r->count ? r->jobs[r->submitted].submit : INFINITY;
	for (size_t k = 0; k < r->running_count; k++)
		next = fmin(next, real_end(r, r->running[k]));
	for (size_t k = 0; k < r->queued; k++)
		next = fmin(next, r->jobs[r->queue[k]].start);
	return next;
}

static const char *check_reservations(struct reserver *r)
{
	for (double last = -INFINITY; (r->now = next_time(r)) < INFINITY; last = r->now) {
		advance(r);
		complete_what_ends(r);
		while (r->submitted < r->count && r->jobs[r->submitted].submit == r->now) {
			const size_t i = r->submitted++;
			reserve(r, i);
			r->queue[r->queued++] = i;
			/* nothing can be reserved for a job of no length */
			if (r->jobs[i].start > r->reservations[i] && r->jobs[i].estimate > 0)
				return broken(i, "starts after its reservation", r->jobs[i].start);
		}
		/* what a pass would not start waits for the completions of this instant */
		size_t waiting = r->queued;
		start_those(r, false);
		if (r->queued == waiting && r->now == last)
			start_those(r, true);
	}
	return NULL;
}

static const char *check_conservative(const struct scheduled *jobs, size_t count, int32_t procs)
{
	size_t *lists = calloc(2 * count + 1, sizeof *lists);
	struct reserver r = {.jobs = jobs,
		.count = count,
		.free_procs = procs,
		.points = calloc(2 * count + 5, sizeof *r.points),
		.point_count = 1,
		.reservations = calloc(count + 1, sizeof *r.reservations),
		.queue = lists,
		.running = lists + count};
	r.points[0] = (struct point){-INFINITY, procs};
	const char *text = check_reservations(&r);
	free(lists);
	free(r.points);
	free(r.reservations);
	return text;
}

const char *check_schedule(
	const struct scheduled *jobs, size_t count, int32_t procs, enum promise promise)
{
	struct checker c = {.jobs = jobs,

		.free_procs = procs,
		.running = calloc(count + 1, sizeof *c.running),
		.started = calloc(count + 1, sizeof *c.started)};
	struct happening *happenings = calloc(3 * count + 1, sizeof *happenings);
	const char *text = NULL;
	size_t n = 0;
	for (size_t i = 0; i < count; i++) {
		if (jobs[i].start < jobs[i].submit)
			text = broken(i, "starts before its submit", jobs[i].start);
		happenings[n++] = (struct happening){jobs[i].submit, SUBMIT, i};
		happenings[n++] = (struct happening){jobs[i].start, START, i};
		/* a job of zero run time holds processors for no time */
		if (jobs[i].run_time > 0)
			happenings[n++] =
				(struct happening){jobs[i].start + jobs[i].run_time, END, i};
	}
	qsort(happenings, n, sizeof *happenings, by_time);
	if (text == NULL)
		text = check_happenings(&c, happenings, n, promise);
	if (text == NULL && promise == PROMISE_CONSERVATIVE)
		text = check_conservative(jobs, count, procs);
	free(c.running);
	free(c.started);
	free(happenings);
	return text;
}
