/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes of a machine: what is free on each, which of them a job would get now, and when it can
 * be expected to get some, by the expected ends of the running jobs.
 *
 * Modelled is what select/cons_tres of Slurm 22.05 does for a job that asks for a number of CPUs, a
 * task each (sbatch --ntasks), with memory or without:
 *
 * - Nodes of the least weight come first. Among them Slurm looks at runs of neighbours, and takes
 *   the run with the fewest CPUs that suffice. If none does, it takes the run with the most, and
 *   goes on for the rest.
 * - If a single node of the run will do, it takes the one with the fewest CPUs. Else it takes nodes
 *   in their order, each with all CPUs that are free, but a core is left for each node of
 *   min_nodes still to come.
 * - Where a core has several CPUs, it is of one job. With CR_Core a job has all of them, of memory
 *   too; with CR_CPU it has those that it asked for, and the others stay unused.
 * - If max_nodes gets in the way, it tries again without the nodes with one free CPU, then without
 *   those with two, and so on.
 * - A job that has its nodes for itself (whole_nodes) takes idle ones, with all their CPUs.
 * - A job with GPUs takes of each of its nodes as many as it asks for, and with DefCpuPerGPU the
 *   CPUs for these. Nodes that have fewer free ones of its type, or too few CPUs for them, offer it
 *   nothing.
 *
 * select/linear (whole_nodes of the configuration) takes idle nodes only. It begins with the nodes
 * of one kind: equal weight, CPUs and memory, the least weight first. Then it adds kind after kind.
 * If nodes differ in CPUs, and min_nodes of the smallest are not enough, it takes the largest. What
 * it expects goes by all kinds at once, as in Slurm.
 *
 * With topology/tree select/cons_tres chooses leaf by leaf, see nodes-leaves.c. Jobs share cores
 * where their partition has OverSubscribe=FORCE, see nodes-sharing.c.
 *
 * Not modelled: nodes that jobs ask for or exclude, GPUs of a job in all, GPUs' sockets,
 * tasks a node or socket, several CPUs a task, jobs that ask to share CPUs (OverSubscribe=YES),
 * CR_LLN, CR_Pack_Nodes, pack_serial_at_end and bf_busy_nodes; and that Slurm gives up looking
 * after two seconds.
 */
#ifndef SWF_SLURM_NODES_H
#define SWF_SLURM_NODES_H

#include "slurm/model/node-sets.h"
#include "slurm/slurm.h"

/* Sets of nodes (of a bit each, one set behind the other). A job gets nodes of one of them alone,
 * the first of which it fits. */
struct swf_slurm_alternatives {
	size_t count;
	uint64_t *sets;
};

/* What a job asks for. */
struct swf_slurm_request {
	int32_t cpus;
	uint32_t partition;
	/* KB; both 0: all of each node. Ignored where memory is no resource */
	int64_t memory_a_cpu, memory_a_node;
	int64_t min_nodes, max_nodes;
	bool whole_nodes;
	int32_t gpus_a_node; /* of each node that it gets */
	int32_t cpus_a_node; /* of each at least, for its GPUs */
	uint32_t gpu_type;   /* among the types of the configuration, or SWF_SLURM_ANY_GPU */
	const struct swf_slurm_alternatives *alternatives; /* or NULL */
};

enum { SWF_SLURM_ANY_GPU = INT32_MAX };

/* Whether two ask for the same. */
static inline bool swf_slurm_request_equal(
	const struct swf_slurm_request *a, const struct swf_slurm_request *b)
{
	return a->cpus == b->cpus && a->partition == b->partition &&
		a->memory_a_cpu == b->memory_a_cpu && a->memory_a_node == b->memory_a_node &&
		a->min_nodes == b->min_nodes && a->max_nodes == b->max_nodes &&
		a->whole_nodes == b->whole_nodes && a->gpus_a_node == b->gpus_a_node &&
		a->cpus_a_node == b->cpus_a_node && a->gpu_type == b->gpu_type &&
		a->alternatives == b->alternatives;
}

/* What it has of a node. */
struct swf_slurm_share {
	uint32_t node;
	int32_t cpus;
	int64_t memory; /* KB */
};

/* GPUs of a type that it has of a node. */
struct swf_slurm_gpu_share {
	uint32_t node, type;
	int32_t count;
};

/* What it has of the nodes of a word. */
struct swf_slurm_part {
	uint64_t bits;
	uint32_t word;
	int32_t cpus; /* in all, of whole cores */
	size_t first; /* the place of the first of its shares, which follow one another */
};

/* Begins with {0}; its lists are used again. */
struct swf_slurm_allocation {
	struct swf_slurm_share *shares;
	size_t count, capacity;
	struct swf_slurm_gpu_share *gpus;
	size_t gpu_count, gpu_capacity;
	struct swf_slurm_part *parts; /* once it is taken, in the order of its shares */
	size_t part_count, part_capacity;
	/* Where jobs share cores, those of each share: a bit each, in the words of the node */
	uint64_t *cores;
	size_t core_capacity;
	bool shares_cores;
	int64_t core_count, core_cpus; /* of these cores */
	uint64_t gone; /* the last moment at which it was asked what is free without it */
	uint64_t away; /* the last time that swf_slurm_nodes_without took it away */
	/* of both the first, where all nodes are equal and it has all CPUs of them */
	size_t whole_shares, whole_parts;
	uint32_t partition;
	double end, limit; /* s, while it runs: when it is expected to end, and its time limit */
};

struct swf_slurm_nodes;

/* All nodes free. Second 0 of the log has that Unix time (s), by which ends are grouped. NULL when
 * there is no memory. */
struct swf_slurm_nodes *swf_slurm_nodes_new(const struct swf_slurm_conf *conf, double start);
void swf_slurm_nodes_free(struct swf_slurm_nodes *nodes);

/* Whether the request fits on these nodes (a bit each) at all, if nothing runs. */
bool swf_slurm_nodes_possible(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* A bound for what any choice of these nodes gives a possible request, whatever runs: none gives
 * less. It is more than what is asked for where whole nodes are given, or more nodes than CPUs were
 * asked for. Where all nodes are equal, it is what the request gets. */
struct swf_slurm_least {
	int64_t cpus, memory; /* KB; 0: none is known */
};
struct swf_slurm_least swf_slurm_nodes_least(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* Whether nothing runs on these nodes. */
bool swf_slurm_nodes_idle(const struct swf_slurm_nodes *nodes, const uint64_t *allowed);

/* A bound that costs little: false if the request surely does not fit now in its partition. */
bool swf_slurm_nodes_may_fit(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request);

/* Whether these nodes have too little free for the request now, whichever were chosen. */
bool swf_slurm_nodes_lack_now(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* Whether the request fits now, and which of these nodes it would get (a bit each, into `found`).
 */
bool swf_slurm_nodes_fit_now(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, uint64_t *found);

/* Chooses what the request gets now of these nodes: 1; 0 when it does not fit; -1 when there is no
 * memory. */
int swf_slurm_nodes_choose(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, struct swf_slurm_allocation *allocation);

/* Takes what was chosen, for a job that starts now (s) with that time limit (s). The allocation has
 * to stay where it is until it is given back. 0, or -1 when there is no memory. */
int swf_slurm_nodes_take(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation,
	double now, double limit) SWF_MUST_CHECK;
void swf_slurm_nodes_give_back(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation);

/* A job that runs is expected to end by so much later (s). */
void swf_slurm_nodes_put_off(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation, double by);

/* Whether a request would fit on these nodes if some running jobs were gone: begin, take away jobs
 * one by one, and ask each time; `found` gets the nodes (a bit each) where it fits. begin returns
 * 0, or -1 when there is no memory. swf_slurm_nodes_when can be asked the same. */
int swf_slurm_nodes_begin_without(struct swf_slurm_nodes *nodes) SWF_MUST_CHECK;
void swf_slurm_nodes_without(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *gone);
bool swf_slurm_nodes_fit_without(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed, uint64_t *found);

/* Which jobs that share cores have one of those of others: begin, and cover the cores of jobs. */
void swf_slurm_nodes_begin_cover(struct swf_slurm_nodes *nodes);
void swf_slurm_nodes_cover(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation);
bool swf_slurm_nodes_is_covered(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation);

/* When what runs is next expected to end, later than now (s); INFINITY for never. */
double swf_slurm_nodes_next_end(const struct swf_slurm_nodes *nodes, double now);

/* What is free now on a set of nodes, and what running jobs have of them, as far as questions have
 * gone. It is kept with the set for the next question, and holds until a job starts or ends: forget
 * it then. Begins with {0}. */
struct swf_slurm_holdings {
	bool summed;
	uint64_t sum; /* by which answers about the set are looked up */
	bool begun;
	int64_t cpus;           /* free */
	int64_t *held;          /* CPUs of each running job, by its place */
	size_t known, capacity; /* how many of these are known */
};
void swf_slurm_nodes_forget(struct swf_slurm_holdings *holdings);
void swf_slurm_nodes_clear_holdings(struct swf_slurm_holdings *holdings);

/* Nodes of a word leave the set, which all were in it. 0, or -1 when there is no memory. */
int swf_slurm_nodes_leave(struct swf_slurm_nodes *nodes, struct swf_slurm_holdings *holdings,
	const struct swf_slurm_mask *left) SWF_MUST_CHECK;

/* An answer of swf_slurm_nodes_when, which is kept for a while. */
struct swf_slurm_answer_id {
	uint64_t serial; /* its last digits are the place of the answer; 0: it is not kept */
	/* s, of the last job that has to go first; -INFINITY: none has to; INFINITY: no place */
	double end;
};

/* When the request can be expected to fit on these nodes, now (s) or later, and on which: 1; 0 for
 * never; -1 when there is no memory. Where that would be later than
 * `latest`, the answer may be 0, too.
 *
 * Jobs are taken to end at their limits, one past it KillWait after it and after OverTimeLimit, or
 * in a second. As in Slurm, ends that lie close together count as one: the request is tried once
 * all have gone that end up to half a minute after the half minute of the first end, then up to a
 * minute after that, two minutes, and so on (bf_window_linear: in equal steps). The start is the
 * last end of those. Only jobs on these nodes count. With select/linear, each end is tried. */
struct swf_slurm_expected {
	double start;    /* s */
	uint64_t *found; /* a bit for each node */
	bool lack; /* where the answer is 0: these nodes have too little even once all has ended
		    * that is expected to end by `latest`, or should have, whichever are chosen */
	struct swf_slurm_answer_id *answer; /* where it is put */
	bool without; /* as if those were gone that have been taken away; begin anew then */
};
int swf_slurm_nodes_when(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, struct swf_slurm_holdings *holdings, double now, double latest,
	struct swf_slurm_expected *expected);

/* Whether an answer would still be the same, at a time before its `latest`: not if it is forgotten.
 */
bool swf_slurm_nodes_still(
	struct swf_slurm_nodes *nodes, struct swf_slurm_answer_id answer, double now);

/* The nodes that such an answer has found, a set that stays until the next question; or NULL. */
const uint64_t *swf_slurm_nodes_found(
	const struct swf_slurm_nodes *nodes, struct swf_slurm_answer_id answer);

#endif
