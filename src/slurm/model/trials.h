/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a search of backfilling for a place has come to, and what that rests on: the reservations
 * made before it, answers about nodes, and the time. While these are the same, the same search
 * finds the same. So many searches of a plan need not be made again for the next one, though
 * something has started or ended.
 */
#ifndef SWF_SLURM_TRIALS_H
#define SWF_SLURM_TRIALS_H

#include "slurm/model/nodes.h"

enum { SWF_SLURM_GROUNDS = 12 };

/* Begins with {.until = INFINITY}. */
struct swf_slurm_grounds {
	double until; /* s: from then on time itself may change what was found */
	size_t count; /* of answers; more than there is room for never hold */
	struct swf_slurm_answer_id answers[SWF_SLURM_GROUNDS];
};

void swf_slurm_grounds_add(struct swf_slurm_grounds *grounds, struct swf_slurm_answer_id answer);

/* Something rests on what other grounds tell, too. */
void swf_slurm_grounds_join(
	struct swf_slurm_grounds *grounds, const struct swf_slurm_grounds *others);

bool swf_slurm_grounds_hold(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_grounds *grounds, double now);

/* A job's last search. Begins with {0}. */
struct swf_slurm_trial {
	bool known;
	bool counts; /* it counts for bf_max_job_test */
	bool found;  /* a place, from `start` (s) on, on the nodes of an answer */
	double start;
	struct swf_slurm_answer_id answer;
	double shown;      /* s: until then the job fits nowhere, which was not known before */
	double quiet;      /* s, of the plan, as far as this search goes */
	uint64_t reserved; /* a sum of the reservations before it; others have the same one by a
			    * chance of one in 2^64 */
	struct swf_slurm_grounds grounds;
};

#endif
