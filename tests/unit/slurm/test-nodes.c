/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "naive/slurm-nodes/naive-leaves.h"
#include "naive/slurm-nodes/naive-nodes.h"
#include "naive/slurm-nodes/naive-sharing.h"
#include "slurm/model/node-sets.h"
#include "slurm/model/nodes.h"
#include "unit/suites.h"

enum { PARTITIONS = NAIVE_PARTITIONS, WORDS = NAIVE_NODES / 64 };

/* A machine of one partition, which tests change before they use it. */
static struct swf_slurm_node node_list[NAIVE_NODES];
static uint64_t node_sets[PARTITIONS][WORDS];
static struct swf_slurm_partition partition_list[PARTITIONS];
static uint64_t switch_sets[NAIVE_SWITCHES][WORDS];
static struct swf_slurm_switch switch_list[NAIVE_SWITCHES];
static int32_t gpu_list[NAIVE_NODES * NAIVE_TYPES];
static struct swf_slurm_conf conf;

static void make_conf(size_t nodes, int32_t cpus)
{
	memset(node_sets, 0, sizeof node_sets);
	conf = (struct swf_slurm_conf){.nodes = node_list,
		.node_count = nodes,
		.words = (nodes + 63) / 64,
		.partitions = partition_list,
		.partition_count = 1,
		.loops = {.kill_wait = 30}};
	for (size_t n = 0; n < nodes; n++) {
		node_list[n] = (struct swf_slurm_node){
			.cpus = cpus, .memory = 1024, .weight = 1, .cpus_a_core = 1};
		node_sets[0][n / 64] |= UINT64_C(1) << n % 64;
	}
	for (size_t p = 0; p < PARTITIONS; p++)
		partition_list[p] = (struct swf_slurm_partition){.nodes = node_sets[p],
			.max_nodes = SWF_SLURM_UNLIMITED,
			.max_cpus_a_node = SWF_SLURM_UNLIMITED};
}

static struct swf_slurm_request cpus(int32_t count)
{
	return (struct swf_slurm_request){.cpus = count,
		.min_nodes = 1,
		.max_nodes = SWF_SLURM_UNLIMITED,
		.gpu_type = SWF_SLURM_ANY_GPU};
}

static struct swf_slurm_nodes *nodes;
static struct swf_slurm_allocation running[NAIVE_JOBS];
static size_t running_count;

static void begin(double start)
{
	running_count = 0;
	nodes = swf_slurm_nodes_new(&conf, start);
	ck_assert_ptr_nonnull(nodes);
}

static void end(void)
{
	swf_slurm_nodes_free(nodes);
	for (size_t i = 0; i < NAIVE_JOBS; i++) {
		free(running[i].shares);
		free(running[i].gpus);
		free(running[i].parts);
		free(running[i].cores);
	}
	memset(running, 0, sizeof running);
}

/* The nodes that an allocation has, with their CPUs: as "0:4 2:1". */
static char *text_of(const struct swf_slurm_allocation *allocation)
{
	static char text[NAIVE_NODES * 12];
	char *at = text;
	*at = '\0';
	for (uint32_t n = 0; n < NAIVE_NODES; n++)
		for (size_t i = 0; i < allocation->count; i++)
			if (allocation->shares[i].node == n)
				at += sprintf(at, "%s%u:%d", at == text ? "" : " ", (unsigned)n,
					(int)allocation->shares[i].cpus);
	return text;
}

/* Starts a job at time 0, which gets what is expected. */
static void start(struct swf_slurm_request request, double limit, const char *expected)
{
	struct swf_slurm_allocation *job = &running[running_count];
	const int rc = swf_slurm_nodes_choose(nodes, &request, node_sets[0], job);
	if (expected == NULL) {
		ck_assert_int_eq(rc, 0);
		return;
	}
	ck_assert_int_eq(rc, 1);
	ck_assert(swf_slurm_nodes_may_fit(nodes, &request));
	ck_assert_str_eq(text_of(job), expected);
	ck_assert_int_eq(swf_slurm_nodes_take(nodes, job, 0, limit), 0);
	running_count++;
}

/* When a job can be expected to start at that time, and on which nodes. */
static void expect(struct swf_slurm_request request, double now, double start, uint64_t on)
{
	uint64_t set[WORDS];
	struct swf_slurm_expected found = {.found = set};
	struct swf_slurm_holdings holdings = {0};
	const int rc = swf_slurm_nodes_when(
		nodes, &request, node_sets[0], &holdings, now, INFINITY, &found);
	swf_slurm_nodes_clear_holdings(&holdings);
	if (on == 0) {
		ck_assert_int_eq(rc, 0);
		return;
	}
	ck_assert_int_eq(rc, 1);
	ck_assert_double_eq(found.start, start);
	ck_assert_uint_eq(set[0], on);
}

/* Nodes of 4 CPUs: the job of 12 takes 3, which leaves 0 .. 2 and 6 .. 9 once others have gone. */
START_TEST(the_run_that_fits_best_is_taken)
{
	make_conf(10, 4);
	begin(0);
	start(cpus(12), 60, "0:4 1:4 2:4");
	start(cpus(12), 60, "3:4 4:4 5:4");
	swf_slurm_nodes_give_back(nodes, &running[0]);
	start(cpus(14), 60, "6:4 7:4 8:4 9:2"); /* 0 .. 2 do not suffice */
	swf_slurm_nodes_give_back(nodes, &running[2]);
	start(cpus(12), 60, "0:4 1:4 2:4"); /* suffices with less to spare than 6 .. 9 */
	swf_slurm_nodes_give_back(nodes, &running[3]);
	start(cpus(20), 60, "0:4 6:4 7:4 8:4 9:4"); /* none suffices: the largest, then the other */
	start(cpus(9), 60, NULL);
	start(cpus(8), 60, "1:4 2:4");
	end();
}
END_TEST

/* Two nodes of four cores with two threads. What slurmctld 22.05.8 gave to jobs of sbatch, with
 * CR_Core_Memory and with CR_CPU_Memory, where what is left of a core serves no other job. */
static void begin_cores(bool whole_cores)
{
	make_conf(2, 8);
	conf.memory = true;
	conf.whole_cores = whole_cores;
	for (size_t n = 0; n < 2; n++) {
		node_list[n].cpus_a_core = 2;
		node_list[n].memory = 10000;
	}
	begin(0);
}

START_TEST(jobs_get_whole_cores)
{
	static const struct {
		int32_t cpus;
		int64_t memory, nodes;
		const char *shares;
	} jobs[] = {{1, 100, 1, "0:2"}, {3, 300, 1, "0:4"}, {5, 100, 1, "0:6"},
		{9, 100, 1, "0:8 1:2"}, {7, 1300, 1, "0:6 1:2"}, {7, 1428, 1, "0:6 1:2"},
		{5, 1700, 1, "0:4 1:2"}, {3, 100, 2, "0:2 1:2"}, {4, 100, 2, "0:2 1:2"},
		{12, 1428, 1, "0:6 1:6"}, {13, 1428, 1, NULL}};
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		struct swf_slurm_request request = cpus(jobs[i].cpus);
		request.memory_a_cpu = jobs[i].memory;
		request.min_nodes = jobs[i].nodes;
		begin_cores(true);
		start(request, 60, jobs[i].shares);
		end();
	}
	/* eight jobs of one CPU fill eight cores */
	struct swf_slurm_request one = cpus(1), three = cpus(3), seven = cpus(7);
	one.memory_a_cpu = three.memory_a_cpu = 100;
	seven.memory_a_cpu = 1300;
	begin_cores(false);
	start(seven, 60, "0:7");
	end();
	begin_cores(false);
	start(three, 60, "0:3");
	start(three, 60, "0:3");
	start(three, 60, "1:3");
	for (int i = 0; i < 2; i++)
		start(one, 60, "1:1");
	start(one, 60, NULL);
	end();
}
END_TEST

/* In a run, the node with the fewest CPUs that are enough. */
START_TEST(a_node_alone_is_the_smallest_that_suffices)
{
	make_conf(4, 8);
	begin(0);
	start(cpus(8), 60, "0:8");
	start(cpus(5), 60, "1:5");
	start(cpus(4), 60, "2:4");
	start(cpus(3), 60, "1:3");
	swf_slurm_nodes_give_back(nodes, &running[1]);
	start(cpus(4), 60, "2:4"); /* 1 has 5, 3 has 8 */
	start(cpus(6), 60, "3:6");
	start(cpus(5), 60, "1:5");
	end();
}
END_TEST

START_TEST(light_nodes_come_first_even_if_they_are_not_enough)
{
	make_conf(6, 4);
	node_list[2].weight = node_list[3].weight = 5;
	begin(0);
	start(cpus(2), 60, "0:2");
	start(cpus(8), 60, "4:4 5:4");
	start(cpus(9), 60, "0:2 1:4 2:3"); /* 6 CPUs of light nodes, the rest of a heavy one */
	end();
}
END_TEST

START_TEST(numbers_of_nodes_have_bounds)
{
	make_conf(4, 4);
	begin(0);
	struct swf_slurm_request three = cpus(5), two = cpus(8);
	three.min_nodes = 3;
	start(three, 60, "0:3 1:1 2:1"); /* one is left for each node still to come */
	two.max_nodes = 2;
	start(two, 60, NULL); /* 1, 3, 3 and 4 are free: no two of them have 8 */
	two.cpus = 7;
	start(two, 60, "1:3 3:4"); /* 0 is in the way until it is left out */
	end();
}
END_TEST

START_TEST(whole_nodes_are_idle_ones)
{
	make_conf(4, 4);
	begin(0);
	struct swf_slurm_request whole = cpus(5);
	whole.whole_nodes = true;
	start(cpus(1), 60, "0:1");
	start(whole, 60, "1:4 2:4");
	start(whole, 60, NULL);
	whole.cpus = 4;
	start(whole, 60, "3:4");
	ck_assert(!swf_slurm_nodes_may_fit(nodes, &whole));
	ck_assert(swf_slurm_nodes_possible(nodes, &whole, node_sets[0]));
	whole.cpus = 17;
	ck_assert(!swf_slurm_nodes_possible(nodes, &whole, node_sets[0]));
	end();
}
END_TEST

/* The heavier of two nodes for a job of one CPU is the smallest, too. */
START_TEST(another_node_is_the_smallest)
{
	make_conf(3, 4);
	node_list[1].weight = node_list[2].weight = 2;
	node_list[2].cpus = 2;
	begin(0);
	struct swf_slurm_request whole = cpus(1);
	whole.whole_nodes = true;
	whole.min_nodes = 2;
	start(whole, 60, "0:4 2:2");
	end();
}
END_TEST

START_TEST(memory_limits_the_cpus_of_a_node)
{
	make_conf(3, 4); /* of 1024 KB each */
	conf.memory = true;
	begin(0);
	struct swf_slurm_request request = cpus(3), all = cpus(1);
	request.memory_a_cpu = 400;
	start(request, 60, "0:2 1:1");
	request.memory_a_cpu = 200;
	start(request, 60, "1:3");
	start(all, 60, "2:1"); /* no memory said: all of the node's */
	start(all, 60, NULL);
	ck_assert_int_eq(running[0].shares[0].memory, 800);
	ck_assert_int_eq(running[2].shares[0].memory, 1024);
	end();
}
END_TEST

START_TEST(a_partition_may_limit_its_cpus_of_a_node)
{
	make_conf(2, 4);
	conf.partition_count = 2;
	memcpy(node_sets[1], node_sets[0], sizeof node_sets[0]);
	partition_list[1].max_cpus_a_node = 3;
	begin(0);
	struct swf_slurm_request limited = cpus(4);
	limited.partition = 1;
	start(limited, 60, "0:3 1:1");
	limited.cpus = 3;
	start(limited, 60, NULL);
	limited.cpus = 2;
	start(limited, 60, "1:2");
	start(cpus(2), 60, "0:1 1:1");
	end();
}
END_TEST

/* Nodes of a kind (here, a weight) first; with unequal nodes the last of the largest. */
START_TEST(select_linear_tries_kind_after_kind)
{
	make_conf(6, 4);
	conf.whole_nodes = true;
	for (size_t n = 0; n < 3; n++)
		node_list[n].weight = 2;
	node_list[4].cpus = 8;
	begin(0);
	struct swf_slurm_request whole = cpus(4);
	whole.whole_nodes = true;
	start(whole, 60, "3:4"); /* 3 and 5 are the first kind */
	whole.cpus = 7;
	start(whole, 60, "4:8"); /* 5 does not suffice: the largest of 4 and 5 */
	whole.cpus = 8;
	start(whole, 60, "0:4 1:4"); /* 5, then with 0 .. 2, of which the run is larger */
	end();
}
END_TEST

static void check_least(struct swf_slurm_request request, int64_t least_cpus, int64_t memory)
{
	const struct swf_slurm_least least = swf_slurm_nodes_least(nodes, &request, node_sets[0]);
	ck_assert_int_eq(least.cpus, least_cpus);
	ck_assert_int_eq(least.memory, memory);
}

START_TEST(the_least_of_a_request)
{
	make_conf(4, 4); /* of 1024 KB each */
	begin(0);
	struct swf_slurm_request whole = cpus(5), three = cpus(2), all = cpus(5);
	check_least(three, 2, 0);
	three.min_nodes = 3; /* one on each */
	three.memory_a_cpu = 10;
	check_least(three, 3, 30);
	whole.whole_nodes = true;
	check_least(whole, 8, 0);
	whole.min_nodes = 3;
	whole.memory_a_cpu = 100;
	check_least(whole, 12, 1200);
	start(cpus(3), 60, "0:3"); /* whatever runs */
	check_least(whole, 12, 1200);
	end();
	/* where jobs do not say how much memory they need, they get all of their nodes */
	conf.memory = true;
	node_list[1].memory = 512;
	begin(0);
	check_least(all, 5, 512 + 1024);
	end();
	/* node 1 has 2 CPUs, but not the memory for them */
	node_list[1].cpus = 2;
	begin(0);
	whole.cpus = 1;
	whole.min_nodes = 1;
	check_least(whole, 2, 200);
	whole.memory_a_cpu = 256 + 1;
	node_list[0].memory = 2048;
	end();
	begin(0);
	check_least(whole, 4, 4 * 257);
	end();
}
END_TEST

/* Three jobs on a node each. The first ends at 100, so the first group ends at 120 + 30, the next
 * at 120 + 60. */
START_TEST(ends_that_lie_close_together_count_as_one)
{
	make_conf(4, 4);
	begin(0);
	start(cpus(4), 100, "0:4");
	start(cpus(4), 140, "1:4");
	start(cpus(4), 155, "2:4");
	start(cpus(4), 1000, "3:4");
	expect(cpus(3), 10, 140, 1);
	expect(cpus(8), 10, 140, 3);
	expect(cpus(9), 10, 155, 7);
	expect(cpus(13), 10, 1000, 15);
	expect(cpus(17), 10, 0, 0);
	ck_assert_double_eq(swf_slurm_nodes_next_end(nodes, 99), 100);
	ck_assert_double_eq(swf_slurm_nodes_next_end(nodes, 100), 140);
	ck_assert(swf_slurm_nodes_next_end(nodes, 1000) == INFINITY);
	swf_slurm_nodes_give_back(nodes, &running[0]);
	expect(cpus(3), 10, 10, 1);
	expect(cpus(5), 10, 155, 3); /* 140 is the first now: its group ends at 150 + 30 */
	end();
	begin(15); /* 100 is 115 there: the first group ends at 105 + 30 */
	start(cpus(4), 100, "0:4");
	start(cpus(4), 140, "1:4");
	start(cpus(8), 1000, "2:4 3:4");
	expect(cpus(3), 10, 100, 1);
	expect(cpus(5), 10, 140, 3);
	end();
	make_conf(3, 4);
	conf.loops.bf_window_linear = 10; /* windows of 30, 40 and so on */
	begin(0);
	start(cpus(4), 100, "0:4");
	start(cpus(4), 155, "1:4");
	start(cpus(4), 165, "2:4");
	expect(cpus(3), 10, 100, 1);
	expect(cpus(5), 10, 155, 3);
	expect(cpus(9), 10, 165, 7);
	end();
}
END_TEST

START_TEST(jobs_past_their_limits_end_soon)
{
	make_conf(2, 4);
	begin(0);
	start(cpus(4), 100, "0:4");
	start(cpus(4), INFINITY, "1:4");
	expect(cpus(4), 100, 130, 1); /* KillWait */
	expect(cpus(4), 129, 130, 1);
	expect(cpus(4), 130, 131, 1);
	expect(cpus(8), 130, 365 * 86400, 3);
	partition_list[0].over_time_limit = 60;
	expect(cpus(4), 130, 190, 1);
	partition_list[0].over_time_limit = INFINITY;
	expect(cpus(4), 130, 230, 1);
	end();
}
END_TEST

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

static struct swf_slurm_request random_request(void)
{
	const uint32_t most = below(3) == 0 ? (uint32_t)conf.node_count * 4 : 12;
	struct swf_slurm_request request = cpus((int32_t)(1 + below(most)));
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
	struct swf_slurm_expected expected = {.found = on};
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
	begin(naive.start);
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
	end();
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
		begin(0);
		struct swf_slurm_request request = cpus((int32_t)(1 + below(100)));
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
		end();
	}
	ck_assert_int_gt(all, 500);
	ck_assert_int_gt(equal, all * 8 / 10);
}
END_TEST

Suite *slurm_nodes_suite(void)
{
	const TTest *const tests[] = {the_run_that_fits_best_is_taken, jobs_get_whole_cores,
		a_node_alone_is_the_smallest_that_suffices,
		light_nodes_come_first_even_if_they_are_not_enough, numbers_of_nodes_have_bounds,
		whole_nodes_are_idle_ones, another_node_is_the_smallest,
		memory_limits_the_cpus_of_a_node, a_partition_may_limit_its_cpus_of_a_node,
		select_linear_tries_kind_after_kind, the_least_of_a_request,
		ends_that_lie_close_together_count_as_one, jobs_past_their_limits_end_soon, NULL};
	Suite *suite = suite_of("slurm_nodes", tests);
	TCase *random = tcase_create("random machines");
	tcase_set_timeout(random, 300);
	tcase_add_loop_test(random, answers_are_those_of_a_naive_implementation, 1, 9);
	tcase_add_test(random, the_least_is_a_bound);
	suite_add_tcase(suite, random);
	return suite;
}
