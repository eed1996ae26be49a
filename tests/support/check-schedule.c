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
	if (c->head == c->submitted || promise == PROMISE_NONE)
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
	free(c.running);
	free(c.started);
	free(happenings);
	return text;
}
