#include <math.h>

#include "unit/suites.h"
#include "users/session-lists.h"

static const struct swf_session_rule by_arrival = {.by = SWF_BY_ARRIVAL, .gap = 3600};
static const struct swf_session_rule by_think_time = {.by = SWF_BY_THINK_TIME, .gap = 1200};

static void next(struct swf_sessions *s, const struct swf_session_rule *rule, int64_t number,
	double submit, double end)
{
	const struct swf_job job = {
		.number = number, .submit = submit, .wait = 0, .run_time = end - submit};
	ck_assert_int_eq(swf_sessions_add(s, rule, &job), 0);
}

START_TEST(ends_of_jobs)
{
	ck_assert(swf_job_end(&(struct swf_job){.submit = 5, .wait = 20, .run_time = 300}) == 325);
	ck_assert(swf_job_end(&(struct swf_job){.submit = 5, .wait = -1, .run_time = 300}) == 305);
	ck_assert(swf_job_end(&(struct swf_job){.submit = 5, .wait = 20, .run_time = -1}) == 25);
	ck_assert(swf_job_end(&(struct swf_job){.submit = 5, .wait = -1, .run_time = -1}) == 5);
}
END_TEST

/* A gap of exactly an hour does not end a session, one second more does. */
START_TEST(gaps_between_arrivals)
{
	struct swf_sessions s = {0};
	next(&s, &by_arrival, 1, 100, 200);
	ck_assert(s.starts_session && s.starts_batch && isnan(s.inter_arrival) &&
		isnan(s.since_end) && !s.depends);
	next(&s, &by_arrival, 2, 3700, 3800);
	ck_assert(!s.starts_session && s.starts_batch && s.inter_arrival == 3600);
	ck_assert(s.since_end == 3500 && s.depends && s.preceding == 1);
	next(&s, &by_arrival, 3, 7301, 7400);
	ck_assert(s.starts_session && s.sessions == 2 && s.batches == 3 && s.preceding == 2);
	swf_sessions_clear(&s);
}
END_TEST

/* From the latest end in the session, or from the end of the job before. */
START_TEST(gaps_of_think_time)
{
	const struct swf_session_rule previous = {
		.by = SWF_BY_THINK_TIME, .gap = 1200, .previous = true};
	struct swf_sessions s = {0};
	next(&s, &by_think_time, 1, 0, 10000);
	next(&s, &by_think_time, 2, 10, 20);
	ck_assert(!s.starts_session && s.since_end == -9990);
	next(&s, &by_think_time, 3, 11200, 11201);
	ck_assert(!s.starts_session && s.starts_batch && s.since_end == 1200 && s.preceding == 1);
	next(&s, &by_think_time, 4, 12402, 12403);
	ck_assert(s.starts_session && s.since_end == 1201);
	swf_sessions_reset(&s);
	next(&s, &previous, 1, 0, 10000);
	next(&s, &previous, 2, 10, 20);
	ck_assert(!s.starts_session && s.since_end == -9990);
	next(&s, &previous, 3, 1221, 1300);
	ck_assert(s.starts_session && s.since_end == 1201 && !s.depends);
	swf_sessions_clear(&s);
}
END_TEST

/* An end in the second of an arrival comes before it; of jobs that end together the last submitted
 * is the one waited for; and a job of no length ends when it arrives. */
START_TEST(ties)
{
	struct swf_sessions s = {0};
	struct swf_job job = {.submit = 300, .preceding = 77, .think_time = 77};
	next(&s, &by_arrival, 1, 0, 200);
	next(&s, &by_arrival, 2, 0, 200);
	ck_assert(!s.starts_batch);
	next(&s, &by_arrival, 3, 199, 199);
	ck_assert(!s.starts_batch && !s.depends);
	next(&s, &by_arrival, 4, 200, 200);
	ck_assert(s.starts_batch && s.depends && s.preceding == 2 && s.preceding_end == 200);
	next(&s, &by_arrival, 5, 200, 500);
	ck_assert(s.starts_batch && s.preceding == 4);
	next(&s, &by_arrival, 6, 300, 400);
	swf_sessions_mark(&s, &job);
	ck_assert(!s.starts_batch && job.preceding == 4 && job.think_time == 100);
	swf_sessions_reset(&s);
	next(&s, &by_arrival, 7, 300, 400);
	swf_sessions_mark(&s, &job);
	ck_assert(job.preceding == -1 && job.think_time == -1);
	/* of sessions that end together the last to start counts */
	swf_sessions_reset(&s);
	next(&s, &by_arrival, 1, 0, 20000);
	next(&s, &by_arrival, 2, 5000, 20000);
	next(&s, &by_arrival, 3, 10000, 20000);
	next(&s, &by_arrival, 4, 30000, 30000);
	ck_assert(s.sessions == 4 && s.preceding == 3);
	swf_sessions_clear(&s);
}
END_TEST

/* The sessions that run on are many, and end in another order than they started. */
START_TEST(many_sessions_side_by_side)
{
	enum { MANY = 1000 };
	struct swf_sessions s = {0};
	/* session i ends at 1e7 + (i * 7 mod 1000) */
	for (int i = 0; i < MANY; i++) {
		next(&s, &by_arrival, i, i * 4000.0, 1e7 + i * 7 % MANY);
		ck_assert(s.starts_session && s.ended_count == 0 && !s.depends);
	}
	for (int k = 0; k <= MANY; k++) {
		double now = 1e7 + 5000.0 * k;
		next(&s, &by_arrival, MANY + k, now, now + 1e9);
		if (k == 0) {
			/* the session that ends at 1e7 sharp */
			ck_assert(s.ended_count == 1 && s.preceding == 0);
		} else if (k == 1) {
			ck_assert_uint_eq(s.ended_count, MANY - 1);
			ck_assert(s.preceding_end == 1e7 + MANY - 1);
			for (size_t i = 0; i + 1 < s.ended_count; i++)
				ck_assert(s.running[s.running_count + i].end ==
					s.running[s.running_count + i + 1].end + 1);
		} else {
			ck_assert(s.ended_count == 0 && s.preceding_end == 1e7 + MANY - 1);
		}
	}
	swf_sessions_clear(&s);
}
END_TEST

START_TEST(users_side_by_side)
{
	struct swf_sessions_by_user all = {0};
	for (int round = 0; round < 3; round++) {
		for (int64_t user = 0; user < 5000; user++) {
			struct swf_sessions *s = swf_sessions_of(&all, user * 1000003);
			ck_assert_uint_eq(s->sessions, (size_t)round);
			next(s, &by_arrival, 1, 5000 * round + (double)user, 5000 * round + 1e5);
		}
	}
	ck_assert_uint_eq(all.index.count, 5000);
	swf_sessions_by_user_clear(&all);
}
END_TEST

Suite *sessions_suite(void)
{
	return suite_of("sessions",
		(const TTest *const[]){ends_of_jobs, gaps_between_arrivals, gaps_of_think_time,
			ties, many_sessions_side_by_side, users_side_by_side, NULL});
}
