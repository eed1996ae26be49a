/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools for the unit tests, made of logs in memory. */
#ifndef SWF_TESTS_UNIT_POOLS_OF_H
#define SWF_TESTS_UNIT_POOLS_OF_H

#include "resample/pools.h"
#include "swfcore/jobs.h"

/* Adds a job to a log: week and second in it, and user; its number is the count of jobs. */
void add_job(struct swf_jobs *log, int week, double second, int64_t user);

/* Adds a log, which is sorted and freed, to pools with the usual classes; jobs of a user in a rare
 * list are rare. */
void add_log(struct swf_pools *pools, struct swf_jobs *log, const struct swf_rare_list *rare);

/* The p-value of a chi-squared test of counts against expectations. */
double chi_squared_p(const double *counts, const double *expected, size_t n);

#endif
