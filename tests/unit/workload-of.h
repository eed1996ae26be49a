/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random workloads for tests of schedules. */
#ifndef SWF_TESTS_UNIT_WORKLOAD_OF_H
#define SWF_TESTS_UNIT_WORKLOAD_OF_H

#include "support/schedule.h"

/* Fills jobs with a small workload, in which everything happens in few seconds, so that ties are
 * frequent: how many there are, less than `most`. */
size_t random_workload(uint64_t *state, struct scheduled *jobs, size_t most, int32_t procs);

#endif
