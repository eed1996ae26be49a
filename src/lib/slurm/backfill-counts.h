/* How many jobs a cycle of backfilling has tested of a user, in a partition, and so on, for
 * bf_max_job_user and its like; and how many reservations it has made in each partition. */
#ifndef SWF_SLURM_BACKFILL_COUNTS_H
#define SWF_SLURM_BACKFILL_COUNTS_H

#include "slurm/slurm-job.h"

/* What was counted, if it was in this cycle. */
struct swf_slurm_backfill_count {
	uint64_t cycle;
	int64_t jobs;
};

/* By place: of a user, an association, a partition, or a user in a partition. */
struct swf_slurm_backfill_list {
	struct swf_slurm_backfill_count *counts;
	size_t capacity;
};

/* Begins with {0}. */
struct swf_slurm_backfill_counts {
	uint64_t cycle;
	struct swf_slurm_backfill_list users, associations, partitions, users_in_partitions,
		reservations;
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

#endif
