/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second implementation of the choice by topology/tree: node after node, with all counted anew.
 */
#ifndef SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_LEAVES_H
#define SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_LEAVES_H

#include "naive/slurm-nodes/naive-nodes.h"

enum { NAIVE_SWITCHES = 16 };

/* Begins with the offers of the nodes, 0 for those that are not to be used. */
struct naive_leaves {
	const struct swf_slurm_conf *conf;
	int64_t offers[NAIVE_NODES];
	bool begun, used[NAIVE_NODES], visited[NAIVE_SWITCHES];
	int64_t weight; /* nodes up to that weight will do */
	size_t top, leaf;
};

/* The next node for what is still needed, or NAIVE_NODES. */
size_t naive_next_node(struct naive_leaves *leaves, int64_t cpus, int64_t nodes);

#endif
