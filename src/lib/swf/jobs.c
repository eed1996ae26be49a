/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/jobs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "swf/fields.h"

const char *swf_job_field_name(int field)
{
#define NAME(number, member, kind, name) name,
	static const char *const names[] = {SWF_FIELD_TABLE(NAME)};
#undef NAME
	return field >= 1 && field <= SWF_FIELDS ? names[field - 1] : "extra";
}

int swf_jobs_add(struct swf_jobs *jobs, const struct swf_job *job)
{
	struct swf_job *larger =
		swf_array_reserve(jobs->jobs, jobs->count, &jobs->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	jobs->jobs = larger;
	jobs->jobs[jobs->count++] = *job;
	return 0;
}

/* Where a job belongs: behind what comes earlier, and behind what stood before it of the same time.
 * A part of a job has the submit time and tie of its whole job, and so follows it. */
struct place {
	double submit;
	int64_t tie;
	size_t i;
};

static int by_submit(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	if (x->tie != y->tie)
		return x->tie < y->tie ? -1 : 1;
	return (x->i > y->i) - (x->i < y->i);
}

int swf_jobs_sort(struct swf_jobs *jobs, enum swf_ties ties, size_t **were)
{
	size_t n = jobs->count, whole = n; /* the place of the whole job before, n for none */
	struct place *places = malloc((n + 1) * sizeof *places);
	struct swf_job *sorted = malloc((n + 1) * sizeof *sorted);
	if (were != NULL)
		*were = malloc((n + 1) * sizeof **were);
	if (places == NULL || sorted == NULL || (were != NULL && *were == NULL)) {
		free(places);
		free(sorted);
		if (were != NULL)
			free(*were);
		return -1;
	}
	for (size_t i = 0; i < n; i++) {
		const struct swf_job *job = &jobs->jobs[i];
		if (swf_job_is_partial(job) && whole < n && jobs->jobs[whole].number == job->number)
			places[i] = places[whole];
		else
			places[i] = (struct place){.submit = job->submit,
				.tie = ties == SWF_TIES_BY_NUMBER ? job->number : 0};
		places[i].i = i;
		if (!swf_job_is_partial(job))
			whole = i;
	}
	qsort(places, n, sizeof *places, by_submit);
	for (size_t i = 0; i < n; i++)
		sorted[i] = jobs->jobs[places[i].i];
	for (size_t i = 0; were != NULL && i < n; i++)
		(*were)[i] = places[i].i;
	free(places);
	free(jobs->jobs);
	jobs->jobs = sorted;
	jobs->capacity = n + 1;
	return 0;
}

void swf_jobs_clear(struct swf_jobs *jobs)
{
	free(jobs->jobs);
	*jobs = (struct swf_jobs){0};
}

/*
 * Packed jobs. A field has no room in the rows while all jobs have one value of it, then 32 bits,
 * then 64. Fields never narrow, so the rows are copied at most twice for each field, and adding a
 * job costs a constant time on average.
 */
enum { NARROW = sizeof(int32_t), WIDE = sizeof(int64_t) };

static inline int64_t bits_of(double time)
{
	int64_t bits;
	memcpy(&bits, &time, sizeof bits);
	return bits;
}

/* The values of the kinds of fields, and whether they are times. */
#define VALUE_time(value)  bits_of(value)
#define VALUE_count(value) (value)
#define VALUE_procs(value) (value)
#define OF_time(value)     VALUE_time(value), true
#define OF_count(value)    (value), false
#define OF_procs(value)    (value), false

/* The narrow form of a value in *narrow. Returns whether it says all. */
static inline bool narrowed(int64_t value, bool is_time, int32_t *narrow)
{
	if (!is_time) {
		*narrow = (int32_t)value;
		return *narrow == value;
	}
	double time;
	memcpy(&time, &value, sizeof time);
	*narrow = time >= INT32_MIN && time <= INT32_MAX ? (int32_t)time : 0;
	return bits_of(*narrow) == value; /* so that -0 is not 0 */
}

/* Sets a field of a row. Returns false if it is too narrow for the value. */
static inline bool put_value(
	const struct swf_packed_field *field, char *row, int64_t value, bool is_time)
{
	int32_t narrow;
	if (field->width == 0)
		return value == field->same;
	if (field->width == NARROW && !narrowed(value, is_time, &narrow))
		return false;
	if (field->width == NARROW)
		memcpy(row + field->offset, &narrow, sizeof narrow);
	else
		memcpy(row + field->offset, &value, sizeof value);
	return true;
}

/* Widens a field where it cannot hold the value. */
static void widen_field(struct swf_packed_field *field, int64_t value, bool is_time)
{
	int32_t narrow;
	if (field->width == 0 && value == field->same)
		return;
	const bool fits = narrowed(value, is_time, &narrow) &&
		(field->width == NARROW ||
			(field->width == 0 && narrowed(field->same, is_time, &narrow)));
	field->width = fits ? NARROW : WIDE;
}

/* Makes the rows anew with fields in which there is room for a job. */
static int lay_out(struct swf_packed_jobs *jobs, const struct swf_job *job)
{
	struct swf_packed_jobs laid = *jobs;
	laid.stride = 0;
#define PLACE(number, member, kind, name)                                                          \
	widen_field(&laid.member, OF_##kind(job->member));                                         \
	laid.member.offset = (uint32_t)laid.stride;                                                \
	laid.stride += laid.member.width;
	SWF_JOB_TABLE(PLACE)
#undef PLACE
	laid.rows = malloc(laid.capacity * laid.stride);
	if (laid.rows == NULL)
		return -1;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct swf_job old = swf_packed_jobs_get(jobs, i);
		char *row = laid.rows + i * laid.stride;
#define MOVE(number, member, kind, name) (void)put_value(&laid.member, row, OF_##kind(old.member));
		SWF_JOB_TABLE(MOVE)
#undef MOVE
	}
	free(jobs->rows);
	*jobs = laid;
	return 0;
}

/* Sets all fields of a row. Returns false if one is too narrow. */
static bool put_job(struct swf_packed_jobs *jobs, size_t place, const struct swf_job *job)
{
	char *row = jobs->rows + place * jobs->stride;
	bool fit = true;
#define PUT(number, member, kind, name)                                                            \
	fit = fit && put_value(&jobs->member, row, OF_##kind(job->member));
	SWF_JOB_TABLE(PUT)
#undef PUT
	return fit;
}

int swf_packed_jobs_set(struct swf_packed_jobs *jobs, size_t place, const struct swf_job *job)
{
	if (put_job(jobs, place, job))
		return 0;
	if (lay_out(jobs, job) != 0)
		return -1;
	(void)put_job(jobs, place, job);
	return 0;
}

int swf_packed_jobs_add(struct swf_packed_jobs *jobs, const struct swf_job *job)
{
	if (jobs->count == 0) {
#define BEGIN(number, member, kind, name) jobs->member.same = VALUE_##kind(job->member);
		SWF_JOB_TABLE(BEGIN)
#undef BEGIN
	}
	char *rows = swf_array_reserve(
		jobs->rows, jobs->count, &jobs->capacity, jobs->stride > 0 ? jobs->stride : 1);
	if (rows == NULL)
		return -1;
	jobs->rows = rows;
	if (swf_packed_jobs_set(jobs, jobs->count, job) != 0)
		return -1;
	jobs->count++;
	return 0;
}

struct swf_job swf_packed_jobs_get(const struct swf_packed_jobs *jobs, size_t place)
{
	struct swf_job job;
#define GET_time(member)                swf_packed_jobs_time(jobs, &jobs->member, place)
#define GET_count(member)               swf_packed_jobs_whole(jobs, &jobs->member, place)
#define GET_procs(member)               (int32_t) swf_packed_jobs_whole(jobs, &jobs->member, place)
#define GET(number, member, kind, name) job.member = GET_##kind(member);
	SWF_JOB_TABLE(GET)
#undef GET
	return job;
}

void swf_packed_jobs_clear(struct swf_packed_jobs *jobs)
{
	free(jobs->rows);
	*jobs = (struct swf_packed_jobs){0};
}

const char *const swf_attribute_names[] = {"runtime", "estimate", "size", NULL};

double swf_attribute_of(const struct swf_job *job, enum swf_attribute attribute, enum swf_size size)
{
	const int32_t processors = swf_job_size(job, size);
	switch (attribute) {
	case SWF_ATTRIBUTE_RUN_TIME:
		return job->run_time >= 0 ? job->run_time : SWF_UNKNOWN;
	case SWF_ATTRIBUTE_ESTIMATE:
		return job->estimate > 0 ? job->estimate : SWF_UNKNOWN;
	default:
		return processors > 0 ? processors : SWF_UNKNOWN;
	}
}

int swf_extras_add(struct swf_extras *extras, const char *text, size_t length)
{
	size_t *begins =
		swf_array_reserve(extras->begins, extras->count, &extras->capacity, sizeof *begins);
	size_t begin = SIZE_MAX, last_length;
	if (begins == NULL)
		return -1;
	extras->begins = begins;
	const char *last =
		extras->count > 0 ? swf_extras_text(extras, extras->count - 1, &last_length) : NULL;
	if (last != NULL && last_length == length && memcmp(last, text, length) == 0) {
		begin = begins[extras->count - 1];
	} else if (length > 0) {
		char *texts = swf_array_reserve_more(4096, extras->texts, extras->length,
			sizeof length + length, &extras->texts_capacity, sizeof *texts);
		if (texts == NULL)
			return -1;
		extras->texts = texts;
		begin = extras->length;
		memcpy(extras->texts + begin, &length, sizeof length);
		memcpy(extras->texts + begin + sizeof length, text, length);
		extras->length += sizeof length + length;
	}
	begins[extras->count++] = begin;
	return 0;
}

const char *swf_extras_text(const struct swf_extras *extras, size_t place, size_t *length)
{
	const size_t begin = extras->begins[place];
	*length = 0;
	if (begin == SIZE_MAX)
		return NULL;
	memcpy(length, extras->texts + begin, sizeof *length);
	return extras->texts + begin + sizeof *length;
}

int swf_extras_order(struct swf_extras *extras, const size_t *were)
{
	size_t *begins = malloc((extras->count + 1) * sizeof *begins);
	if (begins == NULL)
		return -1;
	for (size_t i = 0; i < extras->count; i++)
		begins[i] = extras->begins[were[i]];
	free(extras->begins);
	extras->begins = begins;
	extras->capacity = extras->count + 1;
	return 0;
}

void swf_extras_clear(struct swf_extras *extras)
{
	free(extras->begins);
	free(extras->texts);
	*extras = (struct swf_extras){0};
}
