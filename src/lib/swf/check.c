/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swf/check.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "swf/fields.h"
#include "swf/log-facts.h"
#include "swfcore/quantity.h"

/* s. Batch systems look at the limits of jobs now and then, and give them some time to end. */
static const double overrun_grace = 60;

/* Times in other units show in what many jobs have in common: these shares of the jobs that have
 * such times. swf-check(1) says where the shares come from. */
static const double unit_overrun = 2;                  /* times the estimate */
static const double unit_overruns = 1.0 / 3;           /* share */
static const double long_run_time = 10 * SWF_DAY;      /* s */
static const double long_run_times = 0.05;             /* share */
static const double unix_first = 1e8, unix_last = 4e9; /* s: from 1973 to 2096 */
static const double unix_submits = 0.9;                /* share */

/*
 * Findings are counted, with the line of the first, so a job costs the same however long the log
 * is. Only numbers that are used twice need to remember all jobs. As long as numbers ascend none is
 * used twice, and `runs` holds them as ranges. The first number that does not ascend turns the runs
 * into `uses`, a list of all numbers so far, which swf_check_finish() sorts.
 */

/* Jobs in a row, on one line each, whose numbers ascend by 1. */
struct run {
	int64_t number; /* of the first */
	int64_t line;
	int64_t jobs;
};

struct swf_check {
	const struct swf_header *header;
	int32_t procs;
	int64_t gpus;           /* MaxGPUs, or 0 */
	int64_t nodes;          /* MaxNodes, or 0 */
	int64_t *gpus_of_types; /* by their places from 0, -1 where the header has no number */
	int gpu_types;
	bool typed; /* jobs may have types */
	int64_t jobs, records;
	int64_t submits, run_times, estimates; /* jobs that have one; an estimate and a run time */
	double unix_from;                      /* s: a submit that may be a Unix time */
	double last_submit;
	struct swf_summaries summaries;
	bool ascending;   /* the numbers so far: then none is used twice */
	struct run *runs; /* of the numbers as long as they ascend */
	size_t runs_count, runs_capacity;
	int64_t last_number;
	struct swf_numbered *uses; /* of the numbers, and their lines, once one does not ascend */
	size_t uses_count, uses_capacity;
	struct swf_finding findings[SWF_FINDING_KINDS];
};

/* name, meaning, whether it is a violation, whether it can be repaired */
/* clang-format off */
static const struct swf_finding kinds[SWF_FINDING_KINDS] = {
	[SWF_FOUND_MALFORMED] = {"malformed", "lines that do not begin with 18 numbers", true, true, 0, 0},
	[SWF_FOUND_UNSORTED] = {
		"unsorted", "jobs submitted before the one above them", true, true, 0, 0},
	[SWF_FOUND_NEGATIVE] = {
		"negative", "jobs with a negative value other than -1", true, true, 0, 0},
	[SWF_FOUND_NUMBER] = {"number", "jobs with a number under 1", true, false, 0, 0},
	[SWF_FOUND_DUPLICATE] = {"duplicate", "jobs with a number used above", true, false, 0, 0},
	[SWF_FOUND_STATUS] = {"status", "jobs with a status over 5", true, false, 0, 0},
	[SWF_FOUND_OVERRUN] = {
		"overrun", "jobs that ran over a minute longer than their estimate", false, false, 0, 0},
	[SWF_FOUND_ESTIMATE_UNIT] = {"estimate-unit",
		"jobs that ran over twice their estimate: estimates may be in minutes",
		false, false, 0, 0},
	[SWF_FOUND_MILLISECOND_TIMES] = {"millisecond-times",
		"jobs that ran over ten days: times may be in milliseconds", false, false, 0, 0},
	[SWF_FOUND_EPOCH_SUBMIT] = {"epoch-submit",
		"submit times that may be Unix times, which UnixStartTime counts twice", false,
		false, 0, 0},
	[SWF_FOUND_OVERSIZE] = {"oversize", "jobs larger than the machine", false, false, 0, 0},
	[SWF_FOUND_OVERSIZE_GPUS] = {"oversize-gpus", "jobs with more GPUs than MaxGPUs", false,
		false, 0, 0},
	[SWF_FOUND_GPUS_ALONE] = {"gpus-alone", "jobs with GPUs and without processors", false,
		false, 0, 0},
	[SWF_FOUND_GPU_TYPE] = {"gpu-type", "jobs with a type of GPUs that the header does not list",
		false, false, 0, 0},
	[SWF_FOUND_OVERSIZE_TYPE] = {"oversize-gpu-type",
		"jobs with more GPUs than the header has of their type", false, false, 0, 0},
	[SWF_FOUND_OVERSIZE_NODES] = {"oversize-nodes", "jobs with more nodes than MaxNodes", false,
		false, 0, 0},
	[SWF_FOUND_PARTIAL] = {
		"partial", "partial executions (status 2, 3, 4)", false, false, 0, 0},
	[SWF_FOUND_PARTIAL_ALONE] = {"partial-alone",
		"partial executions without a summary line: jobs of their own", false, false, 0, 0},
	[SWF_FOUND_NO_SUBMIT] = {"no-submit", "jobs without a submit time", false, false, 0, 0},
	[SWF_FOUND_NO_WAIT] = {
		"no-wait", "jobs without a wait time, where others have one", false, false, 0, 0},
	[SWF_FOUND_NO_RUN_TIME] = {"no-run-time", "jobs without a run time", false, false, 0, 0},
	[SWF_FOUND_NO_SIZE] = {
		"no-size", "jobs without a number of processors", false, false, 0, 0},
	[SWF_FOUND_NO_ESTIMATE] = {
		"no-estimate", "jobs without an estimate", false, false, 0, 0},
	[SWF_FOUND_NO_USER] = {"no-user", "jobs without a user", false, false, 0, 0},
	[SWF_FOUND_MAX_JOBS] = {
		"max-jobs", "MaxJobs is not the number of jobs", false, true, 0, 0},
	[SWF_FOUND_MAX_RECORDS] = {
		"max-records", "MaxRecords is not the number of records", false, true, 0, 0},
	[SWF_FOUND_NO_PROCS] = {
		"no-procs", "the header has no MaxProcs and no MaxNodes", false, false, 0, 0},
	[SWF_FOUND_NO_GPUS] = {
		"no-gpus", "jobs have GPUs, and the header has no MaxGPUs", false, false, 0, 0},
	[SWF_FOUND_COMMENTS] = {"comments", "comments after the first job", false, false, 0, 0},
	[SWF_FOUND_HASH_COMMENTS] = {
		"hash-comments", "comments that begin with # in place of ;", false, true, 0, 0},
	[SWF_FOUND_BYTE_ORDER_MARK] = {
		"byte-order-mark", "the text begins with a byte order mark", false, true, 0, 0},
	[SWF_FOUND_UNDECLARED] = {"undeclared",
		"21 fields without ExtraFields: read as GPUs, soft estimate, text on nodes", false,
		true, 0, 0},
	[SWF_FOUND_EXTRA] = {
		"extra", "lines with a 19th field or more: ignored", false, false, 0, 0},
};
/* clang-format on */

struct swf_check *swf_check_new(const struct swf_header *header)
{
	struct swf_check *check = calloc(1, sizeof *check);
	if (check == NULL)
		return NULL;
	check->header = header;
	check->last_submit = -INFINITY;
	check->ascending = true;
	for (int i = 0; i < SWF_FINDING_KINDS; i++)
		check->findings[i] = kinds[i];
	return check;
}

void swf_check_free(struct swf_check *check)
{
	if (check == NULL)
		return;
	free(check->gpus_of_types);
	free(check->runs);
	free(check->uses);
	swf_summaries_clear(&check->summaries);
	free(check);
}

static void note_finding(
	struct swf_check *check, enum swf_finding_kind kind, bool found, int64_t line)
{
	struct swf_finding *finding = &check->findings[kind];
	if (!found)
		return;
	if (finding->count++ == 0)
		finding->first_line = line;
}

bool swf_check_repair(struct swf_job *job)
{
	bool any = false;
#define REPAIR(number, member, kind, name)                                                         \
	if (job->member < 0 && job->member != SWF_UNKNOWN) {                                       \
		job->member = SWF_UNKNOWN;                                                         \
		any = true;                                                                        \
	}
	SWF_JOB_TABLE(REPAIR)
#undef REPAIR
	return any;
}

static int remember_use(struct swf_check *check, int64_t number, int64_t line)
{
	struct swf_numbered *uses = swf_array_reserve(
		check->uses, check->uses_count, &check->uses_capacity, sizeof *uses);
	if (uses == NULL)
		return -1;
	check->uses = uses;
	uses[check->uses_count++] = (struct swf_numbered){number, (size_t)line};
	return 0;
}

static int add_to_run(struct swf_check *check, int64_t number, int64_t line)
{
	const size_t count = check->runs_count;
	struct run *runs =
		swf_array_reserve(check->runs, count, &check->runs_capacity, sizeof *runs);
	if (runs == NULL)
		return -1;
	check->runs = runs;
	check->last_number = number;
	struct run *last = count > 0 ? &runs[count - 1] : NULL;
	if (last != NULL && number - last->number == last->jobs && line - last->line == last->jobs)
		last->jobs++;
	else
		runs[check->runs_count++] = (struct run){number, line, 1};
	return 0;
}

static int remember_number(struct swf_check *check, int64_t number, int64_t line)
{
	if (check->ascending && (check->runs_count == 0 || number > check->last_number))
		return add_to_run(check, number, line);
	for (size_t r = 0; check->ascending && r < check->runs_count; r++)
		for (int64_t i = 0; i < check->runs[r].jobs; i++)
			if (remember_use(
				    check, check->runs[r].number + i, check->runs[r].line + i) != 0)
				return -1;
	check->ascending = false;
	return remember_use(check, number, line);
}

static void look_at_units(struct swf_check *check, const struct swf_job *job, int64_t line)
{
	const bool ran = job->run_time > 0, estimated = ran && job->estimate > 0;
	check->submits += job->submit >= 0;
	check->run_times += ran;
	check->estimates += estimated;
	note_finding(check, SWF_FOUND_ESTIMATE_UNIT,
		estimated && job->run_time > unit_overrun * job->estimate, line);
	note_finding(check, SWF_FOUND_MILLISECOND_TIMES, job->run_time > long_run_time, line);
	note_finding(check, SWF_FOUND_EPOCH_SUBMIT,
		job->submit >= check->unix_from && job->submit <= unix_last, line);
}

/* Reads what the header says of the machine. */
static int read_machine(struct swf_check *check)
{
	const struct swf_header *const header = check->header;
	char name[2];
	int64_t count;
	size_t capacity = 0;
	check->procs = swf_header_procs(header);
	if (!swf_header_number(header, "MaxGPUs", &check->gpus))
		check->gpus = 0;
	if (!swf_header_number(header, "MaxNodes", &check->nodes))
		check->nodes = 0;
	check->typed = swf_header_extra_field(header, "gpu_type") > 0;
	while (swf_header_gpu_type(header, check->gpu_types + 1, name, sizeof name, &count)) {
		int64_t *counts = swf_array_reserve(
			check->gpus_of_types, (size_t)check->gpu_types, &capacity, sizeof *counts);
		if (counts == NULL)
			return -1;
		check->gpus_of_types = counts;
		counts[check->gpu_types++] = count;
	}
	return 0;
}

static void look_at_resources(struct swf_check *check, const struct swf_job *job, int64_t line)
{
	const int type = job->gpu_type;
	const int64_t of_type =
		type >= 1 && type <= check->gpu_types ? check->gpus_of_types[type - 1] : -1;
	note_finding(
		check, SWF_FOUND_OVERSIZE_GPUS, check->gpus > 0 && job->gpus > check->gpus, line);
	note_finding(check, SWF_FOUND_NO_GPUS, check->gpus <= 0 && job->gpus > 0, line);
	note_finding(check, SWF_FOUND_GPU_TYPE,
		check->typed && (type == 0 || type > check->gpu_types), line);
	note_finding(check, SWF_FOUND_OVERSIZE_TYPE, of_type >= 0 && job->gpus > of_type, line);
	note_finding(check, SWF_FOUND_OVERSIZE_NODES, check->nodes > 0 && job->nodes > check->nodes,
		line);
}

int swf_check_job(struct swf_check *check, const struct swf_job *job, int64_t line)
{
	struct swf_job copy = *job;
	if (check->records++ == 0) {
		int64_t start;
		if (read_machine(check) != 0)
			return -1;
		/* in a long log that begins at second 0 some submits may exceed unix_first, but
		 * none comes near UnixStartTime */
		check->unix_from =
			swf_header_number(check->header, "UnixStartTime", &start) && start > 0
			? fmax(unix_first, (double)start / 2)
			: INFINITY;
	}
	note_finding(check, SWF_FOUND_NEGATIVE, swf_check_repair(&copy), line);
	note_finding(check, SWF_FOUND_NUMBER, job->number < 1, line);
	note_finding(check, SWF_FOUND_STATUS, job->status > SWF_STATUS_CANCELLED, line);
	const int covered = swf_summaries_cover(&check->summaries, job);
	if (covered < 0)
		return -1;
	note_finding(check, SWF_FOUND_PARTIAL, covered, line);
	note_finding(check, SWF_FOUND_PARTIAL_ALONE, swf_job_is_partial(job) && !covered, line);
	note_finding(check, SWF_FOUND_OVERRUN,
		job->estimate > 0 && job->run_time > job->estimate + overrun_grace, line);
	note_finding(check, SWF_FOUND_OVERSIZE,
		check->procs > 0 &&
			(job->requested > check->procs || job->allocated > check->procs),
		line);
	look_at_resources(check, job, line);
	if (covered)
		return 0; /* it often has no submit time; the rest is of jobs */
	check->jobs++;
	note_finding(check, SWF_FOUND_UNSORTED, job->submit < check->last_submit, line);
	check->last_submit = job->submit;
	note_finding(check, SWF_FOUND_NO_SUBMIT, job->submit == SWF_UNKNOWN, line);
	note_finding(check, SWF_FOUND_NO_WAIT, job->wait == SWF_UNKNOWN, line);
	note_finding(check, SWF_FOUND_NO_RUN_TIME, job->run_time == SWF_UNKNOWN, line);
	note_finding(check, SWF_FOUND_NO_SIZE, swf_job_size(job, SWF_SIZE_REQUESTED) <= 0, line);
	note_finding(check, SWF_FOUND_GPUS_ALONE,
		job->gpus > 0 && swf_job_size(job, SWF_SIZE_REQUESTED) <= 0, line);
	note_finding(check, SWF_FOUND_NO_ESTIMATE, job->estimate == SWF_UNKNOWN, line);
	note_finding(check, SWF_FOUND_NO_USER, job->user == SWF_UNKNOWN, line);
	look_at_units(check, job, line);
	/* the parts of one job have one number */
	return swf_job_is_partial(job) ? 0 : remember_number(check, job->number, line);
}

void swf_check_bad_line(struct swf_check *check, int64_t line)
{
	note_finding(check, SWF_FOUND_MALFORMED, true, line);
}

static void set_finding(
	struct swf_check *check, enum swf_finding_kind kind, int64_t count, int64_t first_line)
{
	check->findings[kind].count = count;
	check->findings[kind].first_line = first_line;
}

/* Forgets what no more than a share of the jobs have. */
static void need_share(
	struct swf_check *check, enum swf_finding_kind kind, double share, int64_t jobs)
{
	if ((double)check->findings[kind].count <= share * (double)jobs)
		check->findings[kind].count = 0;
}

void swf_check_finish(struct swf_check *check, const struct swf_reader_counts *counts)
{
	struct swf_finding *duplicate = &check->findings[SWF_FOUND_DUPLICATE];
	int64_t number;
	if (check->uses_count > 0)
		qsort(check->uses, check->uses_count, sizeof *check->uses, swf_numbered_compare);
	for (size_t i = 1; i < check->uses_count; i++) {
		const struct swf_numbered *use = &check->uses[i];
		if (use->number == use[-1].number &&
			(duplicate->count++ == 0 || (int64_t)use->place < duplicate->first_line))
			duplicate->first_line = (int64_t)use->place;
	}
	/* a workload that nothing has scheduled yet, such as a model's, has no waits at all */
	if (check->findings[SWF_FOUND_NO_WAIT].count == check->jobs)
		check->findings[SWF_FOUND_NO_WAIT].count = 0;
	need_share(check, SWF_FOUND_ESTIMATE_UNIT, unit_overruns, check->estimates);
	need_share(check, SWF_FOUND_MILLISECOND_TIMES, long_run_times, check->run_times);
	need_share(check, SWF_FOUND_EPOCH_SUBMIT, unix_submits, check->submits);
	note_finding(check, SWF_FOUND_MAX_JOBS,
		swf_header_number(check->header, "MaxJobs", &number) && number != check->jobs, 0);
	note_finding(check, SWF_FOUND_MAX_RECORDS,
		swf_header_number(check->header, "MaxRecords", &number) && number != check->records,
		0);
	note_finding(check, SWF_FOUND_NO_PROCS, swf_header_procs(check->header) == 0, 0);
	set_finding(check, SWF_FOUND_COMMENTS, counts->late_comments, counts->first_late_comment);
	set_finding(
		check, SWF_FOUND_HASH_COMMENTS, counts->hash_comments, counts->first_hash_comment);
	set_finding(check, SWF_FOUND_EXTRA, counts->extra, counts->first_extra);
	note_finding(check, SWF_FOUND_UNDECLARED, counts->presumed, 0);
	note_finding(check, SWF_FOUND_BYTE_ORDER_MARK, counts->byte_order_mark, 1);
}

const struct swf_finding *swf_check_finding(
	const struct swf_check *check, enum swf_finding_kind kind)
{
	return &check->findings[kind];
}

int64_t swf_check_jobs(const struct swf_check *check)
{
	return check->jobs;
}

int64_t swf_check_records(const struct swf_check *check)
{
	return check->records;
}
