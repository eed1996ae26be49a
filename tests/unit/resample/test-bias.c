/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "resample/pools.h"
#include "unit/pools-of.h"
#include "unit/suites.h"

/* Two long-term users, 1 and 2, and a temporary one, 3; in a second log 1 and 3. */
static void make_pools(struct swf_pools *pools, int logs)
{
	for (int l = 0; l < logs; l++) {
		struct swf_jobs log = {0};
		for (int week = 0; week <= 30; week += 15) {
			add_job(&log, week, 0, 1);
			if (l == 0)
				add_job(&log, week, 1, 2);
		}
		add_job(&log, 10, 2, 3);
		add_log(pools, &log, NULL);
	}
}

/* The result of reading a table, with the weights of the users in the pools, or the error. */
static const char *read_bias(const char *table, int logs)
{
	static char text[600];
	char path[] = "/tmp/test-bias-XXXXXX";
	struct swf_pools pools = {0};
	struct swf_error error;
	write_file(path, table, strlen(table));
	make_pools(&pools, logs);
	text[0] = '\0';
	if (swf_bias_read(path, &pools, &error) != 0)
		/* without the name of the file */
		snprintf(text, sizeof text, "%s", error.text + strlen(path));
	else
		for (int pool = 0; pool < SWF_POOL_CLASSES; pool++)
			for (size_t i = 0; i < pools.pools[pool].count; i++)
				snprintf(text + strlen(text), sizeof text - strlen(text), " %g",
					pools.pools[pool].subtraces[i].weight);
	swf_pools_clear(&pools);
	unlink(path);
	return text;
}

/* A table, read for so many logs, and what comes of it. */
struct table_case {
	const char *table;
	int logs;
	const char *result;
};

static void check_cases(const struct table_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ck_assert_str_eq(read_bias(cases[i].table, cases[i].logs), cases[i].result);
}

START_TEST(rows_multiply_weights)
{
	static const struct table_case cases[] = {{"user,weight\n", 1, " 1 1 1"},
		{"user,weight\n2,0.5\n3,4\n2,3\n", 1, " 1 1.5 4"},
		{"weight,class\n2,long-term\n0,temporary\n", 1, " 2 2 0"},
		{"user,class,weight,why\n1,,2,x\n,long-term,3,\n", 1, " 6 3 1"},
		{"log,weight\n2,5\n", 2, " 1 1 5 1 5"},
		{"log,user,class,weight\n2,1,,5\n1,,temporary,7\n,,long-term,2\n", 2,
			" 2 2 10 7 1"}};
	check_cases(cases, sizeof cases / sizeof *cases);
}
END_TEST

/* Long-term and temporary users in turn, in two logs of which the second has every third user. */
START_TEST(rows_find_their_users_among_many)
{
	enum { USERS = 30 };
	char path[] = "/tmp/test-bias-XXXXXX", table[2 * USERS * 16] = "log,user,weight\n";
	struct swf_pools pools = {0};
	struct swf_error error;
	for (int l = 1; l <= 2; l++) {
		struct swf_jobs log = {0};
		for (int week = 0; week <= 30; week += 15)
			for (int user = l; user <= USERS; user += 2 * l - 1)
				if (user % 2 == 0 || week == 15 || user == l)
					add_job(&log, week, user, user);
		add_log(&pools, &log, NULL);
	}
	for (size_t pool = 0; pool < SWF_POOL_CLASSES; pool++)
		for (size_t i = pools.pools[pool].count; i-- > 0;) {
			const struct swf_subtrace *s = &pools.pools[pool].subtraces[i];
			snprintf(table + strlen(table), 17, "%zu,%lld,%lld\n", s->log + 1,
				(long long)s->user, (long long)s->user * (s->log == 0 ? 1 : 100));
		}
	write_file(path, table, strlen(table));
	ck_assert_int_eq(swf_bias_read(path, &pools, &error), 0);
	ck_assert_uint_eq(
		pools.pools[SWF_POOL_LONG_TERM].count + pools.pools[SWF_POOL_TEMPORARY].count,
		USERS + USERS / 3);
	for (size_t pool = 0; pool < SWF_POOL_CLASSES; pool++)
		for (size_t i = 0; i < pools.pools[pool].count; i++) {
			const struct swf_subtrace *s = &pools.pools[pool].subtraces[i];
			ck_assert_double_eq(s->weight, (double)s->user * (s->log == 0 ? 1 : 100));
		}
	swf_pools_clear(&pools);
	unlink(path);
}
END_TEST

START_TEST(malformed_rows_are_refused)
{
	static const struct table_case cases[] = {
		{"user,weight\n1,-1\n", 1, ":2: weight: not a number from 0 on: '-1'"},
		{"user,weight\n1,inf\n", 1, ":2: weight: not a number from 0 on: 'inf'"},
		{"user,weight\n1,\n", 1, ":2: weight: not a number from 0 on: ''"},
		{"user,weight\n1,2\nx,2\n", 1, ":3: user: not a user number: 'x'"},
		{"user,weight\n-1,2\n", 1, ":2: user: not a user number: '-1'"},
		{"user,weight\n7,2\n", 1,
			":2: no user of the pools, in which discarded ones are not, matches this "
			"row"},
		{"class,weight\nrare,2\n", 1, ":2: class: neither long-term nor temporary: 'rare'"},
		{"user,class,weight\n1,temporary,2\n", 1,
			":2: no user of the pools, in which discarded ones are not, matches this "
			"row"},
		{"user,class,weight\n,,2\n", 1, ":2: whose weight? user, class and log are empty"},
		{"log,weight\n2,2\n", 1, ":2: log: not from 1 to 1: '2'"},
		{"log,weight\n0,2\n", 1, ":2: log: not from 1 to 1: '0'"},
		{"user,weight\n1,2\n", 2, ":2: user 1 of which log? the column log tells"},
		{"user,weight\n1,1e9\n2,3\n1,1e9\n", 1,
			":4: weight: that of user 1 comes to 1e+18, not to 0 or from 1e-09 to "
			"1e+09"},
		{"user,weight\n1,1e-10\n", 1,
			":2: weight: that of user 1 comes to 1e-10, not to 0 or from 1e-09 to "
			"1e+09"},
		{"user\n1\n", 1, ":1: no column 'weight'"},
		{"weight\n1\n", 1, ":1: no column 'user'"}};
	check_cases(cases, sizeof cases / sizeof *cases);
}
END_TEST

Suite *bias_suite(void)
{
	return suite_of("bias",
		(const TTest *const[]){rows_multiply_weights, rows_find_their_users_among_many,
			malformed_rows_are_refused, NULL});
}
