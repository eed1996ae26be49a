/* From what was read, in any order and several times, to the jobs of a log. */
#include <math.h>
#include <stdlib.h>

#include "accounting/accounts-parts.h"
#include "base/array.h"

/* -1, 0 or 1. */
static int compare(double a, double b)
{
	return (a > b) - (a < b);
}

static int compare_ids(const struct swf_run *a, const struct swf_run *b)
{
	return (a->id > b->id) - (a->id < b->id);
}

/* Two finished records are the same run if job and start are equal; or, if the run never started,
 * job and submit time. */
static int compare_runs(const struct swf_run *a, const struct swf_run *b)
{
	int order = compare_ids(a, b);
	if (order == 0)
		order = (int)b->over - (int)a->over;
	if (order == 0)
		order = swf_run_compare_starts(a, b);
	if (order == 0 && !(swf_run_began(a) && a->over))
		order = compare(a->submit, b->submit);
	return order != 0 ? order : compare(a->part, b->part);
}

static bool by_run(const void *accounts, uint32_t a, uint32_t b)
{
	const struct swf_run *runs = ((const struct swf_accounts *)accounts)->runs;
	return compare_runs(&runs[a], &runs[b]) < 0;
}

static bool by_submit(const void *context, uint32_t a, uint32_t b)
{
	const struct swf_accounts *accounts = context;
	const struct swf_run *x = &accounts->runs[a], *y = &accounts->runs[b];
	int order = compare(swf_accounts_submit(accounts, x), swf_accounts_submit(accounts, y));
	if (order == 0)
		order = compare_ids(x, y);
	if (order == 0)
		order = swf_run_compare_starts(x, y);
	return (order != 0 ? order : compare(x->part, y->part)) < 0;
}

/* Keeps the places of the runs of one job, from `begin` to `end` in the order of compare_runs(),
 * that are jobs of the log: of those that are the same run the one listed last, and none that was
 * not over when it was listed. */
static void keep_runs(struct swf_accounts *accounts, size_t begin, size_t end)
{
	const struct swf_run *runs = accounts->runs;
	struct swf_accounts_counts *counts = &accounts->counts;
	double last_submit = -INFINITY, last_end = -INFINITY;
	const size_t kept = accounts->jobs;
	size_t over = begin, i = begin;
	while (over < end && runs[accounts->order[over]].over)
		over++;
	/* those that never began are in front */
	const bool began = over > begin && swf_run_began(&runs[accounts->order[over - 1]]);
	for (; i < over; i++) {
		const struct swf_run *run = &runs[accounts->order[i]];
		if (run->presumed && (began || isnan(run->submit))) {
			counts->repeated += began;
			counts->unsubmitted += !began;
			continue;
		}
		const struct swf_run *before =
			accounts->jobs > kept ? &runs[accounts->order[accounts->jobs - 1]] : NULL;
		const bool repeats = before != NULL && compare_runs(before, run) == 0;
		/* not all of the files need tell that the job was requeued */
		if (repeats)
			accounts->runs[accounts->order[i]].submit =
				fmax(before->submit, run->submit);
		counts->repeated += repeats;
		accounts->jobs -= repeats;
		accounts->order[accounts->jobs++] = accounts->order[i];
		last_submit = fmax(last_submit, run->submit);
		last_end = fmax(last_end, run->end);
	}
	if (i == end)
		return;
	/* the other records are of the one run that had not ended, or of one listed above */
	const struct swf_run *last = &runs[accounts->order[i]];
	for (size_t j = i; j < end; j++) {
		const struct swf_run *run = &runs[accounts->order[j]];
		if (run->submit > last->submit || (run->submit == last->submit && run > last))
			last = run; /* of the same submit the one that was read last */
	}
	const bool ended = last->submit <= last_submit || last->submit < last_end;
	counts->unfinished += ended ? 0 : last->part;
	counts->repeated += (int64_t)(end - i) - !ended;
}

/* Takes out what the log holds already, of jobs in whatever order. */
static int keep_jobs(struct swf_accounts *accounts)
{
	const size_t count = accounts->count;
	for (size_t i = 0; i < count; i++)
		accounts->order[i] = (uint32_t)i;
	if (swf_places_sort(accounts->order, count, by_run, accounts) != 0)
		return -1;
	for (size_t begin = 0, end; begin < count; begin = end) {
		const int64_t id = accounts->runs[accounts->order[begin]].id;
		for (end = begin; end < count && accounts->runs[accounts->order[end]].id == id;)
			end++;
		keep_runs(accounts, begin, end);
	}
	return 0;
}

/* Counts what is special about the jobs of the log, and gives their names numbers, as they appear.
 */
static void count_jobs(struct swf_accounts *accounts)
{
	for (size_t i = 0; i < accounts->jobs; i++) {
		const struct swf_run *run = &accounts->runs[accounts->order[i]];
		const double suspended =
			swf_run_began(run) ? run->end - run->start - run->run_time : 0;
		accounts->counts.suspended += suspended > 0;
		accounts->counts.suspension += suspended;
		accounts->counts.no_estimate += run->estimate == SWF_UNKNOWN;
		accounts->counts.ambiguous += run->ambiguous;
		if (swf_run_began(run) && run->gpus > 0) {
			accounts->counts.gpu_jobs++;
			accounts->counts.gpu_time += run->gpus * run->run_time;
		}
		for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
			swf_names_use(&accounts->names[kind], run->names[kind]);
	}
}

int swf_accounts_settle(struct swf_accounts *accounts)
{
	if (accounts->kept != NULL && accounts->kept->close(accounts) != 0)
		return -1;
	accounts->order = malloc((accounts->count + 1) * sizeof *accounts->order);
	if (accounts->order == NULL || keep_jobs(accounts) != 0 ||
		swf_places_sort(accounts->order, accounts->jobs, by_submit, accounts) != 0)
		return -1;
	count_jobs(accounts);
	return 0;
}
