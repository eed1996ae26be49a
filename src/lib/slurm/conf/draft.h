/* What is read of a slurm.conf before it is complete. */
#ifndef SWF_SLURM_CONF_DRAFT_H
#define SWF_SLURM_CONF_DRAFT_H

#include "slurm/conf/entries.h"
#include "slurm/conf/reading.h"

struct swf_slurm_draft {
	struct swf_slurm_conf conf;
	struct swf_slurm_entries entries;
	struct swf_slurm_report report;
	struct swf_slurm_node_lines *nodes;
	/* for partitions that do not set these */
	double over_time_limit;
	int64_t memory_a_cpu; /* KB */
	bool linear, has_slurmdbd;
	size_t select_units; /* how many words of SelectTypeParameters name one */
	bool consumable;     /* it is CPUs, cores or sockets */
	bool whole_cores;    /* it is not CPUs */
	bool threads;        /* there are nodes with several CPUs a core */
};

/* Reads all lines of nodes, or of partitions. */
int swf_slurm_read_nodes(struct swf_slurm_draft *draft) SWF_MUST_CHECK;
int swf_slurm_read_partitions(struct swf_slurm_draft *draft) SWF_MUST_CHECK;
void swf_slurm_node_lines_free(struct swf_slurm_node_lines *lines);

#endif
