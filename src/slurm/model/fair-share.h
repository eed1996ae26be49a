/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the associations of a site have used, and the fair-share factors that follow from it: by
 * Fair Tree or the classic formula.
 *
 * Usage is in CPU-s, or in what TRESBillingWeights makes of it, and decays. As in Slurm, that of
 * running jobs is counted at each update. That of a job's last stretch, from the last update to its
 * end, is counted at its end, and only where AccountingStorageEnforce has limits.
 */
#ifndef SWF_SLURM_FAIR_SHARE_H
#define SWF_SLURM_FAIR_SHARE_H

#include "slurm/slurm.h"

/* An association, as fair-share sees it. An association's level are the associations that share
 * with it: those with the same account above them. */
struct swf_slurm_standing {
	size_t parent;
	size_t above; /* the nearest account above it that is not Fairshare=parent */
	bool is_user, of_parent;
	double shares, shares_below; /* its own; the sum of those of the level below it */
	double shares_norm;
	size_t running; /* jobs */
	/* classic */
	double usage_norm, usage_effective;
	uint64_t computed; /* the update of which these are */
	/* Fair Tree */
	bool used;         /* usage was added, not by an update, since the last ranking */
	double best;       /* the factor of the first user below it */
	size_t begin, end; /* the level below it, as places of the order */
	size_t next;       /* while it is visited */
	bool follows_tie;  /* while it is visited: it is as good as the one before it */
};

/* A job that waits or runs. */
struct swf_slurm_active {
	uint64_t id;
	size_t association;
	enum { SWF_SLURM_WAITS, SWF_SLURM_RUNS, SWF_SLURM_ENDED } state;
	double rate, start; /* once it runs */
};

struct swf_slurm_fair_share {
	const struct swf_slurm_associations *associations;
	const struct swf_slurm_priority_conf *conf;
	bool counts_ends; /* the last stretch of a job */
	struct swf_slurm_standing *list;
	size_t count, capacity, users;
	double *raw, *factor; /* the usage of each association, its factor */
	double decay;         /* of usage in a second */
	double period;        /* s between updates */
	double counted;       /* of a period, what a rate of 1 adds */
	double last;          /* s, the last update */
	uint64_t updates;
	/* Fair Tree, of each association: what its running jobs use a second, and what the next
	 * update counts for them beyond rate * counted; its share, infinite with Fairshare=parent;
	 * share over usage */
	double *rate, *beyond, *worth, *level_fs;
	uint32_t *order;  /* all but the root, level by level, each as of the last ranking */
	uint32_t *spare;  /* for merges */
	bool *tied;       /* by place in the order: as good as the one before it in its level */
	uint32_t *levels; /* the accounts that have a level below them */
	size_t level_count;
	size_t ordered, placed; /* of the order: associations that there were, that have a place */
	/* Classic: the jobs that wait or run, in the order of their submission */
	struct swf_slurm_active *active;
	size_t active_count, active_capacity;
	double *usage_below; /* DEPTH_OBLIVIOUS: of the level below an account */
};

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_fair_share_init(struct swf_slurm_fair_share *fair_share,
	const struct swf_slurm_site *site, double now) SWF_MUST_CHECK;
void swf_slurm_fair_share_clear(struct swf_slurm_fair_share *fair_share);

/* A job of the association is submitted, starts to use `rate` a second, and ends. Ids grow from one
 * submission to the next. Associations that have joined the site are taken in. 0, or -1 when there
 * is no memory. */
int swf_slurm_fair_share_submitted(
	struct swf_slurm_fair_share *fair_share, uint64_t id, size_t association) SWF_MUST_CHECK;
void swf_slurm_fair_share_started(struct swf_slurm_fair_share *fair_share, uint64_t id,
	size_t association, double rate, double now);
void swf_slurm_fair_share_ended(struct swf_slurm_fair_share *fair_share, uint64_t id,
	size_t association, double rate, double start, double now);

/* Forgets all usage. */
void swf_slurm_fair_share_reset(struct swf_slurm_fair_share *fair_share);

/* The update that is due a period after the last one. */
void swf_slurm_fair_share_update(struct swf_slurm_fair_share *fair_share);

/* Counts so many updates at once, during which no job starts or ends. The next update ranks. What
 * comes of them differs by rounding alone. */
void swf_slurm_fair_share_skip(struct swf_slurm_fair_share *fair_share, double updates);

/* Whether nothing runs, and nothing is left of what has run. */
bool swf_slurm_fair_share_is_unused(const struct swf_slurm_fair_share *fair_share);

/* As of the last update. */
double swf_slurm_fair_share_factor(struct swf_slurm_fair_share *fair_share, size_t association);

#endif
