/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine of one partition for tests of its nodes, which they change before they begin. */
#ifndef SWF_TESTS_UNIT_SLURM_NODES_OF_H
#define SWF_TESTS_UNIT_SLURM_NODES_OF_H

#include "naive/slurm-nodes/naive-nodes.h"
#include "slurm/model/node-sets.h"
#include "slurm/model/nodes.h"
#include "unit/suites.h"

enum { PARTITIONS = NAIVE_PARTITIONS, WORDS = NAIVE_NODES / 64 };

extern struct swf_slurm_node node_list[NAIVE_NODES];
extern uint64_t node_sets[PARTITIONS][WORDS];
extern struct swf_slurm_partition partition_list[PARTITIONS];
extern struct swf_slurm_conf conf;
extern struct swf_slurm_nodes *nodes;

/* So many nodes of so many CPUs. */
void make_conf(size_t count, int32_t cpus);

/* A request for so many CPUs. */
struct swf_slurm_request request_of(int32_t cpus);

/* The nodes of the configuration, all free; second 0 has that Unix time (s). */
void begin_nodes(double start);

#endif
