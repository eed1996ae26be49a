/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swf/fields.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"
#include "unit/allocations.h"
#include "unit/suites.h"

/* Random times with many ties: ascending afterwards, and within a time in the order of adding. */
START_TEST(sorting_is_stable)
{
	for (uint32_t n = 0; n < 300; n += 1 + n / 10) {
		struct swf_jobs jobs = {0};
		uint64_t state = n + 1;
		for (uint32_t i = 0; i < n; i++) {
			struct swf_job job = {
				.number = i, .submit = random_below(&state, 1 + n / 3)};
			ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
		}
		ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, NULL), 0);
		ck_assert_uint_eq(jobs.count, n);
		uint64_t numbers = 0;
		for (uint32_t i = 0; i < n; i++) {
			numbers += (uint64_t)jobs.jobs[i].number;
			if (i == 0)
				continue;
			const struct swf_job *a = &jobs.jobs[i - 1], *b = &jobs.jobs[i];
			ck_assert(a->submit < b->submit ||
				(a->submit == b->submit && a->number < b->number));
		}
		ck_assert_uint_eq(numbers, n == 0 ? 0 : (uint64_t)n * (n - 1) / 2);
		swf_jobs_clear(&jobs);
	}
}
END_TEST

/* Partial executions have no submit time of their own but the first. */
START_TEST(partial_executions_stay_behind_their_job)
{
	const struct swf_job given[] = {{.number = 1, .submit = 100, .status = 1},
		{.number = 1, .submit = 100, .status = 2}, {.number = 1, .submit = -1, .status = 3},
		{.number = 2, .submit = 50, .status = 1}, {.number = 2, .submit = -1, .status = 4}};
	const int order[] = {3, 4, 0, 1, 2};
	struct swf_jobs jobs = {0};
	size_t *were;
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_jobs_add(&jobs, &given[i]), 0);
	ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, &were), 0);
	for (int i = 0; i < 5; i++) {
		ck_assert_uint_eq(were[i], (size_t)order[i]);
		ck_assert_int_eq(jobs.jobs[i].number, given[order[i]].number);
		ck_assert_int_eq(jobs.jobs[i].status, given[order[i]].status);
	}
	free(were);
	swf_jobs_clear(&jobs);
}
END_TEST

START_TEST(partial_executions_of_no_job_have_their_own_place)
{
	const struct swf_job given[] = {{.number = 1, .submit = 100, .status = 1},
		{.number = 2, .submit = 50, .status = 2}, {.number = 1, .submit = -1, .status = 3},
		{.number = 2, .submit = 70, .status = 4}};
	const double submits[] = {50, 70, 100, -1};
	struct swf_jobs jobs = {0};
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(swf_jobs_add(&jobs, &given[i]), 0);
	ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, NULL), 0);
	for (int i = 0; i < 4; i++)
		ck_assert(jobs.jobs[i].submit == submits[i]);
	swf_jobs_clear(&jobs);
}
END_TEST

/* What a program holds can be cleared as it begins, and again once it has been. */
START_TEST(clearing_twice_is_safe)
{
	struct swf_jobs jobs = {0};
	struct swf_job job = {.number = 1};
	swf_jobs_clear(&jobs);
	ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
	swf_jobs_clear(&jobs);
	swf_jobs_clear(&jobs);
	ck_assert_uint_eq(jobs.count, 0);
	ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
	swf_jobs_clear(&jobs);
}
END_TEST

START_TEST(fields_have_names)
{
	ck_assert_str_eq(swf_job_field_name(1), "job number");
	ck_assert_str_eq(swf_job_field_name(9), "requested time");
	ck_assert_str_eq(swf_job_field_name(18), "think time");
	ck_assert_str_eq(swf_job_field_name(0), "extra");
	ck_assert_str_eq(swf_job_field_name(19), "extra");
}
END_TEST

START_TEST(the_other_processor_field_serves_where_one_is_unknown)
{
	struct swf_job job = {.requested = 8, .allocated = 4};
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_REQUESTED), 8);
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_ALLOCATED), 4);
	job.requested = -1;
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_REQUESTED), 4);
	job.allocated = 0;
	job.requested = 8;
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_ALLOCATED), 8);
	job.requested = 0;
	ck_assert_int_le(swf_job_size(&job, SWF_SIZE_REQUESTED), 0);
}
END_TEST

START_TEST(the_run_time_serves_as_estimate_where_there_is_none)
{
	struct swf_job job = {.run_time = 30, .estimate = 60};
	ck_assert(swf_job_estimate(&job) == 60);
	job.estimate = -1;
	ck_assert(swf_job_estimate(&job) == 30);
	job.estimate = 0;
	ck_assert(swf_job_estimate(&job) == 30);
}
END_TEST

START_TEST(only_status_2_to_4_are_partial)
{
	for (int64_t status = -1; status <= 6; status++) {
		struct swf_job job = {.status = status};
		ck_assert(swf_job_is_partial(&job) == (status >= 2 && status <= 4));
	}
}
END_TEST

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
	switch (random_below(state, 13)) {
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
	case 6:
		job.gpus = some_whole(state);
		break;
	case 7:
		job.soft_estimate = some_time(state);
		break;
	case 8:
		job.gpu_type = (int32_t)random_below(state, 3) - 1;
		break;
	case 9:
		job.nodes = (int32_t)random_below(state, 3) - 1;
		break;
	case 10:
		job.energy = some_time(state);
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

static void expect(const struct swf_extras *extras, size_t place, const char *text, size_t length)
{
	size_t got;
	const char *kept = swf_extras_text(extras, place, &got);
	ck_assert_uint_eq(got, length);
	ck_assert(length > 0 ? memcmp(kept, text, length) == 0 : kept == NULL);
}

/* Texts of all lengths, with any bytes, and none; some like the one before. */
START_TEST(texts_are_kept_by_place)
{
	enum { COUNT = 3000, LONGEST = 1000 };
	struct swf_extras extras = {0};
	char text[LONGEST];
	for (int i = 0; i < COUNT; i++) {
		memset(text, i / 3, sizeof text);
		ck_assert_int_eq(swf_extras_add(&extras, text, (size_t)(i / 3 % LONGEST)), 0);
	}
	ck_assert_uint_eq(extras.count, COUNT);
	for (int i = 0; i < COUNT; i++) {
		memset(text, i / 3, sizeof text);
		expect(&extras, (size_t)i, text, (size_t)(i / 3 % LONGEST));
	}
	swf_extras_clear(&extras);
}
END_TEST

START_TEST(what_repeats_takes_no_room)
{
	struct swf_extras extras = {0};
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(swf_extras_add(&extras, "the same", 8), 0);
	ck_assert_uint_eq(extras.length, sizeof(size_t) + 8);
	swf_extras_clear(&extras);
}
END_TEST

START_TEST(they_can_be_put_in_another_order)
{
	static const char *const texts[] = {"a", "", "bc", "bc", "d"};
	static const size_t were[] = {4, 2, 1, 0, 3};
	struct swf_extras extras = {0};
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_extras_add(&extras, texts[i], strlen(texts[i])), 0);
	ck_assert_int_eq(swf_extras_order(&extras, were), 0);
	for (size_t i = 0; i < 5; i++)
		expect(&extras, i, texts[were[i]], strlen(texts[were[i]]));
	ck_assert_int_eq(swf_extras_add(&extras, "e", 1), 0);
	expect(&extras, 5, "e", 1);
	swf_extras_clear(&extras);
}
END_TEST

Suite *jobs_suite(void)
{
	return suite_of("jobs",
		(const TTest *const[]){sorting_is_stable, partial_executions_stay_behind_their_job,
			partial_executions_of_no_job_have_their_own_place, clearing_twice_is_safe,
			fields_have_names, the_other_processor_field_serves_where_one_is_unknown,
			the_run_time_serves_as_estimate_where_there_is_none,
			only_status_2_to_4_are_partial, jobs_are_kept, jobs_take_what_they_need,
			jobs_stay_without_memory, texts_are_kept_by_place,
			what_repeats_takes_no_room, they_can_be_put_in_another_order, NULL});
}
