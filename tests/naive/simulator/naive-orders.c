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
	switch (options->scheduler) {
	case NAIVE_LARGEST:
		return 1e9 - job->size;
	case NAIVE_SMALLEST:
		return job->size;
	case NAIVE_SHORTEST:
		return predicted;
	case NAIVE_BY_QUEUE:
		return place_of_queue(options, job->queue);
	default:
		return used_by(past, job->user);
	}
}

bool naive_order_is_before(double a, double b)
{
	return a < b - 1e-6;
}
