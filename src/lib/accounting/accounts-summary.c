/* The jobs of a log, once they are settled, and what its header tells. */
#include <math.h>
#include <stdlib.h>

#include "accounting/accounts-parts.h"
#include "base/array.h"

static bool by_start(const void *context, uint32_t a, uint32_t b)
{
	const struct swf_accounts *accounts = context;
	return swf_run_compare_starts(&accounts->runs[a], &accounts->runs[b]) < 0;
}

struct ending {
	double time;
	int64_t procs;
};

static bool ends_before(const struct ending *a, const struct ending *b)
{
	return a->time < b->time;
}

HEAP(endings, struct ending, ends_before)

/* The most processors in use at a time by the jobs at these places, which are sorted by start. */
static int find_peak(const struct swf_accounts *accounts, const uint32_t *places, int64_t *peak)
{
	struct ending *heap = NULL;
	size_t running = 0, capacity = 0;
	int64_t used = 0;
	*peak = 0;
	for (size_t i = 0; i < accounts->jobs; i++) {
		const struct swf_run *run = &accounts->runs[places[i]];
		if (!swf_run_began(run) || run->allocated <= 0)
			continue;
		*peak = run->allocated > *peak ? run->allocated : *peak;
		if (run->end == run->start) /* it was gone before others could come */
			continue;
		for (; running > 0 && heap[0].time <= run->start; running--) {
			used -= heap[0].procs;
			endings_pop(heap, running);
		}
		struct ending *larger = swf_array_reserve(heap, running, &capacity, sizeof *heap);
		if (larger == NULL) {
			free(heap);
			return -1;
		}
		heap = larger;
		endings_push(heap, running++, (struct ending){run->end, run->allocated});
		used += run->allocated;
		*peak = used > *peak ? used : *peak;
	}
	free(heap);
	return 0;
}

int swf_accounts_summarize(
	const struct swf_accounts *accounts, struct swf_accounts_summary *summary)
{
	uint32_t *places = malloc((accounts->jobs + 1) * sizeof *places);
	if (places == NULL)
		return -1;
	*summary = (struct swf_accounts_summary){
		.jobs = accounts->jobs, .nodes = swf_node_set_count(&accounts->nodes)};
	for (size_t i = 0; i < accounts->jobs; i++) {
		const struct swf_run *run = &accounts->runs[places[i] = accounts->order[i]];
		if (i == 0)
			summary->start = swf_accounts_submit(accounts, run);
		summary->end = fmax(summary->end, run->end);
		summary->has_cpu_time |= run->cpu_time > 0;
	}
	int status = swf_places_sort(places, accounts->jobs, by_start, accounts);
	if (status == 0)
		status = find_peak(accounts, places, &summary->procs);
	free(places);
	return status;
}

struct swf_job swf_accounts_job(
	const struct swf_accounts *accounts, size_t i, const struct swf_accounts_summary *summary)
{
	const struct swf_run *run = &accounts->runs[accounts->order[i]];
	const double submit = swf_accounts_submit(accounts, run);
	struct swf_job job = {.number = (int64_t)i + 1,
		.submit = submit - summary->start,
		.wait = (swf_run_began(run) ? run->start : run->end) - submit,
		.run_time = swf_run_began(run) ? run->run_time : 0,
		.allocated = swf_run_began(run) ? run->allocated : 0,
		.requested = run->requested,
		.cpu_time = SWF_UNKNOWN,
		.memory = run->memory,
		.estimate = run->estimate,
		.memory_request = run->memory_request,
		.status = run->status,
		.preceding = SWF_UNKNOWN,
		.think_time = SWF_UNKNOWN};
	if (summary->has_cpu_time && run->cpu_time >= 0 && job.allocated > 0)
		job.cpu_time = run->cpu_time / job.allocated;
	int64_t *const fields[SWF_NAME_KINDS] = {
		&job.user, &job.group, &job.executable, &job.queue, &job.partition};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		*fields[kind] = swf_names_number(&accounts->names[kind], run->names[kind]);
	return job;
}
