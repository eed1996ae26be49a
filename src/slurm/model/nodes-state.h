/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is free on each node, now or at a later moment (nodes.c), the choice among nodes at such a
 * moment (nodes-choice.c), what a request gets now (nodes-now.c), and when there will be enough
 * (nodes-when.c). Only these and their like use this.
 */
#ifndef SWF_SLURM_NODES_STATE_H
#define SWF_SLURM_NODES_STATE_H

#include "slurm/model/node-sets.h"
#include "slurm/model/nodes.h"

/* Nodes that carry a job more or a job less change all of these together. */
struct swf_slurm_free {
	int32_t *cpus;
	int64_t *memory;    /* KB; NULL where memory is no resource */
	int32_t *gpus;      /* of each node by type; NULL where no node has any */
	int32_t *used;      /* CPUs of each node that each limited partition's jobs have */
	int32_t *sharers;   /* jobs of each node that share its cores; NULL where none does */
	uint64_t *open;     /* a bit for each node that has a free CPU */
	uint64_t *idle;     /* a bit for each that nothing runs on */
	int64_t *word_cpus; /* free CPUs of the 64 nodes of a word */
};

/* What is free once the first of the running jobs have ended. */
struct swf_slurm_snapshot {
	struct swf_slurm_free free;
	size_t gone;
	uint32_t unused; /* changes since the last question */
};

struct swf_slurm_running {
	double end;
	struct swf_slurm_allocation *job;
	const struct swf_slurm_part *parts; /* those of the job */
	size_t part_count;
};

/* Parts of running jobs, with the jobs' places, word after word. */
struct swf_slurm_part_lists {
	struct swf_slurm_placed_part {
		size_t place;
		const struct swf_slurm_part *part;
	} * list;
	size_t capacity;
	size_t *begin; /* of each word, and where the last one ends */
	bool current;  /* nothing has started or ended since */
};

/* Free in a partition, now. */
struct swf_slurm_room {
	int64_t cpus, nodes;           /* of nodes that have a free CPU */
	int64_t idle_cpus, idle_nodes; /* of nodes that nothing runs on */
	int64_t gpus;                  /* of any type */
	size_t limited;                /* its place among the partitions that limit the CPUs of a
					* node, or their count */
};

/* Neighbours of the same weight that can all be chosen. */
struct swf_slurm_run {
	size_t first, last;
	int64_t nodes, cpus; /* nodes: 0 when they have been used up */
	int64_t weight;
};

/* Runs in the order in which they are taken while none suffices alone. */
struct swf_slurm_rank {
	int64_t weight, cpus;
	struct swf_slurm_run *run;
};

/* Jobs of a partition that shares cores. No two of a row have a core in common. */
struct swf_slurm_row {
	struct swf_slurm_allocation **jobs;
	size_t count;
	uint64_t *taken; /* their cores, in the words of each node */
	int64_t cores;   /* how many these are */
	int64_t cpus;    /* of these */
};

struct swf_slurm_rows {
	struct swf_slurm_row *rows;
	size_t count;    /* those that have had a job since they were packed; others are empty */
	size_t most;     /* that there may be; 0 for a partition that shares no cores */
	size_t made;     /* that have memory */
	size_t capacity; /* jobs that each of these has room for */
};

struct swf_slurm_shelved {
	struct swf_slurm_allocation *job;
	size_t row, place; /* where it was */
	uint64_t first;    /* its first core */
	int64_t cpus;
};

/* What nodes-sharing.c knows of cores that several jobs have at a time. */
struct swf_slurm_sharing {
	struct swf_slurm_rows *now, *then; /* of each partition; NULL where none shares cores */
	bool marked, packed;  /* jobs are gone at the moment in question; `then` is its */
	size_t *by_tier;      /* the partitions, the highest first */
	int64_t *cpus;        /* of the nodes of each partition */
	int64_t *held, *left; /* CPUs that its jobs have: now, and at the moment in question */
	int64_t *room;        /* CPUs that a job may get now at most, where `roomed` says so */
	bool roomed;
	size_t words;               /* of the cores of a node */
	uint64_t *taken;            /* cores that the job in question cannot have */
	struct swf_slurm_free view; /* what it can have; memory and GPUs are another's */
	struct swf_slurm_shelved *shelved;
	size_t shelved_capacity;
	uint64_t moment; /* counts the moments in question */
};

/* What a node has. */
struct swf_slurm_amount {
	int64_t amount;
	size_t node;
};

/* The nodes that may be chosen, and what was. */
struct swf_slurm_choice {
	uint64_t *map;         /* the nodes that may be chosen */
	uint64_t *of_kind;     /* for select/linear: those of the kinds that are tried */
	uint64_t *of_one;      /* those of one alternative */
	uint64_t *left;        /* for topology/tree: those of the map that are not picked yet */
	const int32_t *offers; /* CPUs of each node of the map that the job may have */
	int32_t *own_offers;   /* its memory, where they are not just the free ones */
	const struct swf_slurm_free *free; /* where they are; else NULL */
	struct swf_slurm_run *runs;
	struct swf_slurm_rank *ranks;
	uint64_t *whole;               /* picked nodes with all that they offer */
	struct swf_slurm_share *picks; /* and others */
	size_t picked;
};

/* What a switch of topology/tree reaches of the map. */
struct swf_slurm_reach {
	int64_t cpus;  /* at first */
	int64_t nodes; /* that are left */
	int64_t far;   /* links to the leaves that the job is on */
	bool taken;    /* a leaf that the job is on */
};

/* An answer of swf_slurm_nodes_when, with its question (nodes-answers.c). */
struct swf_slurm_answer {
	struct swf_slurm_request request;
	uint64_t sum, *allowed, *found; /* a set and its sum, and the nodes that were found */
	/* s: of the last job that has to go before it fits; -INFINITY where it fits now, INFINITY
	 * where it does not fit before `until` */
	double end, until;
	double start; /* s, when it was found */
	bool lack;
	double from, to;  /* s: jobs elsewhere that are expected to end between them count, too */
	uint64_t changes; /* up to which it holds; 0: there is none */
	uint64_t serial;  /* of the question, since a change has last concerned it */
};

/* Nodes of a word on which a job has started or ended, and when it was expected to end (s). */
struct swf_slurm_changed {
	struct swf_slurm_mask mask;
	double end;
};

struct swf_slurm_answers {
	struct swf_slurm_answer *list;
	uint64_t *sets;                 /* of all of these */
	struct swf_slurm_changed *ring; /* the last changes */
	uint64_t changes;               /* how many there were */
	uint64_t serial;                /* the last one given */
	uint64_t *factors;              /* of each word, for the sums of sets */
};

enum { SWF_SLURM_SNAPSHOTS = 20 };

struct swf_slurm_nodes {
	const struct swf_slurm_conf *conf;
	double start;
	int32_t most_cpus;  /* of a node */
	int32_t equal_cpus; /* of each node; 0 where they differ */
	int32_t least_core; /* CPUs of a core, of the node with the fewest */
	bool threads;       /* some cores have several CPUs */
	bool weights_differ;
	size_t limited_count;
	struct swf_slurm_room *rooms; /* of each partition */
	uint64_t *heavier; /* a bit for each node of another weight than the one before */
	uint64_t *kinds; /* for select/linear: a set of nodes for each kind, with those before it */
	size_t kind_count;
	struct swf_slurm_amount *by_cpus, *by_memory; /* all nodes, the smallest first */
	struct swf_slurm_free none, now;              /* none: nothing runs */
	struct swf_slurm_free without;                /* what is free if some jobs were gone */
	uint64_t away;                                /* how often that has begun */
	struct swf_slurm_snapshot snapshots[SWF_SLURM_SNAPSHOTS];
	struct swf_slurm_choice choice;
	struct swf_slurm_reach *reach;     /* of each switch */
	struct swf_slurm_running *running; /* in the order of their ends */
	size_t running_count, running_capacity;
	struct swf_slurm_part_lists parts;
	struct swf_slurm_answers answers;
	struct swf_slurm_sharing sharing;
};

/* The memory of the choice, and what it knows of kinds of nodes. -1 when there is no memory; clear
 * it in both cases. */
int swf_slurm_choice_init(struct swf_slurm_nodes *nodes);
void swf_slurm_choice_clear(struct swf_slurm_nodes *nodes);

/* The nodes by their size, for swf_slurm_nodes_least. The same. */
int swf_slurm_least_init(struct swf_slurm_nodes *nodes);
void swf_slurm_least_clear(struct swf_slurm_nodes *nodes);

/* Answers that still hold. -1 when there is no memory; clear them in both cases. */
int swf_slurm_answers_init(struct swf_slurm_nodes *nodes);
void swf_slurm_answers_clear(struct swf_slurm_nodes *nodes);

/* Nodes leave a set whose sum is known; a job starts or ends. */
void swf_slurm_answers_leave(const struct swf_slurm_nodes *nodes,
	struct swf_slurm_holdings *holdings, const struct swf_slurm_mask *left);
void swf_slurm_answers_change(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation);

/* The place for the answer to a question about a set, with the last one if it still holds
 * (`changes` is not 0), or with another question. */
struct swf_slurm_answer *swf_slurm_answers_find(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed,
	struct swf_slurm_holdings *holdings);

/* Puts what was found into a place that has been found. The rest of the answer is the caller's. */
void swf_slurm_answers_keep(struct swf_slurm_nodes *nodes, struct swf_slurm_answer *answer,
	const struct swf_slurm_request *request, const uint64_t *allowed,
	const struct swf_slurm_holdings *holdings, const uint64_t *found);

/* CPUs of a node rounded up to those of whole cores. */
static inline int32_t swf_slurm_whole_cores(
	const struct swf_slurm_conf *conf, size_t node, int32_t cpus)
{
	const int32_t step = conf->nodes[node].cpus_a_core;
	return (cpus + step - 1) / step * step;
}

/* Whether a request shares cores with others. */
static inline bool swf_slurm_shares_cores(
	const struct swf_slurm_conf *conf, const struct swf_slurm_request *request)
{
	return conf->partitions[request->partition].shares_cores;
}

/* The memory for cores that are shared; -1 when there is none. Clear it in both cases. */
int swf_slurm_sharing_init(struct swf_slurm_nodes *nodes);
void swf_slurm_sharing_clear(struct swf_slurm_nodes *nodes);

/* Begins the moment in question with the jobs that run. One by one they can be taken away, and are
 * when the next request is tried. */
void swf_slurm_sharing_begin(struct swf_slurm_nodes *nodes);
void swf_slurm_sharing_without(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation);

/* A bound, as swf_slurm_nodes_may_fit. */
bool swf_slurm_sharing_may_fit(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request);

/* Chooses the cores of what was chosen now. 0, or -1 when there is no memory. */
int swf_slurm_sharing_choose(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation) SWF_MUST_CHECK;

/* Puts a job that starts into the rows of its partition, or takes out one that ends. The first
 * returns 0, or -1 when there is no memory. */
int swf_slurm_sharing_start(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation) SWF_MUST_CHECK;
void swf_slurm_sharing_end(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation);

/* CPUs of a node that nobody else can have because of a share of it: all where cores are shared, as
 * only jobs that share them are on it. */
static inline int32_t swf_slurm_held_cpus(const struct swf_slurm_nodes *nodes,
	const struct swf_slurm_allocation *job, const struct swf_slurm_share *share)
{
	return job->shares_cores ? nodes->conf->nodes[share->node].cpus
				 : swf_slurm_whole_cores(nodes->conf, share->node, share->cpus);
}

/* How many of the running jobs are expected to end by then (s). */
size_t swf_slurm_nodes_ended_by(const struct swf_slurm_nodes *nodes, double time);

/* What is free once the first `gone` of the running jobs have ended. NULL when there is no memory.
 */
const struct swf_slurm_free *swf_slurm_nodes_after(struct swf_slurm_nodes *nodes, size_t gone);

/* The same if those were gone, too, that have been taken away, of which the place tells. */
const struct swf_slurm_free *swf_slurm_nodes_after_without(
	struct swf_slurm_nodes *nodes, size_t gone);
static inline bool swf_slurm_nodes_is_away(const struct swf_slurm_nodes *nodes, size_t place)
{
	return nodes->running[place].job->away == nodes->away;
}

/* The free CPUs of these nodes at a moment. */
int64_t swf_slurm_nodes_sum(const struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const uint64_t *allowed);

/* The same of some nodes of a word, which all have some. */
int64_t swf_slurm_nodes_word_sum(const struct swf_slurm_nodes *nodes,
	const struct swf_slurm_free *free_, size_t word, uint64_t bits);

/* The choice among the leaves of topology/tree. Begin it with what the nodes of the map offer, and
 * with what is needed: false where no switch reaches as much. Those that the highest such switch
 * reaches are left then. Then take leaf by leaf: the next one for what is still needed,
 * or the count of switches for none. */
bool swf_slurm_leaves_begin(struct swf_slurm_nodes *nodes, int64_t cpus, int64_t count);
size_t swf_slurm_leaves_next(const struct swf_slurm_nodes *nodes, int64_t cpus, int64_t count);
void swf_slurm_leaves_take(struct swf_slurm_nodes *nodes, size_t leaf);
/* Counts anew what is left below each switch. */
void swf_slurm_leaves_count(struct swf_slurm_nodes *nodes);

/* Finds the nodes that may be chosen at a moment: false if they are not enough for the request. */
bool swf_slurm_nodes_collect(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* The same, and chooses of them: whether the request fits at a snapshot, and on which nodes (the
 * picks). If it shares cores, the moment in question has to be that of the snapshot. */
bool swf_slurm_nodes_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* The same of one alternative. */
bool swf_slurm_sharing_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* The same without a look at shared cores: of the CPUs that are free there. */
bool swf_slurm_nodes_fit_view(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed);

/* Makes a set of the picks. */
void swf_slurm_nodes_put_picks(const struct swf_slurm_nodes *nodes, uint64_t *found);

#endif
