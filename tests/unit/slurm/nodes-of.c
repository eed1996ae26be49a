/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/slurm/nodes-of.h"

#include <string.h>

struct swf_slurm_node node_list[NAIVE_NODES];
uint64_t node_sets[PARTITIONS][WORDS];
struct swf_slurm_partition partition_list[PARTITIONS];
struct swf_slurm_conf conf;
struct swf_slurm_nodes *nodes;

void make_conf(size_t count, int32_t cpus)
{
	memset(node_sets, 0, sizeof node_sets);
	conf = (struct swf_slurm_conf){.nodes = node_list,
		.node_count = count,
		.words = (count + 63) / 64,
		.partitions = partition_list,
		.partition_count = 1,
		.loops = {.kill_wait = 30}};
	for (size_t n = 0; n < count; n++) {
		node_list[n] = (struct swf_slurm_node){
			.cpus = cpus, .memory = 1024, .weight = 1, .cpus_a_core = 1};
		node_sets[0][n / 64] |= UINT64_C(1) << n % 64;
	}
	for (size_t p = 0; p < PARTITIONS; p++)
		partition_list[p] = (struct swf_slurm_partition){.nodes = node_sets[p],
			.max_nodes = SWF_SLURM_UNLIMITED,
			.max_cpus_a_node = SWF_SLURM_UNLIMITED};
}

struct swf_slurm_request request_of(int32_t cpus)
{
	return (struct swf_slurm_request){.cpus = cpus,
		.min_nodes = 1,
		.max_nodes = SWF_SLURM_UNLIMITED,
		.gpu_type = SWF_SLURM_ANY_GPU};
}

void begin_nodes(double start)
{
	nodes = swf_slurm_nodes_new(&conf, start);
	ck_assert_ptr_nonnull(nodes);
}
