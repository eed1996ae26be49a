/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/accounts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/date.h"
#include "swfcore/job.h"

struct swf_run swf_run_unknown(void)
{
	struct swf_run run = {.submit = NAN,
		.eligible = NAN,
		.start = NAN,
		.end = NAN,
		.run_time = NAN,
		.cpu_time = SWF_UNKNOWN,
		.estimate = SWF_UNKNOWN,
		.memory = SWF_UNKNOWN,
		.memory_request = SWF_UNKNOWN,
		.allocated = SWF_UNKNOWN,
		.requested = SWF_UNKNOWN,
		.nodes = SWF_UNKNOWN,
		.requeues = SWF_UNKNOWN,
		.soft_estimate = SWF_UNKNOWN,
		.energy = SWF_UNKNOWN,
		.status = SWF_UNKNOWN};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		run.names[kind] = SWF_NO_NAME;
	return run;
}

struct swf_accounts *swf_accounts_new(const struct swf_accounts_options *options)
{
	struct swf_accounts *accounts = calloc(1, sizeof *accounts);
	if (accounts == NULL)
		return NULL;
	accounts->options = *options;
	return accounts;
}

void swf_accounts_free(struct swf_accounts *accounts)
{
	if (accounts == NULL)
		return;
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&accounts->names[kind]);
	swf_node_set_clear(&accounts->nodes);
	if (accounts->kept != NULL)
		accounts->kept->free(accounts->kept);
	free(accounts->runs);
	free(accounts->order);
	free(accounts);
}

struct swf_names *swf_accounts_names(struct swf_accounts *accounts)
{
	return accounts->names;
}

const struct swf_accounts_counts *swf_accounts_counts(const struct swf_accounts *accounts)
{
	return &accounts->counts;
}

static void report_text(const struct swf_accounts *accounts, const char *text)
{
	if (accounts->options.report != NULL)
		accounts->options.report(accounts->options.context, text);
}

void swf_accounts_keep_out(
	struct swf_accounts *accounts, struct swf_run_place place, const char *why)
{
	struct swf_error text;
	accounts->counts.impossible++;
	swf_fail(&text, "%s:%lld: %s", place.file, (long long)place.line, why);
	report_text(accounts, text.text);
}

int swf_accounts_bad_line(struct swf_accounts *accounts, bool bad, struct swf_error *error)
{
	if (!bad || !accounts->options.skip_bad)
		return -1;
	accounts->counts.bad++;
	report_text(accounts, error->text);
	return 0;
}

bool swf_possible_times_read(
	struct swf_possible_times *possible, const char *text, const struct swf_calendar *clock)
{
	struct swf_date date;
	if (!swf_date_read(text, &date) || date.day_only)
		return false;
	*possible = (struct swf_possible_times){1, {date.seconds - date.offset}};
	if (!date.zoned)
		possible->count = swf_calendar_seconds(clock, date.seconds, possible->times);
	return true;
}

double swf_possible_times_latest(const struct swf_possible_times *possible, double by)
{
	if (possible->count == 0)
		return NAN;
	return possible->count == 2 && possible->times[1] <= by ? possible->times[1]
								: possible->times[0];
}

int swf_accounts_name(struct swf_accounts *accounts, struct swf_run *run, enum swf_name_kind kind,
	const char *name, size_t length, struct swf_error *error)
{
	for (; length > 0 && strchr(" \t", name[0]) != NULL; length--)
		name++;
	while (length > 0 && strchr(" \t", name[length - 1]) != NULL)
		length--;
	if (length == 0)
		return 0;
	run->names[kind] = swf_names_put(&accounts->names[kind], name, length);
	return run->names[kind] != SWF_NO_NAME ? 0 : swf_fail_memory(error);
}

int swf_accounts_gpu_type(struct swf_accounts *accounts, struct swf_run *run, const char *name,
	size_t length, struct swf_error *error)
{
	char text[64];
	length = length < sizeof text ? length : sizeof text;
	for (size_t i = 0; i < length; i++)
		text[i] = strchr(" \t,", name[i]) == NULL ? name[i] : '_';
	return swf_accounts_name(accounts, run, SWF_NAME_GPU_TYPE, text, length, error);
}

/* Unix times of this century with a fraction of a second are exact to less than this (s), so a
 * start that is the end minus the run time is as well. */
#define ROUNDING 1e-6

/* Why the times of a run that is over cannot be true, or NULL. */
static const char *contradiction(const struct swf_run *run)
{
	if (isnan(run->submit) && !run->presumed)
		return "no submit time";
	if (isnan(run->end))
		return "over, but without an end";
	if (swf_run_began(run) && run->end < run->start)
		return "the end is before the start";
	if (swf_run_began(run) && run->start < run->submit)
		return "the start is before the submit";
	if (run->end < run->submit)
		return "the end is before the submit";
	if (swf_run_began(run) && run->run_time - (run->end - run->start) > ROUNDING)
		return "it ran longer than from its start to its end";
	return NULL;
}

int swf_accounts_add(struct swf_accounts *accounts, const struct swf_run *run,
	struct swf_run_place place, struct swf_error *error)
{
	const char *why = run->over ? contradiction(run) : NULL;
	if (why != NULL) {
		swf_accounts_keep_out(accounts, place, why);
		return 0;
	}
	struct swf_run *runs = swf_array_reserve(
		accounts->runs, accounts->count, &accounts->capacity, sizeof *runs);
	if (runs == NULL || accounts->count == UINT32_MAX)
		return swf_fail_memory(error);
	accounts->runs = runs;
	runs[accounts->count++] = *run;
	return 0;
}

/* When the job of a run counts as submitted. */
static double accounts_submit(const struct swf_accounts *accounts, const struct swf_run *run)
{
	if (!accounts->options.eligible || isnan(run->eligible))
		return run->submit;
	if (!swf_run_began(run) && run->eligible > run->end)
		return run->submit; /* it never was */
	const double last = swf_run_began(run) ? run->start : run->end;
	return fmin(fmax(run->eligible, run->submit), last);
}

int swf_accounts_add_nodes(
	struct swf_accounts *accounts, const char *list, size_t length, struct swf_error *error)
{
	const enum swf_host_list_status added = swf_node_set_add(&accounts->nodes, list, length);
	if (added == SWF_HOSTS_NO_MEMORY)
		return swf_fail_memory(error);
	return added == SWF_HOSTS_MALFORMED;
}

/*
 * Records come in any order, and more than once: files overlap, and a file that was made while a
 * job ran lists that job as unfinished. Sorting by compare_runs() brings the records of a job
 * together: first those that are over, by start, so that two records of one run are neighbours. One
 * pass then keeps every run once, and sees whether an unfinished record has its end among them.
 * Records do not move; only their places in `order` are sorted, in n log n for n records.
 */

/* -1, 0 or 1. */
static int compare_numbers(double a, double b)
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
		order = compare_numbers(a->submit, b->submit);
	return order != 0 ? order : compare_numbers(a->part, b->part);
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
	int order = compare_numbers(accounts_submit(accounts, x), accounts_submit(accounts, y));
	if (order == 0)
		order = compare_ids(x, y);
	if (order == 0)
		order = swf_run_compare_starts(x, y);
	return (order != 0 ? order : compare_numbers(x->part, y->part)) < 0;
}

/* Keeps in `order` the runs of one job that belong to the log, from those of `begin` to `end`,
 * which are sorted by compare_runs(). Of several records of one run the one that was listed last
 * stays; a record of a run that was not over goes. */
static void keep_runs(struct swf_accounts *accounts, size_t begin, size_t end)
{
	const struct swf_run *runs = accounts->runs;
	struct swf_accounts_counts *counts = &accounts->counts;
	double last_submit = -INFINITY, last_end = -INFINITY;
	const size_t kept = accounts->jobs;
	size_t over = begin, i = begin;
	while (over < end && runs[accounts->order[over]].over)
		over++;
	/* runs that never began sort before those that did, so the last one tells */
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
		/* a file made before the job was requeued has its first submit time */
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

/* Leaves one place of each run in `order`, job by job. */
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

int swf_accounts_settle(struct swf_accounts *accounts)
{
	if (accounts->kept != NULL && accounts->kept->close(accounts) != 0)
		return -1;
	accounts->order = malloc((accounts->count + 1) * sizeof *accounts->order);
	if (accounts->order == NULL || keep_jobs(accounts) != 0 ||
		swf_places_sort(accounts->order, accounts->jobs, by_submit, accounts) != 0)
		return -1;
	for (size_t i = 0; i < accounts->jobs; i++) {
		const struct swf_run *run = &accounts->runs[accounts->order[i]];
		const double suspended =
			swf_run_began(run) ? run->end - run->start - run->run_time : 0;
		accounts->counts.suspended += suspended > ROUNDING;
		accounts->counts.suspension += suspended > ROUNDING ? suspended : 0;
		accounts->counts.no_estimate += run->estimate == SWF_UNKNOWN;
		accounts->counts.ambiguous += run->ambiguous;
		accounts->counts.mixed_types += run->mixed;
		if ((swf_run_began(run) || run->unplaced) && run->gpus > 0) {
			accounts->counts.gpu_jobs++;
			accounts->counts.gpu_time += run->gpus * run->run_time;
		}
		/* names get their numbers in the order in which the jobs of the log have them */
		for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
			swf_names_use(&accounts->names[kind], run->names[kind]);
	}
	return 0;
}

static bool by_start(const void *context, uint32_t a, uint32_t b)
{
	const struct swf_accounts *accounts = context;
	return swf_run_compare_starts(&accounts->runs[a], &accounts->runs[b]) < 0;
}

struct ending {
	double time;
	int64_t amount;
};

static bool ends_before(const struct ending *a, const struct ending *b)
{
	return a->time < b->time;
}

HEAP(endings, struct ending, ends_before)

static int32_t procs_of(const struct swf_run *run)
{
	return run->allocated;
}

static int32_t gpus_of(const struct swf_run *run)
{
	return run->gpus;
}

/* The most in use at a time, of what amount_of() tells, by the jobs at these places, which are
 * sorted by start. The heap holds the jobs that have started and not ended when job i starts, and
 * `used` the sum of their amounts; a peak can only be at a start. */
static int find_peak(const struct swf_accounts *accounts, const uint32_t *places,
	int32_t (*amount_of)(const struct swf_run *run), int64_t *peak)
{
	struct ending *heap = NULL;
	size_t running = 0, capacity = 0;
	int64_t used = 0;
	*peak = 0;
	for (size_t i = 0; i < accounts->jobs; i++) {
		const struct swf_run *run = &accounts->runs[places[i]];
		const int32_t amount = amount_of(run);
		if (!swf_run_began(run) || amount <= 0)
			continue;
		*peak = amount > *peak ? amount : *peak;
		if (run->end == run->start) /* it was gone before others could come */
			continue;
		for (; running > 0 && heap[0].time <= run->start; running--) {
			used -= heap[0].amount;
			endings_pop(heap, running);
		}
		struct ending *larger = swf_array_reserve(heap, running, &capacity, sizeof *heap);
		if (larger == NULL) {
			free(heap);
			return -1;
		}
		heap = larger;
		endings_push(heap, running++, (struct ending){run->end, amount});
		used += amount;
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
			summary->start = accounts_submit(accounts, run);
		summary->end = fmax(summary->end, run->end);
		summary->has_cpu_time |= run->cpu_time > 0;
		summary->has_gpus |= run->gpus > 0;
		summary->has_gpu_types |= run->names[SWF_NAME_GPU_TYPE] != SWF_NO_NAME;
		summary->has_nodes |= run->nodes > 0;
		summary->has_soft_estimate |= run->soft_estimate >= 0;
		summary->has_energy |= run->energy >= 0;
		summary->has_constraints |= run->names[SWF_NAME_CONSTRAINT] != SWF_NO_NAME;
		summary->has_licenses |= run->names[SWF_NAME_LICENSES] != SWF_NO_NAME;
		summary->has_reservations |= run->names[SWF_NAME_RESERVATION] != SWF_NO_NAME;
		summary->has_requeues |= run->requeues >= 0;
	}
	int status = swf_places_sort(places, accounts->jobs, by_start, accounts);
	if (status == 0)
		status = find_peak(accounts, places, procs_of, &summary->procs);
	if (status == 0 && summary->has_gpus)
		status = find_peak(accounts, places, gpus_of, &summary->gpus);
	free(places);
	return status;
}

/* A difference of two Unix times without their rounding errors. */
static double rounded(double seconds)
{
	return seconds == floor(seconds) ? seconds : round(seconds * 1e6) / 1e6;
}

struct swf_job swf_accounts_job(
	const struct swf_accounts *accounts, size_t i, const struct swf_accounts_summary *summary)
{
	const struct swf_run *run = &accounts->runs[accounts->order[i]];
	const double submit = accounts_submit(accounts, run);
	struct swf_job job = {.number = (int64_t)i + 1,
		.submit = rounded(submit - summary->start),
		.wait = rounded((swf_run_began(run) ? run->start : run->end) - submit),
		.run_time = swf_run_began(run) ? rounded(run->run_time) : 0,
		.allocated = swf_run_began(run) ? run->allocated : 0,
		.requested = run->requested,
		.gpus = run->gpus,
		.soft_estimate = run->soft_estimate,
		.nodes = run->nodes,
		.energy = run->energy,
		.requeues = run->requeues,
		.cpu_time = SWF_UNKNOWN,
		.memory = run->memory,
		.estimate = run->estimate,
		.memory_request = run->memory_request,
		.status = run->status,
		.preceding = SWF_UNKNOWN,
		.think_time = SWF_UNKNOWN};
	if (run->unplaced) {
		job.wait = SWF_UNKNOWN;
		job.run_time = rounded(run->run_time);
		job.allocated = SWF_UNKNOWN;
	}
	if (summary->has_cpu_time && run->cpu_time >= 0 && job.allocated > 0)
		job.cpu_time = run->cpu_time / job.allocated;
	int64_t *const fields[SWF_NAME_FIELDS] = {
		&job.user, &job.group, &job.executable, &job.queue, &job.partition};
	for (int kind = 0; kind < SWF_NAME_FIELDS; kind++)
		*fields[kind] = swf_names_number(&accounts->names[kind], run->names[kind]);
	const struct {
		enum swf_name_kind kind;
		int32_t *field;
	} extra[] = {{SWF_NAME_GPU_TYPE, &job.gpu_type}, {SWF_NAME_CONSTRAINT, &job.constraint},
		{SWF_NAME_LICENSES, &job.licenses}, {SWF_NAME_RESERVATION, &job.reservation}};
	for (size_t k = 0; k < sizeof extra / sizeof *extra; k++)
		*extra[k].field = (int32_t)swf_names_number(
			&accounts->names[extra[k].kind], run->names[extra[k].kind]);
	return job;
}
