/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The priority of waiting jobs: priority/basic (by arrival) or priority/multifactor, with
 * fair-share (Fair Tree or classic) from usage that decays.
 *
 * A job gets its priority when it is submitted. What depends on time and usage changes at updates
 * only, every PriorityCalcPeriod from the start of slurmctld on. All jobs are eligible from their
 * submission on.
 *
 * Source: Slurm's documentation of the multifactor priority, of classic fair-share and of Fair
 * Tree, and what release 22.05 does.
 */
#ifndef SWF_SLURM_PRIORITY_H
#define SWF_SLURM_PRIORITY_H

#include "slurm/model/slurm-job.h"

struct swf_slurm_priority;

/* `now` is when slurmctld starts, the time of the first update. NULL when there is no memory. */
struct swf_slurm_priority *swf_slurm_priority_new(struct swf_slurm_site *site, double now);
void swf_slurm_priority_free(struct swf_slurm_priority *priority);

/* A job is submitted, and gets its first priority; has started, with its allocation; ends, and
 * still has its allocation. Times (s) never go back. Updates that were due before are made, so that
 * none is lost where the caller does not ask for it. 0, or -1 when there is no memory. */
int swf_slurm_priority_submitted(
	struct swf_slurm_priority *priority, struct swf_slurm_job *job, double now) SWF_MUST_CHECK;
void swf_slurm_priority_started(
	struct swf_slurm_priority *priority, const struct swf_slurm_job *job, double now);
void swf_slurm_priority_ended(
	struct swf_slurm_priority *priority, const struct swf_slurm_job *job, double now);

/* When priorities can next change (s, INFINITY for never), and bringing them up to date. Then the
 * priority of every waiting job is to be asked for. */
double swf_slurm_priority_due(const struct swf_slurm_priority *priority);
void swf_slurm_priority_update(struct swf_slurm_priority *priority, double now);

/* From when on the order of the jobs that wait now (s) no longer changes, if nothing runs or comes:
 * all have reached PriorityMaxAge, and usage has been reset. Later resets find none. */
double swf_slurm_priority_settled(const struct swf_slurm_priority *priority, double now);

/* When the last update was (s). */
double swf_slurm_priority_updated(const struct swf_slurm_priority *priority);

/* Sets the priority of a waiting job as of the last update. */
void swf_slurm_priority_of(
	struct swf_slurm_priority *priority, struct swf_slurm_job *job, double updated);

/* What sprio shows of a job that waits: each factor from 0 to 1 but for those that PriorityFlags
 * keeps from being normalized, and 0 where it has no weight; `tres` is weighted. */
struct swf_slurm_factors {
	double age, fair_share, job_size, partition, qos, association, tres;
};
void swf_slurm_priority_factors(struct swf_slurm_priority *priority,
	const struct swf_slurm_job *job, double now, struct swf_slurm_factors *factors);

/* What sshare does of an association. Classic fair-share has no level_fs, which is 0. */
struct swf_slurm_usage {
	double shares_norm, usage_raw, usage_norm, usage_effective, level_fs, factor;
};
void swf_slurm_priority_usage(
	struct swf_slurm_priority *priority, size_t association, struct swf_slurm_usage *usage);

/* When PriorityUsageResetPeriod sets all usage to 0: the reset after one that was due at `last`, in
 * s of the log; INFINITY for none. `now` is the time of an update. As in Slurm a day has 86,400 s
 * from its midnight on, also where the clock is changed; months begin at midnight of the local
 * clock. */
double swf_slurm_usage_reset_next(
	enum swf_slurm_reset period, const struct swf_calendar *calendar, double last, double now);

/*
 * What the associations of a site have used, and the fair-share factors that follow from it: by
 * Fair Tree or the classic formula.
 *
 * Usage is in CPU-s, or in what TRESBillingWeights makes of it, and decays. As in Slurm, that of
 * running jobs is counted at each update. That of a job's last stretch, from the last update to its
 * end, is counted at its end, and only where AccountingStorageEnforce has limits.
 */

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

/* Counts that many updates at once, during which no job starts or ends. The next update ranks. Only
 * rounding differs from making them one by one. */
void swf_slurm_fair_share_skip(struct swf_slurm_fair_share *fair_share, double updates);

/* Whether nothing runs, and nothing is left of what has run. */
bool swf_slurm_fair_share_is_unused(const struct swf_slurm_fair_share *fair_share);

/* As of the last update. */
double swf_slurm_fair_share_factor(struct swf_slurm_fair_share *fair_share, size_t association);

#endif
