/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "accounting/pbs/pbs-record.h"
#include "unit/suites.h"

struct amount {
	const char *text;
	int64_t procs; /* -1: malformed */
};

static void check_procs(swf_pbs_processors *count, const struct amount *amounts)
{
	for (; amounts->text != NULL; amounts++) {
		char text[200];
		int64_t procs = -1;
		/* what stands behind the end does not count */
		const size_t length = strlen(amounts->text);
		memcpy(text, amounts->text, length);
		memcpy(text + length, "9:ncpus=3+4", 12);
		if (!count(text, text + length, &procs))
			procs = -1;
		if (procs != amounts->procs)
			ck_abort_msg("'%s' is %lld, not %lld", amounts->text, (long long)procs,
				(long long)amounts->procs);
	}
}

START_TEST(counts)
{
	static const struct amount amounts[] = {{"0", 0}, {"7", 7}, {"0012", 12},
		{"2147483647", 2147483647}, {"2147483648", -1}, {"99999999999999999999", -1},
		{"", -1}, {"-1", -1}, {"+1", -1}, {"1.5", -1}, {" 1", -1}, {"1 ", -1}, {"x", -1},
		{"1x", -1}, {NULL, 0}};
	check_procs(swf_pbs_count, amounts);
}
END_TEST

START_TEST(selections)
{
	static const struct amount amounts[] = {{"1", 1}, {"3", 3}, {"1:ncpus=1", 1},
		{"2:ncpus=8:mem=4gb+4", 20}, {"ncpus=16", 16}, {"mem=4gb", 1}, {"4:mem=4gb", 4},
		{"mem=4gb:ncpus=2", 2}, {"2:mpiprocs=8:ncpus=4+1:ncpus=2:host=n1", 10},
		{"2:xncpus=8", 2}, {"2:ncpusx=8", 2}, {"2:ncpus=0", 0}, {"0:ncpus=4", 0},
		{"1+2+3", 6}, {"2:bigmem=True:ncpus=3", 6}, {"", -1}, {"+", -1}, {"1+", -1},
		{"+1", -1}, {"1++1", -1}, {"x", -1}, {"x:ncpus=2", -1}, {"-1:ncpus=2", -1},
		{"2:ncpus=x", -1}, {"2:ncpus=", -1}, {"2:ncpus=-4", -1}, {":ncpus=2", -1},
		{"2:ncpus=2.5", -1},
		/* processors fit into 31 bits */
		{"65536:ncpus=32767", 2147418112}, {"65536:ncpus=32768", -1},
		{"2147483647:ncpus=2147483647", -1}, {"2147483647", 2147483647},
		{"2147483647+1", -1}, {"2147483648", -1}, {NULL, 0}};
	check_procs(swf_pbs_select, amounts);
}
END_TEST

START_TEST(gpus)
{
	static const struct amount selected[] = {{"2:ncpus=8:ngpus=3+4:ngpus=1", 10},
		{"3:ncpus=8", 0}, {"7", 0}, {"ngpus=2", 2}, {"2:ngpus=x", -1}, {"", -1}, {NULL, 0}};
	static const struct amount of_nodes[] = {{"2:ppn=8:gpus=3:fast+node7", 6}, {"node7", 0},
		{"n1:gpus=1+n2:gpus=1#shared", 2}, {"1:gpus=x", -1}, {NULL, 0}};
	check_procs(swf_pbs_select_gpus, selected);
	check_procs(swf_pbs_nodes_gpus, of_nodes);
}
END_TEST

START_TEST(nodes)
{
	static const struct amount amounts[] = {{"1", 1}, {"4", 4}, {"4:ppn=8", 32},
		{"4:ppn=8:fast+node7", 33}, {"node7", 1}, {"node7:ppn=2", 2}, {"2:fast", 2},
		{"2:fast:ppn=3", 6}, {"n1+n2+n3:ppn=4", 6}, {"7up:ppn=3", 3},
		{"4:ppn=8#shared", 32}, {"1:ppn=1:gpus=2", 1}, {"", -1}, {"+", -1}, {"1+", -1},
		{"1++2", -1}, {"1:ppn=x", -1}, {"1:ppn=", -1}, {"1:ppn=-1", -1}, {"#shared", -1},
		{"65536:ppn=32767", 2147418112}, {"65536:ppn=32768", -1}, {"2147483647+n1", -1},
		{NULL, 0}};
	check_procs(swf_pbs_nodes, amounts);
}
END_TEST

START_TEST(virtual_nodes)
{
	static const struct amount amounts[] = {{"(n1:ncpus=8)", 8},
		{"(n1:ncpus=8)+(n2[0]:ncpus=4+n2[1]:ncpus=4)", 16}, {"n1:ncpus=2", 2},
		{"(n1:ncpus=1:mem=4kb)", 1}, {"(n1:mem=4kb:ncpus=3)", 3},
		/* memory of a node beside processors of another */
		{"(n1:ncpus=2+n2:mem=8gb)", 2}, {"(n1:ncpus=2)+(n1:ncpus=2)+(n1:ncpus=2)", 6},
		{"", -1}, {"()", -1}, {"(n1:ncpus=8)+", -1}, {"(n1:ncpus=x)", -1},
		{"(n1:ncpus=)", -1}, {"(n1:ncpus=2147483647)+(n2:ncpus=1)", -1},
		{"(n1:ncpus=2147483648)", -1}, {"(n1:ncpus=2147483647)", 2147483647}, {NULL, 0}};
	check_procs(swf_pbs_exec_vnode, amounts);
}
END_TEST

START_TEST(hosts)
{
	static const struct amount amounts[] = {{"n1/0", 1}, {"n1/0*8", 8}, {"n1/0*8+n2/0", 9},
		{"n1/0+n1/1", 2}, {"n1/0-7+n2", 9}, {"n1", 1}, {"n1+n2", 2}, {"n1/3*2+n2/1*4", 6},
		{"n1/0-3,8,10-11", 7}, {"n1/5-5", 1}, {"n1.site.org/0*16", 16}, {"", -1},
		{"/0", -1}, {"n1/", -1}, {"n1/x", -1}, {"n1/0*", -1}, {"n1/0*x", -1},
		{"n1/0*-1", -1}, {"n1/0-", -1}, {"n1/-3", -1}, {"n1/3-0", -1}, {"n1/0,", -1},
		{"n1/,0", -1}, {"n1/0+", -1}, {"+n1/0", -1}, {"n1/0++n2/0", -1},
		{"n1/0*2147483647", 2147483647}, {"n1/0*2147483647+n2/0", -1},
		{"n1/0*2147483648", -1}, {"n1/0-2147483647", -1}, {"n1/1-2147483647", 2147483647},
		{"n1/0-99999999999", -1}, {NULL, 0}};
	check_procs(swf_pbs_exec_host, amounts);
}
END_TEST

typedef bool read_amount(const char *p, const char *end, double *value);

static void check_amounts(read_amount *read, const char *const texts[], const double values[])
{
	for (int i = 0; texts[i] != NULL; i++) {
		double value = -1;
		const bool is_one = read(texts[i], texts[i] + strlen(texts[i]), &value);
		if (is_one != (values[i] >= 0) || (is_one && value != values[i]))
			ck_abort_msg("'%s' is %d, %.17g", texts[i], is_one, value);
	}
}

START_TEST(durations)
{
	static const char *const texts[] = {"0", "59", "00:00:00", "01:02:03", "1:2:3", "02:03",
		"100:00:00", "00:00:90", "3600", "999999:59:59", "2147483647", "2147483647:59:59",
		NULL};
	/* of the last: (2^31 - 1) * 3600 + 3599 */
	static const double values[] = {
		0, 59, 0, 3723, 3723, 123, 360000, 90, 3600, 3599999999, 2147483647, 7730941132799};
	check_amounts(swf_pbs_duration, texts, values);
	static const char *const malformed[] = {"", ":", "1:", ":1", "1::2", "1:2:3:4", "-1",
		"1:-2", "1.5", "1:02:03.5", "x", "1 ", "1:2x", "99999999999999999999", "1-00:00:00",
		NULL};
	static const double none[] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	check_amounts(swf_pbs_duration, malformed, none);
}
END_TEST

START_TEST(memories)
{
	static const char *const texts[] = {"0", "1024", "512", "1024b", "3kb", "2mb", "2gb", "1tb",
		"1pb", "4GB", "7Kb", "128w", "1kw", "3mw", "2gw", "1tw", "1pw", "0kb",
		"100000000000kb", NULL};
	static const double values[] = {0, 1, 0.5, 1, 3, 2048, 2097152, 1073741824, 1099511627776,
		4194304, 7, 1, 8, 24576, 16777216, 8589934592, 8796093022208, 0, 100000000000};
	check_amounts(swf_pbs_memory, texts, values);
	static const char *const malformed[] = {"", "kb", "-1kb", "1.5gb", "1 kb", "1kbb", "1xb",
		"1bk", "1kbx", "1eb", "x", "99999999999999999999", "1k b", NULL};
	static const double none[] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	check_amounts(swf_pbs_memory, malformed, none);
}
END_TEST

START_TEST(parts_end_at_a_mark)
{
	static const char text[] = "ab:c";
	ck_assert_ptr_eq(swf_pbs_part_end(text, text + 4, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text + 2, text + 4, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text + 3, text + 4, ':'), text + 4);
	ck_assert_ptr_eq(swf_pbs_part_end(text, text + 2, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text, text, ':'), text);
}
END_TEST

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

Suite *pbs_record_suite(void)
{
	return suite_of("pbs_record",
		(const TTest *const[]){counts, selections, gpus, nodes, virtual_nodes, hosts,
			durations, memories, parts_end_at_a_mark, as_in_an_array, ids_that_collide,
			a_new_job_is_unknown, NULL});
}
