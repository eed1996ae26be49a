/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of plain policies, for the naive simulator: from the definitions alone. */
#ifndef SWF_TESTS_NAIVE_SIMULATOR_NAIVE_ORDERS_H
#define SWF_TESTS_NAIVE_SIMULATOR_NAIVE_ORDERS_H

#include "support/schedule.h"

struct naive_past {
	const struct scheduled *jobs;
	const size_t *running, *ended; /* jobs */
	size_t running_count, ended_count;
	double now;
};

bool naive_has_order(enum naive_scheduler scheduler);

/* The lower, the earlier comes a job: that is its number in the queue order, its size, ... */
double naive_order_key(const struct naive_options *options, const struct naive_past *past,
	const struct scheduled *job, double predicted);

/* Whether the key of one comes before that of another. What users have used of late is known to a
 * millionth of a processor-second. */
bool naive_order_is_before(enum naive_scheduler scheduler, double a, double b);

#endif
