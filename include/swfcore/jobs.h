/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs in memory, for programs that cannot take them one by one: as they are, or packed. */
#ifndef SWFCORE_JOBS_H
#define SWFCORE_JOBS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "swfcore/error.h"
#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins empty with {0}. */
struct swf_jobs {
	struct swf_job *jobs;
	size_t count;
	size_t capacity;
};

/* Adds a copy of the job at the end. 0, or -1 when there is no memory. */
int swf_jobs_add(struct swf_jobs *jobs, const struct swf_job *job) SWF_MUST_CHECK;

/* How jobs of the same submit time are ordered: as they are, or by their number. */
enum swf_ties { SWF_TIES_AS_THEY_ARE, SWF_TIES_BY_NUMBER };

/* Sorts by submit time; partial executions that follow the line of their whole job stay behind it.
 * If `were` is not NULL, it gets the place that each job had before: an array
 * that the caller frees. 0, or -1 when there is no memory. */
int swf_jobs_sort(struct swf_jobs *jobs, enum swf_ties ties, size_t **were) SWF_MUST_CHECK;

void swf_jobs_clear(struct swf_jobs *jobs);

/* A field of packed jobs: its place in a row and its bytes there. It has 0 bytes if it is the same
 * in all jobs; then `same` is its value, or the bits of a time. */
struct swf_packed_field {
	uint32_t offset, width;
	int64_t same;
};

/* Many jobs. A field that is the same in all jobs takes no memory, one of whole numbers of 32 bits
 * 4 bytes a job, and any other 8. A job of a log then takes 36 to 72 bytes; struct swf_job has 184.
 * Begins empty with {0}. */
struct swf_packed_jobs {
	char *rows;    /* one a job */
	size_t stride; /* bytes of a row */
	size_t count, capacity;
	struct swf_packed_field number, submit, wait, run_time, allocated, cpu_time, memory,
		requested, estimate, memory_request, status, user, group, executable, queue,
		partition, preceding, think_time, gpus, soft_estimate, gpu_type, nodes, energy,
		constraint, licenses, reservation, requeues;
};

/* Adds a job at the end. 0, or -1 when there is no memory. */
int swf_packed_jobs_add(struct swf_packed_jobs *jobs, const struct swf_job *job) SWF_MUST_CHECK;

/* Replaces the job at a place. 0, or -1 when there is no memory. */
int swf_packed_jobs_set(
	struct swf_packed_jobs *jobs, size_t place, const struct swf_job *job) SWF_MUST_CHECK;

/* The job at a place. */
struct swf_job swf_packed_jobs_get(const struct swf_packed_jobs *jobs, size_t place);

/* One field of the job at a place: a whole number, such as that of &jobs->user, or a time, such as
 * that of &jobs->submit. */
static inline int64_t swf_packed_jobs_whole(
	const struct swf_packed_jobs *jobs, const struct swf_packed_field *field, size_t place)
{
	if (field->width == 0)
		return field->same;
	const char *p = jobs->rows + place * jobs->stride + field->offset;
	int32_t narrow;
	int64_t wide;
	if (field->width == sizeof narrow) {
		memcpy(&narrow, p, sizeof narrow);
		return narrow;
	}
	memcpy(&wide, p, sizeof wide);
	return wide;
}

static inline double swf_packed_jobs_time(
	const struct swf_packed_jobs *jobs, const struct swf_packed_field *field, size_t place)
{
	const int64_t value = swf_packed_jobs_whole(jobs, field, place);
	double time;
	memcpy(&time, &value, sizeof time);
	return field->width == sizeof(int32_t) ? (double)value : time;
}

void swf_packed_jobs_clear(struct swf_packed_jobs *jobs);

#ifdef __cplusplus
}
#endif
#endif
