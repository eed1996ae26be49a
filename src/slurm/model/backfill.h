/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Backfilling: a cycle goes through the queue, starts what may start now, and reserves nodes for
 * what may not, so that jobs that come later in the queue do not delay it.
 *
 * Source: src/plugins/sched/backfill/backfill.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_BACKFILL_H
#define SWF_SLURM_BACKFILL_H

#include "slurm/model/reservations.h"
#include "slurm/model/slurm-job.h"

struct swf_slurm_daemon;

/* How many jobs a cycle has tested of a user, in a partition, and so on, for bf_max_job_user and
 * its like; and how many reservations it has made in each partition. Lists are by place: of a user,
 * an association, a partition, or a user in a partition. A count of an earlier cycle is 0. Begins
 * with {0}. */
struct swf_slurm_backfill_counts {
	uint64_t cycle;
	struct swf_slurm_backfill_list {
		struct swf_slurm_backfill_count {
			uint64_t cycle;
			int64_t jobs;
		} * counts;
		size_t capacity;
	} users, associations, partitions, users_in_partitions, reservations;
};

/* A new cycle: nothing is counted. */
void swf_slurm_backfill_counts_begin(struct swf_slurm_backfill_counts *counts);

/* Whether the job may be tested, which then counts: 1, 0 where so many have been, or -1 when there
 * is no memory. */
int swf_slurm_backfill_counts_test(struct swf_slurm_backfill_counts *counts,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job);

/* Whether bf_job_part_count_reserve reservations have been made in its partition: 1, 0, or -1 when
 * there is no memory. */
int swf_slurm_backfill_counts_full(struct swf_slurm_backfill_counts *counts,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job);

/* Counts a reservation, after that has been asked. */
void swf_slurm_backfill_counts_reserve(
	struct swf_slurm_backfill_counts *counts, const struct swf_slurm_job *job);

void swf_slurm_backfill_counts_clear(struct swf_slurm_backfill_counts *counts);

/* The plan, which stays for later cycles until something changes. */
struct swf_slurm_backfill {
	double ran;       /* s, the last cycle */
	double quiet;     /* s: until then, another would plan the same if nothing changes */
	size_t place;     /* in the queue: the jobs before it have been tested */
	int64_t searched; /* jobs of these for which nodes were looked for */
	bool full;        /* no others are to be tested */
	bool more;        /* jobs have joined the queue behind them */
	struct swf_slurm_reservations reservations;
	struct swf_slurm_backfill_counts counts;

	/* sets of nodes */
	uint64_t *unreserved; /* of the job's partition, free of reservations at the time at hand */
	uint64_t *found;      /* those that the job has, or is to get */
	uint64_t *candidates; /* those that the last job that might start would get now */
};

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_backfill_init(
	struct swf_slurm_backfill *backfill, const struct swf_slurm_conf *conf) SWF_MUST_CHECK;
void swf_slurm_backfill_clear(struct swf_slurm_backfill *backfill);

/* A job was submitted, and is at that place of the queue. */
void swf_slurm_backfill_submitted(struct swf_slurm_daemon *daemon, size_t place);

/* Takes note of the cycles up to before now, which would not have started anything. */
void swf_slurm_backfill_catch_up(struct swf_slurm_daemon *daemon);

/* Then makes the cycle that is due now, if one is. 0 or -1. */
int swf_slurm_backfill_run(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* When the next one is due that may start something, while jobs wait. */
double swf_slurm_backfill_due(const struct swf_slurm_daemon *daemon);

#endif
