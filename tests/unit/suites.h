/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suites of the library's unit tests, one a subject. */
#ifndef SWF_TESTS_UNIT_SUITES_H
#define SWF_TESTS_UNIT_SUITES_H

#include <check.h>

#define SUITES(X)                                                                                  \
	X(number)                                                                                  \
	X(header)                                                                                  \
	X(reader)                                                                                  \
	X(writer)                                                                                  \
	X(jobs)                                                                                    \
	X(log)                                                                                     \
	X(events)                                                                                  \
	X(profile)                                                                                 \
	X(queue)                                                                                   \
	X(queue_front)                                                                             \
	X(machine)                                                                                 \
	X(timetable)                                                                               \
	X(job_classes)                                                                             \
	X(ordered_queue)                                                                           \
	X(availability)                                                                            \
	X(sorted_tasks)                                                                            \
	X(user_usage)                                                                              \
	X(changing_order)                                                                          \
	X(user_seconds)                                                                            \
	X(formula)                                                                                 \
	X(predictions)                                                                             \
	X(engine)                                                                                  \
	X(own_parts)                                                                               \
	X(text)                                                                                    \
	X(user_set)                                                                                \
	X(hash)                                                                                    \
	X(array)                                                                                   \
	X(option_values)                                                                           \
	X(users)                                                                                   \
	X(sessions)                                                                                \
	X(session_lists)                                                                           \
	X(shake)                                                                                   \
	X(scale)                                                                                   \
	X(estimates)                                                                               \
	X(calendar)                                                                                \
	X(zone)                                                                                    \
	X(csv_reader)                                                                              \
	X(json_reader)                                                                             \
	X(names)                                                                                   \
	X(host_list)                                                                               \
	X(pbs_record)                                                                              \
	X(accounts)                                                                                \
	X(rare)                                                                                    \
	X(features)                                                                                \
	X(components)                                                                              \
	X(clusters)                                                                                \
	X(random)                                                                                  \
	X(pools)                                                                                   \
	X(resample)                                                                                \
	X(bias)                                                                                    \
	X(series)                                                                                  \
	X(hurst)                                                                                   \
	X(history)                                                                                 \
	X(feedback)                                                                                \
	X(stats)                                                                                   \
	X(sort)                                                                                    \
	X(distributions)                                                                           \
	X(stack_depth)                                                                             \
	X(daily_cycle)                                                                             \
	X(similarity)                                                                              \
	X(frame)                                                                                   \
	X(comparison)                                                                              \
	X(table)                                                                                   \
	X(histogram)                                                                               \
	X(model)                                                                                   \
	X(working_time)                                                                            \
	X(generate)                                                                                \
	X(fit)                                                                                     \
	X(metrics)                                                                                 \
	X(records)                                                                                 \
	X(time_series)                                                                             \
	X(free_blocks)                                                                             \
	X(placement)                                                                               \
	X(check)                                                                                   \
	X(arrays)                                                                                  \
	X(stepping)                                                                                \
	X(stepping_schedules)                                                                      \
	X(vector)                                                                                  \
	SLURM_SUITES(X)

/* defines SLURM_SUITES */
#include "unit/slurm/slurm-suites.h"

#define DECLARE(name) Suite *name##_suite(void);
SUITES(DECLARE)
#undef DECLARE

/* A suite with one case of these tests, ended by NULL. */
Suite *suite_of(const char *name, const TTest *const tests[]);

/* The text of a temporary file that was made of the stream's content, which is closed. */
#include <stdio.h>
char *content(FILE *file);

/* Writes bytes to a new file. Its path ends in XXXXXX, which becomes what no other file has. */
#include <stddef.h>
void write_file(char *path, const char *bytes, size_t count);

/* A generator for the random tests: the same numbers everywhere. */
#include <stdint.h>
uint32_t random_below(uint64_t *state, uint32_t limit);

#endif
