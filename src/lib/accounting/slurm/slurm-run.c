/*
 * An hour comes twice when a clock is put back. The run time, and the order of submit and start,
 * decide which of the two hours is meant. If both remain possible, the shorter wait is assumed, and
 * the job is counted.
 */
#include "accounting/slurm/slurm-run.h"
#include "swfcore/quantity.h"

#include <math.h>
#include <string.h>

/* What was asked for, for each processor. It stands for the job, or with "n" or "c" behind it, as
 * releases before 21.08 have it, for a node or a processor; 0 stands for all of a node. */
static int read_requested_memory(
	struct swf_slurm_cells *cells, struct swf_run *run, struct swf_error *error)
{
	const char *p = swf_slurm_cell(cells, SWF_SLURM_REQ_MEM);
	double kilobytes;
	int64_t nodes;
	if (*p == '\0' || strcmp(p, "?") == 0)
		return 0;
	if (!swf_slurm_memory(&p, &kilobytes) ||
		(*p != '\0' && strcmp(p, "n") != 0 && strcmp(p, "c") != 0))
		return swf_slurm_refuse(cells, SWF_SLURM_REQ_MEM, "not an amount of memory", error);
	if (swf_slurm_whole(cells, SWF_SLURM_NNODES, &nodes, error) != 0)
		return -1;
	if (*p == 'n')
		kilobytes *= (double)nodes;
	if (*p != 'c')
		kilobytes /= run->requested;
	if (kilobytes > SWF_TIME_MAX)
		return swf_slurm_refuse(cells, SWF_SLURM_REQ_MEM, "out of range", error);
	/* what is unknown is negative, and no memory stands for all of a node */
	if (kilobytes >= 1)
		run->memory_request = (int64_t)kilobytes;
	return 0;
}

static int read_estimate(struct swf_slurm_cells *cells, double *estimate, struct swf_error *error)
{
	static const char *const none[] = {"", "UNLIMITED", "Partition_Limit", NULL};
	const char *p = swf_slurm_cell(cells, SWF_SLURM_TIMELIMIT_RAW);
	int64_t minutes;
	if (swf_slurm_is_one_of(p, none))
		return 0;
	if (!swf_slurm_digits(&p, &minutes) || *p != '\0' || (double)minutes * 60 > SWF_TIME_MAX)
		return swf_slurm_refuse(cells, SWF_SLURM_TIMELIMIT_RAW, "not minutes", error);
	*estimate = (double)minutes * 60;
	return 0;
}

/* The names of a job. A column that is missing leaves its number unknown. */
static int read_names(const struct swf_slurm_cells *cells, struct swf_accounts *accounts,
	struct swf_run *run, struct swf_error *error)
{
	static const enum swf_slurm_column columns[SWF_NAME_KINDS] = {SWF_SLURM_USER,
		SWF_SLURM_ACCOUNT, SWF_SLURM_JOB_NAME, SWF_SLURM_QOS, SWF_SLURM_PARTITION};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++) {
		const char *name = swf_slurm_cell(cells, columns[kind]);
		/* a site without accounts has groups still */
		if (columns[kind] == SWF_SLURM_ACCOUNT && name[0] == '\0')
			name = swf_slurm_cell(cells, SWF_SLURM_GROUP);
		if (swf_accounts_name(accounts, run, (enum swf_name_kind)kind, name, strlen(name),
			    error) != 0)
			return -1;
	}
	return 0;
}

static double latest_by(const struct swf_slurm_moment *moment, double by)
{
	if (moment->count == 0)
		return NAN;
	return moment->count == 2 && moment->times[1] <= by ? moment->times[1] : moment->times[0];
}

/* The job's times, each of which may be one of two: such that it was suspended for as short as
 * can be, where it is known for how long it ran, and then that it waited for as short as can be.
 * Returns whether others would do as well. */
static bool choose_times(struct swf_run *run, const struct swf_slurm_moment *submit,
	const struct swf_slurm_moment *start, const struct swf_slurm_moment *end, double elapsed)
{
	double least_rest = INFINITY, least_wait = INFINITY;
	int as_good = 0;
	for (size_t i = 0; i < submit->count * start->count * end->count; i++) {
		const double submitted = submit->times[i % submit->count];
		const double started = start->times[i / submit->count % start->count];
		const double ended = end->times[i / submit->count / start->count];
		const double longest = ended - started, wait = started - submitted;
		const double rest = elapsed >= 0 ? longest - elapsed : 0;
		if (longest < 0 || rest < 0 || wait < 0 || rest > least_rest)
			continue;
		as_good = rest < least_rest ? 1 : as_good + 1;
		if (rest == least_rest && wait >= least_wait)
			continue;
		least_rest = rest;
		least_wait = wait;
		run->submit = submitted;
		run->start = started;
		run->end = ended;
	}
	return as_good > 1;
}

static int read_times(struct swf_slurm_cells *cells, struct swf_run *run, struct swf_error *error)
{
	struct swf_slurm_moment submit, eligible, start, end;
	int64_t elapsed;
	if (swf_slurm_moment(cells, SWF_SLURM_SUBMIT, &submit, error) != 0 ||
		swf_slurm_moment(cells, SWF_SLURM_ELIGIBLE, &eligible, error) != 0 ||
		swf_slurm_moment(cells, SWF_SLURM_START, &start, error) != 0 ||
		swf_slurm_moment(cells, SWF_SLURM_END, &end, error) != 0 ||
		swf_slurm_whole(cells, SWF_SLURM_ELAPSED_RAW, &elapsed, error) != 0)
		return -1;
	/* a job that was cancelled while it waited has a start in some releases */
	if (run->allocated == 0 ||
		strcmp(swf_slurm_cell(cells, SWF_SLURM_NODE_LIST), "None assigned") == 0)
		start.count = 0;
	run->end = latest_by(&end, INFINITY);
	run->start = latest_by(&start, run->end);
	run->submit = latest_by(&submit, isnan(run->start) ? run->end : run->start);
	bool ambiguous = false;
	if (start.count == 0) {
		/* the wait goes on to the end */
		ambiguous = choose_times(run, &submit, &end, &end, 0);
		run->start = NAN;
	} else if (submit.count + start.count + end.count > 3) {
		ambiguous = choose_times(run, &submit, &start, &end, (double)elapsed);
	}
	run->eligible = latest_by(&eligible, isnan(run->start) ? run->end : run->start);
	run->run_time = elapsed >= 0 ? (double)elapsed : run->end - run->start;
	run->ambiguous = ambiguous;
	return 0;
}

/* The GPUs in "cpu=8,gres/gpu=4,gres/gpu:a100=4": their total, or where that is not listed the sum
 * over their types. */
static int read_gpus(struct swf_slurm_cells *cells, int32_t *gpus, struct swf_error *error)
{
	static const char gpu[] = "gres/gpu";
	int64_t total = 0, typed = 0, count;
	for (const char *p = swf_slurm_cell(cells, SWF_SLURM_ALLOC_TRES); p != NULL;
		p = strchr(p, ',')) {
		p += *p == ',';
		if (strncmp(p, gpu, sizeof gpu - 1) != 0)
			continue;
		p += sizeof gpu - 1;
		const bool is_total = *p == '=';
		if (!is_total && *p != ':')
			continue; /* such as gres/gpumem */
		p += strcspn(p, "=,");
		if (*p != '=' || (p++, !swf_slurm_digits(&p, &count)) ||
			(*p != '\0' && *p != ',') || count > INT32_MAX - typed)
			return swf_slurm_refuse(
				cells, SWF_SLURM_ALLOC_TRES, "not a number of GPUs", error);
		if (is_total)
			total = count;
		else
			typed += count;
	}
	*gpus = (int32_t)(total > 0 ? total : typed);
	return 0;
}

static int read_sizes(struct swf_slurm_cells *cells, struct swf_run *run, struct swf_error *error)
{
	if (swf_slurm_procs(cells, SWF_SLURM_ALLOC_CPUS, &run->allocated, error) != 0 ||
		swf_slurm_procs(cells, SWF_SLURM_REQ_CPUS, &run->requested, error) != 0 ||
		read_gpus(cells, &run->gpus, error) != 0)
		return -1;
	if (run->requested <= 0)
		run->requested = run->allocated > 0 ? run->allocated : SWF_UNKNOWN;
	return read_requested_memory(cells, run, error);
}

static int add_nodes(
	struct swf_slurm_cells *cells, struct swf_accounts *accounts, struct swf_error *error)
{
	const char *list = swf_slurm_cell(cells, SWF_SLURM_NODE_LIST);
	if (strcmp(list, "None assigned") == 0)
		return 0;
	const int added = swf_accounts_add_nodes(accounts, list, strlen(list), error);
	return added <= 0
		? added
		: swf_slurm_refuse(cells, SWF_SLURM_NODE_LIST, "not a list of nodes", error);
}

int swf_slurm_read_run(struct swf_slurm_cells *cells, struct swf_accounts *accounts,
	struct swf_run *run, struct swf_error *error)
{
	if (read_sizes(cells, run, error) != 0 || read_times(cells, run, error) != 0 ||
		read_estimate(cells, &run->estimate, error) != 0 ||
		swf_slurm_duration(cells, SWF_SLURM_TOTAL_CPU, &run->cpu_time, error) != 0 ||
		read_names(cells, accounts, run, error) != 0)
		return -1;
	return add_nodes(cells, accounts, error);
}
