#include "accounting/pbs/open-jobs.h"

#include <stdlib.h>

#include "base/hash.h"

/* Where the search for an id begins. */
static size_t home_of(const struct swf_open_jobs *jobs, int64_t id)
{
	return swf_hash_slot((uint64_t)id, jobs->slot_bits);
}

static struct swf_open_job *slot_of(const struct swf_open_jobs *jobs, int64_t id)
{
	size_t i = home_of(jobs, id);
	while (jobs->slots[i].is_there && jobs->slots[i].run.id != id)
		i = swf_hash_next(i, jobs->slot_bits);
	return &jobs->slots[i];
}

static int grow(struct swf_open_jobs *jobs)
{
	const struct swf_open_jobs old = *jobs;
	const size_t old_slots = old.slots == NULL ? 0 : (size_t)1 << old.slot_bits;
	jobs->slot_bits = old.slots == NULL ? 6 : old.slot_bits + 1;
	jobs->slots = calloc((size_t)1 << jobs->slot_bits, sizeof *jobs->slots);
	if (jobs->slots == NULL) {
		*jobs = old;
		return -1;
	}
	for (size_t i = 0; i < old_slots; i++)
		if (old.slots[i].is_there)
			*slot_of(jobs, old.slots[i].run.id) = old.slots[i];
	free(old.slots);
	return 0;
}

struct swf_open_job *swf_open_jobs_put(struct swf_open_jobs *jobs, int64_t id)
{
	if (jobs->slots == NULL || swf_hash_is_full(jobs->count, jobs->slot_bits))
		if (grow(jobs) != 0)
			return NULL;
	struct swf_open_job *job = slot_of(jobs, id);
	if (!job->is_there) {
		*job = (struct swf_open_job){.is_there = true,
			.run = swf_run_unknown(),
			.requeued = NAN,
			.lost_submit = NAN,
			.deleted = NAN};
		job->run.id = id;
		jobs->count++;
	}
	return job;
}

struct swf_open_job *swf_open_jobs_find(const struct swf_open_jobs *jobs, int64_t id)
{
	struct swf_open_job *job = jobs->slots != NULL ? slot_of(jobs, id) : NULL;
	return job != NULL && job->is_there ? job : NULL;
}

void swf_open_jobs_remove(struct swf_open_jobs *jobs, struct swf_open_job *job)
{
	const unsigned bits = jobs->slot_bits;
	const size_t mask = ((size_t)1 << bits) - 1;
	size_t hole = (size_t)(job - jobs->slots);
	jobs->count--;
	/* what a search would no longer find past the hole moves into it */
	for (size_t i = swf_hash_next(hole, bits); jobs->slots[i].is_there;
		i = swf_hash_next(i, bits)) {
		const size_t home = home_of(jobs, jobs->slots[i].run.id);
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		jobs->slots[hole] = jobs->slots[i];
		hole = i;
	}
	jobs->slots[hole].is_there = false;
}

void swf_open_jobs_clear(struct swf_open_jobs *jobs)
{
	free(jobs->slots);
	*jobs = (struct swf_open_jobs){0};
}
