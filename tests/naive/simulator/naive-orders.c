/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/simulator/naive-orders.h"

#include <math.h>

bool naive_has_order(enum naive_scheduler scheduler)
{
	return scheduler >= NAIVE_LARGEST;
}

/* Processor-seconds of a job, of which those of a week ago count half: the integral of
 * 2^((t - now) / week) over the time for which it has run. */
static double used(const struct naive_past *past, size_t i)
{
	const double week = 7 * 24 * 3600;
	const struct scheduled *job = &past->jobs[i];
	const double to = fmin(job->start + job->run_time, past->now);
	return job->size * week / log(2) *
		(pow(2, (to - past->now) / week) - pow(2, (job->start - past->now) / week));
}

static double used_by(const struct naive_past *past, int64_t user)
{
	double sum = 0;
	for (size_t k = 0; k < past->running_count; k++)
		if (past->jobs[past->running[k]].user == user)
			sum += used(past, past->running[k]);
	for (size_t k = 0; k < past->ended_count; k++)
		if (past->jobs[past->ended[k]].user == user)
			sum += used(past, past->ended[k]);
	return sum;
}

/* The same without a half-life. */
static double used_in_full(const struct naive_past *past, int64_t user)
{
	double sum = 0;
	for (size_t k = 0; k < past->running_count + past->ended_count; k++) {
		const struct scheduled *job =
			&past->jobs[k < past->running_count ? past->running[k]
							    : past->ended[k - past->running_count]];
		if (job->user == user)
			sum += job->size *
				(fmin(job->start + job->run_time, past->now) - job->start);
	}
	return sum;
}

static double at_least_1(double time)
{
	return time < 1 ? 1 : time;
}

static double place_of_queue(const struct naive_options *options, int64_t queue)
{
	for (size_t i = 0; i < options->queue_count; i++)
		if (options->queues[i] == queue)
			return (double)i - (double)options->queue_count;
	return queue == -1 ? 1e9 : (double)queue;
}

double naive_order_key(const struct naive_options *options, const struct naive_past *past,
	const struct scheduled *job, double predicted)
{
	const double n = job->size, r = at_least_1(predicted), w = past->now - job->submit;
	switch (options->scheduler) {
	case NAIVE_LARGEST:
		return 1e9 - job->size;
	case NAIVE_SMALLEST:
		return job->size;
	case NAIVE_SHORTEST:
		return predicted;
	case NAIVE_BY_QUEUE:
		return place_of_queue(options, job->queue);
	case NAIVE_F1: /* Carastan-Santos and de Camargo 2017 */
		return log10(r) * n + 870 * log10(at_least_1(job->submit));
	case NAIVE_WFP3: /* Tang et al. 2009 */
		return -pow(w / r, 3) * n;
	case NAIVE_UNICEP: /* the same; before all others where log2(n) is 0 */
		return -w / ((n > 1 ? log2(n) : 1e-15) * r);
	case NAIVE_USED:
		return used_in_full(past, job->user);
	default:
		return used_by(past, job->user);
	}
}

bool naive_order_is_before(enum naive_scheduler scheduler, double a, double b)
{
	return scheduler == NAIVE_FAIRSHARE ? a < b - 1e-6 : a < b;
}
