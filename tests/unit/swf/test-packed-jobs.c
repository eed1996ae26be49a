#include <math.h>
#include <string.h>

#include "swfcore/packed-jobs.h"
#include "unit/failing-realloc.h"
#include "unit/suites.h"

enum { N = 700 };

/* Values near all limits of what is kept in 32 bits, whole or not. */
static int64_t some_whole(uint64_t *state)
{
	static const int64_t values[] = {0, -1, 1, INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1,
		(int64_t)INT32_MIN - 1, INT64_MAX, INT64_MIN, 1 << 20};
	return values[random_below(state, sizeof values / sizeof *values)];
}

static double some_time(uint64_t *state)
{
	static const double values[] = {0, -0.0, -1, 0.5, 2147483647, 2147483648, -2147483648.0,
		-2147483649.0, 1e15, 86400};
	return values[random_below(state, sizeof values / sizeof *values)];
}

/* A job like the one before, but for some fields from some job on. */
static struct swf_job next_job(struct swf_job job, uint32_t i, uint64_t *state)
{
	job.number = i;
	if (i < random_below(state, N))
		return job;
	switch (random_below(state, 8)) {
	case 0:
		job.submit = some_time(state);
		break;
	case 1:
		job.think_time = some_time(state);
		break;
	case 2:
		job.allocated = (int32_t)random_below(state, 3) - 1;
		break;
	case 3:
		job.memory = some_whole(state);
		break;
	case 4:
		job.user = some_whole(state);
		break;
	case 5:
		job.preceding = some_whole(state);
		break;
	default:
		job.run_time = i;
	}
	return job;
}

static void expect_same(const struct swf_packed_jobs *packed, const struct swf_job *jobs)
{
	for (size_t i = 0; i < packed->count; i++) {
		const struct swf_job job = swf_packed_jobs_get(packed, i);
		ck_assert_mem_eq(&job, &jobs[i], sizeof job);
		ck_assert_int_eq(swf_packed_jobs_whole(packed, &packed->user, i), jobs[i].user);
		ck_assert(swf_packed_jobs_time(packed, &packed->submit, i) == jobs[i].submit);
	}
}

/* Jobs come out as they went in, bit for bit, also those that replace others. */
START_TEST(jobs_are_kept)
{
	static struct swf_job jobs[N];
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct swf_packed_jobs packed = {0};
		uint64_t state = seed;
		struct swf_job job = {.submit = some_time(&state), .user = some_whole(&state)};
		for (uint32_t i = 0; i < N; i++) {
			jobs[i] = job = next_job(job, i, &state);
			ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
		}
		expect_same(&packed, jobs);
		for (uint32_t i = 0; i < N; i += 1 + random_below(&state, 20)) {
			jobs[i] = next_job(jobs[i], i, &state);
			ck_assert_int_eq(swf_packed_jobs_set(&packed, i, &jobs[i]), 0);
		}
		expect_same(&packed, jobs);
		swf_packed_jobs_clear(&packed);
	}
}
END_TEST

/* What all jobs share takes nothing, a whole number of 32 bits 4 bytes, anything else 8. */
START_TEST(jobs_take_what_they_need)
{
	struct swf_packed_jobs packed = {0};
	struct swf_job job = {.submit = 1e15, .user = INT64_MAX, .status = 1};
	for (job.number = 1; job.number <= 3; job.number++) {
		ck_assert_uint_eq(packed.stride, job.number == 3 ? 4 : 0);
		ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
	}
	job.wait = 7;
	ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
	ck_assert_uint_eq(packed.stride, 8);
	job.wait = 7.5;
	ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
	ck_assert_uint_eq(packed.stride, 12);
	job.user = 3;
	ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
	ck_assert_uint_eq(packed.stride, 20);
	swf_packed_jobs_clear(&packed);
}
END_TEST

/* What is in them stays when there is no memory for more. */
START_TEST(jobs_stay_without_memory)
{
	struct swf_packed_jobs packed = {0};
	struct swf_job job = {.number = 1};
	while (packed.count < 256) {
		ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
		job.number++;
	}
	fail_realloc(1);
	ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), -1);
	fail_realloc(0);
	ck_assert_uint_eq(packed.count, 256);
	ck_assert_int_eq(swf_packed_jobs_add(&packed, &job), 0);
	for (size_t i = 0; i < 257; i++)
		ck_assert_int_eq(swf_packed_jobs_get(&packed, i).number, (int64_t)i + 1);
	swf_packed_jobs_clear(&packed);
}
END_TEST

Suite *packed_jobs_suite(void)
{
	return suite_of("packed_jobs",
		(const TTest *const[]){
			jobs_are_kept, jobs_take_what_they_need, jobs_stay_without_memory, NULL});
}
