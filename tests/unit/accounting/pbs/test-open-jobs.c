#include <stdlib.h>

#include "accounting/pbs/pbs-record.h"
#include "unit/suites.h"

enum { IDS = 3000 };

static int64_t small_id(uint32_t i)
{
	return i;
}

/* As of PBS: a number, and behind it a place in an array. */
static int64_t shifted_id(uint32_t i)
{
	return (int64_t)i << 20;
}

static int64_t odd_id(uint32_t i)
{
	return i % 2 == 0 ? INT64_MIN + i : INT64_MAX - i;
}

/* The number that times the factor of the hash function is `product`. */
static int64_t id_with(uint64_t product)
{
	const uint64_t factor = 0x9E3779B97F4A7C15u;
	uint64_t inverse = factor;
	for (int i = 0; i < 6; i++)
		inverse *= 2 - factor * inverse;
	return (int64_t)(inverse * product);
}

/* All belong into the first slot, or all into the last one; or into a few around these. */
static int64_t first_id(uint32_t i)
{
	return id_with(i);
}

static int64_t last_id(uint32_t i)
{
	return id_with(UINT64_MAX - i);
}

static int64_t near_id(uint32_t i)
{
	return id_with((uint64_t)i * 0x0004000000000001u - UINT64_C(0x0400000000000000));
}

typedef int64_t id_of(uint32_t i);

/* What is to be there: of id k a mark, or 0. */
struct naive {
	int32_t marks[IDS];
	size_t count;
};

static void check_all(const struct swf_open_jobs *jobs, const struct naive *naive, id_of *id)
{
	size_t wrong = 0;
	for (uint32_t i = 0; i < IDS; i++) {
		const struct swf_open_job *job = swf_open_jobs_find(jobs, id(i));
		wrong += (job != NULL) != (naive->marks[i] != 0);
		wrong += job != NULL &&
			(job->run.id != id(i) || job->run.part != naive->marks[i] ||
				!job->is_there);
	}
	ck_assert_uint_eq(wrong, 0);
	ck_assert_uint_eq(jobs->count, naive->count);
}

static void put_or_remove(struct swf_open_jobs *jobs, struct naive *naive, id_of *id, uint32_t i,
	bool remove, int32_t mark)
{
	struct swf_open_job *job = swf_open_jobs_find(jobs, id(i));
	ck_assert_int_eq(job != NULL, naive->marks[i] != 0);
	if (remove && job != NULL) {
		swf_open_jobs_remove(jobs, job);
		naive->marks[i] = 0;
		naive->count--;
	} else if (!remove) {
		job = swf_open_jobs_put(jobs, id(i));
		ck_assert_ptr_nonnull(job);
		ck_assert_int_eq(job->run.part, naive->marks[i]);
		naive->count += naive->marks[i] == 0;
		naive->marks[i] = job->run.part = mark;
	}
}

/* Many come and go, then nearly all go, then they come again. */
static void check_ids(id_of *id, uint32_t ids, int steps)
{
	struct swf_open_jobs jobs = {0};
	struct naive *naive = calloc(1, sizeof *naive);
	uint64_t state = 7;
	ck_assert_ptr_null(swf_open_jobs_find(&jobs, id(0)));
	for (int phase = 0; phase < 3; phase++) {
		for (int step = 1; step <= steps; step++) {
			const uint32_t i = random_below(&state, ids);
			const bool remove = random_below(&state, 10) < (phase == 1 ? 9 : 4);
			put_or_remove(&jobs, naive, id, i, remove, step);
			if (step % (steps / 10) == 0)
				check_all(&jobs, naive, id);
		}
	}
	for (uint32_t i = 0; i < IDS; i++)
		put_or_remove(&jobs, naive, id, i, true, 0);
	check_all(&jobs, naive, id);
	ck_assert_uint_eq(jobs.count, 0);
	swf_open_jobs_clear(&jobs);
	free(naive);
}

START_TEST(as_in_an_array)
{
	check_ids(small_id, IDS, 20000);
	check_ids(shifted_id, IDS, 20000);
	check_ids(odd_id, IDS, 20000);
	/* so few that they stay in the first slots */
	check_ids(small_id, 40, 5000);
}
END_TEST

START_TEST(ids_that_collide)
{
	check_ids(first_id, 300, 5000);
	check_ids(last_id, 300, 5000);
	check_ids(near_id, 512, 10000);
	check_ids(last_id, 30, 5000);
}
END_TEST

/* Of a job that is added nothing is known, also where another one was. */
START_TEST(a_new_job_is_unknown)
{
	struct swf_open_jobs jobs = {0};
	for (int i = 0; i < 2; i++) {
		struct swf_open_job *job = swf_open_jobs_put(&jobs, 5);
		ck_assert_ptr_nonnull(job);
		ck_assert(job->is_there && job->run.id == 5 && !job->run.over);
		ck_assert(isnan(job->run.submit) && isnan(job->run.start) && isnan(job->run.end));
		ck_assert(isnan(job->requeued) && isnan(job->lost_submit) && isnan(job->deleted));
		ck_assert(job->run.allocated == -1 && job->run.names[0] == SWF_NO_NAME);
		job->run.submit = job->requeued = job->lost_submit = job->deleted = 3;
		ck_assert_ptr_eq(swf_open_jobs_put(&jobs, 5), job);
		ck_assert(job->deleted == 3);
		swf_open_jobs_remove(&jobs, job);
		ck_assert_ptr_null(swf_open_jobs_find(&jobs, 5));
	}
	swf_open_jobs_clear(&jobs);
}
END_TEST

Suite *open_jobs_suite(void)
{
	return suite_of("open_jobs",
		(const TTest *const[]){
			as_in_an_array, ids_that_collide, a_new_job_is_unknown, NULL});
}
