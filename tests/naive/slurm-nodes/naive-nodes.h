/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A second implementation of src/slurm/model/nodes.h, for its tests: plain arrays and loops over
 * all nodes, step by step as Slurm's documentation and behaviour have it.
 */
#ifndef SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_NODES_H
#define SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_NODES_H

#include "slurm/model/nodes.h"

enum { NAIVE_NODES = 256, NAIVE_JOBS = 128, NAIVE_TYPES = 2 };
enum { NAIVE_PARTITIONS = 3, NAIVE_CORES = 8, NAIVE_ROWS = 3 };

struct naive_job {
	size_t partition;
	double end, limit;
	int32_t cpus[NAIVE_NODES];
	int64_t memory[NAIVE_NODES];
	int32_t gpus[NAIVE_NODES][NAIVE_TYPES];
	bool shares; /* cores, which are these, a bit each */
	uint8_t cores[NAIVE_NODES];
};

/* Jobs that share cores, by partition. Those of a row have no core in common. */
struct naive_rows {
	struct naive_row {
		struct naive_job *jobs[NAIVE_JOBS];
		size_t count;
	} of[NAIVE_PARTITIONS][NAIVE_ROWS];
};

struct naive_nodes {
	const struct swf_slurm_conf *conf;
	double start;
	struct naive_job *jobs[NAIVE_JOBS]; /* that run */
	size_t count;
	struct naive_rows *rows; /* or NULL if nothing runs */
};

/* What a request gets while the first of the jobs by their ends are gone: false if nothing. */
bool naive_choose(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, struct naive_job *job);

/* The same where jobs share cores, if it cannot have those that are taken. */
bool naive_choose_of(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, const uint8_t taken[NAIVE_NODES], struct naive_job *job);

/* What it gets with select/linear, which goes through the nodes by kinds. */
bool naive_choose_now(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, struct naive_job *job);

bool naive_when(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, double now, double *start, bool *on);

void naive_sort(struct naive_nodes *naive);

#endif
