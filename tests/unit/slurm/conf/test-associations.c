/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/slurm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/allocations.h"
#include "unit/slurm/conf/slurm-files.h"
#include "unit/suites.h"

#define NONE SWF_SLURM_UNLIMITED

/* As sacctmgr 22.05.8 wrote them; 2147483647 is Fairshare=parent there. */
static const char dump[] =
	"# To edit this file start with a cluster line for the new cluster\n"
	"# Cluster - 'cluster_name':MaxTRESPerJob=node=50\n"
	"Cluster - 'test':Fairshare=1:QOS='normal'\n"
	"Parent - 'root'\n"
	"User - 'root':DefaultAccount='test':AdminLevel='Administrator':Fairshare=1\n"
	"Account - 'physics':Description='phys':Organization='uni':Fairshare=40:"
	"GrpTRES=cpu=100,mem=200G,node=10:GrpJobs=50:GrpSubmitJobs=500\n"
	"Account - 'test':Description='test':Organization='test':Fairshare=1\n"
	"Parent - 'physics'\n"
	"User - 'alice':Partition='short':DefaultAccount='astro':Fairshare=5\n"
	"User - 'bob':DefaultAccount='physics':Fairshare=0\n"
	"User - 'o.brien-2':DefaultAccount='physics':Fairshare=1\n"
	"Account - 'astro':Description='astro':Organization='physics':Fairshare=2147483647:"
	"GrpTRESMins=cpu=100000:MaxTRESPerJob=cpu=64,node=4:MaxJobs=5:MaxSubmitJobs=20:"
	"MaxWallDurationPerJob=2880\n"
	"Parent - 'astro'\n"
	"User - 'alice':DefaultAccount='astro':DefaultQOS='high':Fairshare=3:MaxJobs=2:Priority=77:"
	"QOS='high,normal'\n";

static const char qos[] =
	"Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|"
	"UsageFactor|GrpTRES|GrpTRESMins|GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|"
	"MaxTRESPerNode|MaxTRESMins|MaxWall|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxJobsPA|"
	"MaxSubmitPA|MinTRES\n"
	"normal|0|00:00:00|||cluster|||1.000000|||||||||||||||||\n"
	"high|1000|00:00:00|normal||cluster|DenyOnLimit,NoReserve||2.500000|cpu=500,mem=1T|||10|"
	"100||cpu=16|||1-12:00:00|cpu=32,node=2|3|10|cpu=64|6||\n";

static struct swf_slurm_associations *good(const char *first, const char *second)
{
	struct swf_error error;
	struct swf_slurm_associations *all = associations_of(first, second, NULL, NULL, &error);
	ck_assert_msg(all != NULL, "%s", error.text);
	return all;
}

static void check_one(const struct swf_slurm_associations *all, size_t i, const char *name,
	bool is_user, size_t parent, int64_t shares)
{
	const struct swf_slurm_association *one = &all->list[i];
	ck_assert_str_eq(one->name, name);
	ck_assert(one->is_user == is_user && one->parent == parent && one->shares == shares);
}

START_TEST(accounts_and_users_are_a_tree)
{
	struct swf_slurm_associations *all = good(dump, NULL);
	ck_assert_uint_eq(all->count, 9);
	check_one(all, 0, "root", false, 0, 1);
	check_one(all, 1, "root", true, 0, 1);
	check_one(all, 2, "physics", false, 0, 40);
	check_one(all, 3, "test", false, 0, 1);
	check_one(all, 4, "alice", true, 2, 5);
	check_one(all, 5, "bob", true, 2, 0);
	check_one(all, 6, "o.brien-2", true, 2, 1);
	check_one(all, 7, "astro", false, 2, 1);
	check_one(all, 8, "alice", true, 7, 3);
	ck_assert(all->list[7].of_parent && !all->list[2].of_parent);
	ck_assert(strcmp(all->list[4].partition, "short") == 0 && all->list[8].partition == NULL);
	ck_assert(all->list[8].priority == 77 && all->list[7].priority == -1);
	ck_assert(
		strcmp(all->list[8].default_qos, "high") == 0 && all->list[7].default_qos == NULL);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(accounts_have_limits)
{
	struct swf_slurm_associations *all = good(dump, qos);
	const struct swf_slurm_limits *l = &all->list[2].limits;
	ck_assert(l->group_cpus == 100 && l->group_nodes == 10 && l->group_jobs == 50);
	ck_assert(l->group_memory == INT64_C(200) * 1024 * 1024 && l->group_submit == 500);
	ck_assert(l->max_jobs == NONE && l->max_cpus == NONE && isinf(l->max_wall));
	l = &all->list[7].limits;
	ck_assert(l->max_cpus == 64 && l->max_nodes == 4 && l->max_jobs == 5);
	ck_assert(l->max_submit == 20 && l->max_wall == 2880 * 60 && l->group_cpus == NONE);
	l = &all->list[8].limits;
	ck_assert(l->max_jobs == 2 && l->max_submit == NONE && isinf(l->max_wall));
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(qualities_of_service_have_limits)
{
	struct swf_slurm_associations *all = good(NULL, qos);
	ck_assert(all->count == 1 && all->qos_count == 2);
	ck_assert(swf_slurm_qos_named(all, "normal") == 0 && swf_slurm_qos_named(all, "no") == 2);
	const struct swf_slurm_qos *high = &all->qos[swf_slurm_qos_named(all, "high")];
	ck_assert(high->priority == 1000 && high->usage_factor == 2.5);
	ck_assert(high->flags == (SWF_SLURM_QOS_DENY_LIMIT | SWF_SLURM_QOS_NO_RESERVE));
	const struct swf_slurm_limits *l = &high->limits;
	ck_assert(l->group_cpus == 500 && l->group_memory == INT64_C(1) << 30);
	ck_assert(l->group_jobs == 10 && l->group_submit == 100 && l->group_nodes == NONE);
	ck_assert(l->max_cpus == 16 && l->max_wall == 36 * 3600 && l->max_nodes == NONE);
	ck_assert(l->max_cpus_user == 32 && l->max_nodes_user == 2 && l->max_jobs == 3);
	ck_assert(l->max_submit == 10 && l->max_cpus_account == 64 && l->max_jobs_account == 6);
	l = &all->qos[0].limits;
	ck_assert(l->group_cpus == NONE && l->max_jobs == NONE && isinf(l->max_wall));
	ck_assert(all->qos[0].usage_factor == 1 && all->qos[0].flags == 0);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(any_columns_and_either_form)
{
	struct swf_slurm_associations *all =
		good(NULL, "Name|MaxTRESPU|\r\na|cpu=3|\r\n\r\nb||\r\nc|cpu=-1|");
	ck_assert(all->qos_count == 3 && all->qos[0].limits.max_cpus_user == 3);
	ck_assert(all->qos[1].limits.max_cpus_user == NONE);
	ck_assert(all->qos[2].limits.max_cpus_user == NONE);
	swf_slurm_associations_free(all);
	all = good(NULL, "priority|name\n7|a");
	ck_assert(all->qos_count == 1 && all->qos[0].priority == 7);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(without_files_there_are_root_and_normal)
{
	struct swf_slurm_associations *all = good(NULL, NULL);
	ck_assert(all->count == 1 && all->qos_count == 1);
	ck_assert_str_eq(all->list[0].name, "root");
	ck_assert_str_eq(all->qos[0].name, "normal");
	ck_assert(all->qos[0].usage_factor == 1 && all->qos[0].limits.max_jobs == NONE);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(those_of_a_log_can_join)
{
	struct swf_slurm_associations *all = good(dump, NULL);
	const size_t account = swf_slurm_add_account(all, "chemistry");
	const size_t user = swf_slurm_add_user(all, account, "carol");
	ck_assert(account == 9 && user == 10 && all->count == 11);
	check_one(all, account, "chemistry", false, 0, 1);
	check_one(all, user, "carol", true, account, 1);
	ck_assert(all->list[user].limits.max_jobs == NONE && all->list[user].priority == -1);
	for (size_t i = 0; i < 2000; i++)
		ck_assert(swf_slurm_add_user(all, account, "another") == 11 + i);
	check_one(all, 2, "physics", false, 0, 40);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(other_forms_of_a_dump)
{
	struct swf_slurm_associations *all =
		good("QOS - 'high':Priority=10\nCluster-c:Fairshare=5:\nParent - \"root\"\n"
		     "Account - Maths:fairshare=parent:MaxWallDurationPerJob=1-0:GrpTRES=cpu=-1,"
		     "mem=5,gres/gpu=2:MaxJobs=-1:Description='a:b # c'\n"
		     "Parent - 'MATHS'\nUser - 'Dora':GrpTRES=::QOS+=high:QOS-='normal'\n",
			NULL);
	check_one(all, 0, "root", false, 0, 5);
	check_one(all, 1, "maths", false, 0, 1);
	check_one(all, 2, "Dora", true, 1, 1);
	ck_assert(all->list[1].of_parent && all->list[1].limits.max_wall == 86400);
	ck_assert(all->list[1].limits.group_cpus == NONE && all->list[1].limits.max_jobs == NONE);
	ck_assert(all->list[1].limits.group_memory == 5 * 1024);
	swf_slurm_associations_free(all);
}
END_TEST

START_TEST(limits_of_types_of_gpus)
{
	struct swf_error error;
	struct told told = {.name = "MaxTRESPU/gres/gpu:h100"};
	const struct swf_slurm_listener listener = listener_to(&told);
	struct swf_slurm_conf *conf =
		conf_of("GresTypes=gpu\nAccountingStorageTRES=gres/gpu,gres/gpu:v100,gres/gpu:b\n"
			"NodeName=a Gres=gpu:a100:2,gpu:v100:1\nPartitionName=p Nodes=a\n",
			NULL, &error);
	ck_assert_msg(conf != NULL, "%s", error.text);
	struct swf_slurm_associations *all = associations_of(
		"Cluster - 'c':GrpTRES=cpu=8,gres/gpu:V100=3,gres/gpu=4:MaxJobs=7\n"
		"Parent - 'root'\n"
		"User - 'u':MaxTRESPerJob='gres/gpu:v100=0,gres/gpu:b=1':MaxJobs=2\n",
		"Name|MaxTRESPU|MinTRES\n"
		"normal|gres/gpu:h100=1,gres/gpu=2|gres/gpu:v100=2,cpu=3\n"
		"a|gres/gpu:v100=-1|\n",
		conf, &listener, &error);
	ck_assert_msg(all != NULL, "%s", error.text);
	const struct swf_slurm_limits *l = &all->list[0].limits;
	ck_assert(l->group_cpus == 8 && l->group_gpus == 4 && l->max_jobs == 7);
	ck_assert(l->group_gpu_types[0] == NONE && l->group_gpu_types[1] == 3);
	l = &all->list[1].limits;
	ck_assert(l->max_gpu_types[0] == NONE && l->max_gpu_types[1] == 0 && l->max_jobs == 2);
	ck_assert_ptr_null(l->group_gpu_types);
	l = &all->qos[0].limits;
	ck_assert(l->max_gpus_user == 2 && l->max_gpu_types_user == NULL);
	ck_assert(l->min_cpus == 3 && l->min_gpu_types[1] == 2 && l->min_gpus == NONE);
	ck_assert(all->qos[1].limits.max_gpu_types_user[1] == NONE);
	ck_assert(told.times == 1 && told.kind == SWF_SLURM_IGNORED);
	swf_slurm_associations_free(all);
	swf_slurm_conf_free(conf);
}
END_TEST

START_TEST(each_fault_has_its_message)
{
	static const struct {
		const char *dump, *qos, *message;
	} faults[] = {{"", NULL, "FILE: has no line of a cluster: not what sacctmgr dump writes"},
		{"User - 'a'\n", NULL, "FILE:1: stands before the line of the cluster: 'a'"},
		{"Cluster - 'a'\nCluster - 'b'\n", NULL, "FILE:2: a second cluster: 'b'"},
		{"Cluster - 'a'\nGroup - 'b'\n", NULL,
			"FILE:2: not Cluster, Parent, Account or User - 'NAME': 'Group - 'b''"},
		{"Cluster 'a'\n", NULL,
			"FILE:1: not Cluster, Parent, Account or User - 'NAME': 'Cluster 'a''"},
		{"Cluster - \n", NULL, "FILE:1: not a name: ''"},
		{"Cluster - 'a'\n\nParent - 'b'\n", NULL, "FILE:3: no account so far: 'b'"},
		{"Cluster - 'a'\nAccount - 'b'\nAccount - 'b'\n", NULL,
			"FILE:3: is there twice: 'b'"},
		{"Cluster - 'a'\nAccount - 'root'\n", NULL, "FILE:2: is there twice: 'root'"},
		{"Cluster - 'a'\nUser - 'b'\nUser - 'b'\n", NULL, "FILE:3: is there twice: 'b'"},
		{"Cluster - 'a'\nUser - 'b':Partition='p'\nUser - 'b':Partition='p'\n", NULL,
			"FILE:3: is there twice: 'b'"},
		{"Cluster - 'a'\nAccount - 'b':Partition='p'\n", NULL,
			"FILE:2: an account has no Partition: 'b'"},
		{"Cluster - 'a'\nUser - 'b':MaxJobs\n", NULL, "FILE:2: not KEY=VALUE: 'MaxJobs'"},
		{"Cluster - 'a'\nUser - 'b':MaxHope=5\n", NULL,
			"FILE:2: there is no 'MaxHope' in Slurm's associations"},
		{"Cluster - 'a'\nUser - 'b':MaxJobs=x\n", NULL,
			"FILE:2: MaxJobs: not a whole number: 'x'"},
		{"Cluster - 'a'\nUser - 'b':Fairshare=x\n", NULL,
			"FILE:2: Fairshare: not a whole number: 'x'"},
		{"Cluster - 'a'\nUser - 'b':GrpTRES=cpu\n", NULL,
			"FILE:2: GrpTRES: not a resource such as cpu=100: 'cpu'"},
		{"Cluster - 'a'\nUser - 'b':GrpTRES=mem=3X\n", NULL,
			"FILE:2: GrpTRES: not a whole number: '3X'"},
		{"Cluster - 'a'\nUser - 'b':GrpTRES=mem=M\n", NULL,
			"FILE:2: GrpTRES: not a whole number: 'M'"},
		{"Cluster - 'a'\nUser - 'b':MaxWallDurationPerJob=1d\n", NULL,
			"FILE:2: MaxWallDurationPerJob: not a time such as 30, 1:00:00, 2-0 or "
			"UNLIMITED: '1d'"},
		{NULL, "Name|MaxTRES\na|gres/gpu:x=y\n",
			"FILE:2: MaxTRES: not a whole number: 'y'"},
		{NULL, "", "FILE: no QOS"}, {NULL, "Name\n", "FILE: no QOS"},
		{NULL, "Priority\n1\n", "FILE:1: no column Name"},
		{NULL, "      Name   Priority\n",
			"FILE:1: not a column of sacctmgr --parsable show qos: '      Name   "
			"Priority'"},
		{NULL, "Name|Mood\n",
			"FILE:1: not a column of sacctmgr --parsable show qos: 'Mood'"},
		{NULL, "Name|Priority\na\n", "FILE:2: not 2 columns as in the header"},
		{NULL, "Name|Priority\na|1|2\n", "FILE:2: not 2 columns as in the header"},
		{NULL, "Name|Priority\n|1\n", "FILE:2: Name: empty"},
		{NULL, "Name\na\nb\na\n", "FILE:4: Name: 'a' is there twice"},
		{NULL, "Name|Flags\na|Fast\n", "FILE:2: QOS flags: there is no 'Fast' in Slurm"},
		{NULL, "Name|UsageFactor\na|-1\n",
			"FILE:2: UsageFactor: not a number from 0: '-1'"},
		{NULL, "Name|MaxWall\na|long\n",
			"FILE:2: MaxWall: not a time such as 30, 1:00:00, 2-0 or UNLIMITED: "
			"'long'"}};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct swf_error error;
		if (associations_of(faults[i].dump, faults[i].qos, NULL, NULL, &error) != NULL)
			ck_abort_msg("%s is taken", faults[i].message);
		ck_assert_str_eq(error.text, faults[i].message);
	}
}
END_TEST

START_TEST(a_default_qos_must_be_there)
{
	struct swf_error error;
	ck_assert(associations_of(dump, "Name\nnormal\n", NULL, NULL, &error) == NULL);
	ck_assert_msg(strstr(error.text, ": DefaultQOS of 'alice': ") != NULL &&
			strstr(error.text, " has no QOS 'high'") != NULL,
		"%s", error.text);
}
END_TEST

START_TEST(what_each_option_is_told)
{
	static const struct {
		const char *name;
		enum swf_slurm_kind kind;
		size_t line;
	} options[] = {{"Fairshare", SWF_SLURM_MODELLED, 3}, {"QOS", SWF_SLURM_NO_EFFECT, 3},
		{"GrpTRESMins", SWF_SLURM_NOT_MODELLED, 12},
		{"MaxTRESPerJob", SWF_SLURM_MODELLED, 12}, {"MaxTRES", SWF_SLURM_MODELLED, 3},
		{"QOS flags/NoReserve", SWF_SLURM_MODELLED, 3},
		{"GraceTime", SWF_SLURM_MODELLED, 2}};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct swf_error error;
		struct told told = {.name = options[i].name};
		const struct swf_slurm_listener listener = listener_to(&told);
		swf_slurm_associations_free(associations_of(dump, qos, NULL, &listener, &error));
		if (told.times != 1 || told.kind != options[i].kind || told.line != options[i].line)
			ck_abort_msg("%s: told %d times, as %d, in line %zu", told.name, told.times,
				(int)told.kind, told.line);
	}
}
END_TEST

START_TEST(it_ends_where_there_is_no_memory)
{
	int number = 1;
	for (;; number++) {
		struct swf_error error;
		fail_realloc(number);
		struct swf_slurm_associations *all = associations_of(dump, qos, NULL, NULL, &error);
		fail_realloc(0);
		swf_slurm_associations_free(all);
		if (all != NULL)
			break;
		ck_assert_str_eq(error.text, "out of memory");
	}
	ck_assert_int_gt(number, 5);
}
END_TEST

Suite *associations_suite(void)
{
	const TTest *const tests[] = {accounts_and_users_are_a_tree, accounts_have_limits,
		qualities_of_service_have_limits, any_columns_and_either_form,
		without_files_there_are_root_and_normal, those_of_a_log_can_join,
		other_forms_of_a_dump, limits_of_types_of_gpus, each_fault_has_its_message,
		a_default_qos_must_be_there, what_each_option_is_told,
		it_ends_where_there_is_no_memory, NULL};
	return suite_of("associations", tests);
}
