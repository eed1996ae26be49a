/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "naive/simulator/naive-orders.h"
#include "naive/simulator/naive-predictions.h"

/* What is known of a job beyond the log. */
struct progress {
	double first, predicted; /* run times, as predicted at the submit and now */
	double reservation;      /* of conservative: when it is to start */
	double key;              /* in an order, and the first that waits of its user */
	size_t corrections, joined_as, first_of_user;
	bool released; /* it no longer counts as holding its processors */
};

struct change {
	double time;
	int32_t procs; /* taken, from then on */
};

struct naive {
	struct scheduled *jobs;
	size_t count;
	const struct naive_options *o;
	struct progress *of;
	size_t *arrivals; /* all jobs, in the order of joining the queue */
	size_t joined;
	size_t *queue; /* in the order of joining, but for creasy and plain policies */
	size_t queued;
	size_t *running; /* in the order of starting */
	size_t running_count;
	size_t *ended; /* in the order of completion */
	size_t ended_count;
	size_t *first_of_session; /* of each job that has joined */
	size_t *candidates;       /* for backfilling */
	struct change *changes;   /* of the processors in use */
	double now;
};

static double end_of(const struct naive *n, size_t i)
{
	return n->jobs[i].start + n->jobs[i].run_time;
}

static double estimated_end(const struct naive *n, size_t i)
{
	return n->jobs[i].start + n->of[i].predicted;
}

static int32_t free_procs(const struct naive *n)
{
	int32_t procs = n->o->procs;
	for (size_t k = 0; k < n->running_count; k++)
		if (!n->of[n->running[k]].released)
			procs -= n->jobs[n->running[k]].size;
	return procs;
}

static bool fits(const struct naive *n, size_t i)
{
	return n->jobs[i].size <= free_procs(n);
}

static void release_expired(struct naive *n)
{
	for (size_t k = 0; k < n->running_count; k++)
		if (estimated_end(n, n->running[k]) <= n->now)
			n->of[n->running[k]].released = true;
}

static void take_out(size_t *list, size_t *count, size_t i)
{
	size_t k = 0;
	while (list[k] != i)
		k++;
	for (--*count; k < *count; k++)
		list[k] = list[k + 1];
}

static void start(struct naive *n, size_t i)
{
	take_out(n->queue, &n->queued, i);
	n->jobs[i].start = n->now;
	n->running[n->running_count++] = i;
}

/* The mean run time of the user's last completed jobs. */
static double recent(const struct naive *n, size_t i)
{
	double sum = 0;
	size_t found = 0;
	for (size_t k = n->ended_count; k > 0 && found < n->o->window; k--) {
		const struct scheduled *job = &n->jobs[n->ended[k - 1]];
		if (job->user == n->jobs[i].user) {
			sum += job->run_time;
			found++;
		}
	}
	if (n->jobs[i].user == -1 || found < n->o->window)
		return n->jobs[i].estimate;
	return fmin(floor(sum / (double)found), n->jobs[i].estimate);
}

static double predict(const struct naive *n, size_t i)
{
	switch (n->o->prediction) {
	case NAIVE_ACTUAL:
		return n->jobs[i].run_time;
	case NAIVE_RECENT:
		return recent(n, i);
	case NAIVE_SESSION:
	case NAIVE_CLASS: {
		struct naive_sessions sessions = {.jobs = n->jobs,
			.options = n->o,
			.ended = n->ended,
			.ended_count = n->ended_count,
			.first = n->first_of_session,
			.now = n->now};
		return naive_by_session(&sessions, i);
	}
	default:
		return n->jobs[i].estimate;
	}
}

/* Raises the predictions that have run out. */
static void correct(struct naive *n)
{
	static const double raises[] = {
		60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000};
	for (size_t k = 0; k < n->running_count; k++) {
		const size_t i = n->running[k];
		struct progress *p = &n->of[i];
		while (p->predicted < n->jobs[i].run_time && estimated_end(n, i) <= n->now) {
			bool last = p->corrections == sizeof raises / sizeof *raises;
			double raise = last ? INFINITY : raises[p->corrections++];
			p->predicted = fmin(p->first + raise, n->jobs[i].estimate);
		}
	}
}

/* Free processors at a time to come, if nothing else starts. */
static int32_t free_at(const struct naive *n, double time)
{
	int32_t procs = free_procs(n);
	for (size_t k = 0; k < n->running_count; k++) {
		const size_t i = n->running[k];
		if (!n->of[i].released && estimated_end(n, i) <= time)
			procs += n->jobs[i].size;
	}
	return procs;
}

static double priority(const struct naive *n, size_t i)
{
	double longest = 0, wait = n->now - n->jobs[i].submit;
	for (size_t k = 0; k < n->queued; k++)
		longest = fmax(longest, n->now - n->jobs[n->queue[k]].submit);
	double minutes = (wait + n->of[i].predicted) / 60;
	double w = longest > 0 ? wait / longest : 0;
	double c = 1 / ((1 + 0.05 * minutes) * (1 + 0.05 * minutes));
	return (1 - n->o->alpha) * w + n->o->alpha * c;
}

static bool has_priority(const struct naive *n, size_t i, size_t k)
{
	double of_i = priority(n, i), of_k = priority(n, k);
	return of_i > of_k || (of_i == of_k && n->of[i].joined_as < n->of[k].joined_as);
}

static bool is_shorter(const struct naive *n, size_t i, size_t k)
{
	double of_i = n->of[i].predicted, of_k = n->of[k].predicted;
	return of_i < of_k || (of_i == of_k && n->of[i].joined_as < n->of[k].joined_as);
}

static void put_in_order(const struct naive *n, size_t *list, size_t count,
	bool (*comes_before)(const struct naive *, size_t, size_t))
{
	for (size_t end = count; end > 1; end--) {
		for (size_t k = 1; k < end; k++) {
			size_t *two = list + k - 1, first = two[0];
			if (comes_before(n, two[1], first)) {
				two[0] = two[1];
				two[1] = first;
			}
		}
	}
}

/* The earliest time at which the head of the queue would fit. */
static double shadow_time(const struct naive *n)
{
	double shadow = INFINITY;
	for (size_t k = 0; k < n->running_count; k++) {
		double end = estimated_end(n, n->running[k]);
		if (!n->of[n->running[k]].released && end < shadow &&
			free_at(n, end) >= n->jobs[n->queue[0]].size)
			shadow = end;
	}
	return shadow;
}

static void backfill(struct naive *n)
{
	const double shadow = shadow_time(n);
	int32_t extra = free_at(n, shadow) - n->jobs[n->queue[0]].size;
	if (n->o->scheduler == NAIVE_EASY_SHADOW)
		extra = 0;
	size_t count = 0;
	for (size_t k = 1; k < n->queued; k++)
		if (fits(n, n->queue[k]))
			n->candidates[count++] = n->queue[k];
	if (n->o->scheduler == NAIVE_EASY_SJBF)
		put_in_order(n, n->candidates, count, is_shorter);
	for (size_t k = 0; k < count; k++) {
		const size_t i = n->candidates[k];
		bool ends = n->now + n->of[i].predicted <= shadow;
		if (!fits(n, i) || (!ends && n->jobs[i].size > extra))
			continue;
		if (!ends)
			extra -= n->jobs[i].size;
		start(n, i);
	}
}

static int by_time(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	return (x->time > y->time) - (x->time < y->time);
}

static size_t hold(struct naive *n, size_t count, size_t i, double from)
{
	double until = fmax(from + n->of[i].predicted, n->now);
	n->changes[count] = (struct change){fmax(from, n->now), n->jobs[i].size};
	n->changes[count + 1] = (struct change){until, -n->jobs[i].size};
	return count + 2;
}

/* The earliest time from now on at which a job fits among the running jobs and the reservations of
 * the others. A job of no length, too, must fit when it starts. */
static double earliest(struct naive *n, size_t i)
{
	size_t count = 0;
	for (size_t k = 0; k < n->running_count; k++)
		count = hold(n, count, n->running[k], n->jobs[n->running[k]].start);
	for (size_t k = 0; k < n->queued; k++)
		if (n->queue[k] != i)
			count = hold(n, count, n->queue[k], n->of[n->queue[k]].reservation);
	qsort(n->changes, count, sizeof *n->changes, by_time);
	double from = n->now;
	int32_t used = 0;
	for (size_t k = 0; k < count;) {
		const double time = n->changes[k].time;
		if (time > from && used + n->jobs[i].size > n->o->procs)
			from = time;
		else if (time > from && from + n->of[i].predicted <= time)
			break;
		for (; k < count && n->changes[k].time == time; k++)
			used += n->changes[k].procs;
	}
	return from;
}

static void reserve_again(struct naive *n)
{
	for (size_t k = 0; k < n->queued; k++) {
		struct progress *p = &n->of[n->queue[k]];
		const double again = earliest(n, n->queue[k]);
		/* one that holds nothing cannot keep others out of its place, and stays there */
		p->reservation = p->predicted > 0 ? again : fmin(p->reservation, again);
	}
}

static void start_what_is_due(struct naive *n)
{
	for (size_t k = 0; k < n->queued;) {
		if (n->of[n->queue[k]].reservation <= n->now && fits(n, n->queue[k]))
			start(n, n->queue[k]);
		else
			k++;
	}
}

static void find_keys(struct naive *n)
{
	const struct naive_past past = {.jobs = n->jobs,
		.running = n->running,
		.running_count = n->running_count,
		.ended = n->ended,
		.ended_count = n->ended_count,
		.now = n->now};
	for (size_t k = 0; k < n->queued; k++) {
		const size_t i = n->queue[k];
		struct progress *p = &n->of[i];
		p->key = naive_order_key(n->o, &past, &n->jobs[i], p->predicted);
		p->first_of_user = p->joined_as;
		for (size_t l = 0; l < n->queued && n->o->scheduler == NAIVE_FAIRSHARE; l++) {
			const size_t joined_as = n->of[n->queue[l]].joined_as;
			if (n->jobs[n->queue[l]].user == n->jobs[i].user &&
				joined_as < p->first_of_user)
				p->first_of_user = joined_as;
		}
	}
}

static bool comes_before(const struct naive *n, size_t i, size_t k)
{
	const struct progress *a = &n->of[i], *b = &n->of[k];
	const enum naive_scheduler order = n->o->scheduler;
	if (naive_order_is_before(order, a->key, b->key) ||
		naive_order_is_before(order, b->key, a->key))
		return naive_order_is_before(order, a->key, b->key);
	if (a->first_of_user != b->first_of_user)
		return a->first_of_user < b->first_of_user;
	return a->joined_as < b->joined_as;
}

/* Makes all reservations anew, in the order of the queue, and starts what has one for now. */
static void plan(struct naive *n)
{
	for (size_t k = 0; k < n->queued; k++)
		n->of[n->queue[k]].reservation = INFINITY;
	for (size_t k = 0; k < n->queued;) {
		const size_t i = n->queue[k];
		const double from = earliest(n, i);
		if (from <= n->now && fits(n, i)) {
			start(n, i);
		} else {
			n->of[i].reservation = from;
			k++;
		}
	}
}

static void pass_in_order(struct naive *n)
{
	find_keys(n);
	put_in_order(n, n->queue, n->queued, comes_before);
	if (n->o->backfill == NAIVE_BACKFILL_CONSERVATIVE)
		plan(n);
	while (n->queued > 0 && fits(n, n->queue[0]) &&
		n->o->backfill != NAIVE_BACKFILL_CONSERVATIVE)
		start(n, n->queue[0]);
	if (n->o->backfill == NAIVE_BACKFILL_EASY && n->queued > 0)
		backfill(n);
}

static void pass(struct naive *n)
{
	if (naive_has_order(n->o->scheduler)) {
		pass_in_order(n);
	} else if (n->o->scheduler == NAIVE_CONSERVATIVE) {
		start_what_is_due(n);
	} else {
		if (n->o->scheduler == NAIVE_CREASY)
			put_in_order(n, n->queue, n->queued, has_priority);
		while (n->queued > 0 && fits(n, n->queue[0]))
			start(n, n->queue[0]);
		if (n->o->scheduler != NAIVE_FCFS && n->queued > 0)
			backfill(n);
	}
}

static double next_event(const struct naive *n)
{
	double next = INFINITY;
	if (n->joined < n->count)
		next = n->jobs[n->arrivals[n->joined]].submit;
	for (size_t k = 0; k < n->running_count; k++)
		next = fmin(next, end_of(n, n->running[k]));
	for (size_t k = 0; k < n->queued && n->o->scheduler == NAIVE_CONSERVATIVE; k++)
		if (n->of[n->queue[k]].reservation > n->now)
			next = fmin(next, n->of[n->queue[k]].reservation);
	return next;
}

static bool arrives(const struct naive *n)
{
	return n->joined < n->count && n->jobs[n->arrivals[n->joined]].submit == n->now;
}

static size_t join(struct naive *n)
{
	const size_t i = n->arrivals[n->joined];
	struct progress *p = &n->of[i];
	p->joined_as = n->joined++;
	p->first = p->predicted = predict(n, i);
	if (n->o->scheduler == NAIVE_CONSERVATIVE)
		p->reservation = earliest(n, i);
	n->queue[n->queued++] = i;
	return i;
}

/* Completes the job that ends now and was started first, if there is one. */
static bool complete(struct naive *n)
{
	size_t k = 0;
	while (k < n->running_count && end_of(n, n->running[k]) > n->now)
		k++;
	if (k == n->running_count)
		return false;
	const size_t i = n->running[k];
	take_out(n->running, &n->running_count, i);
	n->ended[n->ended_count++] = i;
	/* even if it ends as estimated: what was made again before may fit earlier still */
	if (n->o->scheduler == NAIVE_CONSERVATIVE)
		reserve_again(n);
	return true;
}

static void step_arrivals_first(struct naive *n)
{
	bool passed = false,
	     always = n->o->scheduler == NAIVE_EASY_SJBF || n->o->scheduler == NAIVE_CONSERVATIVE ||
		naive_has_order(n->o->scheduler);
	while (arrives(n)) {
		correct(n);
		release_expired(n);
		size_t i = join(n);
		passed = always || fits(n, i);
		if (passed)
			pass(n);
	}
	correct(n);
	release_expired(n);
	/* at a time that was only reserved, nothing arrives or completes */
	if (complete(n) || (n->o->scheduler == NAIVE_CONSERVATIVE && !passed))
		pass(n);
}

static void step(struct naive *n)
{
	if (n->o->arrivals_first) {
		step_arrivals_first(n);
		return;
	}
	correct(n);
	while (complete(n))
		;
	while (arrives(n))
		join(n);
	pass(n);
}

static void list_arrivals(struct naive *n)
{
	for (size_t i = 0, end = 0; i < n->count; i = end) {
		while (end < n->count && n->jobs[end].submit == n->jobs[i].submit)
			end++;
		for (size_t k = i; k < end; k++)
			n->arrivals[k] = n->o->reverse ? end - 1 - (k - i) : k;
	}
}

void naive_simulate(struct scheduled *jobs, size_t count, const struct naive_options *options)
{
	size_t *lists = calloc(6 * count + 1, sizeof *lists);
	struct naive n = {.jobs = jobs,
		.count = count,
		.o = options,
		.of = calloc(count + 1, sizeof *n.of),
		.arrivals = lists,
		.queue = lists + count,
		.running = lists + 2 * count,
		.ended = lists + 3 * count,
		.first_of_session = lists + 5 * count,
		.candidates = lists + 4 * count,
		.changes = calloc(2 * count + 1, sizeof *n.changes)};
	list_arrivals(&n);
	while ((n.now = next_event(&n)) < INFINITY)
		step(&n);
	free(lists);
	free(n.of);
	free(n.changes);
}
