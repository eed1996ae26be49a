/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cores that several jobs have at a time, for naive-nodes.c: rows of jobs, and a flag a core. */
#ifndef SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_SHARING_H
#define SWF_TESTS_NAIVE_SLURM_NODES_NAIVE_SHARING_H

#include "naive/slurm-nodes/naive-nodes.h"

/* As naive_choose(), for a request of a partition whose jobs share cores. */
bool naive_choose_shared(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, struct naive_job *job);

/* A job starts, or has left the list of those that run. */
void naive_rows_start(struct naive_nodes *naive, struct naive_job *job);
void naive_rows_end(struct naive_nodes *naive, const struct naive_job *job);

#endif
