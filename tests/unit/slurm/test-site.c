/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/slurm-job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/suites.h"

static const char conf_text[] = "NodeName=n[1-4] CPUs=8\n"
				"PartitionName=batch Nodes=ALL Default=YES\n"
				"PartitionName=Debug Nodes=n1\n"
				"PartitionName=7 Nodes=n2\n";

static const char dump_text[] =
	"Cluster - 'c':Fairshare=1:QOS='normal'\n"
	"Parent - 'root'\n"
	"User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1\n"
	"Account - 'physics':Description='p':Organization='o':Fairshare=2:DefaultQOS='high'\n"
	"Account - 'biology':Description='b':Organization='o':Fairshare=1\n"
	"Parent - 'physics'\n"
	"User - 'anna':DefaultAccount='physics':Fairshare=3\n"
	"User - 'anna':DefaultAccount='physics':Partition='debug':Fairshare=4\n"
	"Parent - 'biology'\n"
	"User - 'anna':DefaultAccount='biology':Fairshare=5\n"
	"User - 'berta':DefaultAccount='biology':Fairshare=6:DefaultQOS='low'\n";

static const char qos_text[] = "Name|Priority\nnormal|0\nhigh|10\nlow|1\n";

struct fixture {
	struct swf_slurm_site site;
	struct swf_slurm_conf *conf;
	struct swf_header *header;
	struct swf_names names[SWF_NAME_KINDS];
};

static void name(struct fixture *fixture, enum swf_name_kind kind, int64_t number, const char *text)
{
	struct swf_names *names = &fixture->names[kind];
	const uint32_t place = swf_names_put(names, text, strlen(text));
	names->names[place].number = number;
}

static void setup(struct fixture *fixture, const char *conf, const char *dump, const char *qos)
{
	char paths[3][32] = {"/tmp/siteXXXXXX", "/tmp/siteXXXXXX", "/tmp/siteXXXXXX"};
	struct swf_error error;
	*fixture = (struct fixture){.header = swf_header_new()};
	write_file(paths[0], conf, strlen(conf));
	write_file(paths[1], dump, strlen(dump));
	write_file(paths[2], qos, strlen(qos));
	fixture->conf = swf_slurm_conf_read(paths[0], NULL, &error);
	ck_assert_msg(fixture->conf != NULL, "%s", error.text);
	fixture->site.conf = fixture->conf;
	fixture->site.associations = swf_slurm_associations_read(*dump != '\0' ? paths[1] : NULL,
		*qos != '\0' ? paths[2] : NULL, fixture->conf, NULL, &error);
	ck_assert_msg(fixture->site.associations != NULL, "%s", error.text);
	for (int i = 0; i < 3; i++)
		unlink(paths[i]);
}

static void begin(struct fixture *fixture)
{
	ck_assert_int_eq(swf_slurm_site_begin(&fixture->site, fixture->header, fixture->names), 0);
}

static void teardown(struct fixture *fixture)
{
	swf_slurm_site_end(&fixture->site);
	swf_slurm_associations_free(fixture->site.associations);
	swf_slurm_conf_free(fixture->conf);
	swf_header_free(fixture->header);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&fixture->names[kind]);
}

static void line(struct fixture *fixture, const char *text)
{
	ck_assert_int_eq(swf_header_append(fixture->header, text, strlen(text)), 0);
}

static struct swf_slurm_who who_of(
	struct fixture *fixture, int64_t user, int64_t group, int64_t queue, int64_t partition)
{
	const struct swf_job job = {
		.user = user, .group = group, .queue = queue, .partition = partition};
	struct swf_slurm_who who;
	ck_assert_int_eq(swf_slurm_who(&fixture->site, &job, &who), 1);
	return who;
}

/* The shares of the association of a user in an account, which tell them apart. */
static int64_t shares_of(struct fixture *fixture, int64_t user, int64_t group, int64_t partition)
{
	const struct swf_slurm_who who = who_of(fixture, user, group, -1, partition);
	return fixture->site.associations->list[who.association].shares;
}

static const char *partition_of(struct fixture *fixture, int64_t partition)
{
	return fixture->conf->partitions[who_of(fixture, 1, 1, -1, partition).partition].name;
}

static const char *qos_of(struct fixture *fixture, int64_t user, int64_t group, int64_t queue)
{
	return fixture->site.associations->qos[who_of(fixture, user, group, queue, -1).qos].name;
}

START_TEST(partitions_have_the_names_of_the_header)
{
	struct fixture f;
	setup(&f, conf_text, "", "");
	line(&f, "; Note: Partition: 1 nothing");
	line(&f, "; Partition:  1  batch  (all nodes)");
	line(&f, ";Partition : 2 DEBUG");
	line(&f, "; Partition:  3  test,debug,batch");
	line(&f, "; Partition:  4  (17 jobs)");
	line(&f, "; Partition:  5");
	line(&f, "; Partition: 22 Debug");
	line(&f, "; Queue: 6 Debug");
	begin(&f);
	ck_assert_str_eq(partition_of(&f, 1), "batch");
	ck_assert_str_eq(partition_of(&f, 2), "Debug");
	ck_assert_str_eq(partition_of(&f, 3), "Debug");
	ck_assert_str_eq(partition_of(&f, 7), "7");
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).partition.jobs, 0);
	/* the default one */
	ck_assert_str_eq(partition_of(&f, 6), "batch");
	ck_assert_str_eq(partition_of(&f, 4), "batch");
	ck_assert_str_eq(partition_of(&f, 5), "batch");
	ck_assert_str_eq(partition_of(&f, 5), "batch");
	ck_assert_str_eq(partition_of(&f, -1), "batch");
	const struct swf_slurm_assumed assumed = swf_slurm_site_assumed(&f.site);
	ck_assert_int_eq(assumed.partition.jobs, 4);
	ck_assert_str_eq(assumed.partition.example, "6");
	ck_assert_int_eq(assumed.no_partition, 1);
	teardown(&f);
}
END_TEST

START_TEST(the_table_of_names_comes_first)
{
	struct fixture f;
	setup(&f, conf_text, dump_text, qos_text);
	line(&f, "; Partition: 1 batch");
	line(&f, "; Queue: 1 low");
	line(&f, "; Queue: 2 normal");
	name(&f, SWF_NAME_PARTITION, 1, "debug");
	name(&f, SWF_NAME_PARTITION, 900, "batch");
	name(&f, SWF_NAME_QUEUE, 1, "high");
	begin(&f);
	ck_assert_str_eq(partition_of(&f, 1), "Debug");
	ck_assert_str_eq(partition_of(&f, 900), "batch");
	ck_assert_str_eq(qos_of(&f, 1, 1, 1), "high");
	ck_assert_str_eq(qos_of(&f, 1, 1, 2), "normal");
	teardown(&f);
}
END_TEST

START_TEST(without_a_default_partition_jobs_without_one_have_none)
{
	struct fixture f;
	const struct swf_job none = {.partition = -1}, other = {.partition = 3};
	struct swf_slurm_who who;
	setup(&f, "NodeName=n1\nPartitionName=p Nodes=n1\n", "", "");
	begin(&f);
	ck_assert_int_eq(swf_slurm_who(&f.site, &none, &who), 0);
	ck_assert_int_eq(swf_slurm_who(&f.site, &other, &who), 0);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).partition.jobs, 1);
	teardown(&f);
}
END_TEST

/* With the names of two users and the first account. */
static void setup_named(struct fixture *f)
{
	setup(f, conf_text, dump_text, qos_text);
	name(f, SWF_NAME_USER, 1, "anna");
	name(f, SWF_NAME_USER, 2, "berta");
	name(f, SWF_NAME_GROUP, 1, "physics");
}

START_TEST(users_are_those_of_their_account_and_partition)
{
	struct fixture f;
	setup_named(&f);
	name(&f, SWF_NAME_GROUP, 2, "biology");
	line(&f, "; Partition: 2 debug");
	begin(&f);
	ck_assert_int_eq(shares_of(&f, 1, 1, -1), 3);
	ck_assert_int_eq(shares_of(&f, 1, 1, 2), 4);
	ck_assert_int_eq(shares_of(&f, 1, 2, 2), 5);
	ck_assert_int_eq(shares_of(&f, 2, 2, 2), 6);
	/* without an account: the first one */
	ck_assert_int_eq(shares_of(&f, 1, -1, -1), 3);
	ck_assert_int_eq(shares_of(&f, 2, -1, -1), 6);
	ck_assert_uint_eq(who_of(&f, 1, 1, -1, -1).user, who_of(&f, 1, 2, -1, 2).user);
	ck_assert_uint_ne(who_of(&f, 1, 2, -1, -1).user, who_of(&f, 2, 2, -1, -1).user);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).users, 0);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).accounts, 0);
	teardown(&f);
}
END_TEST

START_TEST(others_join_the_tree)
{
	struct fixture f;
	setup_named(&f);
	begin(&f);
	const struct swf_slurm_associations *all = f.site.associations;
	const size_t before = all->count;
	/* berta is in biology alone; account 9 and user 5 are new */
	const uint32_t berta = who_of(&f, 2, 1, -1, -1).association;
	const uint32_t fifth = who_of(&f, 5, 9, -1, -1).association;
	ck_assert_uint_eq(who_of(&f, 2, 1, -1, -1).association, berta);
	ck_assert_uint_eq(who_of(&f, 5, 9, -1, 7).association, fifth);
	ck_assert_uint_eq(who_of(&f, 5, -1, -1, -1).association, fifth);
	ck_assert_uint_eq(all->count, before + 3);
	ck_assert_str_eq(all->list[all->list[berta].parent].name, "physics");
	ck_assert_str_eq(all->list[berta].name, "berta");
	ck_assert_str_eq(all->list[all->list[fifth].parent].name, "9");
	ck_assert_str_eq(all->list[fifth].name, "5");
	ck_assert(all->list[fifth].is_user && !all->list[all->list[fifth].parent].is_user);
	ck_assert_uint_eq(all->list[all->list[fifth].parent].parent, 0);
	ck_assert_int_eq(all->list[fifth].shares, 1);
	/* nobody, of no account: below the root */
	const uint32_t nobody = who_of(&f, -1, -1, -1, -1).association;
	ck_assert(all->list[nobody].is_user);
	ck_assert_uint_eq(all->list[nobody].parent, 0);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).accounts, 1);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).users, 3);
	teardown(&f);
}
END_TEST

START_TEST(the_default_qos_is_that_of_the_account)
{
	struct fixture f;
	setup_named(&f);
	name(&f, SWF_NAME_GROUP, 2, "biology");
	begin(&f);
	ck_assert_str_eq(qos_of(&f, 1, 1, -1), "high");
	ck_assert_str_eq(qos_of(&f, 1, 2, -1), "normal");
	ck_assert_str_eq(qos_of(&f, 2, 2, -1), "low");
	ck_assert_str_eq(qos_of(&f, 8, 1, -1), "high"); /* who joins has it, too */
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).qos.jobs, 0);
	ck_assert_str_eq(qos_of(&f, 2, 2, 4), "low"); /* of one that there is not */
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).qos.jobs, 1);
	ck_assert_str_eq(swf_slurm_site_assumed(&f.site).qos.example, "4");
	teardown(&f);
}
END_TEST

/* Many of each, twice: those of the second round are those of the first. */
START_TEST(many_users_keep_their_places)
{
	enum { MANY = 3000 };
	static uint32_t associations[MANY], users[MANY];
	struct fixture f;
	setup(&f, conf_text, dump_text, qos_text);
	begin(&f);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < MANY; i++) {
			const struct swf_slurm_who who = who_of(&f, 1 + i % 700, 1 + i, -1, -1);
			const struct swf_slurm_association *one =
				&f.site.associations->list[who.association];
			ck_assert_int_eq(atoi(one->name), 1 + i % 700);
			ck_assert_int_eq(atoi(f.site.associations->list[one->parent].name), 1 + i);
			if (round == 0) {
				associations[i] = who.association;
				users[i] = who.user;
			}
			ck_assert_uint_eq(associations[i], who.association);
			ck_assert_uint_eq(users[i], who.user);
			ck_assert_uint_eq(users[i], users[i % 700]);
		}
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).users, MANY);
	ck_assert_int_eq(swf_slurm_site_assumed(&f.site).accounts, MANY);
	teardown(&f);
}
END_TEST

Suite *site_suite(void)
{
	const TTest *const tests[] = {partitions_have_the_names_of_the_header,
		the_table_of_names_comes_first,
		without_a_default_partition_jobs_without_one_have_none,
		users_are_those_of_their_account_and_partition, others_join_the_tree,
		the_default_qos_is_that_of_the_account, many_users_keep_their_places, NULL};
	return suite_of("site", tests);
}
