#include "swfcore/packed-jobs.h"

#include <stdbool.h>
#include <stdlib.h>

#include "swf/fields.h"

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
static inline bool put(const struct swf_packed_field *field, char *row, int64_t value, bool is_time)
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

/* Widens a field, if need be, to hold a value beside that of all jobs. */
static void widen(struct swf_packed_field *field, int64_t value, bool is_time)
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
	widen(&laid.member, OF_##kind(job->member));                                               \
	laid.member.offset = (uint32_t)laid.stride;                                                \
	laid.stride += laid.member.width;
	SWF_FIELD_TABLE(PLACE)
#undef PLACE
	laid.rows = malloc(laid.capacity * laid.stride);
	if (laid.rows == NULL)
		return -1;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct swf_job old = swf_packed_jobs_get(jobs, i);
		char *row = laid.rows + i * laid.stride;
#define MOVE(number, member, kind, name) (void)put(&laid.member, row, OF_##kind(old.member));
		SWF_FIELD_TABLE(MOVE)
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
	fit = fit && put(&jobs->member, row, OF_##kind(job->member));
	SWF_FIELD_TABLE(PUT)
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

static int reserve(struct swf_packed_jobs *jobs)
{
	const size_t capacity = jobs->capacity == 0 ? 256 : 2 * jobs->capacity;
	/* rows may be empty */
	char *rows = realloc(jobs->rows, capacity * jobs->stride + 1);
	if (rows == NULL)
		return -1;
	jobs->rows = rows;
	jobs->capacity = capacity;
	return 0;
}

/* All jobs so far have the fields of the first. */
static void begin(struct swf_packed_jobs *jobs, const struct swf_job *job)
{
#define BEGIN(number, member, kind, name) jobs->member.same = VALUE_##kind(job->member);
	SWF_FIELD_TABLE(BEGIN)
#undef BEGIN
}

int swf_packed_jobs_add(struct swf_packed_jobs *jobs, const struct swf_job *job)
{
	if (jobs->count == 0)
		begin(jobs, job);
	if (jobs->count == jobs->capacity && reserve(jobs) != 0)
		return -1;
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
	SWF_FIELD_TABLE(GET)
#undef GET
	return job;
}

void swf_packed_jobs_clear(struct swf_packed_jobs *jobs)
{
	free(jobs->rows);
	*jobs = (struct swf_packed_jobs){0};
}
