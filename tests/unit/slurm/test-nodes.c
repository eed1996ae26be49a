/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/slurm/nodes-of.h"

static struct swf_slurm_allocation running[NAIVE_JOBS];
static size_t running_count;

static void begin(double start)
{
	running_count = 0;
	begin_nodes(start);
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
	struct swf_slurm_answer_id answer;
	struct swf_slurm_expected found = {.found = set, .answer = &answer};
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
	start(request_of(12), 60, "0:4 1:4 2:4");
	start(request_of(12), 60, "3:4 4:4 5:4");
	swf_slurm_nodes_give_back(nodes, &running[0]);
	start(request_of(14), 60, "6:4 7:4 8:4 9:2"); /* 0 .. 2 do not suffice */
	swf_slurm_nodes_give_back(nodes, &running[2]);
	start(request_of(12), 60, "0:4 1:4 2:4"); /* suffices with less to spare than 6 .. 9 */
	swf_slurm_nodes_give_back(nodes, &running[3]);
	start(request_of(20), 60,
		"0:4 6:4 7:4 8:4 9:4"); /* none suffices: the largest, then the other */
	start(request_of(9), 60, NULL);
	start(request_of(8), 60, "1:4 2:4");
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
		struct swf_slurm_request request = request_of(jobs[i].cpus);
		request.memory_a_cpu = jobs[i].memory;
		request.min_nodes = jobs[i].nodes;
		begin_cores(true);
		start(request, 60, jobs[i].shares);
		end();
	}
	/* eight jobs of one CPU fill eight cores */
	struct swf_slurm_request one = request_of(1), three = request_of(3), seven = request_of(7);
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
	start(request_of(8), 60, "0:8");
	start(request_of(5), 60, "1:5");
	start(request_of(4), 60, "2:4");
	start(request_of(3), 60, "1:3");
	swf_slurm_nodes_give_back(nodes, &running[1]);
	start(request_of(4), 60, "2:4"); /* 1 has 5, 3 has 8 */
	start(request_of(6), 60, "3:6");
	start(request_of(5), 60, "1:5");
	end();
}
END_TEST

START_TEST(light_nodes_come_first_even_if_they_are_not_enough)
{
	make_conf(6, 4);
	node_list[2].weight = node_list[3].weight = 5;
	begin(0);
	start(request_of(2), 60, "0:2");
	start(request_of(8), 60, "4:4 5:4");
	start(request_of(9), 60,
		"0:2 1:4 2:3"); /* 6 CPUs of light nodes, the rest of a heavy one */
	end();
}
END_TEST

START_TEST(numbers_of_nodes_have_bounds)
{
	make_conf(4, 4);
	begin(0);
	struct swf_slurm_request three = request_of(5), two = request_of(8);
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
	struct swf_slurm_request whole = request_of(5);
	whole.whole_nodes = true;
	start(request_of(1), 60, "0:1");
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
	struct swf_slurm_request whole = request_of(1);
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
	struct swf_slurm_request request = request_of(3), all = request_of(1);
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
	struct swf_slurm_request limited = request_of(4);
	limited.partition = 1;
	start(limited, 60, "0:3 1:1");
	limited.cpus = 3;
	start(limited, 60, NULL);
	limited.cpus = 2;
	start(limited, 60, "1:2");
	start(request_of(2), 60, "0:1 1:1");
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
	struct swf_slurm_request whole = request_of(4);
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
	struct swf_slurm_request whole = request_of(5), three = request_of(2), all = request_of(5);
	check_least(three, 2, 0);
	three.min_nodes = 3; /* one on each */
	three.memory_a_cpu = 10;
	check_least(three, 3, 30);
	whole.whole_nodes = true;
	check_least(whole, 8, 0);
	whole.min_nodes = 3;
	whole.memory_a_cpu = 100;
	check_least(whole, 12, 1200);
	start(request_of(3), 60, "0:3"); /* whatever runs */
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
	start(request_of(4), 100, "0:4");
	start(request_of(4), 140, "1:4");
	start(request_of(4), 155, "2:4");
	start(request_of(4), 1000, "3:4");
	expect(request_of(3), 10, 140, 1);
	expect(request_of(8), 10, 140, 3);
	expect(request_of(9), 10, 155, 7);
	expect(request_of(13), 10, 1000, 15);
	expect(request_of(17), 10, 0, 0);
	ck_assert_double_eq(swf_slurm_nodes_next_end(nodes, 99), 100);
	ck_assert_double_eq(swf_slurm_nodes_next_end(nodes, 100), 140);
	ck_assert(swf_slurm_nodes_next_end(nodes, 1000) == INFINITY);
	swf_slurm_nodes_give_back(nodes, &running[0]);
	expect(request_of(3), 10, 10, 1);
	expect(request_of(5), 10, 155, 3); /* 140 is the first now: its group ends at 150 + 30 */
	end();
	begin(15); /* 100 is 115 there: the first group ends at 105 + 30 */
	start(request_of(4), 100, "0:4");
	start(request_of(4), 140, "1:4");
	start(request_of(8), 1000, "2:4 3:4");
	expect(request_of(3), 10, 100, 1);
	expect(request_of(5), 10, 140, 3);
	end();
	make_conf(3, 4);
	conf.loops.bf_window_linear = 10; /* windows of 30, 40 and so on */
	begin(0);
	start(request_of(4), 100, "0:4");
	start(request_of(4), 155, "1:4");
	start(request_of(4), 165, "2:4");
	expect(request_of(3), 10, 100, 1);
	expect(request_of(5), 10, 155, 3);
	expect(request_of(9), 10, 165, 7);
	end();
}
END_TEST

START_TEST(jobs_past_their_limits_end_soon)
{
	make_conf(2, 4);
	begin(0);
	start(request_of(4), 100, "0:4");
	start(request_of(4), INFINITY, "1:4");
	expect(request_of(4), 100, 130, 1); /* KillWait */
	expect(request_of(4), 129, 130, 1);
	expect(request_of(4), 130, 131, 1);
	expect(request_of(8), 130, 365 * 86400, 3);
	partition_list[0].over_time_limit = 60;
	expect(request_of(4), 130, 190, 1);
	partition_list[0].over_time_limit = INFINITY;
	expect(request_of(4), 130, 230, 1);
	end();
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
	return suite_of("slurm_nodes", tests);
}
