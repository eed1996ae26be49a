/*
 * Fair Tree: users are ranked by a walk of the tree of accounts, in each level by share over usage.
 * The factor of a user is its rank over the number of users.
 *
 * As in release 22.05, accounts of the same share over usage are visited one after the other, and
 * the first child of the later one has the rank of the user before. (The documentation merges
 * them.)
 */
#ifndef SWF_SLURM_FAIR_TREE_H
#define SWF_SLURM_FAIR_TREE_H

#include "slurm/fair-share.h"

/* Of one that has just joined, until the next ranking: it has used nothing, and so is as good as
 * the best of its level. */
void swf_slurm_fair_tree_join(struct swf_slurm_fair_share *fair_share, size_t association);

/* Sets the factors of all. */
void swf_slurm_fair_tree_rank(struct swf_slurm_fair_share *fair_share);

#endif
