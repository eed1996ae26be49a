#include <math.h>
#include <stdlib.h>

#include "schedule.h"

enum state { ABSENT, WAITING, RUNNING, ENDED };

struct naive {
	struct scheduled *jobs;
	size_t count;
	const struct naive_options *o;
	enum state *state;
	bool *released;
	size_t *started_as; /* rank of starting */
	size_t *joined_as;  /* rank of joining the queue */
	size_t *queue;      /* in the order of joining, but for creasy */
	size_t queued;
	size_t starts, joins;
	double now;
};

static int32_t free_procs(const struct naive *n)
{
	int32_t procs = n->o->procs;
	for (size_t i = 0; i < n->count; i++)
		if (n->state[i] == RUNNING && !n->released[i])
			procs -= n->jobs[i].size;
	return procs;
}

static void release_expired(struct naive *n)
{
	for (size_t i = 0; i < n->count; i++)
		if (n->state[i] == RUNNING && n->jobs[i].start + n->jobs[i].estimate <= n->now)
			n->released[i] = true;
}

static void start(struct naive *n, size_t place)
{
	size_t i = n->queue[place];
	n->jobs[i].start = n->now;
	n->state[i] = RUNNING;
	n->started_as[i] = n->starts++;
	n->queued--;
	for (size_t k = place; k < n->queued; k++)
		n->queue[k] = n->queue[k + 1];
}

/* Free processors at a time to come, if nothing else starts. */
static int32_t free_at(const struct naive *n, double time)
{
	int32_t procs = free_procs(n);
	for (size_t i = 0; i < n->count; i++)
		if (n->state[i] == RUNNING && !n->released[i] &&
			n->jobs[i].start + n->jobs[i].estimate <= time)
			procs += n->jobs[i].size;
	return procs;
}

static double priority(const struct naive *n, size_t i)
{
	double longest = 0, wait = n->now - n->jobs[i].submit;
	for (size_t k = 0; k < n->queued; k++)
		longest = fmax(longest, n->now - n->jobs[n->queue[k]].submit);
	double minutes = (wait + n->jobs[i].estimate) / 60;
	double w = longest > 0 ? wait / longest : 0;
	double c = 1 / ((1 + 0.05 * minutes) * (1 + 0.05 * minutes));
	return (1 - n->o->alpha) * w + n->o->alpha * c;
}

static bool comes_before(const struct naive *n, size_t i, size_t k)
{
	double of_i = priority(n, i), of_k = priority(n, k);
	return of_i > of_k || (of_i == of_k && n->joined_as[i] < n->joined_as[k]);
}

static void put_in_order(struct naive *n)
{
	for (size_t end = n->queued; end > 1; end--) {
		for (size_t k = 1; k < end; k++) {
			size_t *two = n->queue + k - 1, first = two[0];
			if (comes_before(n, two[1], first)) {
				two[0] = two[1];
				two[1] = first;
			}
		}
	}
}

static void pass(struct naive *n)
{
	if (n->o->scheduler == NAIVE_CREASY)
		put_in_order(n);
	while (n->queued > 0 && n->jobs[n->queue[0]].size <= free_procs(n))
		start(n, 0);
	if (n->o->scheduler == NAIVE_FCFS || n->queued == 0)
		return;
	const struct scheduled *head = &n->jobs[n->queue[0]];
	double shadow = INFINITY;
	for (size_t i = 0; i < n->count; i++) {
		double end = n->jobs[i].start + n->jobs[i].estimate;
		if (n->state[i] == RUNNING && !n->released[i] && end < shadow &&
			free_at(n, end) >= head->size)
			shadow = end;
	}
	int32_t extra = free_at(n, shadow) - head->size;
	for (size_t k = 1; k < n->queued;) {
		const struct scheduled *job = &n->jobs[n->queue[k]];
		bool ends = n->now + job->estimate <= shadow;
		if (job->size <= free_procs(n) && (ends || job->size <= extra)) {
			if (!ends)
				extra -= job->size;
			start(n, k);
		} else {
			k++;
		}
	}
}

static double end_of(const struct naive *n, size_t i)
{
	return n->jobs[i].start + n->jobs[i].run_time;
}

static double next_event(const struct naive *n)
{
	double next = INFINITY;
	for (size_t i = 0; i < n->count; i++) {
		if (n->state[i] == ABSENT)
			next = fmin(next, n->jobs[i].submit);
		if (n->state[i] == RUNNING)
			next = fmin(next, end_of(n, i));
	}
	return next;
}

/* The job that joins the queue next at this instant, or count. */
static size_t next_arrival(const struct naive *n)
{
	size_t found = n->count;
	for (size_t i = 0; i < n->count; i++) {
		bool arrives = n->state[i] == ABSENT && n->jobs[i].submit == n->now;
		if (arrives && (found == n->count || n->o->reverse))
			found = i;
	}
	return found;
}

static void join(struct naive *n, size_t i)
{
	n->state[i] = WAITING;
	n->joined_as[i] = n->joins++;
	n->queue[n->queued++] = i;
}

/* The running job that ends now and was started first, or count. */
static size_t next_completion(const struct naive *n)
{
	size_t found = n->count;
	for (size_t i = 0; i < n->count; i++) {
		bool ends = n->state[i] == RUNNING && end_of(n, i) <= n->now;
		if (ends && (found == n->count || n->started_as[i] < n->started_as[found]))
			found = i;
	}
	return found;
}

static void step(struct naive *n)
{
	size_t i;
	if (!n->o->arrivals_first) {
		while ((i = next_completion(n)) < n->count)
			n->state[i] = ENDED;
		while ((i = next_arrival(n)) < n->count)
			join(n, i);
		pass(n);
		return;
	}
	while ((i = next_arrival(n)) < n->count) {
		release_expired(n);
		join(n, i);
		if (n->jobs[i].size <= free_procs(n))
			pass(n);
	}
	if ((i = next_completion(n)) < n->count) {
		n->state[i] = ENDED;
		release_expired(n);
		pass(n);
	}
}

void naive_simulate(struct scheduled *jobs, size_t count, const struct naive_options *options)
{
	struct naive n = {.jobs = jobs,
		.count = count,
		.o = options,
		.state = calloc(count + 1, sizeof *n.state),
		.released = calloc(count + 1, sizeof *n.released),
		.started_as = calloc(count + 1, sizeof *n.started_as),
		.joined_as = calloc(count + 1, sizeof *n.joined_as),
		.queue = calloc(count + 1, sizeof *n.queue)};
	while ((n.now = next_event(&n)) < INFINITY)
		step(&n);
	free(n.state);
	free(n.released);
	free(n.started_as);
	free(n.joined_as);
	free(n.queue);
}
