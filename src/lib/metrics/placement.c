#include "metrics/placement.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "metrics/free-blocks.h"
#include "metrics/records.h"

/* A job that has not started yet. */
struct coming {
	struct swf_placed job;
	int64_t place; /* in the log */
	int32_t size;
};

/* Processors that are in use. */
struct used {
	double end; /* s */
	struct swf_block block;
};

static bool starts_before(const struct coming *a, const struct coming *b)
{
	return a->job.start < b->job.start || (a->job.start == b->job.start && a->place < b->place);
}

static bool ends_before(const struct used *a, const struct used *b)
{
	return a->end < b->end;
}

HEAP(coming, struct coming, starts_before)
HEAP(used, struct used, ends_before)

struct swf_placement {
	enum swf_size size;
	swf_placement_put *put;
	void *context;
	int64_t jobs, beyond_jobs;
	int64_t procs;                          /* where the machine ends */
	struct swf_free_blocks machine, beyond; /* what is free of it, and behind it */
	struct coming *coming;
	struct used *used;
	size_t coming_count, used_count, coming_capacity, used_capacity;
};

/* No processor has this number: there is always one behind the others. */
static const int64_t no_processor = INT64_MAX;

struct swf_placement *swf_placement_new(
	int32_t procs, enum swf_size size, swf_placement_put *put, void *context)
{
	struct swf_placement *p = calloc(1, sizeof *p);
	if (p == NULL)
		return NULL;
	*p = (struct swf_placement){.size = size,
		.put = put,
		.context = context,
		.procs = procs > 0 ? procs : no_processor};
	const struct swf_block machine = {0, p->procs - 1}, beyond = {p->procs, no_processor - 1};
	if (swf_free_blocks_give(&p->machine, machine) == 0 &&
		(procs == 0 || swf_free_blocks_give(&p->beyond, beyond) == 0))
		return p;
	swf_placement_free(p);
	return NULL;
}

void swf_placement_free(struct swf_placement *placement)
{
	if (placement == NULL)
		return;
	swf_free_blocks_clear(&placement->machine);
	swf_free_blocks_clear(&placement->beyond);
	free(placement->coming);
	free(placement->used);
	free(placement);
}

/* Gives back what is in use up to a time. 0, or -1 when there is no memory. */
static int give_back(struct swf_placement *p, double time)
{
	while (p->used_count > 0 && p->used[0].end <= time) {
		const struct swf_block block = p->used[0].block;
		if (swf_free_blocks_give(block.low < p->procs ? &p->machine : &p->beyond, block) !=
			0)
			return -1;
		used_pop(p->used, p->used_count--);
	}
	return 0;
}

/* Places a job that starts now. 0, or -1 when there is no memory. */
static int place(struct swf_placement *p, const struct coming *job)
{
	struct swf_placed placed = job->job;
	if (give_back(p, placed.start) != 0)
		return -1;
	for (int64_t left = job->size; left > 0;) {
		struct used *used =
			swf_array_reserve(p->used, p->used_count, &p->used_capacity, sizeof *used);
		if (used == NULL)
			return -1;
		p->used = used;
		/* behind the machine one block always has enough */
		const bool fits = p->machine.count > 0;
		const struct swf_block block =
			swf_free_blocks_take(fits ? &p->machine : &p->beyond, left);
		used_push(used, p->used_count++, (struct used){placed.end, block});
		left -= swf_block_size(&block);
		p->beyond_jobs += !fits;
		placed.low = block.low;
		placed.high = block.high;
		p->put(p->context, &placed);
	}
	return 0;
}

/* Places the jobs that start up to a time. 0, or -1 when there is no memory. */
static int place_until(struct swf_placement *p, double time)
{
	while (p->coming_count > 0 && p->coming[0].job.start <= time) {
		const struct coming next = p->coming[0];
		coming_pop(p->coming, p->coming_count--);
		if (place(p, &next) != 0)
			return -1;
	}
	return 0;
}

int swf_placement_add(
	struct swf_placement *placement, const struct swf_job *job, struct swf_error *error)
{
	struct swf_placement *p = placement;
	/* no other job starts before its submit, and those that start then come behind in the log
	 */
	if (place_until(p, job->submit) != 0)
		return swf_fail_memory(error);
	struct coming *coming =
		swf_array_reserve(p->coming, p->coming_count, &p->coming_capacity, sizeof *coming);
	if (coming == NULL)
		return swf_fail_memory(error);
	p->coming = coming;
	const double start = job->submit + job->wait;
	coming_push(coming, p->coming_count++,
		(struct coming){.job = {.job = job->number,
					.user = job->user,
					.group = job->group,
					.queue = job->queue,
					.submit = job->submit,
					.start = start,
					.end = start + job->run_time},
			.place = p->jobs++,
			.size = swf_job_size(job, p->size)});
	return 0;
}

int swf_placement_end(struct swf_placement *placement, struct swf_error *error)
{
	if (placement->jobs == 0)
		return swf_records_none(error);
	return place_until(placement, INFINITY) == 0 ? 0 : swf_fail_memory(error);
}

int64_t swf_placement_beyond(const struct swf_placement *placement)
{
	return placement->beyond_jobs;
}
