/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analysis/similarity.h"
#include "base/random.h"
#include "unit/suites.h"

/* The same values as plain lists: the jobs of all sessions one behind the other. */
enum { MOST_JOBS = 4000, MOST_SESSIONS = 200, MOST_USERS = 20 };
struct lists {
	double jobs[MOST_JOBS];
	size_t job_count;
	size_t session_ends[MOST_SESSIONS], sessions;
	size_t user_ends[MOST_USERS], users;
};

static size_t session_begin(const struct lists *l, size_t session)
{
	return session > 0 ? l->session_ends[session - 1] : 0;
}

static size_t user_begin(const struct lists *l, size_t user)
{
	return user > 0 ? l->user_ends[user - 1] : 0;
}

static struct swf_session_values values_of(const struct lists *l)
{
	struct swf_session_values v = {0};
	int failed = 0;
	for (size_t u = 0; u < l->users; u++) {
		for (size_t s = user_begin(l, u); s < l->user_ends[u]; s++) {
			for (size_t i = session_begin(l, s); i < l->session_ends[s]; i++)
				failed |= swf_session_values_add(&v, l->jobs[i]);
			failed |= swf_session_values_end_session(&v);
		}
		failed |= swf_session_values_end_user(&v);
	}
	ck_assert_int_eq(failed, 0);
	return v;
}

static double alike(double a, double b)
{
	return a == b ? 1 : fmin(a, b) / fmax(a, b);
}

/* All ratios at a distance, pair by pair. */
static size_t all_ratios(
	const struct lists *l, size_t first, size_t end, size_t distance, double *ratios)
{
	size_t n = 0;
	for (size_t u = first; u < end; u++)
		for (size_t s = user_begin(l, u); s + distance < l->user_ends[u]; s++)
			for (size_t i = session_begin(l, s); i < l->session_ends[s]; i++) {
				size_t j = distance > 0 ? session_begin(l, s + distance) : i + 1;
				for (; j < l->session_ends[s + distance]; j++)
					ratios[n++] = alike(l->jobs[i], l->jobs[j]);
			}
	return n;
}

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Compares what is found with all ratios, the median exactly. Returns how much is wrong. */
static int disagreements(const struct lists *l, const struct swf_session_values *v, size_t first,
	size_t end, size_t distance)
{
	static double ratios[2000000];
	const size_t n = all_ratios(l, first, end, distance, ratios);
	double sum = 0, identical = 0;
	for (size_t i = 0; i < n; i++) {
		sum += ratios[i];
		identical += ratios[i] == 1;
	}
	const struct swf_similarity s = swf_similarity(v, first, end, distance);
	double median;
	int wrong = swf_similarity_median(v, first, end, distance, &s, &median) != 0;
	wrong += s.pairs != (double)n || !(fabs(s.sum - sum) <= 1e-9 * sum);
	wrong += s.identical != identical;
	if (n == 0)
		return wrong + !isnan(median);
	qsort(ratios, n, sizeof *ratios, compare_doubles);
	const double want = (ratios[(n - 1) / 2] + ratios[n / 2]) / 2;
	return wrong + !(median == want);
}

static void end_session(struct lists *l)
{
	l->session_ends[l->sessions++] = l->job_count;
}

static void end_user(struct lists *l)
{
	l->user_ends[l->users++] = l->sessions;
}

/* Values of some kinds: few and many whole numbers, zeros among them, all magnitudes, powers of 2,
 * of which many pairs have the same ratio, and all close to each other. */
enum { KINDS = 7 };
static double random_value(uint64_t *state, int kind)
{
	switch (kind) {
	case 0:
		return random_below(state, 3);
	case 1:
		return random_below(state, 20);
	case 2:
		return random_below(state, 100000);
	case 3:
		return random_below(state, 2) * random_below(state, 1000);
	case 4:
		return ldexp(1, (int)random_below(state, 300));
	case 5:
		return floor(pow(1.2, random_below(state, 100)));
	default:
		return 1000000 + random_below(state, 1000);
	}
}

/* Small logs, with users and sessions that are empty. */
START_TEST(small_logs)
{
	static struct lists l;
	uint64_t state = 1;
	int wrong = 0;
	for (int round = 0; round < 6000; round++) {
		l.job_count = l.sessions = l.users = 0;
		const size_t users = random_below(&state, 5);
		while (l.users < users) {
			const size_t end = l.sessions + random_below(&state, 6);
			while (l.sessions < end) {
				const size_t jobs = l.job_count + random_below(&state, 7);
				while (l.job_count < jobs)
					l.jobs[l.job_count++] = random_value(&state, round % KINDS);
				end_session(&l);
			}
			end_user(&l);
		}
		struct swf_session_values v = values_of(&l);
		for (size_t distance = 0; distance < 7; distance++) {
			wrong += disagreements(&l, &v, 0, l.users, distance);
			for (size_t u = 0; u < l.users; u++)
				wrong += disagreements(&l, &v, u, u + 1, distance);
			if (l.users > 1)
				wrong += disagreements(&l, &v, 1, l.users, distance);
		}
		swf_session_values_clear(&v);
		wrong += v.values != NULL || v.session_ends != NULL || v.user_ends != NULL;
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Sessions of 300 different values and more jobs, beside small ones: far more pairs than values, so
 * that the median is searched for. */
START_TEST(large_sessions)
{
	static struct lists l;
	uint64_t state = 2;
	int wrong = 0;
	for (int round = 0; round < 3 * KINDS; round++) {
		l.job_count = l.sessions = l.users = 0;
		const size_t most = round < KINDS ? 300 : 1 + random_below(&state, 200);
		for (int session = 0; session < 4; session++) {
			const size_t jobs = l.job_count + (session == 1 ? 5 : most);
			while (l.job_count < jobs)
				l.jobs[l.job_count++] = random_value(&state, round % KINDS);
			end_session(&l);
		}
		end_user(&l);
		struct swf_session_values v = values_of(&l);
		for (size_t distance = 0; distance < 4; distance++)
			wrong += disagreements(&l, &v, 0, 1, distance);
		swf_session_values_clear(&v);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Fills one user's two sessions with `n` values each, value(i) and value(n + i). */
static void two_sessions(struct lists *l, size_t n, double (*value)(size_t, size_t))
{
	l->job_count = l->sessions = l->users = 0;
	for (size_t i = 0; i < 2 * n; i++) {
		l->jobs[l->job_count++] = value(i, n);
		if (i + 1 == n || i + 1 == 2 * n)
			end_session(l);
	}
	end_user(l);
}

static double power_of_2(size_t i, size_t n)
{
	return ldexp(1, (int)(i * 7 % n) - 200);
}

static double two_clusters(size_t i, size_t n)
{
	return i % 2 == 0 ? (double)(1 + i % n) : 1e15 + (double)(i % n);
}

static double mostly_one(size_t i, size_t n)
{
	return i % 10 != 0 ? 5 : (double)(10 + i % n);
}

static double mostly_zero(size_t i, size_t n)
{
	return i % 3 != 0 ? 0 : (double)(1 + i % n);
}

static double ever_closer(size_t i, size_t n)
{
	return 1e6 * (1 - pow(0.9, (double)(i % n % 200)));
}

static double row_up(size_t i, size_t n)
{
	return (double)(i < n ? i + 1 : (i - n) * n);
}

static double large_times(size_t i, size_t n)
{
	return i < n ? 0x1p53 - 2 * (double)i : 0x1p52 + (double)(i - n);
}

START_TEST(odd_distributions)
{
	static double (*const values[])(size_t, size_t) = {power_of_2, two_clusters, mostly_one,
		mostly_zero, ever_closer, row_up, large_times};
	static const size_t sizes[] = {1, 2, 3, 17, 300};
	static struct lists l;
	int wrong = 0;
	for (size_t k = 0; k < sizeof values / sizeof *values; k++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			two_sessions(&l, sizes[i], values[k]);
			struct swf_session_values v = values_of(&l);
			wrong += disagreements(&l, &v, 0, 1, 0);
			wrong += disagreements(&l, &v, 0, 1, 1);
			swf_session_values_clear(&v);
		}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* The ratio next to 1 is that of the latest two times of a log. */
START_TEST(the_greatest_ratio_below_1)
{
	static struct lists l;
	const double last = 0x1p53, before = 0x1p53 - 1;
	int wrong = 0;
	/* the pair is alone, the one in the middle of three, then the lower one in the middle */
	const double jobs[][4] = {{before, last}, {1, before, last}, {before, last, last, 1}};
	const size_t counts[] = {2, 3, 4};
	for (size_t k = 0; k < 3; k++) {
		l = (struct lists){.users = 0};
		for (size_t i = 0; i < counts[k]; i++)
			l.jobs[l.job_count++] = jobs[k][i];
		end_session(&l);
		end_user(&l);
		struct swf_session_values v = values_of(&l);
		wrong += disagreements(&l, &v, 0, 1, 0);
		swf_session_values_clear(&v);
	}
	/* session one has the latest time, session two both: the ratios are this one and 1 */
	l = (struct lists){.jobs = {last, before, last}, .job_count = 1};
	end_session(&l);
	l.job_count = 3;
	end_session(&l);
	end_user(&l);
	struct swf_session_values v = values_of(&l);
	wrong += disagreements(&l, &v, 0, 1, 1);
	swf_session_values_clear(&v);
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Of fractions, such as tenths, ratios that are equal on paper may differ in the last place, as
 * those of 0.1 to 0.3 and of 0.2 to 0.6, and count as different ones; of values in the last place
 * of each other all ratios are next to 1. */
START_TEST(fractions_of_seconds)
{
	static struct lists l;
	uint64_t state = 3;
	int wrong = 0;
	for (int round = 0; round < 150; round++) {
		const double unit = round % 2 == 0 ? 10 : 1000 / 7.0;
		const uint32_t most = round % 3 == 0 ? 30 : 5000;
		l = (struct lists){.users = 0};
		for (int session = 0; session < 3; session++) {
			const size_t jobs = l.job_count + 20 + random_below(&state, 40);
			while (l.job_count < jobs)
				l.jobs[l.job_count++] = round % 5 == 0
					? ldexp(1 + random_below(&state, 12) * 0x1p-52, round % 3)
					: random_below(&state, most) / unit;
			end_session(&l);
		}
		end_user(&l);
		struct swf_session_values v = values_of(&l);
		for (size_t distance = 0; distance < 3; distance++)
			wrong += disagreements(&l, &v, 0, 1, distance);
		swf_session_values_clear(&v);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* The values of a session are written down once each, in ascending order. */
START_TEST(sessions_keep_their_values)
{
	struct swf_session_values v = {0};
	const double given[] = {5, 5, 2, 5, 9, 2};
	int failed = 0;
	for (size_t i = 0; i < 6; i++)
		failed |= swf_session_values_add(&v, given[i]);
	failed |= swf_session_values_end_session(&v);
	/* not taken together with those of the session before */
	failed |= swf_session_values_add(&v, 9);
	failed |= swf_session_values_end_session(&v);
	failed |= swf_session_values_end_session(&v);
	failed |= swf_session_values_end_user(&v);
	failed |= swf_session_values_end_user(&v);
	ck_assert_int_eq(failed, 0);
	const double values[] = {2, 5, 9, 9}, counts[] = {2, 3, 1, 1};
	ck_assert_uint_eq(v.count, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert(v.values[i].value == values[i] && v.values[i].count == counts[i]);
	ck_assert(v.sessions == 3 && v.users == 2);
	ck_assert(v.session_ends[0] == 3 && v.session_ends[1] == 4 && v.session_ends[2] == 4);
	ck_assert(v.user_ends[0] == 3 && v.user_ends[1] == 3);
	/* 15 pairs of which 1 + 3 are the same: 6 of 2/5, 2 of 2/9, 3 of 5/9 */
	const struct swf_similarity s = swf_similarity(&v, 0, 1, 0);
	ck_assert(s.pairs == 15 && s.identical == 4);
	ck_assert(fabs(s.sum - (4 + 6 * 0.4 + 4 / 9.0 + 15 / 9.0)) < 1e-12);
	/* the second user has none, nor is there a session 2 apart with a job */
	ck_assert(swf_similarity(&v, 1, 2, 0).pairs == 0 && swf_similarity(&v, 0, 2, 2).pairs == 0);
	ck_assert(swf_similarity(&v, 0, 2, 1).pairs == 6 && swf_similarity(&v, 0, 0, 0).pairs == 0);
	swf_session_values_clear(&v);
}
END_TEST

static double jobs_between(const struct swf_session_values *v, size_t begin, size_t end)
{
	double jobs = 0;
	for (size_t i = begin; i < end; i++)
		jobs += v->values[i].count;
	return jobs;
}

/* Sums over the jobs of one user of two functions of their values, that tell sets apart. */
static void sums_of_user(const struct swf_session_values *v, size_t user, double sums[2])
{
	const size_t begin = user > 0 ? v->user_ends[user - 1] : 0, end = v->user_ends[user];
	sums[0] = sums[1] = 0;
	for (size_t i = begin > 0 ? v->session_ends[begin - 1] : 0;
		end > begin && i < v->session_ends[end - 1]; i++) {
		sums[0] += v->values[i].count * v->values[i].value;
		sums[1] += v->values[i].count * v->values[i].value * v->values[i].value;
	}
}

/* Mixing keeps how many jobs each session has, and which values each user; one session stays as it
 * is. The same generator gives the same. Larger than the first capacities, and into what was mixed
 * before. */
START_TEST(mixing_keeps_sizes_and_values)
{
	static struct lists l;
	uint64_t state = 4;
	struct swf_session_values mixed = {0}, again = {0};
	int wrong = 0;
	for (int round = 0; round < 200; round++) {
		l.job_count = l.sessions = l.users = 0;
		for (size_t u = 0; u < 10; u++) {
			const size_t sessions = u == 3 ? 0 : u == 5 ? 1 : 1 + u;
			for (size_t s = 0; s < sessions; s++) {
				const size_t jobs = l.job_count + random_below(&state, 30);
				while (l.job_count < jobs)
					l.jobs[l.job_count++] = random_below(&state, 1000);
				end_session(&l);
			}
			end_user(&l);
		}
		struct swf_session_values v = values_of(&l);
		gsl_rng *rng = swf_random_new(1, (uint64_t)round);
		gsl_rng *same = swf_random_new(1, (uint64_t)round);
		wrong += swf_session_values_mix(&v, rng, &mixed) != 0;
		wrong += swf_session_values_mix(&v, same, &again) != 0;
		wrong += mixed.users != v.users || mixed.sessions != v.sessions ||
			mixed.count != again.count;
		for (size_t s = 0; s < v.sessions && wrong == 0; s++) {
			const size_t begin = s > 0 ? mixed.session_ends[s - 1] : 0;
			wrong += jobs_between(&mixed, begin, mixed.session_ends[s]) !=
				(double)(l.session_ends[s] - session_begin(&l, s));
			for (size_t i = begin + 1; i < mixed.session_ends[s]; i++)
				wrong += !(mixed.values[i - 1].value < mixed.values[i].value);
		}
		for (size_t u = 0; u < v.users && wrong == 0; u++) {
			double before[2], after[2];
			sums_of_user(&v, u, before);
			sums_of_user(&mixed, u, after);
			wrong += before[0] != after[0] || before[1] != after[1];
			wrong += mixed.user_ends[u] != v.user_ends[u];
			const struct swf_similarity s = swf_similarity(&v, u, u + 1, 0);
			const struct swf_similarity m = swf_similarity(&mixed, u, u + 1, 0);
			wrong += s.pairs != m.pairs || (u == 5 && s.sum != m.sum);
		}
		for (size_t i = 0; i < mixed.count && wrong == 0; i++)
			wrong += mixed.values[i].value != again.values[i].value ||
				mixed.values[i].count != again.values[i].count;
		gsl_rng_free(rng);
		gsl_rng_free(same);
		swf_session_values_clear(&v);
	}
	ck_assert_int_eq(wrong, 0);
	swf_session_values_clear(&mixed);
	swf_session_values_clear(&again);
}
END_TEST

/* Of four values two go to the first session, each of the six pairs as often: in 6000 times 1000,
 * with a standard deviation of sqrt(6000 * 5 / 36) = 28.9; four of them are 116. */
START_TEST(mixing_is_uniform)
{
	struct swf_session_values v = {0}, mixed = {0};
	gsl_rng *rng = swf_random_new(1, 1);
	int times[16] = {0}, failed = 0;
	for (int i = 0; i < 4; i++) {
		failed |= swf_session_values_add(&v, 1 << i);
		if (i % 2 == 1)
			failed |= swf_session_values_end_session(&v);
	}
	failed |= swf_session_values_end_user(&v);
	for (int i = 0; i < 6000; i++) {
		failed |= swf_session_values_mix(&v, rng, &mixed);
		times[(int)(mixed.values[0].value + mixed.values[1].value)]++;
	}
	ck_assert_int_eq(failed, 0);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++)
			ck_assert_int_lt(abs(times[(1 << i) + (1 << j)] - 1000), 116);
	gsl_rng_free(rng);
	swf_session_values_clear(&v);
	swf_session_values_clear(&mixed);
}
END_TEST

Suite *similarity_suite(void)
{
	return suite_of("similarity",
		(const TTest *const[]){small_logs, large_sessions, odd_distributions,
			the_greatest_ratio_below_1, fractions_of_seconds,
			sessions_keep_their_values, mixing_keeps_sizes_and_values,
			mixing_is_uniform, NULL});
}
