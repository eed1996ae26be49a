/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slurm.conf, accounts and users, or QOS of any bytes, the first of which says which. What is
 * read is whole: partitions of nodes that there are, parents before their children. What is not
 * says where. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "fuzz.h"
#include "slurm/slurm.h"
#include "standard-input.h"

static void take(void *self, const struct swf_slurm_told *told)
{
	size_t *const settings = self;
	check(told->kind <= SWF_SLURM_IGNORED && *told->name != '\0' && told->value != NULL);
	check(strcmp(told->file, "stdin") == 0);
	check((told->title == NULL) == (told->of == NULL));
	++*settings;
}

static void check_partition(
	const struct swf_slurm_conf *conf, const struct swf_slurm_partition *one)
{
	check(one->min_nodes >= 1 && one->max_nodes >= 0 && one->priority_tier >= 0);
	check(one->max_time >= 0 && one->default_time <= one->max_time);
	check(one->over_time_limit >= 0 && one->memory_a_cpu >= 0);
	check(one->billing_cpu >= 0 && one->billing_memory >= 0 && one->billing_node >= 0);
	check(&conf->partitions[swf_slurm_conf_partition(conf, one->name)] == one);
	if (conf->node_count % 64 != 0)
		check(one->nodes[conf->words - 1] >> (conf->node_count % 64) == 0);
}

static void check_conf(const struct swf_slurm_conf *conf)
{
	int64_t cpus = 0;
	check(conf->node_count > 0 && conf->words == (conf->node_count + 63) / 64);
	for (size_t i = 0; i < conf->node_count; i++) {
		const struct swf_slurm_node *node = &conf->nodes[i];
		check(node->cpus > 0 && node->memory > 0 && node->weight >= 0);
		check(i == 0 || strcmp(node->name, node[-1].name) != 0);
		cpus += node->cpus;
	}
	check(cpus == conf->cpus && conf->partition_count > 0);
	check(conf->default_partition <= conf->partition_count);
	for (size_t i = 0; i < conf->partition_count; i++)
		check_partition(conf, &conf->partitions[i]);
	check(conf->loops.bf_interval != 0 && conf->loops.bf_max_job_test > 0);
	check(conf->loops.bf_window > 0 && conf->loops.bf_resolution > 0);
	check(conf->priority.calc_period > 0 && isfinite(conf->priority.half_life));
}

static void check_limits(const struct swf_slurm_limits *l)
{
	const int64_t all[] = {l->group_jobs, l->group_submit, l->group_cpus, l->group_nodes,
		l->group_memory, l->max_jobs, l->max_submit, l->max_cpus_user, l->max_nodes_user,
		l->max_jobs_account, l->max_cpus_account, l->max_cpus, l->max_nodes};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		check(all[i] >= 0);
	check(l->max_wall >= 0);
}

static void check_associations(const struct swf_slurm_associations *all)
{
	check(all->count > 0 && strcmp(all->list[0].name, "root") == 0 && all->qos_count > 0);
	for (size_t i = 1; i < all->count; i++) {
		const struct swf_slurm_association *one = &all->list[i];
		check(one->parent < i && !all->list[one->parent].is_user && *one->name != '\0');
		check(one->shares >= 0 && one->priority >= -1);
		check_limits(&one->limits);
	}
	for (size_t i = 0; i < all->qos_count; i++) {
		check(swf_slurm_qos_named(all, all->qos[i].name) == i);
		check(all->qos[i].usage_factor >= 0 && all->qos[i].priority >= 0);
		check_limits(&all->qos[i].limits);
	}
}

/* Whether it may read other files. */
static bool includes(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 7 <= size; i++)
		if (strncasecmp((const char *)data + i, "include", 7) == 0)
			return true;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct swf_error error = {.text = ""};
	size_t settings = 0;
	const struct swf_slurm_listener listener = {&settings, take};
	if (size == 0 || includes(data, size))
		return 0;
	give(data + 1, size - 1);
	bool is_read = false;
	if (data[0] % 4 == 0) {
		struct swf_slurm_conf *conf = swf_slurm_conf_read("-", &listener, &error);
		is_read = conf != NULL;
		if (is_read)
			check_conf(conf);
		swf_slurm_conf_free(conf);
	} else {
		struct swf_slurm_associations *all =
			swf_slurm_associations_read(data[0] % 2 == 1 ? "-" : NULL,
				data[0] % 2 == 0 ? "-" : NULL, NULL, &listener, &error);
		is_read = all != NULL;
		if (is_read)
			check_associations(all);
		swf_slurm_associations_free(all);
	}
	check(is_read == (error.text[0] == '\0'));
	/* of a slurm.conf the settings before the wrong one are told */
	check(is_read || settings == 0 || data[0] % 4 == 0);
	return 0;
}
