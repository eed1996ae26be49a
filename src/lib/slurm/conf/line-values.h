/* What lines of nodes and partitions say. */
#ifndef SWF_SLURM_CONF_LINE_VALUES_H
#define SWF_SLURM_CONF_LINE_VALUES_H

#include "slurm/conf/settings-read.h"

/* 0 for a count that the line does not have. */
struct swf_slurm_node_line {
	int64_t cpus, procs, boards, sockets, sockets_a_board, cores, threads;
	int64_t memory, reserved_memory; /* KB */
	int64_t weight;
	int64_t cpus_a_core;
	bool is_out; /* State=DOWN and its like */
	const char *features;
};

/* Whose jobs may have parts of nodes. */
enum swf_slurm_sharing { SWF_SLURM_SHARING_UNSAID, SWF_SLURM_BY_CPU, SWF_SLURM_EXCLUSIVE };

/* Negative for a number that the line does not have. */
struct swf_slurm_partition_line {
	const char *nodes, *qos;
	bool is_default;
	double max_time, default_time, over_time_limit; /* s */
	int64_t min_nodes, max_nodes, tier, job_factor, priority;
	int64_t memory_a_cpu; /* KB */
	int64_t max_cpus_a_node;
	enum swf_slurm_state state;
	enum swf_slurm_sharing over_subscribe, shared;
	bool billing;
	double billing_cpu, billing_memory, billing_node;
};

struct swf_slurm_node_set_line {
	const char *feature, *nodes;
};

swf_slurm_reader swf_slurm_read_node_state, swf_slurm_read_partition_state, swf_slurm_read_sharing,
	swf_slurm_read_billing;

#endif
