/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random machines, beside what a naive implementation makes of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "naive/slurm-nodes/naive-leaves.h"
#include "naive/slurm-nodes/naive-sharing.h"
#include "unit/slurm/nodes-of.h"

static uint64_t switch_sets[NAIVE_SWITCHES][WORDS];
static struct swf_slurm_switch switch_list[NAIVE_SWITCHES];
static int32_t gpu_list[NAIVE_NODES * NAIVE_TYPES];
static uint64_t seed;

static uint32_t below(uint32_t limit)
{
	return random_below(&seed, limit);
}

/* Leaves of neighbours below switches of a switch, or some of two; some nodes are below no leaf. */
static void random_switches(void)
{
	conf.switch_count = 0;
	conf.switches = switch_list;
	if (conf.whole_nodes || below(3) > 0)
		return;
	memset(switch_sets, 0, sizeof switch_sets);
	memset(switch_list, 0, sizeof switch_list);
	const size_t leaves = 1 + below(8), middle = 1 + below(3), tops = 1 + below(2);
	conf.switch_count = leaves + middle + tops;
	for (size_t i = 0; i < conf.switch_count; i++)
		switch_list[i] = (struct swf_slurm_switch){.name = "s",
			.nodes = switch_sets[i],
			.parent = i < leaves          ? leaves + below((uint32_t)(middle + tops))
				: i < leaves + middle ? leaves + middle + below((uint32_t)tops)
						      : i,
			.level = i < leaves           ? 0
				: i < leaves + middle ? 1
						      : 2};
	for (size_t n = below(20) == 0 ? 1 : 0; n < conf.node_count; n++)
		for (size_t i = n * leaves / conf.node_count;; i = switch_list[i].parent) {
			swf_slurm_node_sets_put(switch_sets[i], n);
			if (switch_list[i].parent == i)
				break;
		}
}

/* Partitions whose jobs share cores, in some machines. */
static void random_sharing(void)
{
	conf.preemption = (struct swf_slurm_preemption_conf){
		.mode = SWF_SLURM_PREEMPT_REQUEUE, .by_partition = below(4) == 0};
	const bool some = !conf.whole_nodes && below(2) == 0;
	conf.preemption.gang = some && conf.preemption.by_partition && below(2) == 0;
	for (size_t p = 0; some && p < PARTITIONS; p++) {
		partition_list[p].jobs_a_core = conf.preemption.gang ? 1 : 1 + below(NAIVE_ROWS);
		partition_list[p].shares_cores =
			conf.preemption.gang || partition_list[p].jobs_a_core > 1;
		conf.shares_cores |= partition_list[p].shares_cores;
		partition_list[p].priority_tier = below(3);
		partition_list[p].preempt_mode =
			below(4) == 0 ? SWF_SLURM_PREEMPT_OFF : SWF_SLURM_PREEMPT_UNSAID;
	}
}

static bool shares_cores(const struct swf_slurm_request *request)
{
	return partition_list[request->partition].shares_cores;
}

static void random_conf(void)
{
	static const size_t sizes[] = {3, 20, 64, 65, 130, NAIVE_NODES};
	make_conf(sizes[below(6)], (int32_t)(1 + below(8)));
	conf.partition_count = PARTITIONS;
	conf.memory = below(3) == 0;
	conf.whole_nodes = below(4) == 0;
	conf.loops.bf_window_linear = below(4) == 0 ? 1 + below(100) : 0;
	const int32_t core = below(2) == 0 ? 1 : (int32_t)(1 + below(4));
	conf.whole_cores = below(2) == 0;
	node_list[0].cpus_a_core = core;
	node_list[0].cpus *= core;
	conf.gpu_type_count = below(2) == 0 ? 0 : 1 + below(NAIVE_TYPES);
	conf.gpus = gpu_list;
	for (size_t i = 0; i < conf.node_count * conf.gpu_type_count; i++)
		gpu_list[i] = (int32_t)below(4);
	random_switches();
	const bool kinds = below(2) == 0;
	for (size_t n = 1; n < conf.node_count; n++) {
		node_list[n].cpus *= core;
		node_list[n].cpus_a_core = core;
	}
	for (size_t n = 1; kinds && n < conf.node_count; n++) {
		node_list[n] = node_list[n - 1];
		if (below(8) == 0)
			node_list[n].weight = 1 + below(3);
		if (below(16) == 0)
			node_list[n].cpus = core * (int32_t)(1 + below(8));
		if (below(16) == 0)
			node_list[n].memory = 512 * (1 + below(4));
	}
	for (size_t p = 1; p < PARTITIONS; p++) {
		const size_t from = below((uint32_t)conf.node_count);
		for (size_t n = from; n < conf.node_count; n++)
			node_sets[p][n / 64] |= UINT64_C(1) << n % 64;
		partition_list[p].max_cpus_a_node =
			below(3) == 0 ? 1 + below(6) : SWF_SLURM_UNLIMITED;
		partition_list[p].over_time_limit = below(2) == 0 ? 60 : INFINITY;
	}
	random_sharing();
}

enum { ALTERNATIVES = 3 };

static uint64_t alternative_sets[ALTERNATIVES * WORDS];
static struct swf_slurm_alternatives alternatives = {.sets = alternative_sets};

/* Of a machine; its last word may name nodes that it does not have. */
static void random_alternatives(void)
{
	alternatives.count = 1 + below(ALTERNATIVES);
	for (size_t i = 0; i < alternatives.count * conf.words; i++)
		alternative_sets[i] = (uint64_t)below(UINT32_MAX) << 32 | below(UINT32_MAX);
}

static struct swf_slurm_request random_request(void)
{
	const uint32_t most = below(3) == 0 ? (uint32_t)conf.node_count * 4 : 12;
	struct swf_slurm_request request = request_of((int32_t)(1 + below(most)));
	request.partition = below(PARTITIONS);
	request.memory_a_cpu = below(5) == 0 ? 0 : 64 * (1 + below(6));
	if (below(4) == 0)
		request.memory_a_node = 256 * (1 + below(4));
	if (below(2) == 0)
		request.gpus_a_node = (int32_t)below(4);
	if (below(2) == 0)
		request.cpus_a_node = request.gpus_a_node * (int32_t)below(4);
	if (conf.gpu_type_count > 0 && below(3) == 0)
		request.gpu_type = below((uint32_t)conf.gpu_type_count);
	if (below(4) == 0)
		request.min_nodes = 1 + below(4);
	if (below(4) == 0)
		request.max_nodes = request.min_nodes + below(4);
	request.whole_nodes = conf.whole_nodes || (below(4) == 0 && !shares_cores(&request));
	if (below(5) == 0)
		request.alternatives = &alternatives;
	return request;
}

/* A part of the partition's nodes, with holes. */
static void random_among(size_t partition, uint64_t *set, bool *list)
{
	const bool holes = below(2) == 0;
	memcpy(set, node_sets[partition], sizeof node_sets[partition]);
	for (size_t n = 0; n < conf.node_count; n++) {
		if (holes && below(5) == 0)
			set[n / 64] &= ~(UINT64_C(1) << n % 64);
		list[n] = (set[n / 64] >> n % 64 & 1) != 0;
	}
}

/* Check writes a line for each assertion, so there is one for all nodes: it tells the first that
 * differs. */
static void compare_nodes(const uint64_t *set, const bool *list)
{
	size_t same = 0;
	while (same < conf.node_count && swf_slurm_node_sets_has(set, same) == list[same])
		same++;
	ck_assert_uint_eq(same, conf.node_count);
}

static bool is_share(
	const struct swf_slurm_allocation *allocation, size_t i, const struct naive_job *job)
{
	const struct swf_slurm_share *share = &allocation->shares[i];
	const size_t n = share->node;
	return share->cpus == job->cpus[n] && share->memory == job->memory[n] &&
		(!allocation->shares_cores || allocation->cores[i] == job->cores[n]);
}

static void compare_shares(
	const struct swf_slurm_allocation *allocation, const struct naive_job *job)
{
	size_t count = 0;
	for (size_t n = 0; n < conf.node_count; n++)
		count += job->cpus[n] > 0;
	ck_assert_uint_eq(allocation->count, count);
	size_t same = 0;
	while (same < count && is_share(allocation, same, job))
		same++;
	ck_assert_uint_eq(same, count);
	int32_t gpus = 0;
	for (size_t n = 0; n < conf.node_count; n++)
		for (size_t type = 0; type < conf.gpu_type_count; type++)
			gpus += job->gpus[n][type];
	for (size_t i = 0; i < allocation->gpu_count; i++) {
		const struct swf_slurm_gpu_share *share = &allocation->gpus[i];
		ck_assert_int_eq(share->count, job->gpus[share->node][share->type]);
		gpus -= share->count;
	}
	ck_assert_int_eq(gpus, 0);
}

/* A question about a set, which is a list, too, and what is kept with the set. */
struct question {
	struct swf_slurm_request request;
	uint64_t set[WORDS];
	bool list[NAIVE_NODES];
	struct swf_slurm_holdings holdings;
	bool without; /* as if those were gone that have been taken away */
};

/* What is lacking once all have ended that end by that time is so when only some have. */
static void check_lack(
	const struct naive_nodes *naive, const struct question *question, double time)
{
	struct naive_job job;
	size_t gone = 0;
	bool fits = false;
	while (gone < naive->count && naive->jobs[gone]->end <= time)
		gone++;
	for (size_t some = 0; some <= gone; some++)
		fits |= naive_choose(naive, &question->request, question->list, some, &job);
	ck_assert(!fits);
}

/* Whether all CPUs of the nodes are too few, which has to be told where all jobs are to end. */
static bool has_too_few(const struct question *question)
{
	int64_t sum = 0;
	for (size_t n = 0; n < conf.node_count; n++)
		sum += question->list[n] ? node_list[n].cpus : 0;
	return sum < question->request.cpus && !shares_cores(&question->request);
}

/* Puts a question, and returns when the naive implementation has it start, or INFINITY. */
static double compare_when(
	const struct naive_nodes *naive, struct question *question, double now, double latest)
{
	double start = INFINITY;
	uint64_t on[WORDS];
	bool naive_on[NAIVE_NODES];
	struct swf_slurm_answer_id answer;
	struct swf_slurm_expected expected = {
		.found = on, .answer = &answer, .without = question->without};
	const bool fits =
		naive_when(naive, &question->request, question->list, now, &start, naive_on);
	const int rc = swf_slurm_nodes_when(nodes, &question->request, question->set,
		&question->holdings, now, latest, &expected);
	if (rc == 1) {
		ck_assert_double_eq(expected.start, start);
		compare_nodes(on, naive_on);
	} else {
		ck_assert_int_eq(rc, 0);
		ck_assert(!fits || start > latest);
		ck_assert(expected.lack || latest < INFINITY || !has_too_few(question));
		if (expected.lack)
			check_lack(naive, question, fmax(now, latest));
	}
	return fits ? start : (double)INFINITY;
}

/* Some nodes leave the set of a question, what is kept with the set, and the list. */
static void leave_some(struct question *question)
{
	int failed = 0;
	for (size_t n = 0; n < conf.node_count; n++) {
		const struct swf_slurm_mask mask = {
			question->set[n / 64] & UINT64_C(1) << n % 64, n / 64};
		if (mask.bits == 0 || below(4) > 0)
			continue;
		question->set[mask.word] &= ~mask.bits;
		question->list[n] = false;
		failed |= swf_slurm_nodes_leave(nodes, &question->holdings, &mask);
	}
	ck_assert_int_eq(failed, 0);
}

/* What is kept with a set answers also once nodes have left it, and at another `latest`. */
static void compare_kept(const struct naive_nodes *naive, struct question question, double now)
{
	const double start = compare_when(naive, &question, now, INFINITY);
	/* a question may sort the rows of jobs that share cores, so each is asked once of both */
	if (!shares_cores(&question.request)) {
		if (start < INFINITY)
			compare_when(naive, &question, now, start + 60 * (below(5) - 2.0));
		for (int times = 0; times < 2; times++) {
			leave_some(&question);
			compare_when(naive, &question, now, INFINITY);
		}
	}
	swf_slurm_nodes_clear_holdings(&question.holdings);
}

enum { EARLIER = 8 };

/* Puts one of the earlier questions once more, whatever has started and ended since. */
static void compare_earlier(
	const struct naive_nodes *naive, struct question *earlier, int count, double now)
{
	if (count == 0)
		return;
	struct question *question = &earlier[below((uint32_t)(count < EARLIER ? count : EARLIER))];
	const double latest = below(3) == 0 ? (double)INFINITY : now + 60 * below(20);
	if (!shares_cores(&question->request))
		compare_when(naive, question, now, latest);
	swf_slurm_nodes_clear_holdings(&question->holdings);
}

/* A job that is in both. */
struct pair {
	struct swf_slurm_allocation allocation;
	struct naive_job job;
};

static struct pair *pair_of(struct naive_job *job)
{
	return (struct pair *)(void *)((char *)job - offsetof(struct pair, job));
}

/* When it fits as if some jobs were gone, which are any. */
static void compare_away(const struct naive_nodes *naive, struct question question, double now)
{
	if (shares_cores(&question.request))
		return;
	struct naive_nodes fewer = {.conf = &conf, .start = naive->start, .rows = naive->rows};
	ck_assert_int_eq(swf_slurm_nodes_begin_without(nodes), 0);
	for (size_t j = 0; j < naive->count; j++)
		if (below(3) == 0)
			swf_slurm_nodes_without(nodes, &pair_of(naive->jobs[j])->allocation);
		else
			fewer.jobs[fewer.count++] = naive->jobs[j];
	question.without = true;
	const double start = compare_when(&fewer, &question, now, INFINITY);
	if (start < INFINITY)
		compare_when(&fewer, &question, now, start + 60 * (below(5) - 2.0));
	question.without = false;
	compare_when(naive, &question, now, INFINITY);
	swf_slurm_nodes_clear_holdings(&question.holdings);
}

/* Whether it would fit if the first of the jobs that run were gone. */
static void compare_without(const struct naive_nodes *naive,
	const struct swf_slurm_request *request, const uint64_t *set, const bool *list)
{
	uint64_t on[WORDS];
	struct naive_job job;
	const size_t gone = below((uint32_t)naive->count + 1);
	ck_assert_int_eq(swf_slurm_nodes_begin_without(nodes), 0);
	for (size_t j = 0; j < gone; j++)
		swf_slurm_nodes_without(nodes, &pair_of(naive->jobs[j])->allocation);
	const bool fits = naive_choose(naive, request, list, gone, &job);
	ck_assert_int_eq(swf_slurm_nodes_fit_without(nodes, request, set, on), fits);
	if (!fits)
		return;
	bool naive_on[NAIVE_NODES];
	for (size_t n = 0; n < conf.node_count; n++)
		naive_on[n] = job.cpus[n] > 0;
	compare_nodes(on, naive_on);
}

static void free_pair(struct pair *pair)
{
	free(pair->allocation.shares);
	free(pair->allocation.gpus);
	free(pair->allocation.parts);
	free(pair->allocation.cores);
	free(pair);
}

static void try_to_start(struct naive_nodes *naive, struct pair *pair,
	const struct swf_slurm_request *request, const uint64_t *set, const bool *list, double now)
{
	const bool fits = naive_choose_now(naive, request, list, &pair->job);
	ck_assert_int_eq(swf_slurm_nodes_choose(nodes, request, set, &pair->allocation), fits);
	if (!fits)
		return;
	ck_assert(swf_slurm_nodes_may_fit(nodes, request));
	compare_shares(&pair->allocation, &pair->job);
	pair->job.limit = 60 * (1 + below(below(2) == 0 ? 5 : 300));
	pair->job.end = now + pair->job.limit;
	ck_assert_int_eq(swf_slurm_nodes_take(nodes, &pair->allocation, now, pair->job.limit), 0);
	naive->jobs[naive->count++] = &pair->job;
	naive_rows_start(naive, &pair->job);
	naive_sort(naive);
}

static void end_one(struct naive_nodes *naive, size_t which)
{
	struct pair *pair = pair_of(naive->jobs[which]);
	swf_slurm_nodes_give_back(nodes, &pair->allocation);
	memmove(naive->jobs + which, naive->jobs + which + 1,
		(--naive->count - which) * sizeof naive->jobs[0]);
	naive_rows_end(naive, &pair->job);
	free_pair(pair);
}

static void put_off_one(struct naive_nodes *naive, struct naive_job *job)
{
	const double by = 30 * below(40);
	swf_slurm_nodes_put_off(nodes, &pair_of(job)->allocation, by);
	/* behind those that end at the same time */
	size_t which = 0;
	while (naive->jobs[which] != job)
		which++;
	memmove(naive->jobs + which, naive->jobs + which + 1,
		(naive->count - 1 - which) * sizeof naive->jobs[0]);
	naive->jobs[naive->count - 1] = job;
	job->end += by;
	naive_sort(naive);
}

/* Whether two jobs that share cores have one in common. */
static void compare_cover(struct naive_job *a, struct naive_job *b)
{
	bool common = false;
	if (!a->shares || !b->shares)
		return;
	for (size_t n = 0; n < conf.node_count; n++)
		common |= (a->cores[n] & b->cores[n]) != 0;
	swf_slurm_nodes_begin_cover(nodes);
	swf_slurm_nodes_cover(nodes, &pair_of(a)->allocation);
	ck_assert(common == swf_slurm_nodes_is_covered(nodes, &pair_of(b)->allocation));
}

static struct naive_job *any_job(const struct naive_nodes *naive)
{
	return naive->jobs[below((uint32_t)naive->count)];
}

static void random_machine(void)
{
	random_conf();
	static struct naive_rows rows;
	struct naive_nodes naive = {.conf = &conf, .start = below(1000), .rows = &rows};
	memset(&rows, 0, sizeof rows);
	begin_nodes(naive.start);
	random_alternatives();
	struct question earlier[EARLIER];
	double now = 0;
	for (int step = 0; step < 120; step++) {
		now += below(4) == 0 ? below(200) : 0;
		for (int times = 0; times < 3; times++)
			compare_earlier(&naive, earlier, step, now);
		struct question *const question = &earlier[step % EARLIER];
		*question = (struct question){.request = random_request()};
		const struct swf_slurm_request request = question->request;
		const uint64_t *const set = question->set;
		const bool *const list = question->list;
		random_among(request.partition, question->set, question->list);
		compare_kept(&naive, *question, now);
		compare_without(&naive, &request, set, list);
		compare_away(&naive, *question, now);
		const struct naive_nodes empty = {.conf = &conf};
		struct pair *pair = calloc(1, sizeof *pair);
		ck_assert_int_eq(swf_slurm_nodes_possible(nodes, &request, set),
			naive_choose(&empty, &request, list, 0, &pair->job));
		try_to_start(&naive, pair, &request, set, list, now);
		if (pair->allocation.end == 0)
			free_pair(pair);
		if (naive.count > 0 && below(3) == 0)
			end_one(&naive, below(2) == 0 ? 0 : below((uint32_t)naive.count));
		if (naive.count > 0 && below(6) == 0)
			put_off_one(&naive, any_job(&naive));
		if (naive.count > 0)
			compare_cover(any_job(&naive), any_job(&naive));
	}
	while (naive.count > 0)
		end_one(&naive, 0);
	swf_slurm_nodes_free(nodes);
}

START_TEST(answers_are_those_of_a_naive_implementation)
{
	seed = (uint64_t)_i;
	for (int i = 0; i < 30; i++)
		random_machine();
}
END_TEST

/* The least of all sets of nodes that would do, each node as a whole. */
static int64_t least_of_sets(const struct swf_slurm_request *request)
{
	int64_t least = INT64_MAX;
	for (uint64_t set = 1; set >> conf.node_count == 0; set++) {
		int64_t sum = 0, count = 0;
		for (size_t n = 0; n < conf.node_count; n++)
			if ((set >> n & 1) != 0) {
				sum += node_list[n].cpus;
				count++;
			}
		if (sum >= request->cpus && sum < least && count >= request->min_nodes &&
			count <= request->max_nodes)
			least = sum;
	}
	return least;
}

/* It is never more than the least of the sets, and mostly that. */
START_TEST(the_least_is_a_bound)
{
	int equal = 0, all = 0;
	seed = 3;
	for (int i = 0; i < 2000; i++) {
		make_conf(1 + below(8), 1);
		const int32_t sizes[] = {4 * (int32_t)(1 + below(8)), 4 * (int32_t)(1 + below(8))};
		for (size_t n = 0; n < conf.node_count; n++)
			node_list[n].cpus = sizes[below(2)];
		conf.whole_nodes = below(2) == 0;
		begin_nodes(0);
		struct swf_slurm_request request = request_of((int32_t)(1 + below(100)));
		request.whole_nodes = true;
		request.min_nodes = 1 + below(3);
		request.max_nodes = request.min_nodes + below(4);
		if (swf_slurm_nodes_possible(nodes, &request, node_sets[0])) {
			const int64_t least = least_of_sets(&request);
			const int64_t bound =
				swf_slurm_nodes_least(nodes, &request, node_sets[0]).cpus;
			ck_assert_int_le(bound, least);
			ck_assert(bound == least || sizes[0] != sizes[1]);
			equal += bound == least;
			all++;
		}
		swf_slurm_nodes_free(nodes);
	}
	ck_assert_int_gt(all, 500);
	ck_assert_int_gt(equal, all * 8 / 10);
}
END_TEST

Suite *slurm_random_nodes_suite(void)
{
	Suite *suite = suite_create("slurm_random_nodes");
	TCase *random = tcase_create("random machines");
	tcase_set_timeout(random, 300);
	tcase_add_loop_test(random, answers_are_those_of_a_naive_implementation, 1, 9);
	tcase_add_test(random, the_least_is_a_bound);
	suite_add_tcase(suite, random);
	return suite;
}
