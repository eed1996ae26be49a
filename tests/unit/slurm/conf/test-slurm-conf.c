/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/slurm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/allocations.h"
#include "unit/slurm/conf/slurm-files.h"
#include "unit/suites.h"

#define LEAST "NodeName=n1\nPartitionName=p Nodes=n1\n"

static struct swf_slurm_conf *good(const char *text)
{
	struct swf_error error;
	struct swf_slurm_conf *conf = conf_of(text, NULL, &error);
	ck_assert_msg(conf != NULL, "%s", error.text);
	return conf;
}

/* Bit i for node i. */
static uint64_t nodes_of(const struct swf_slurm_conf *conf, const char *partition)
{
	const size_t i = swf_slurm_conf_partition(conf, partition);
	ck_assert(i < conf->partition_count && conf->words == 1);
	return conf->partitions[i].nodes[0];
}

/* slurm.conf(5) of 22.05. */
START_TEST(what_is_not_set_is_slurms_default)
{
	struct swf_slurm_conf *conf = good(LEAST);
	const struct swf_slurm_loops *l = &conf->loops;
	ck_assert(l->backfill && !l->defer && !l->assoc_limit_stop);
	ck_assert(l->batch_sched_delay == 3 && l->sched_interval == 60);
	ck_assert(l->sched_min_interval == 2e-6);
	ck_assert(l->default_queue_depth == 100 && l->partition_job_depth == 0);
	ck_assert(l->bf_interval == 30 && l->bf_window == 86400 && l->bf_resolution == 60);
	ck_assert(l->bf_max_job_test == 500 && l->bf_node_space_size == 500);
	ck_assert(l->bf_max_job_user == 0 && l->bf_min_age_reserve == 0);
	ck_assert(l->kill_wait == 30 && l->over_time_limit == 0 && l->bf_window_linear == 0);
	const struct swf_slurm_priority_conf *p = &conf->priority;
	ck_assert(!p->multifactor && !p->favor_small && p->fair_tree && p->damp == 1);
	ck_assert(p->max_age == 7 * 86400 && p->half_life == 7 * 86400 && p->calc_period == 300);
	ck_assert(p->reset == SWF_SLURM_RESET_NONE && p->weight_age == 0 && p->weight_cpu == 0);
	ck_assert(conf->whole_nodes && !conf->memory);
	ck_assert(!conf->enforce.limits && !conf->enforce.safe);
	ck_assert(conf->node_count == 1 && conf->nodes[0].cpus == 1);
	ck_assert(conf->nodes[0].memory == 1024 && conf->nodes[0].weight == 1);
	const struct swf_slurm_partition *one = &conf->partitions[0];
	ck_assert(conf->partition_count == 1 && conf->default_partition == 1);
	ck_assert(isinf(one->max_time) && one->default_time < 0 && one->min_nodes == 1);
	ck_assert(one->max_nodes == SWF_SLURM_UNLIMITED && one->priority_tier == 1);
	ck_assert(one->priority_job_factor == 1 && one->state == SWF_SLURM_UP);
	ck_assert(!one->whole_nodes && !one->billing && one->qos == NULL);
	ck_assert(one->memory_a_cpu == 0 && one->max_cpus_a_node == SWF_SLURM_UNLIMITED);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(nodes_are_in_the_order_of_their_names)
{
	static const char *const names[] = {"a", "login", "n-3", "n02", "n1", "n2", "n2b", "n10"};
	struct swf_slurm_conf *conf = good(
		"NodeName=n[10,1-2],n2b\nNodeName=login,a,n02,n-3\nPartitionName=p Nodes=ALL\n");
	ck_assert_uint_eq(conf->node_count, 8);
	for (size_t i = 0; i < 8; i++)
		ck_assert_str_eq(conf->nodes[i].name, names[i]);
	ck_assert_uint_eq(nodes_of(conf, "p"), 0xff);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(processors_of_nodes_follow_from_what_lines_say)
{
	static const struct {
		const char *line;
		int32_t cpus;
	} lines[] = {{"CPUs=24", 24}, {"Procs=24", 24}, {"CPUs=12 Procs=24", 12},
		{"Sockets=2 CoresPerSocket=8 ThreadsPerCore=2", 32},
		{"SocketsPerBoard=2 Boards=3 CoresPerSocket=4", 24},
		{"CPUs=16 Sockets=2 CoresPerSocket=8 ThreadsPerCore=2", 16},
		{"CPUs=2 Sockets=2 CoresPerSocket=8", 2}, {"CPUs=32 CoresPerSocket=8", 32},
		{"Boards=2", 2}, {"cpus=3 coresPERsocket=1", 3}, {"CPUs= 7", 7}, {"CPUs=\"9\"", 9}};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char text[200];
		snprintf(text, sizeof text, "NodeName=n1 %s\nPartitionName=p Nodes=n1\n",
			lines[i].line);
		struct swf_slurm_conf *conf = good(text);
		if (conf->nodes[0].cpus != lines[i].cpus || conf->cpus != lines[i].cpus)
			ck_abort_msg("%s: %d", lines[i].line, (int)conf->nodes[0].cpus);
		swf_slurm_conf_free(conf);
	}
}
END_TEST

START_TEST(default_lines_hold_for_those_behind_them)
{
	struct swf_slurm_conf *conf = good("NodeName=a\n"
					   "NodeName=DEFAULT CPUs=4 RealMemory=2000 Weight=5\n"
					   "NodeName=b MemSpecLimit=500\n"
					   "NodeName=default CPUs=8\n"
					   "NodeName=c Weight=6\n"
					   "PartitionName=DEFAULT Nodes=ALL MaxTime=60\n"
					   "PartitionName=p MaxTime=2:00:00\n"
					   "PartitionName=DEFAULT PriorityTier=7 State=DOWN\n"
					   "PartitionName=q\n"
					   "PartitionName=r Priority=3 PriorityTier=9 State=UP\n");
	ck_assert(conf->nodes[0].cpus == 1 && conf->nodes[0].memory == 1024);
	ck_assert(conf->nodes[1].cpus == 4 && conf->nodes[1].memory == 1500 * 1024);
	ck_assert(conf->nodes[2].cpus == 8 && conf->nodes[2].memory == 2000 * 1024);
	ck_assert(conf->nodes[1].weight == 5 && conf->nodes[2].weight == 6 && conf->cpus == 13);
	const struct swf_slurm_partition *p = conf->partitions;
	ck_assert(p[0].max_time == 7200 && p[0].priority_tier == 1 && p[0].state == SWF_SLURM_UP);
	ck_assert(p[1].max_time == 3600 && p[1].priority_tier == 7 && p[1].state == SWF_SLURM_DOWN);
	ck_assert(p[1].priority_job_factor == 1);
	ck_assert(p[2].priority_tier == 3 && p[2].priority_job_factor == 3);
	ck_assert(nodes_of(conf, "P") == 7 && nodes_of(conf, "r") == 7);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(nodes_that_are_not_up_are_left_out)
{
	struct swf_slurm_conf *conf =
		good("NodeName=n[1-6] CPUs=2\nNodeName=old State=DOWN\nNodeName=new State=FUTURE\n"
		     "DownNodes=n[2,4] Reason=\"no power\"\nDownNodes=n5 State=UNKNOWN\n"
		     "PartitionName=p Nodes=ALL\nPartitionName=q Nodes=n[4-6],old\n");
	ck_assert(conf->node_count == 4 && conf->left_out == 4 && conf->cpus == 8);
	ck_assert_str_eq(conf->nodes[1].name, "n3");
	ck_assert(nodes_of(conf, "p") == 15 && nodes_of(conf, "q") == 12);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(sets_of_nodes)
{
	struct swf_slurm_conf *conf =
		good("NodeName=n[1-2] Features=big,fat\nNodeName=n[3-4]\n"
		     "NodeSet=fat Feature=fat\nNodeSet=odd Nodes=n[1,3]\n"
		     "NodeSet=all Nodes=ALL\n"
		     "PartitionName=a Nodes=fat,n4\nPartitionName=b Nodes=odd\n"
		     "PartitionName=c Nodes=all\n"
		     "PartitionName=d Nodes=\"n1 odd\"\nPartitionName=e\n");
	ck_assert(nodes_of(conf, "a") == 11 && nodes_of(conf, "b") == 5);
	ck_assert(
		nodes_of(conf, "c") == 15 && nodes_of(conf, "d") == 5 && nodes_of(conf, "e") == 0);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(what_lines_of_partitions_say)
{
	struct swf_slurm_conf *conf =
		good("OverTimeLimit=3\nDefMemPerCPU=2K\nNodeName=n1\n"
		     "PartitionName=a Nodes=n1 MinNodes=2 MaxNodes=9 OverSubscribe=EXCLUSIVE\n"
		     "PartitionName=b Default=YES DefaultTime=30 MaxTime=1-0 OverTimeLimit=0 QOS=q "
		     "MaxCPUsPerNode=5 PriorityJobFactor=4\n"
		     "PartitionName=c OverTimeLimit=UNLIMITED DefMemPerCPU=7 "
		     "Shared=EXCLUSIVE OverSubscribe=NO MaxNodes=UNLIMITED\n"
		     "PartitionName=d TRESBillingWeights=CPU=1.5,Mem=0.5G,Node=3\n"
		     "PartitionName=DEFAULT MaxNodes=4\nPartitionName=e\n"
		     "PartitionName=f MaxNodes=UNLIMITED\n");
	const struct swf_slurm_partition *p = conf->partitions;
	ck_assert(p[0].min_nodes == 2 && p[0].max_nodes == 9 && p[0].whole_nodes);
	ck_assert(p[0].over_time_limit == 180 && conf->loops.over_time_limit == 180);
	ck_assert(p[0].memory_a_cpu == 2048 * 1024);
	ck_assert(conf->default_partition == 1 && p[1].default_time == 1800);
	ck_assert(p[1].max_time == 86400 && p[1].over_time_limit == 0);
	ck_assert_str_eq(p[1].qos, "q");
	ck_assert(p[1].max_cpus_a_node == 5 && p[1].priority_job_factor == 4);
	ck_assert(p[1].priority_tier == 1 && !p[1].whole_nodes);
	ck_assert(isinf(p[2].over_time_limit) && p[2].memory_a_cpu == 7 * 1024);
	ck_assert(!p[2].whole_nodes);
	ck_assert(p[2].max_nodes == SWF_SLURM_UNLIMITED && !p[2].billing);
	ck_assert(p[3].billing && p[3].billing_cpu == 1.5 && p[3].billing_node == 3);
	ck_assert(p[3].billing_memory == 0.5 / 1024);
	ck_assert(p[4].max_nodes == 4 && p[5].max_nodes == SWF_SLURM_UNLIMITED);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(lists_of_words)
{
	struct swf_slurm_conf *conf = good(
		"SchedulerParameters=bf_interval=60,,bf_window=2880,bf_max_job_test=9,defer,"
		"bf_interval=70,sched_interval=-1,BF_Continue,sched_min_interval=2000000\n"
		"PriorityType=priority/multifactor\nPriorityFlags=DEPTH_OBLIVIOUS,NO_NORMAL_ALL\n"
		"AccountingStorageType=accounting_storage/slurmdbd\n"
		"AccountingStorageEnforce=safe,qos\nSelectType=select/cons_tres\n"
		"SelectTypeParameters=CR_CPU_Memory\nPriorityWeightTRES=CPU=10,Mem=20\n"
		"PriorityUsageResetPeriod=WEEKLY\nPriorityDecayHalfLife=0\n" LEAST);
	const struct swf_slurm_loops *l = &conf->loops;
	ck_assert(l->bf_interval == 60 && l->bf_window == 2880 * 60 && l->bf_max_job_test == 9);
	ck_assert(l->bf_node_space_size == 9 && l->sched_interval == -1 && l->defer);
	ck_assert(l->sched_min_interval == 2);
	const struct swf_slurm_priority_conf *p = &conf->priority;
	ck_assert(p->multifactor && p->depth_oblivious && !p->fair_tree && p->no_normal_qos);
	ck_assert(p->no_normal_assoc && p->no_normal_part && p->no_normal_tres && !p->max_tres);
	ck_assert(p->weight_cpu == 10 && p->weight_memory == 20 && p->half_life == 0);
	ck_assert(p->reset == SWF_SLURM_RESET_WEEKLY);
	const struct swf_slurm_enforce *e = &conf->enforce;
	ck_assert(e->limits && e->safe);
	ck_assert(!conf->whole_nodes && conf->memory);
	swf_slurm_conf_free(conf);
}
END_TEST

/* The source of 22.05: select_p_node_init(), and the init() of priority/multifactor. */
START_TEST(what_follows_from_other_settings)
{
	struct swf_slurm_conf *conf = good("SelectType=select/cons_res\n" LEAST);
	ck_assert(!conf->whole_nodes && conf->memory);
	swf_slurm_conf_free(conf);
	conf = good("SelectTypeParameters=CR_Memory\n" LEAST);
	ck_assert(conf->whole_nodes && conf->memory);
	swf_slurm_conf_free(conf);
	conf = good("PriorityWeightAge=5\nPriorityWeightFairshare=6\nPriorityWeightQOS=7\n"
		    "AccountingStorageEnforce=limits\n" LEAST);
	ck_assert(conf->priority.weight_age == 0 && conf->priority.weight_fair_share == 0);
	ck_assert(conf->priority.weight_qos == 7 && !conf->enforce.limits);
	swf_slurm_conf_free(conf);
	conf = good(
		"AccountingStorageType=accounting_storage/slurmdbd\nPriorityWeightAge=5\n" LEAST);
	ck_assert(conf->priority.weight_age == 5);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(times_as_slurm_writes_them)
{
	static const struct {
		const char *text;
		double seconds;
	} times[] = {{"30", 1800}, {"30:01", 31 * 60}, {"1:30:00", 5400}, {"2-0", 172800},
		{"1-2:30", 95400}, {"1-2:30:30", 95460}, {"0-1", 3600}, {"UNLIMITED", INFINITY},
		{"infinite", INFINITY}, {"-1", INFINITY}, {"0", 0}};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		char text[200];
		snprintf(text, sizeof text, "NodeName=n1\nPartitionName=p Nodes=n1 MaxTime=%s\n",
			times[i].text);
		struct swf_slurm_conf *conf = good(text);
		if (conf->partitions[0].max_time != times[i].seconds)
			ck_abort_msg("%s: %g", times[i].text, conf->partitions[0].max_time);
		swf_slurm_conf_free(conf);
	}
}
END_TEST

START_TEST(lines_are_joined_and_have_comments)
{
	struct swf_slurm_conf *conf =
		good("# NodeName=a\nNodeName=n[1-\\\n2] \\ # two\n CPUs=\\\n4\n"
		     "  \t\n\r\nPartitionName=p\\#\\\\ Nodes=n1 # \\\n"
		     "KillWait=5\r\nkillwait=6 # again");
	ck_assert(conf->node_count == 2 && conf->cpus == 8 && conf->loops.kill_wait == 6);
	ck_assert_str_eq(conf->partitions[0].name, "p#\\");
	swf_slurm_conf_free(conf);
}
END_TEST

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	ck_assert(file != NULL && fputs(text, file) >= 0);
	fclose(file);
}

START_TEST(files_include_others)
{
	char folder[] = "/tmp/confXXXXXX", path[100], other[100], below[100];
	struct swf_error error;
	ck_assert(mkdtemp(folder) != NULL);
	snprintf(path, sizeof path, "%s/slurm.conf", folder);
	snprintf(other, sizeof other, "%s/nodes", folder);
	snprintf(below, sizeof below, "%s/more", folder);
	write_text(path, "KillWait=1\ninclude nodes\nPartitionName=p Nodes=ALL\n");
	write_text(other, "NodeName=n1\nInclude  more \nKillWait=3\n");
	write_text(below, "NodeName=n2\n");
	struct swf_slurm_conf *conf = swf_slurm_conf_read(path, NULL, &error);
	ck_assert_msg(conf != NULL, "%s", error.text);
	ck_assert(conf->node_count == 2 && conf->loops.kill_wait == 3);
	swf_slurm_conf_free(conf);

	write_text(path, "Include [mn]o*e*\nPartitionName=p Nodes=ALL\n");
	write_text(other, "NodeName=n1\n");
	conf = swf_slurm_conf_read(path, NULL, &error);
	ck_assert_msg(conf != NULL, "%s", error.text);
	ck_assert(conf->node_count == 2 && conf->partition_count == 1);
	swf_slurm_conf_free(conf);
	write_text(path, "Include x*\n");
	ck_assert(swf_slurm_conf_read(path, NULL, &error) == NULL);
	ck_assert_msg(strstr(error.text, "Include: no file matches '") != NULL, "%s", error.text);

	write_text(path, "KillWait=1\ninclude nodes\nPartitionName=p Nodes=ALL\n");
	write_text(other, "NodeName=n1\nInclude  more \nKillWait=3\n");
	write_text(below, "\nInclude slurm.conf\n");
	ck_assert(swf_slurm_conf_read(path, NULL, &error) == NULL);
	ck_assert_msg(strstr(error.text, "/more:2: Include: '") != NULL &&
			strstr(error.text, "/slurm.conf' includes itself") != NULL,
		"%s", error.text);
	write_text(below, "Include ../../tmp/../tmp/./more\n");
	ck_assert(swf_slurm_conf_read(path, NULL, &error) == NULL);
	write_text(below, "Include ./more\n");
	ck_assert(swf_slurm_conf_read(path, NULL, &error) == NULL);
	ck_assert_msg(strstr(error.text, "includes itself") != NULL, "%s", error.text);
	unlink(below);
	ck_assert(swf_slurm_conf_read(path, NULL, &error) == NULL);
	ck_assert_msg(strstr(error.text, "/nodes:2: Include: ") != NULL, "%s", error.text);
	unlink(other);
	unlink(path);
	rmdir(folder);
}
END_TEST

START_TEST(each_fault_has_its_message)
{
	static const struct {
		const char *text, *message;
	} faults[] = {{"", "FILE: has no settings"}, {"NodeName=n1\n", "FILE: no partition"},
		{"NodeName=n1 State=DOWN\nPartitionName=p Nodes=n1\n", "FILE: no node that is up"},
		{"KillWeight=1\n", "FILE:1: there is no setting 'KillWeight' in Slurm"},
		{"\nNodeName=n1 Color=red\n", "FILE:2: NodeName: there is no 'Color' in Slurm"},
		{"NodeName=n1 CPUs=x\n", "FILE:1: CPUs: not a whole number: 'x'"},
		{"NodeName=n1 CPUs=08\n", "FILE:1: CPUs: not a whole number: '08'"},
		{"ClusterName={{ name }}\n", "FILE:1: a template has left '{{ name }}'"},
		{"NodeName=n1 CPUs=@CPUS@\n", "FILE:1: CPUs: a template has left '@CPUS@'"},
		{"NodeName=n1 CPUs=1.5\n", "FILE:1: CPUs: not a whole number: '1.5'"},
		{"NodeName=n1 CPUs=7 Sockets=60000 CoresPerSocket=60000\n",
			"FILE:1: NodeName: has more than 2147483647 CPUs"},
		{"NodeName=n1 CPUs=70000\n", "FILE:1: CPUs: can be from 0 to 65534, not 70000"},
		{"NodeName=n1 Boards=2 Sockets=1\n",
			"FILE:1: NodeName: has more Boards than Sockets"},
		{"NodeName=n1 State=ASLEEP\n", "FILE:1: State: not a value of it: 'ASLEEP'"},
		{"NodeName=n1\nNodeName=n[0-2]\n", "FILE:2: NodeName: node 'n1' is there twice"},
		{"NodeName=ALL\n", "FILE:1: NodeName: ALL is no name of a node"},
		{"NodeName=n[1-\n",
			"FILE:1: NodeName: not a list of at most 65536 hosts, such as node[01-16]: "
			"'n[1-'"},
		{"NodeName=n[1-99999]\n",
			"FILE:1: NodeName: not a list of at most 65536 hosts, such as node[01-16]: "
			"'n[1-99999]'"},
		{"NodeName=n[1-65536]\nNodeName=a\n", "FILE:2: NodeName: more than 65536 nodes"},
		{"NodeName=n1\nNodeSet=s\n", "FILE:2: NodeSet: names no Nodes and no Feature"},
		{"NodeSet=s Nodes=n1\nNodeSet=s Nodes=n1\n", "FILE:2: NodeSet: 's' is there twice"},
		{LEAST "PartitionName=P\n", "FILE:3: PartitionName: 'P' is there twice"},
		{LEAST "PartitionName=q MaxTime=1d\n",
			"FILE:3: MaxTime: not a time such as 30, 1:00:00, 2-0 or UNLIMITED: '1d'"},
		{LEAST "PartitionName=q MaxTime=1:2:3:4\n",
			"FILE:3: MaxTime: not a time such as 30, 1:00:00, 2-0 or UNLIMITED: "
			"'1:2:3:4'"},
		{"PreemptExemptTime=soon\n",
			"FILE:1: PreemptExemptTime: not a time such as 30, 1:00:00 or -1: 'soon'"},
		{LEAST "PartitionName=q State=SLOW\n", "FILE:3: State: not a value of it: 'SLOW'"},
		{LEAST "PartitionName=q OverSubscribe=FORCE:x\n",
			"FILE:3: OverSubscribe: not a whole number: 'x'"},
		{LEAST "PartitionName=q Default=maybe\n",
			"FILE:3: Default: not a value of it: 'maybe'"},
		{LEAST "PartitionName=q TRESBillingWeights=cpu\n",
			"FILE:3: TRESBillingWeights: not a weight such as cpu=1000: 'cpu'"},
		{LEAST "PriorityFlags=MAX_TRES=1\n",
			"FILE:3: PriorityFlags/MAX_TRES: takes no value"},
		{LEAST "PriorityType=priority/best\n",
			"FILE:3: PriorityType: not a value of it: 'priority/best'"},
		{LEAST "PriorityWeightAge=-1\n",
			"FILE:3: PriorityWeightAge: can be from 0 to 4294967295, not -1"},
		{LEAST "PriorityWeightTRES=cpu=x\n",
			"FILE:3: PriorityWeightTRES: not a weight such as cpu=1000: 'cpu=x'"},
		{LEAST "PriorityCalcPeriod=0\n",
			"FILE:3: PriorityCalcPeriod: can be from 1 to 527040 minutes, not '0'"},
		{LEAST "\n\nPriorityDecayHalfLife=0\n",
			"FILE:5: PriorityDecayHalfLife: 0 needs a PriorityUsageResetPeriod"},
		{LEAST "PriorityUsageResetPeriod=hourly\n",
			"FILE:3: PriorityUsageResetPeriod: not a value of it: 'hourly'"},
		{LEAST "SelectTypeParameters=CR_CPU\n",
			"FILE:3: SelectTypeParameters: CPUs, cores and sockets do not go with "
			"SelectType=select/linear"},
		{LEAST "SelectType=select/cons_tres\nSelectTypeParameters=CR_Memory\n",
			"FILE:4: SelectTypeParameters: names memory, but neither CPUs nor cores "
			"nor "
			"sockets"},
		{LEAST "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU,CR_Core\n",
			"FILE:4: SelectTypeParameters/CR_Core: excludes the word before it"},
		{LEAST "AccountingStorageEnforce=everything\n",
			"FILE:3: AccountingStorageEnforce: there is no 'everything' in Slurm"},
		{LEAST "KillWait=1 OverTimeLimit=2\n",
			"FILE:3: KillWait: is not alone in its line: 'OverTimeLimit'"},
		{LEAST "KillWait 5\n", "FILE:3: not KEY=VALUE: 'KillWait 5'"},
		{LEAST "KillWait=\n", "FILE:3: KillWait: has no value"},
		{LEAST "MailProg=\"/bin/x y\n", "FILE:3: not KEY=VALUE: 'y'"},
		{LEAST "Include\n", "FILE:3: not KEY=VALUE: 'Include'"},
		{LEAST "Include a b\n", "FILE:3: Include: takes one file"},
		{LEAST "ClusterName=\\\nx y=\n", "FILE:3: y: has no value"}};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct swf_error error;
		if (conf_of(faults[i].text, NULL, &error) != NULL)
			ck_abort_msg("'%s' is taken", faults[i].text);
		ck_assert_str_eq(error.text, faults[i].message);
	}
}
END_TEST

/* slurmctld 22.05.8 and 24.11.5 take these files, with a message or without, but those that name a
 * node that is not there. */
START_TEST(what_slurm_does_not_heed_is_ignored)
{
	static const struct {
		const char *text, *name;
	} ignored[] = {{LEAST "SchedulerParameters=bf_x\n", "SchedulerParameters/bf_x"},
		{LEAST "SchedulerParameters=bf_interval=0\n", "SchedulerParameters/bf_interval"},
		{LEAST "SchedulerParameters=bf_interval=20000\n",
			"SchedulerParameters/bf_interval"},
		{LEAST "SchedulerParameters=bf_interval\n", "SchedulerParameters/bf_interval"},
		{LEAST "SchedulerParameters=bf_window=x\n", "SchedulerParameters/bf_window"},
		{LEAST "SchedulerParameters=bf_max_job_user=1,bf_max_job_assoc=1\n",
			"SchedulerParameters/bf_max_job_user"},
		{LEAST "PriorityFlags=TREE\n", "PriorityFlags/TREE"},
		{"NodeName=n1 CPUs=5 Sockets=2\nPartitionName=p Nodes=n1\n", "CPUs"},
		{"NodeName=n1 Sockets=2 SocketsPerBoard=2\nPartitionName=p Nodes=n1\n", "Sockets"},
		{"NodeName=n1 MemSpecLimit=1\nPartitionName=p Nodes=n1\n", "MemSpecLimit"},
		{LEAST "PartitionName=q MaxTime=10 DefaultTime=11\n", "DefaultTime"}};
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
		struct swf_error error;
		struct told told = {.name = ignored[i].name};
		const struct swf_slurm_listener listener = listener_to(&told);
		struct swf_slurm_conf *conf = conf_of(ignored[i].text, &listener, &error);
		ck_assert_msg(conf != NULL, "%s", error.text);
		if (told.times == 0 || told.kind != SWF_SLURM_IGNORED)
			ck_abort_msg("%s: told %d times, as %d", ignored[i].text, told.times,
				(int)told.kind);
		ck_assert(conf->loops.bf_interval == 30 && conf->loops.bf_window == 86400);
		ck_assert(conf->partitions[0].nodes[0] == 1);
		swf_slurm_conf_free(conf);
	}
}
END_TEST

/* Of a line with nodes that are not there, one is told. */
START_TEST(nodes_that_are_not_there_are_left_out)
{
	static const struct {
		const char *text, *name;
	} files[] = {{"NodeName=n1\nDownNodes=n[2-3]\nPartitionName=p Nodes=n1\n", "DownNodes/n2"},
		{"NodeName=n1\nPartitionName=p Nodes=n[1-4]\n", "Nodes/n2"},
		{"NodeName=n1\nNodeSet=s Nodes=n[1-3]\nPartitionName=p Nodes=s\n", "Nodes/n2"}};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct swf_error error;
		struct told told = {.name = files[i].name}, other = {.name = NULL};
		struct swf_slurm_listener listener = listener_to(&told);
		struct swf_slurm_conf *conf = conf_of(files[i].text, &listener, &error);
		ck_assert_msg(conf != NULL, "%s", error.text);
		ck_assert(told.times == 1 && told.kind == SWF_SLURM_NO_EFFECT);
		ck_assert(conf->node_count == 1 && conf->partitions[0].nodes[0] == 1);
		swf_slurm_conf_free(conf);
		other.name = i == 0 ? "DownNodes/n3" : "Nodes/n3";
		listener = listener_to(&other);
		swf_slurm_conf_free(conf_of(files[i].text, &listener, &error));
		ck_assert_int_eq(other.times, 0);
	}
}
END_TEST

/* A change takes the place of the value that counts. */
START_TEST(a_change_counts_among_several_of_a_name)
{
	char path[] = "/tmp/confXXXXXX";
	const int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
	write_text(path, "NodeName=n1\nPartitionName=p Nodes=n1 MaxTime=3 MaxTime=5 MaxTime=6\n");
	const char *const changes[] = {"PartitionName=p/MaxTime=7", NULL};
	struct swf_error error;
	struct told told = {.name = "MaxTime"};
	const struct swf_slurm_listener listener = listener_to(&told);
	struct swf_slurm_conf *conf = swf_slurm_conf_read_changed(
		path, SWF_SLURM_22_05, changes, "--slurm-set", &listener, &error);
	unlink(path);
	ck_assert_msg(conf != NULL, "%s", error.text);
	ck_assert(conf->partitions[0].max_time == 420);
	ck_assert(told.times == 3 && told.kind == SWF_SLURM_MODELLED);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(what_slurm_makes_of_odd_values)
{
	struct swf_slurm_conf *conf =
		good("NodeName=n1 CPUs=010 Weight=1 Weight=2\n"
		     "NodeName=n2 CPUs=7 Sockets=2 CoresPerSocket=3 ThreadsPerCore=4\n"
		     "NodeName=n3 Sockets=2 SocketsPerBoard=3\n"
		     "NodeName=n4 RealMemory=5 MemSpecLimit=5\n"
		     "PartitionName=p Nodes=n[1-9] Default=YES MaxTime=10 DefaultTime=11\n"
		     "PartitionName=\"q\" Nodes=\"n1 n2\" Default=YES\n"
		     "SchedulerParameters+=defer=no,bf_x\nSchedulerPort=7\n");
	ck_assert(conf->nodes[0].cpus == 8 && conf->nodes[0].weight == 2);
	ck_assert(conf->nodes[1].cpus == 24 && conf->nodes[2].cpus == 3);
	ck_assert(conf->nodes[3].memory == INT64_C(5) * 1024);
	ck_assert(conf->default_partition == 1 && conf->partitions[0].default_time < 0);
	ck_assert(nodes_of(conf, "p") == 15 && nodes_of(conf, "q") == 3);
	ck_assert(conf->loops.defer);
	swf_slurm_conf_free(conf);
}
END_TEST

/* What scontrol of 22.05.8 showed of these lines. */
START_TEST(what_a_slurmctld_shows)
{
	struct swf_slurm_conf *conf =
		good("KillWait=INFINITE\nTmpFS=\"/tmp\nAuthInfo=\"a=1\",\"b=2\"\n"
		     "SelectType=select/cons_tres\nGresTypes=gpu\n"
		     "SchedulerParameters=\"bf_window=100\",\"defer\"\n"
		     "NodeName=a CPUs=0 Gres=gpu:3090:2,gpu:no_consume:3\n"
		     "NodeName=b CPUs=0 CoresPerSocket=2 Gres=gpu:2080\n"
		     "NodeName=c Feature=x Features=y\nNodeName=d Features=y Feature=x\n"
		     "NodeName=DEFAULT Feature=x\nNodeName=e Features=y\nNodeName=f\n"
		     "NodeSet=x Feature=x\nPartitionName=p Nodes=x PriorityTier=UNLIMITED\n");
	ck_assert(conf->loops.kill_wait == 65535 && conf->loops.defer);
	ck_assert(conf->loops.bf_window == 6000);
	ck_assert(conf->partitions[0].priority_tier == 65535);
	ck_assert(conf->nodes[0].cpus == 1 && conf->nodes[1].cpus == 1);
	ck_assert(nodes_of(conf, "p") == (4 | 8 | 32)); /* c, d and f */
	ck_assert_uint_eq(conf->gpu_type_count, 2);
	ck_assert_str_eq(conf->gpu_types[0], "3090");
	ck_assert(conf->gpus[0] == 2 && conf->gpus[1] == 3 && conf->gpus[3] == 2080);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(what_each_setting_is_told)
{
	static const struct {
		const char *text, *name;
		enum swf_slurm_kind kind;
	} settings[] = {{"KillWait=5\n", "KillWait", SWF_SLURM_MODELLED},
		{"killwait=5\n", "KillWait", SWF_SLURM_MODELLED},
		{"ClusterName=x\n", "ClusterName", SWF_SLURM_NO_EFFECT},
		{"Licenses=a\n", "Licenses", SWF_SLURM_MODELLED},
		{"PreemptType=preempt/none\n", "PreemptType", SWF_SLURM_MODELLED},
		{"PreemptType=preempt/qos\n", "PreemptType", SWF_SLURM_MODELLED},
		{"CompleteWait=0\n", "CompleteWait", SWF_SLURM_NO_EFFECT},
		{"CompleteWait=30\n", "CompleteWait", SWF_SLURM_NO_EFFECT},
		{"SchedulerParameters=max_rpc_cnt=150\n", "SchedulerParameters/max_rpc_cnt",
			SWF_SLURM_NOT_MODELLED},
		{"SchedulerParameters=bf_yield_sleep=1\n", "SchedulerParameters/bf_yield_sleep",
			SWF_SLURM_NO_EFFECT},
		{"SchedulerParameters=DEFER\n", "SchedulerParameters/defer", SWF_SLURM_MODELLED},
		{"PriorityWeightTRES=license/a=5\n", "PriorityWeightTRES/license/a",
			SWF_SLURM_NOT_MODELLED},
		{"PriorityWeightTRES=gres/gpu:a=5\n", "PriorityWeightTRES/gres/gpu:a",
			SWF_SLURM_NO_EFFECT},
		{"AccountingStorageTRES=gres/gpu\nPriorityWeightTRES=gres/gpu=1,gres/gpu:a=5\n",
			"PriorityWeightTRES/gres/gpu:a", SWF_SLURM_NO_EFFECT},
		{"PriorityWeightTRES=gres/gpu=5\nAccountingStorageTRES=gres/gpu:a\n",
			"PriorityWeightTRES/gres/gpu", SWF_SLURM_NO_EFFECT},
		{"PartitionName=a OverSubscribe=FORCE:4\n", "OverSubscribe",
			SWF_SLURM_NOT_MODELLED},
		{"PartitionName=a OverSubscribe=FORCE:1\n", "OverSubscribe", SWF_SLURM_MODELLED},
		{"SelectType=select/cons_tres\nPartitionName=a Shared=force:4\n", "Shared",
			SWF_SLURM_MODELLED},
		{"SelectType=select/cons_tres\nPreemptMode=gang\nPartitionName=a Shared=FORCE\n",
			"Shared", SWF_SLURM_NOT_MODELLED},
		{"PartitionName=a OverSubscribe=exclusive\n", "OverSubscribe", SWF_SLURM_MODELLED},
		{"PartitionName=a Hidden=yes\n", "Hidden", SWF_SLURM_NO_EFFECT},
		{"NodeName=a Gres=gpu:1\n", "Gres", SWF_SLURM_MODELLED},
		{"NodeName=a Gres=gpu:a:2(S:0,1),shard:8\n", "Gres/shard", SWF_SLURM_NOT_MODELLED},
		{"PriorityWeightAge=4\n", "PriorityWeightAge", SWF_SLURM_IGNORED},
		{"NodeName=a ThreadsPerCore=2\n", "ThreadsPerCore", SWF_SLURM_MODELLED},
		{"SelectType=select/cons_tres\nNodeName=a ThreadsPerCore=2\n", "ThreadsPerCore",
			SWF_SLURM_MODELLED},
		{"SelectType=select/cons_tres\nNodeName=a CPUs=4 Sockets=4 ThreadsPerCore=2\n",
			"ThreadsPerCore", SWF_SLURM_MODELLED}};
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		char text[300];
		struct swf_error error;
		struct told told = {.name = settings[i].name};
		const struct swf_slurm_listener listener = listener_to(&told);
		snprintf(text, sizeof text, "%s" LEAST, settings[i].text);
		struct swf_slurm_conf *conf = conf_of(text, &listener, &error);
		ck_assert_msg(conf != NULL, "%s", error.text);
		if (told.times != 1 || told.kind != settings[i].kind)
			ck_abort_msg("%s: told %d times, as %d", settings[i].text, told.times,
				(int)told.kind);
		swf_slurm_conf_free(conf);
	}
}
END_TEST

START_TEST(types_of_gpus_have_weights_where_they_are_tracked)
{
	struct swf_slurm_conf *conf =
		good("GresTypes=gpu\n"
		     "PriorityWeightTRES=gres/gpu:V100=7,gres/gpu=3,gres/gpu:h100=1\n"
		     "AccountingStorageTRES=gres/gpu,license/x,gres/gpu:v100,gres/gpu:none\n"
		     "NodeName=a Gres=gpu:a100:2,gpu:v100:1\n"
		     "PartitionName=DEFAULT Nodes=ALL "
		     "TRESBillingWeights=gres/gpu:v100=1.5,gres/gpu=2\n"
		     "PartitionName=p\n"
		     "PartitionName=q TRESBillingWeights=gres/gpu:none=4,gres/gpu:a100=3\n");
	ck_assert_uint_eq(conf->gpu_type_count, 2);
	ck_assert_str_eq(conf->gpu_types[1], "v100");
	ck_assert(conf->type_of_untyped == 2);
	const struct swf_slurm_priority_conf *const c = &conf->priority;
	ck_assert(c->weight_gpu == 3 && c->weight_gpu_types[0] == 0 && c->weight_gpu_types[1] == 7);
	const struct swf_slurm_partition *const p = conf->partitions;
	ck_assert(p[0].billing_gpu == 2 && p[0].billing_gpu_types[0] == 0);
	ck_assert(p[0].billing_gpu_types[1] == 1.5);
	ck_assert(p[1].billing && p[1].billing_gpu == 0 && p[1].billing_gpu_types == NULL);
	swf_slurm_conf_free(conf);
	conf = good("GresTypes=gpu\nAccountingStorageTRES=gres/gpu:v100,gres/gpu:a100\n"
		    "NodeName=a Gres=gpu:a100:2,gpu:v100:1,gpu:3\nPartitionName=p Nodes=a\n");
	ck_assert(conf->gpu_type_count == 3 && conf->type_of_untyped == 1);
	ck_assert(conf->priority.weight_gpu_types == NULL);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(of_settings_that_are_there_twice_one_is_ignored)
{
	struct swf_error error;
	struct told told = {.name = "KillWait"};
	struct swf_slurm_listener listener = listener_to(&told);
	struct swf_slurm_conf *conf =
		conf_of("KillWait=2\n" LEAST "KillWait=3\n", &listener, &error);
	ck_assert(conf->loops.kill_wait == 3 && told.times == 2 && told.line == 4);
	ck_assert(told.kind == SWF_SLURM_MODELLED);
	swf_slurm_conf_free(conf);
	told = (struct told){.name = "SchedulerParameters/bf_window"};
	conf = conf_of(LEAST "SchedulerParameters=bf_window=5,bf_window=6\n", &listener, &error);
	ck_assert(conf->loops.bf_window == 300 && told.times == 2);
	ck_assert(told.kind == SWF_SLURM_IGNORED);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(it_ends_where_there_is_no_memory)
{
	int number = 1;
	for (;; number++) {
		struct swf_error error;
		fail_realloc(number);
		struct swf_slurm_conf *conf = conf_of(
			"SchedulerParameters=defer\nNodeSet=s Nodes=n1\n" LEAST, NULL, &error);
		fail_realloc(0);
		swf_slurm_conf_free(conf);
		if (conf != NULL)
			break;
		ck_assert_str_eq(error.text, "out of memory");
	}
	ck_assert_int_gt(number, 5);
}
END_TEST

Suite *slurm_conf_suite(void)
{
	const TTest *const tests[] = {what_is_not_set_is_slurms_default,
		nodes_are_in_the_order_of_their_names,
		processors_of_nodes_follow_from_what_lines_say,
		default_lines_hold_for_those_behind_them, nodes_that_are_not_up_are_left_out,
		sets_of_nodes, what_lines_of_partitions_say, lists_of_words,
		what_follows_from_other_settings, times_as_slurm_writes_them,
		lines_are_joined_and_have_comments, files_include_others,
		each_fault_has_its_message, what_slurm_does_not_heed_is_ignored,
		nodes_that_are_not_there_are_left_out, a_change_counts_among_several_of_a_name,
		what_slurm_makes_of_odd_values, what_a_slurmctld_shows,
		types_of_gpus_have_weights_where_they_are_tracked, what_each_setting_is_told,
		of_settings_that_are_there_twice_one_is_ignored, it_ends_where_there_is_no_memory,
		NULL};
	return suite_of("slurm_conf", tests);
}
