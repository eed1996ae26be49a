/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swfcore/sessions.h"
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

static void add_to_batches(
	struct swf_batches *b, const struct swf_session_rule *rule, double submit, double end)
{
	const struct swf_job job = {.submit = submit, .wait = 0, .run_time = end - submit};
	ck_assert_int_eq(swf_batches_add(b, rule, &job), 0);
}

/* Batch i, from 1, must be in this session and depend on these, ended by 0. */
static void check_batch(
	const struct swf_batches *b, size_t i, size_t session, const size_t *depends)
{
	size_t count = 0;
	while (depends[count] != 0)
		count++;
	ck_assert_uint_eq(b->batches[i - 1].session, session - 1);
	ck_assert_uint_eq(b->batches[i - 1].depends, count);
	for (size_t k = 0; k < count; k++)
		ck_assert_uint_eq(swf_batch_dependency(b, i - 1, k), depends[k] - 1);
}

/* The example of Figures 1, 2 and 4 of Zakay and Feitelson: a first session of three batches; a
 * second of two, the last of which, two long jobs, still runs when the user comes back; a third. In
 * minutes. */
static const struct {
	double submit, end;
} example[] = {{0, 20}, {10, 30}, {40, 60}, {70, 80}, {300, 310}, {320, 720}, {330, 780},
	{480, 490}, {500, 510}};

START_TEST(figures_of_the_paper)
{
	struct swf_batches b = {0};
	for (size_t i = 0; i < sizeof example / sizeof *example; i++)
		add_to_batches(&b, &by_arrival, 60 * example[i].submit, 60 * example[i].end);

	/* Figure 1: the batches of f, s and t */
	static const size_t jobs[] = {2, 1, 1, 1, 2, 1, 1};
	ck_assert_uint_eq(b.count, 7);
	for (size_t i = 0; i < 7; i++)
		ck_assert_uint_eq(b.batches[i].jobs, jobs[i]);
	ck_assert(b.batches[4].end == 60 * 780);

	/* Figure 2: t1 follows s2, from its last arrival */
	ck_assert(isnan(b.batches[0].inter_arrival));
	ck_assert(b.batches[5].inter_arrival == 60 * (480 - 330));
	ck_assert(b.batches[1].inter_arrival == 60 * (40 - 10));

	/* Figure 4: but it does not depend on s2, which runs, only on f3 */
	check_batch(&b, 1, 1, (const size_t[]){0});
	check_batch(&b, 2, 1, (const size_t[]){1, 0});
	check_batch(&b, 3, 1, (const size_t[]){2, 0});
	check_batch(&b, 4, 2, (const size_t[]){3, 0});
	check_batch(&b, 5, 2, (const size_t[]){4, 0});
	check_batch(&b, 6, 3, (const size_t[]){3, 0});
	check_batch(&b, 7, 3, (const size_t[]){6, 0});
	ck_assert(isnan(b.batches[0].think_time));
	ck_assert(b.batches[1].think_time == 60 * (40 - 30));
	ck_assert(b.batches[3].think_time == 60 * (300 - 80));
	ck_assert(b.batches[5].think_time == 60 * (480 - 80));

	/* a fourth session depends on s2 and t2, and only through them on f3 */
	add_to_batches(&b, &by_arrival, 60 * 840, 60 * 850);
	check_batch(&b, 8, 4, (const size_t[]){7, 5, 0});
	ck_assert(b.batches[7].think_time == 60 * (840 - 780));
	swf_batches_clear(&b);
}
END_TEST

START_TEST(graph_for_graphviz)
{
	struct swf_batches b = {0};
	add_to_batches(&b, &by_arrival, 0, 20);
	add_to_batches(&b, &by_arrival, 5, 10);
	add_to_batches(&b, &by_arrival, 30.5, 9000);
	add_to_batches(&b, &by_arrival, 5000, 5001);
	FILE *file = tmpfile();
	swf_batches_dot(&b, 17, file);
	char *text = content(file);
	ck_assert_str_eq(text,
		"digraph \"user 17\" {\n"
		"\trankdir=RL;\n"
		"\tnode [shape=box];\n"
		"\tsubgraph cluster_1 {\n"
		"\t\tlabel=\"session 1\"; style=rounded; color=gray;\n"
		"\t\tb1 [label=\"batch 1\\n2 jobs\"];\n"
		"\t\tb2 [label=\"batch 2\\n1 job\"];\n"
		"\t}\n"
		"\tsubgraph cluster_2 {\n"
		"\t\tlabel=\"session 2\"; style=rounded; color=gray;\n"
		"\t\tb3 [label=\"batch 3\\n1 job\"];\n"
		"\t}\n"
		"\tb2 -> b1 [label=\"think 10.5 s\"];\n"
		"\tb2 -> b1 [style=dashed, label=\"25.5 s\"];\n"
		"\tb3 -> b2 [style=dashed, label=\"4969.5 s\"];\n"
		"}\n");
	free(text);
	swf_batches_clear(&b);
}
END_TEST

/* The definitions, taken literally, of the work of one user: jobs and batches as graphs. */
enum { MOST = 48 };
struct naive {
	size_t jobs;
	double submit[MOST], end[MOST];
	size_t session[MOST], batch[MOST]; /* of each job */
	size_t batches;
	bool depends[MOST][MOST], reaches[MOST][MOST];
};

/* All jobs that are connected with job i take its batch. */
static void spread_batch(struct naive *n, size_t i)
{
	for (size_t j = 0; j < n->jobs; j++) {
		const size_t early = i < j ? i : j, late = i < j ? j : i;
		if (n->batch[j] != SIZE_MAX || n->session[i] != n->session[j] ||
			n->end[early] <= n->submit[late])
			continue;
		n->batch[j] = n->batch[i];
		spread_batch(n, j);
	}
}

/* The last submit of a batch, or its latest end. */
static double of_batch(const struct naive *n, size_t batch, const double *times, size_t *session)
{
	double latest = -INFINITY;
	for (size_t i = 0; i < n->jobs; i++)
		if (n->batch[i] == batch) {
			latest = fmax(latest, times[i]);
			*session = n->session[i];
		}
	return latest;
}

static bool is_last_of_session(const struct naive *n, size_t batch, size_t session)
{
	size_t next_session = SIZE_MAX;
	if (batch + 1 < n->batches)
		of_batch(n, batch + 1, n->submit, &next_session);
	return next_session != session;
}

static bool session_ended_by(const struct naive *n, size_t session, double time)
{
	for (size_t i = 0; i < n->jobs; i++)
		if (n->session[i] == session && n->end[i] > time)
			return false;
	return true;
}

static void find_dependencies(struct naive *n)
{
	for (size_t b = 0; b < n->batches; b++) {
		size_t session_b = 0, session_a = 0;
		double arrival = INFINITY;
		of_batch(n, b, n->submit, &session_b);
		for (size_t i = 0; i < n->jobs; i++)
			if (n->batch[i] == b)
				arrival = fmin(arrival, n->submit[i]);
		for (size_t a = 0; a < b; a++) {
			size_t session_before = SIZE_MAX;
			of_batch(n, a, n->submit, &session_a);
			of_batch(n, b - 1, n->submit, &session_before);
			n->depends[b][a] = session_a == session_b ? a + 1 == b
								  : session_before != session_b &&
					is_last_of_session(n, a, session_a) &&
					session_ended_by(n, session_a, arrival);
		}
	}
}

static void naive_batches(struct naive *n)
{
	n->batches = 0;
	for (size_t i = 0; i < n->jobs; i++) {
		n->session[i] = i == 0
			? 0
			: n->session[i - 1] + (n->submit[i] - n->submit[i - 1] > by_arrival.gap);
		n->batch[i] = SIZE_MAX;
	}
	for (size_t i = 0; i < n->jobs; i++) {
		if (n->batch[i] != SIZE_MAX)
			continue;
		n->batch[i] = n->batches++;
		spread_batch(n, i);
	}
	memset(n->depends, 0, sizeof n->depends);
	find_dependencies(n);
	memcpy(n->reaches, n->depends, sizeof n->reaches);
	for (size_t k = 0; k < n->batches; k++)
		for (size_t i = 0; i < n->batches; i++)
			for (size_t j = 0; j < n->batches; j++)
				n->reaches[i][j] =
					n->reaches[i][j] || (n->reaches[i][k] && n->reaches[k][j]);
}

/* Whether b depends on a directly: no third batch is between them. */
static bool is_direct(const struct naive *n, size_t b, size_t a)
{
	for (size_t k = 0; k < n->batches; k++)
		if (n->depends[b][k] && n->reaches[k][a])
			return false;
	return n->depends[b][a];
}

static void compare_batches(const struct naive *n, const struct swf_batches *b)
{
	ck_assert_uint_eq(b->count, n->batches);
	for (size_t i = 0; i < b->count; i++) {
		const struct swf_batch *batch = &b->batches[i];
		bool depends[MOST] = {false};
		double latest = -INFINITY;
		size_t session = 0;
		for (size_t k = 0; k < batch->depends; k++) {
			const size_t a = swf_batch_dependency(b, i, k);
			ck_assert(!depends[a]);
			depends[a] = true;
			latest = of_batch(n, a, n->end, &session);
		}
		for (size_t a = 0; a < b->count; a++)
			ck_assert_int_eq(depends[a], is_direct(n, i, a));
		for (size_t j = 0; j < batch->jobs; j++)
			ck_assert_uint_eq(n->batch[batch->first + j], i);
		ck_assert(batch->end == of_batch(n, i, n->end, &session));
		ck_assert(batch->last_arrival == of_batch(n, i, n->submit, &session));
		ck_assert_uint_eq(batch->session, session);
		ck_assert(batch->arrival == n->submit[batch->first]);
		ck_assert(batch->depends == 0 ? isnan(batch->think_time)
					      : batch->think_time == batch->arrival - latest);
		/* observations 5 and 7 of the paper */
		ck_assert(i == 0 || batch->arrival >= b->batches[i - 1].last_arrival);
		ck_assert(i == 0 || batch->session != b->batches[i - 1].session ||
			batch->arrival >= b->batches[i - 1].end);
	}
}

/* Few distinct times, so that ties abound; jobs from no length to many sessions. */
START_TEST(batches_equal_the_naive_ones)
{
	static struct naive n;
	struct swf_batches b = {0};
	uint64_t state = 11;
	for (int round = 0; round < 4000; round++) {
		static const uint32_t lengths[] = {1, 3, 20, 80};
		double now = 0;
		n.jobs = 1 + random_below(&state, MOST);
		swf_batches_reset(&b);
		for (size_t i = 0; i < n.jobs; i++) {
			now += 900 * random_below(&state, random_below(&state, 3) == 0 ? 10 : 3);
			n.submit[i] = now;
			n.end[i] =
				now + 900 * random_below(&state, lengths[random_below(&state, 4)]);
			add_to_batches(&b, &by_arrival, n.submit[i], n.end[i]);
		}
		naive_batches(&n);
		compare_batches(&n, &b);
	}
	swf_batches_clear(&b);
}
END_TEST

/* A job that names another as before begins no batch, although it overlaps none; one that names
 * none depends on nothing, and the first of a session only on what it names. */
START_TEST(named_jobs_make_the_batches)
{
	struct swf_batches b = {0};
	struct swf_job job = {.run_time = 10, .preceding = -1, .think_time = -1};
	const struct {
		double submit;
		int64_t preceding;
		double think_time;
		bool same;
	} jobs[] = {{0, -1, -1, false}, {100, 1, 90, false}, {200, 1, 190, true},
		{300, -1, -1, false}, {9000, 1, 8990, true}};
	for (size_t i = 0; i < 5; i++) {
		job.submit = jobs[i].submit;
		job.preceding = jobs[i].preceding;
		job.think_time = jobs[i].think_time;
		ck_assert_int_eq(swf_batches_add_named(&b, &by_arrival, &job, jobs[i].same), 0);
	}
	static const size_t size[] = {1, 2, 1, 1}, depends[] = {0, 1, 0, 1};
	ck_assert_uint_eq(b.count, 4);
	for (size_t i = 0; i < 4; i++) {
		ck_assert_uint_eq(b.batches[i].jobs, size[i]);
		ck_assert_uint_eq(b.batches[i].depends, depends[i]);
	}
	ck_assert(b.batches[1].think_time == 90 && b.batches[3].think_time == 8990);
	ck_assert_uint_eq(swf_batches_session_end(&b, 0), 3);
	ck_assert_uint_eq(swf_batches_session_end(&b, 1), 4);
	swf_batches_clear(&b);
}
END_TEST

Suite *sessions_suite(void)
{
	return suite_of("sessions",
		(const TTest *const[]){ends_of_jobs, gaps_between_arrivals, gaps_of_think_time,
			ties, many_sessions_side_by_side, users_side_by_side,
			named_jobs_make_the_batches, figures_of_the_paper, graph_for_graphviz,
			batches_equal_the_naive_ones, NULL});
}
