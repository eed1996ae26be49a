/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many jobs a cycle of backfilling has tested of each kind, and reserved nodes for. Counts have
 * the number of their cycle, so that a new one need not set them back.
 */
#include "slurm/model/daemon.h"

#include <stdlib.h>

void swf_slurm_backfill_counts_begin(struct swf_slurm_backfill_counts *counts)
{
	counts->cycle++;
}

/* The count at a place, 0 if it is not of this cycle; or NULL when there is no memory. */
static int64_t *count_at(
	struct swf_slurm_backfill_counts *c, struct swf_slurm_backfill_list *list, size_t place)
{
	if (place >= list->capacity) {
		const size_t capacity = place + place / 2 + 16;
		struct swf_slurm_backfill_count *more =
			realloc(list->counts, capacity * sizeof *more);
		if (more == NULL)
			return NULL;
		for (size_t i = list->capacity; i < capacity; i++)
			more[i].cycle = 0;
		list->counts = more;
		list->capacity = capacity;
	}
	struct swf_slurm_backfill_count *count = &list->counts[place];
	if (count->cycle != c->cycle)
		*count = (struct swf_slurm_backfill_count){.cycle = c->cycle};
	return &count->jobs;
}

int swf_slurm_backfill_counts_test(struct swf_slurm_backfill_counts *c,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job)
{
	const struct swf_slurm_loops *loops = &conf->loops;
	const struct swf_slurm_who *who = &job->who;
	/* a limit of associations stands in for one of users */
	const int64_t user_limit = loops->bf_max_job_assoc == 0 ? loops->bf_max_job_user : 0;
	const struct {
		int64_t limit;
		struct swf_slurm_backfill_list *list;
		size_t place;
	} rules[] = {{loops->bf_max_job_user_part, &c->users_in_partitions,
			     (size_t)who->user * conf->partition_count + who->partition},
		{loops->bf_max_job_part, &c->partitions, who->partition},
		{loops->bf_max_job_assoc, &c->associations, who->association},
		{user_limit, &c->users, who->user}};
	enum { RULES = sizeof rules / sizeof *rules };
	int64_t *counted[RULES];
	size_t n = 0;
	for (size_t i = 0; i < RULES; i++) {
		if (rules[i].limit == 0)
			continue;
		if ((counted[n] = count_at(c, rules[i].list, rules[i].place)) == NULL)
			return -1;
		if (*counted[n++] >= rules[i].limit)
			return 0;
	}
	while (n > 0)
		++*counted[--n];
	return 1;
}

int swf_slurm_backfill_counts_full(struct swf_slurm_backfill_counts *c,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job)
{
	const int64_t *count = count_at(c, &c->reservations, job->who.partition);
	return count == NULL ? -1 : *count >= conf->loops.bf_job_part_count_reserve;
}

void swf_slurm_backfill_counts_reserve(
	struct swf_slurm_backfill_counts *c, const struct swf_slurm_job *job)
{
	c->reservations.counts[job->who.partition].jobs++;
}

void swf_slurm_backfill_counts_clear(struct swf_slurm_backfill_counts *c)
{
	free(c->users.counts);
	free(c->associations.counts);
	free(c->partitions.counts);
	free(c->users_in_partitions.counts);
	free(c->reservations.counts);
	*c = (struct swf_slurm_backfill_counts){0};
}
