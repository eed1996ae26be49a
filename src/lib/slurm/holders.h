/* What is used, by whom: by the jobs of an association, of a QOS, and in a QOS by those of a user
 * or an account. */
#ifndef SWF_SLURM_HOLDERS_H
#define SWF_SLURM_HOLDERS_H

#include "base/hash.h"
#include "slurm/rules.h"

struct swf_slurm_used {
	int64_t amounts[SWF_SLURM_RESOURCES];
	uint32_t *jobs_on; /* how many run on each node; NULL where nodes are not limited */
};

/* Begins with {0}. */
struct swf_slurm_holders {
	struct swf_index keys;
	struct swf_slurm_used *used; /* by their places */
	size_t capacity;
};

void swf_slurm_holders_clear(struct swf_slurm_holders *holders);

/* The key of an association; of a QOS, or of the user or account of a job in it. */
int64_t swf_slurm_holders_association(size_t association);
int64_t swf_slurm_holders_in_qos(const struct swf_slurm_rules *rules, enum swf_slurm_whose whose,
	uint32_t qos, const struct swf_slurm_who *who);

/* What a holder uses, until another is added; NULL for one that was not. */
struct swf_slurm_used *swf_slurm_holders_used(const struct swf_slurm_holders *holders, int64_t key);

/* A walk over the keys of all holders that a job counts for and that limits can ask for. */
struct swf_slurm_walk {
	const struct swf_slurm_rules *rules;
	const struct swf_slurm_who *who;
	struct swf_slurm_qos_order order;
	int qos, whose;
	size_t association;
	bool past_root;
	int64_t key;   /* of the holder that was come to */
	bool of_nodes; /* whether its nodes are limited */
};

struct swf_slurm_walk swf_slurm_holders_walk(
	const struct swf_slurm_rules *rules, const struct swf_slurm_who *who);
bool swf_slurm_holders_next(struct swf_slurm_walk *walk);

/* Adds those holders that are not there yet. 0, or -1 when there is no memory. */
int swf_slurm_holders_add(struct swf_slurm_holders *holders, const struct swf_slurm_rules *rules,
	const struct swf_slurm_who *who) SWF_MUST_CHECK;

#endif
