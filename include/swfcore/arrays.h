/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jobs in arrays: a whole log at a call, for languages in which a call for each job takes too long.
 * The Python package swfkit is made of these functions.
 *
 * An array may come from anywhere. So each function that reads one refuses times that no log can
 * have, and names the job: "job 17 (place 3): submit time: not a time of a log: nan". Places count
 * from 0.
 */
#ifndef SWFCORE_ARRAYS_H
#define SWFCORE_ARRAYS_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/feedback.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/metrics.h"
#include "swfcore/simulation.h"
#include "swfcore/users.h"
#include "swfcore/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, SWF_VERSION when it was built. */
const char *swf_library_version(void);

/* Adds the jobs of a log, from the one that is next to the last. 0, or -1 with the error set. */
int swf_jobs_read(
	struct swf_jobs *jobs, struct swf_log *log, struct swf_error *error) SWF_MUST_CHECK;

/* Writes jobs. 0, or -1 once writing has failed, which swf_writer_flush reports. */
int swf_jobs_write(
	const struct swf_job *jobs, size_t count, struct swf_writer *writer) SWF_MUST_CHECK;

/* Whether the jobs are in submit order, with times and sizes that a log can have: 0, or -1 with the
 * error set to the first that is not. */
int swf_jobs_check(
	const struct swf_job *jobs, size_t count, struct swf_error *error) SWF_MUST_CHECK;

/* Simulates jobs as swf_simulation_run does, and adds what the sink gets to `scheduled`. 0, or -1
 * with the error set. */
int swf_jobs_simulate(const struct swf_simulation *simulation, const struct swf_job *jobs,
	size_t count, struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
	struct swf_error *error) SWF_MUST_CHECK;

/* What users who react are. */
struct swf_jobs_users {
	struct swf_feedback_options options;
	enum swf_dependencies dependencies;
	struct swf_user_constants constants;
};

/* The same with users who react: jobs come out in the order in which they were submitted. */
int swf_jobs_simulate_users(const struct swf_simulation *simulation,
	const struct swf_jobs_users *users, const struct swf_job *jobs, size_t count,
	struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
	struct swf_feedback_counts *feedback, struct swf_error *error) SWF_MUST_CHECK;

/* The metrics of a schedule as JSON: a text that ends with NUL, to be freed by free(). Jobs may be
 * in any order. What the machine has by enum swf_resource counts where the options say so. NULL
 * with the error set. */
char *swf_jobs_metrics(const struct swf_metrics_options *options,
	const int64_t resources[SWF_RESOURCES], const struct swf_job *jobs, size_t count,
	struct swf_error *error);

/*
 * Resampling of one log: workloads of which each is what swf-resample writes with a seed and a
 * replication.
 */
struct swf_resampling;

struct swf_resampling_options {
	/* which users are classified how; the default of swf-resample is {12 weeks, 4 weeks,
	 * SWF_SPAN_SUBMITS} */
	struct swf_user_class_rule rule;
	double load;   /* the factor of the number of users, > 0 */
	double length; /* s, > 0 and finite; 0: that of the log */
};

/* Puts the users of a log into pools, which keep a copy of its jobs. NULL with the error set: jobs
 * out of order, a log of less than a week, no user that is left. */
struct swf_resampling *swf_resampling_new(const struct swf_resampling_options *options,
	const struct swf_job *jobs, size_t count, struct swf_error *error);
void swf_resampling_free(struct swf_resampling *resampling);

/* Adds a new workload to jobs, which need not be empty. 0, or -1 with the error set. Two threads
 * may do that at a time with one resampling. */
int swf_resampling_draw(const struct swf_resampling *resampling, uint64_t seed,
	uint64_t replication, struct swf_jobs *jobs, struct swf_error *error) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
