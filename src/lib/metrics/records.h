/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that ran, as the metrics keep them. */
#ifndef SWF_METRICS_RECORDS_H
#define SWF_METRICS_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "stats/series.h"
#include "swfcore/metrics.h"

/* A job that ran. */
struct swf_record {
	double submit, wait, run_time; /* s */
	int64_t user;
	int32_t size;
};

/* The same where the numbers allow it. */
struct swf_narrow_record {
	int32_t submit, wait, run_time, user, size;
};

enum { SWF_RECORD_ENERGY = SWF_KINDS, SWF_RECORD_AMOUNTS };

/* Many of them, in the narrow form until one does not fit in: 20 bytes each, else 40. Begins empty
 * with {0}. */
struct swf_records {
	struct swf_narrow_record *narrow; /* NULL where wide is not */
	struct swf_record *wide;
	/* what stays with each: its group; by enum swf_kind what it needs of resources beside
	 * processors; and its energy (J, less than 0 for unknown). NULL where there is none */
	uint32_t *groups;
	double *amounts[SWF_RECORD_AMOUNTS];
	size_t count;
};

static inline struct swf_record swf_record_at(const struct swf_records *records, size_t i)
{
	if (records->wide != NULL)
		return records->wide[i];
	const struct swf_narrow_record *r = &records->narrow[i];
	return (struct swf_record){r->submit, r->wait, r->run_time, r->user, r->size};
}

/* Only the submit of it. */
static inline double swf_record_submit(const struct swf_records *records, size_t i)
{
	return records->wide != NULL ? records->wide[i].submit : records->narrow[i].submit;
}

/* `count` records from the first on, not copied. */
static inline struct swf_records swf_records_part(
	const struct swf_records *records, size_t first, size_t count)
{
	struct swf_records part = {
		.narrow = records->narrow != NULL ? records->narrow + first : NULL,
		.wide = records->wide != NULL ? records->wide + first : NULL,
		.groups = records->groups != NULL ? records->groups + first : NULL,
		.count = count};
	for (int r = 0; r < SWF_RECORD_AMOUNTS; r++)
		part.amounts[r] = records->amounts[r] != NULL ? records->amounts[r] + first : NULL;
	return part;
}

/* What it needs of a resource. */
static inline double swf_record_demand(
	const struct swf_records *records, size_t i, enum swf_kind resource)
{
	if (resource == SWF_KIND_PROCS)
		return records->wide != NULL ? records->wide[i].size : records->narrow[i].size;
	return records->amounts[resource] != NULL ? records->amounts[resource][i] : 0;
}

/* Adds one at the end, where there is room for `capacity`. 0, or -1 when there is no memory. */
int swf_records_add(struct swf_records *records, size_t *capacity,
	const struct swf_record *record) SWF_MUST_CHECK;

void swf_records_clear(struct swf_records *records);

static inline double swf_record_start(const struct swf_record *record)
{
	return record->submit + record->wait;
}

static inline double swf_record_end(const struct swf_record *record)
{
	return swf_record_start(record) + record->run_time;
}

/* Whether a job of this size ran, so that it has metrics. */
static inline bool swf_records_ran(const struct swf_job *job, int32_t size)
{
	return job->wait >= 0 && job->run_time >= 0 && size > 0;
}

/* The number of a job that groups go by; 0 for SWF_BY_NUMBERS, where all are one group. */
static inline int64_t swf_records_number(const struct swf_job *job, enum swf_metrics_group group)
{
	const int64_t numbers[] = {
		job->user, job->group, job->queue, job->partition, job->gpu_type, job->nodes, 0};
	return numbers[group];
}

/* What a job of a size needs of a resource. Of memory that is what it asked for or, where that is
 * unknown, what it used; unknown amounts are 0. */
double swf_records_need(const struct swf_job *job, int32_t size, enum swf_kind resource);

/* Sets the error to that no job ran. Returns -1. */
int swf_records_none(struct swf_error *error);

/* A span of time. */
struct swf_window {
	double begin, end; /* s */
};

/* Puts records in the order of these places, which it overwrites. */
void swf_records_arrange(struct swf_records *records, uint32_t *places);

/* When the last of the jobs ends. */
double swf_records_end(const struct swf_records *records);

/* The numbers of waiting jobs and of processors in use, of jobs in submit order, in a window: sets
 * both, by enum swf_metrics_level. Takes memory for the jobs that wait or run at a time. 0, or -1
 * when there is none; clear them in both cases. */
int swf_record_levels(const struct swf_records *records, struct swf_window window,
	struct swf_levels levels[2]) SWF_MUST_CHECK;

/* How long jobs wait for which resource. A resource binds while the first job that waits, in the
 * order of submit, needs more of it than is free. Several may bind at a time. Begins with the
 * capacities, INFINITY for what does not count, and {.begin = ..., .end = ..., .since = -INFINITY},
 * the span of time that counts. */
struct swf_binding {
	double capacities[SWF_KINDS];
	double begin, end, since; /* s */
	double used[SWF_KINDS];
	/* s, in which each binds, in which none does though a job waits, and in which one waits */
	double times[SWF_KINDS], none, waiting;
};

/* Up to a time the first job that waits needs so much of each resource; NULL if none waits. */
void swf_binding_pass(struct swf_binding *binding, double time, const double *needs);

/* Finds it for jobs in submit order. 0, or -1 when there is no memory. */
int swf_record_binding(
	const struct swf_records *records, struct swf_binding *binding) SWF_MUST_CHECK;

#endif
