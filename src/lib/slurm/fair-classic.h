/*
 * Classic fair-share: the factor of a user is 2 ** -(effective usage / normalized shares), where
 * the effective usage lies between the own one and what is due of the account's.
 *
 * With DEPTH_OBLIVIOUS the exponent is R = Rp * Rl ** k: Rp is R of the account, and Rl compares
 * the own usage, per share, with that of the level. k falls below 1 where Rl would bring R back to
 * balance.
 *
 * An update of release 22.05 computes the effective usage of accounts, and then goes through the
 * jobs in the order of their submission: it counts the usage of those that run, and computes that
 * of the users of those that wait. So the latter depends on how many jobs have been counted.
 */
#ifndef SWF_SLURM_FAIR_CLASSIC_H
#define SWF_SLURM_FAIR_CLASSIC_H

#include "slurm/fair-share.h"

/* Of one that has just joined. */
void swf_slurm_fair_classic_join(struct swf_slurm_fair_share *fair_share, size_t association);

/* A job that waits or runs. */
struct swf_slurm_active {
	uint64_t id;
	size_t association;
	enum { SWF_SLURM_WAITS, SWF_SLURM_RUNS, SWF_SLURM_ENDED } state;
	double rate, start; /* once it runs */
};

/* 0, or -1 when there is no memory. */
int swf_slurm_fair_classic_submitted(
	struct swf_slurm_fair_share *fair_share, uint64_t id, size_t association) SWF_MUST_CHECK;
void swf_slurm_fair_classic_started(
	struct swf_slurm_fair_share *fair_share, uint64_t id, double rate, double now);
void swf_slurm_fair_classic_ended(struct swf_slurm_fair_share *fair_share, uint64_t id);

/* The update that is due now, at which usage decays to that part. */
void swf_slurm_fair_classic_update(struct swf_slurm_fair_share *fair_share, double decay);

/* Adds to usage what running jobs use in a time that counts as so long (s). */
void swf_slurm_fair_classic_count_running(struct swf_slurm_fair_share *fair_share, double counted);

/* Values of a user are computed when they are first needed after an update. */
double swf_slurm_fair_classic_factor(struct swf_slurm_fair_share *fair_share, size_t association);

#endif
