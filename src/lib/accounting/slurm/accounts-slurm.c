/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/accounts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/number.h"
#include "swfcore/quantity.h"
#include "table/csv-reader.h"

/*
 * What sacct prints with --parsable2: a line a job, and behind it one for each of its steps.
 *
 * One job is open at a time: that of the last job line. A step is folded into it if it has its
 * number, and is counted as stray otherwise. The job is added when the next job line or the end of
 * the file shows that its steps are over; a job whose own line is bad stays open, so that its steps
 * are not stray, but is never added.
 *
 * An hour comes twice when a clock is put back, and local times do not say which of the two is
 * meant. The run time, and the order of submit, start and end, rule most choices out. If several
 * remain possible, the shortest wait is assumed, and the job is counted.
 */

enum column {
	COLUMN_JOB_ID,
	COLUMN_JOB_ID_RAW,
	COLUMN_STATE,
	COLUMN_SUBMIT,
	COLUMN_START,
	COLUMN_END,
	COLUMN_ALLOC_CPUS,
	COLUMN_USER,
	COLUMN_GROUP,
	COLUMN_ACCOUNT,
	COLUMN_PARTITION,
	COLUMN_QOS,
	COLUMN_ELIGIBLE,
	COLUMN_ELAPSED_RAW,
	COLUMN_TIMELIMIT_RAW,
	COLUMN_REQ_CPUS,
	COLUMN_NNODES,
	COLUMN_REQ_MEM,
	COLUMN_MAX_RSS,
	COLUMN_TOTAL_CPU,
	COLUMN_NODE_LIST,
	COLUMN_ALLOC_TRES,
	COLUMN_REQ_TRES,
	COLUMN_ENERGY,
	COLUMN_CONSTRAINTS,
	COLUMN_LICENSES,
	COLUMN_RESERVATION,
	COLUMN_RESTARTS,
	COLUMN_JOB_NAME,
	COLUMNS,
	COLUMNS_NEEDED = COLUMN_ALLOC_CPUS + 1 /* the columns before are */
};

struct cells {
	struct swf_csv_reader *csv;
	const struct swf_calendar *clock; /* of times without a zone */
	int columns[COLUMNS];             /* their places, -1 if they are missing */
	bool refused;                     /* the line that was read last */
};

static const char *const names_of_columns[COLUMNS] = {"JobID", "JobIDRaw", "State", "Submit",
	"Start", "End", "AllocCPUS", "User", "Group", "Account", "Partition", "QOS", "Eligible",
	"ElapsedRaw", "TimelimitRaw", "ReqCPUS", "NNodes", "ReqMem", "MaxRSS", "TotalCPU",
	"NodeList", "AllocTRES", "ReqTRES", "ConsumedEnergyRaw", "Constraints", "Licenses",
	"Reservation", "Restarts", "JobName"};

static const char no_nodes[] = "None assigned"; /* in NodeList, of a job that never ran */

/* --parsable ends with an empty column, which does not count. */
static int last_column(const struct cells *cells)
{
	const int last = (int)swf_csv_columns(cells->csv) - 1;
	return swf_csv_name(cells->csv, last)[0] == '\0' ? last - 1 : last;
}

/* Whether the last column is free text, so that a row with too many cells has delimiters there.
 * That is so for JobName, or without it for Constraints and a column that is not read. */
static bool ends_in_text(const struct cells *cells)
{
	const int last = last_column(cells);
	if (cells->columns[COLUMN_JOB_NAME] >= 0)
		return cells->columns[COLUMN_JOB_NAME] == last;
	for (int i = 0; i < COLUMNS; i++)
		if (cells->columns[i] == last)
			return i == COLUMN_CONSTRAINTS;
	return true;
}

/* Where delimiters may stand. Constraints often have them, as in a|b, and may be told from what
 * follows if that is a number in each row. */
static void find_text(struct cells *cells)
{
	static const enum column numbers[] = {
		COLUMN_ELAPSED_RAW, COLUMN_REQ_CPUS, COLUMN_ALLOC_CPUS, COLUMN_NNODES};
	const int constraints = cells->columns[COLUMN_CONSTRAINTS];
	bool told = constraints < 0 || constraints == last_column(cells);
	for (size_t i = 0; !told && i < sizeof numbers / sizeof *numbers; i++)
		if (cells->columns[numbers[i]] == constraints + 1) {
			swf_csv_join_before_number(cells->csv, constraints);
			told = true;
		}
	if (!told || !ends_in_text(cells))
		swf_csv_refuse_more(cells->csv);
}

/* Returns 0, or -1 with the error set if a column is missing that is needed. */
static int find_columns(
	struct cells *cells, const char *file, bool eligible_is_needed, struct swf_error *error)
{
	if (swf_csv_columns(cells->csv) == 1)
		return swf_fail(error,
			"%s:1: one column, '%.40s': sacct --parsable2 separates them by '|'", file,
			swf_csv_name(cells->csv, 0));
	for (int i = 0; i < COLUMNS; i++) {
		cells->columns[i] = swf_csv_column(cells->csv, names_of_columns[i]);
		if (cells->columns[i] < 0 && i < COLUMNS_NEEDED)
			return swf_csv_need_column(cells->csv, names_of_columns[i], error);
	}
	if (eligible_is_needed && cells->columns[COLUMN_ELIGIBLE] < 0)
		return swf_csv_need_column(cells->csv, names_of_columns[COLUMN_ELIGIBLE], error);
	find_text(cells);
	return 0;
}

/* The cell of a column; empty where that is missing. */
static const char *cell_text(const struct cells *cells, enum column column)
{
	const int place = cells->columns[column];
	return place < 0 ? "" : swf_csv_cell(cells->csv, place);
}

/* Sets the error to what is wrong with a cell. Returns -1. */
static int refuse_cell(
	struct cells *cells, enum column column, const char *what, struct swf_error *error)
{
	cells->refused = true;
	return swf_csv_refuse(cells->csv, error, "column '%s': %s: '%.60s'",
		names_of_columns[column], what, cell_text(cells, column));
}

/* Reads the digits at *p, which moves behind them. Returns whether there are some. */
static bool read_digits(const char **p, int64_t *value)
{
	return swf_number_scan_digits(p, NULL, INT64_C(999999999999999999), value);
}

/* A whole number; -1 for an empty cell. This and the next return 0, or -1 with the error set. */
static int read_whole(
	struct cells *cells, enum column column, int64_t *value, struct swf_error *error)
{
	const char *p = cell_text(cells, column);
	*value = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (!read_digits(&p, value) || *p != '\0')
		return refuse_cell(cells, column, "not a whole number", error);
	return 0;
}

static int read_procs(
	struct cells *cells, enum column column, int32_t *value, struct swf_error *error)
{
	int64_t whole;
	if (read_whole(cells, column, &whole, error) != 0)
		return -1;
	if (whole > INT32_MAX)
		return refuse_cell(cells, column, "out of range", error);
	*value = (int32_t)whole;
	return 0;
}

/* Whether the text is one of some words, ended by NULL, none of which begins with a digit. */
static bool is_one_of(const char *text, const char *const words[])
{
	if (swf_is_digit(text[0]))
		return false;
	for (; *words != NULL; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

/* A date, local or with its offset, or a Unix time. */
static int read_times_of_cell(struct cells *cells, enum column column,
	struct swf_possible_times *possible, struct swf_error *error)
{
	static const char *const none[] = {"", "Unknown", "None", "N/A", NULL};
	const char *text = cell_text(cells, column), *p = text;
	int64_t seconds;
	*possible = (struct swf_possible_times){0};
	if (is_one_of(text, none))
		return 0;
	if (swf_possible_times_read(possible, text, cells->clock))
		return 0;
	if (!read_digits(&p, &seconds) || *p != '\0' || seconds > SWF_LATEST)
		return refuse_cell(cells, column, "not a time", error);
	*possible = (struct swf_possible_times){1, {(double)seconds}};
	return 0;
}

/* A number that may have a fraction; *p moves behind it. */
static bool read_decimal(const char **p, double *value)
{
	const char *begin = *p;
	int64_t whole;
	if (!read_digits(p, &whole))
		return false;
	*value = (double)whole;
	if (**p != '.')
		return true;
	for (++*p; swf_is_digit(**p);)
		++*p;
	return swf_number_scan_time(begin, *p, value) == SWF_SCAN_OK;
}

/* A duration in s of [DD-[HH:]]MM:SS[.SSS], or -1 for an empty cell. */
static int read_duration(
	struct cells *cells, enum column column, double *seconds, struct swf_error *error)
{
	const char *const text = cell_text(cells, column), *p = text;
	int64_t days = 0;
	double part;
	int parts = 0;
	*seconds = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (read_digits(&p, &days) && *p == '-') {
		p++;
	} else {
		p = text;
		days = 0;
	}
	for (*seconds = 0; parts < 3; parts++) {
		if (!read_decimal(&p, &part))
			return refuse_cell(cells, column, "not a duration", error);
		*seconds = *seconds * 60 + part;
		if (*p++ != ':')
			break;
	}
	if (parts == 3 || p[-1] != '\0')
		return refuse_cell(cells, column, "not a duration", error);
	*seconds += (double)days * SWF_DAY;
	if (*seconds > SWF_TIME_MAX)
		return refuse_cell(cells, column, "out of range", error);
	return 0;
}

/* Memory in KB of "2960K", "1.50G", or of bytes; *p moves behind it. Returns whether it is one. */
static bool read_memory(const char **p, double *kilobytes)
{
	static const char letters[] = "KMGTP";
	if (!read_decimal(p, kilobytes))
		return false;
	const char *letter = **p != '\0' ? strchr(letters, **p) : NULL;
	if (letter == NULL) {
		*kilobytes /= 1024;
		return true;
	}
	for (; letter > letters; letter--)
		*kilobytes *= 1024;
	++*p;
	return *kilobytes <= SWF_TIME_MAX;
}

/* What was asked for, for each processor. It stands for the job, or with "n" or "c" behind it, as
 * releases before 21.08 have it, for a node or a processor; 0 stands for all of a node. */
static int read_requested_memory(struct cells *cells, struct swf_run *run, struct swf_error *error)
{
	const char *p = cell_text(cells, COLUMN_REQ_MEM);
	double kilobytes;
	int64_t nodes;
	if (*p == '\0' || strcmp(p, "?") == 0)
		return 0;
	if (!read_memory(&p, &kilobytes) ||
		(*p != '\0' && strcmp(p, "n") != 0 && strcmp(p, "c") != 0))
		return refuse_cell(cells, COLUMN_REQ_MEM, "not an amount of memory", error);
	if (read_whole(cells, COLUMN_NNODES, &nodes, error) != 0)
		return -1;
	if (*p == 'n')
		kilobytes *= (double)nodes;
	if (*p != 'c')
		kilobytes /= run->requested;
	if (kilobytes > SWF_TIME_MAX)
		return refuse_cell(cells, COLUMN_REQ_MEM, "out of range", error);
	/* what is unknown is negative, and no memory stands for all of a node */
	if (kilobytes >= 1)
		run->memory_request = (int64_t)kilobytes;
	return 0;
}

static int read_estimate(struct cells *cells, double *estimate, struct swf_error *error)
{
	static const char *const none[] = {"", "UNLIMITED", "Partition_Limit", NULL};
	const char *p = cell_text(cells, COLUMN_TIMELIMIT_RAW);
	int64_t minutes;
	if (is_one_of(p, none))
		return 0;
	if (!read_digits(&p, &minutes) || *p != '\0' || (double)minutes * 60 > SWF_TIME_MAX)
		return refuse_cell(cells, COLUMN_TIMELIMIT_RAW, "not minutes", error);
	*estimate = (double)minutes * 60;
	return 0;
}

/* The names of a job. A column that is missing leaves its number unknown. */
static int read_names(const struct cells *cells, struct swf_accounts *accounts, struct swf_run *run,
	struct swf_error *error)
{
	/* the type of GPUs is one of the resources */
	static const enum column columns[SWF_NAME_KINDS] = {[SWF_NAME_USER] = COLUMN_USER,
		[SWF_NAME_GROUP] = COLUMN_ACCOUNT,
		[SWF_NAME_EXECUTABLE] = COLUMN_JOB_NAME,
		[SWF_NAME_QUEUE] = COLUMN_QOS,
		[SWF_NAME_PARTITION] = COLUMN_PARTITION,
		[SWF_NAME_CONSTRAINT] = COLUMN_CONSTRAINTS,
		[SWF_NAME_LICENSES] = COLUMN_LICENSES,
		[SWF_NAME_RESERVATION] = COLUMN_RESERVATION};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++) {
		if (kind == SWF_NAME_GPU_TYPE)
			continue;
		const char *name = cell_text(cells, columns[kind]);
		/* a site without accounts has groups still */
		if (columns[kind] == COLUMN_ACCOUNT && name[0] == '\0')
			name = cell_text(cells, COLUMN_GROUP);
		if (swf_accounts_name(accounts, run, (enum swf_name_kind)kind, name, strlen(name),
			    error) != 0)
			return -1;
	}
	return 0;
}

/* Chooses the job's times, each of which may be one of two. The suspension is as short as possible
 * where the run time is known, and after that the wait. Returns whether other times would do as
 * well. */
static bool choose_times(struct swf_run *run, const struct swf_possible_times *submit,
	const struct swf_possible_times *start, const struct swf_possible_times *end,
	double elapsed)
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

static int read_times(struct cells *cells, struct swf_run *run, struct swf_error *error)
{
	struct swf_possible_times submit, eligible, start, end;
	int64_t elapsed;
	if (read_times_of_cell(cells, COLUMN_SUBMIT, &submit, error) != 0 ||
		read_times_of_cell(cells, COLUMN_ELIGIBLE, &eligible, error) != 0 ||
		read_times_of_cell(cells, COLUMN_START, &start, error) != 0 ||
		read_times_of_cell(cells, COLUMN_END, &end, error) != 0 ||
		read_whole(cells, COLUMN_ELAPSED_RAW, &elapsed, error) != 0)
		return -1;
	/* a job that was cancelled while it waited has a start in some releases */
	if (run->allocated == 0 || strcmp(cell_text(cells, COLUMN_NODE_LIST), no_nodes) == 0)
		start.count = 0;
	run->end = swf_possible_times_latest(&end, INFINITY);
	run->start = swf_possible_times_latest(&start, run->end);
	run->submit = swf_possible_times_latest(&submit, isnan(run->start) ? run->end : run->start);
	bool ambiguous = false;
	if (start.count == 0) {
		/* the wait goes on to the end */
		ambiguous = choose_times(run, &submit, &end, &end, 0);
		run->start = NAN;
	} else if (submit.count + start.count + end.count > 3) {
		ambiguous = choose_times(run, &submit, &start, &end, (double)elapsed);
	}
	run->eligible =
		swf_possible_times_latest(&eligible, isnan(run->start) ? run->end : run->start);
	run->run_time = elapsed >= 0 ? (double)elapsed : run->end - run->start;
	run->ambiguous = ambiguous;
	return 0;
}

/* What TRES says of a job, such as "cpu=8,mem=4G,node=1,gres/gpu=4,gres/gpu:a100=4". */
struct tres {
	int32_t gpus, typed; /* in all, and those with a type */
	const char *type;    /* of the GPUs, NULL if there is none, or several */
	size_t type_length;
	bool mixed; /* there are several */
	int64_t nodes;
	double memory; /* KB */
	double energy; /* J */
};

/* Reads the count at *p, up to the next comma. */
static bool read_tres_count(const char **p, int64_t *count)
{
	return read_digits(p, count) && (**p == '\0' || **p == ',');
}

/* Reads what stands behind "gres/gpu": "=4" or ":a100=4". Returns whether it is one of these, or
 * another name, such as gres/gpumem. */
static bool read_tres_gpus(const char *p, struct tres *tres)
{
	int64_t count;
	const bool is_total = *p == '=';
	if (!is_total && *p != ':')
		return true;
	const char *const type = p + 1;
	p += strcspn(p, "=,");
	if (*p != '=')
		return false;
	const size_t length = is_total ? 0 : (size_t)(p - type);
	p++;
	if (!read_tres_count(&p, &count) || count > INT32_MAX - tres->typed)
		return false;
	if (is_total) {
		tres->gpus = (int32_t)count;
		return true;
	}
	const bool same = tres->type != NULL && tres->type_length == length &&
		memcmp(tres->type, type, length) == 0;
	tres->mixed = tres->mixed || (count > 0 && tres->typed > 0 && !same);
	if (count > 0) {
		tres->type = type;
		tres->type_length = length;
	}
	tres->typed += (int32_t)count;
	return true;
}

/* J, or -1: Slurm has 0, or a number near 2^64, where energy was not measured. */
static double read_joules(const char *p)
{
	int64_t joules;
	const bool known =
		read_tres_count(&p, &joules) && joules > 0 && (double)joules <= SWF_TIME_MAX;
	return known ? (double)joules : SWF_UNKNOWN;
}

static bool begins_with(const char **p, const char *name)
{
	const size_t length = strlen(name);
	if (strncmp(*p, name, length) != 0)
		return false;
	*p += length;
	return true;
}

/* The total of GPUs counts, or where that is not listed the sum over their types. Returns 0, or -1
 * with the error set. */
static int read_tres(
	struct cells *cells, enum column column, struct tres *tres, struct swf_error *error)
{
	*tres = (struct tres){.nodes = SWF_UNKNOWN, .memory = SWF_UNKNOWN, .energy = SWF_UNKNOWN};
	for (const char *p = cell_text(cells, column); p != NULL; p = strchr(p, ',')) {
		p += *p == ',';
		if (begins_with(&p, "gres/gpu")) {
			if (!read_tres_gpus(p, tres))
				return refuse_cell(cells, column, "not a number of GPUs", error);
		} else if (begins_with(&p, "node=")) {
			if (!read_tres_count(&p, &tres->nodes) || tres->nodes > INT32_MAX)
				return refuse_cell(cells, column, "not a number of nodes", error);
		} else if (begins_with(&p, "mem=")) {
			if (!read_memory(&p, &tres->memory) || (*p != '\0' && *p != ','))
				return refuse_cell(cells, column, "not an amount of memory", error);
		} else if (begins_with(&p, "energy=")) {
			tres->energy = read_joules(p);
		}
	}
	if (tres->gpus == 0)
		tres->gpus = tres->typed;
	/* those without a type may be of another */
	if (tres->mixed || tres->typed < tres->gpus)
		tres->type = NULL;
	return 0;
}

/* GPUs and nodes, as they were allocated, or of a job that never ran, which has no TRES but those
 * that it requested, requested; energy; and the memory where there is no ReqMem. */
static int read_resources(struct cells *cells, struct swf_accounts *accounts, struct swf_run *run,
	struct swf_error *error)
{
	struct tres allocated, requested;
	if (read_tres(cells, COLUMN_ALLOC_TRES, &allocated, error) != 0 ||
		read_tres(cells, COLUMN_REQ_TRES, &requested, error) != 0)
		return -1;
	const bool never_ran = allocated.gpus == 0 && run->allocated <= 0;
	const struct tres *const tres = never_ran ? &requested : &allocated;
	const double memory = requested.memory > 0 ? requested.memory : allocated.memory;
	run->gpus = tres->gpus;
	run->mixed = tres->mixed;
	if (tres->nodes > 0)
		run->nodes = (int32_t)tres->nodes;
	run->energy = read_joules(cell_text(cells, COLUMN_ENERGY));
	if (run->energy < 0)
		run->energy = allocated.energy;
	if (run->memory_request == SWF_UNKNOWN && run->requested > 0 && memory >= run->requested)
		run->memory_request = (int64_t)(memory / run->requested);
	return tres->type == NULL
		? 0
		: swf_accounts_gpu_type(accounts, run, tres->type, tres->type_length, error);
}

/* Reads all of a run but its job, state and part; `over` has been set. Returns 0, or -1 with the
 * error set. */
static int read_run(struct cells *cells, struct swf_accounts *accounts, struct swf_run *run,
	struct swf_error *error)
{
	if (read_procs(cells, COLUMN_ALLOC_CPUS, &run->allocated, error) != 0 ||
		read_procs(cells, COLUMN_REQ_CPUS, &run->requested, error) != 0 ||
		read_procs(cells, COLUMN_RESTARTS, &run->requeues, error) != 0)
		return -1;
	if (run->requested <= 0)
		run->requested = run->allocated > 0 ? run->allocated : SWF_UNKNOWN;
	if (read_requested_memory(cells, run, error) != 0 ||
		read_resources(cells, accounts, run, error) != 0 ||
		read_times(cells, run, error) != 0 ||
		read_estimate(cells, &run->estimate, error) != 0 ||
		read_duration(cells, COLUMN_TOTAL_CPU, &run->cpu_time, error) != 0 ||
		read_names(cells, accounts, run, error) != 0)
		return -1;
	const char *nodes = cell_text(cells, COLUMN_NODE_LIST);
	if (strcmp(nodes, no_nodes) == 0)
		return 0;
	const int added = swf_accounts_add_nodes(accounts, nodes, strlen(nodes), error);
	return added <= 0 ? added
			  : refuse_cell(cells, COLUMN_NODE_LIST, "not a list of nodes", error);
}

/* Slurm's words, and whether a job can go on after that. */
static const struct job_state {
	const char *name;
	bool over;
	int8_t status;
} states[] = {{"COMPLETED", true, SWF_STATUS_COMPLETED}, {"FAILED", true, SWF_STATUS_FAILED},
	{"TIMEOUT", true, SWF_STATUS_FAILED}, {"OUT_OF_MEMORY", true, SWF_STATUS_FAILED},
	{"NODE_FAIL", true, SWF_STATUS_FAILED}, {"BOOT_FAIL", true, SWF_STATUS_FAILED},
	{"LAUNCH_FAILED", true, SWF_STATUS_FAILED}, {"RECONFIG_FAIL", true, SWF_STATUS_FAILED},
	{"DEADLINE", true, SWF_STATUS_FAILED}, {"CANCELLED", true, SWF_STATUS_CANCELLED},
	{"PREEMPTED", true, SWF_STATUS_CANCELLED}, {"REQUEUED", true, SWF_STATUS_CANCELLED},
	{"RESIZING", true, SWF_STATUS_CANCELLED}, {"REVOKED", true, SWF_STATUS_CANCELLED},
	{"PENDING", false, SWF_UNKNOWN}, {"RUNNING", false, SWF_UNKNOWN},
	{"SUSPENDED", false, SWF_UNKNOWN}, {"CONFIGURING", false, SWF_UNKNOWN},
	{"COMPLETING", false, SWF_UNKNOWN}, {"POWER_UP_NODE", false, SWF_UNKNOWN},
	{"REQUEUE_FED", false, SWF_UNKNOWN}, {"REQUEUE_HOLD", false, SWF_UNKNOWN},
	{"RESV_DEL_HOLD", false, SWF_UNKNOWN}, {"SIGNALING", false, SWF_UNKNOWN},
	{"SPECIAL_EXIT", false, SWF_UNKNOWN}, {"STAGE_OUT", false, SWF_UNKNOWN},
	{"STOPPED", false, SWF_UNKNOWN}};

/* The job of the lines that are being read. */
struct open_job {
	bool is_there; /* else no job line was read */
	bool bad;      /* its line was, so that it is kept out */
	struct swf_run_place place;
	struct swf_run run;
	double step_cpu_time; /* s */
	double step_energy;   /* J */
	int64_t tasks;        /* jobs that it stands for */
};

struct listing {
	struct swf_accounts *accounts;
	struct cells cells;
	const char *name;
	struct open_job job;
};

/* Slurm's own limit for arrays. */
enum { TASKS_MOST = 4000001 };

/* How many jobs a record stands for. The tasks of an array that have not begun share one record,
 * such as "12_[3-5,9-20:2%4]". 0 if the list is malformed, or cut by sacct ("..."). */
static int64_t count_tasks(const char *job_id)
{
	const char *p = strchr(job_id, '[');
	int64_t tasks = 0;
	if (p == NULL)
		return 1;
	do {
		int64_t first, last, step = 1;
		p++;
		if (!read_digits(&p, &first))
			return 0;
		last = first;
		if (*p == '-' && (p++, !read_digits(&p, &last)))
			return 0;
		if (*p == ':' && (p++, !read_digits(&p, &step)))
			return 0;
		if (last < first || step < 1 || last > TASKS_MOST)
			return 0;
		tasks += (last - first) / step + 1;
		if (tasks > TASKS_MOST)
			return 0;
	} while (*p == ',');
	return *p == ']' || *p == '%' ? tasks : 0;
}

/* Adds the job whose lines have been read. */
static int end_job(struct listing *listing, struct swf_error *error)
{
	struct open_job *job = &listing->job;
	struct swf_run *run = &job->run;
	if (!job->is_there || job->bad)
		return 0;
	if (job->tasks == 0 && run->over) {
		swf_accounts_keep_out(listing->accounts, job->place,
			"a list of array tasks that is cut; with SLURM_BITSTR_LEN=0 sacct lists "
			"all");
		return 0;
	}
	if (run->cpu_time <= 0)
		run->cpu_time = fmax(run->cpu_time, job->step_cpu_time);
	if (run->energy < 0 && job->step_energy > 0)
		run->energy = job->step_energy;
	if (!run->over) {
		run->part = job->tasks > 0 ? (int32_t)job->tasks : 1;
		return swf_accounts_add(listing->accounts, run, job->place, error);
	}
	for (run->part = 0; run->part < job->tasks; run->part++)
		if (swf_accounts_add(listing->accounts, run, job->place, error) != 0)
			return -1;
	return 0;
}

/* Begins with the line of a job. */
static int begin_job(struct listing *listing, int64_t id, struct swf_error *error)
{
	struct open_job *job = &listing->job;
	*job = (struct open_job){.is_there = true,
		.bad = true,
		.place = {listing->name, swf_csv_line(listing->cells.csv)},
		.run = swf_run_unknown(),
		.tasks = count_tasks(cell_text(&listing->cells, COLUMN_JOB_ID))};
	job->run.id = id;
	const char *const text = cell_text(&listing->cells, COLUMN_STATE);
	const size_t length = strcspn(text, " "); /* "CANCELLED by 1000" */
	const struct job_state *state = states,
			       *const end = states + sizeof states / sizeof *states;
	while (state < end &&
		(strncmp(state->name, text, length) != 0 || state->name[length] != '\0'))
		state++;
	if (state == end) {
		char why[100];
		snprintf(why, sizeof why, "unknown state '%.40s'", text);
		swf_accounts_keep_out(listing->accounts, job->place, why);
		return 0;
	}
	job->run.over = state->over;
	job->run.status = state->status;
	if (read_run(&listing->cells, listing->accounts, &job->run, error) != 0)
		return -1;
	job->bad = false;
	return 0;
}

/* Folds a step into its job. */
static int read_step(struct listing *listing, int64_t id, struct swf_error *error)
{
	struct open_job *job = &listing->job;
	const char *used = cell_text(&listing->cells, COLUMN_MAX_RSS);
	double seconds, kilobytes = SWF_UNKNOWN;
	if (!job->is_there || job->run.id != id) {
		listing->accounts->counts.stray_steps++;
		return 0;
	}
	if (*used != '\0' && (!read_memory(&used, &kilobytes) || *used != '\0'))
		return refuse_cell(
			&listing->cells, COLUMN_MAX_RSS, "not an amount of memory", error);
	if (read_duration(&listing->cells, COLUMN_TOTAL_CPU, &seconds, error) != 0)
		return -1;
	job->step_cpu_time += fmax(seconds, 0);
	job->step_energy += fmax(read_joules(cell_text(&listing->cells, COLUMN_ENERGY)), 0);
	if (kilobytes > (double)job->run.memory)
		job->run.memory = (int64_t)kilobytes;
	return 0;
}

static int read_line(struct listing *listing, struct swf_error *error)
{
	const char *p = cell_text(&listing->cells, COLUMN_JOB_ID_RAW);
	int64_t id;
	if (!read_digits(&p, &id) || (*p != '\0' && *p != '.'))
		return refuse_cell(&listing->cells, COLUMN_JOB_ID_RAW, "not a job's number", error);
	if (*p == '.')
		return read_step(listing, id, error);
	if (end_job(listing, error) != 0)
		return -1;
	return begin_job(listing, id, error);
}

int swf_accounts_read_slurm(
	struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct listing listing = {.accounts = accounts,
		.cells = {.clock = accounts->options.clock},
		.name = swf_input_name(path)};
	if (swf_input_open(path, &bytes, error) != 0 ||
		(listing.cells.csv = swf_csv_new_listing(bytes, listing.name, '|', error)) == NULL)
		return -1;
	struct cells *cells = &listing.cells;
	int status = find_columns(cells, listing.name, accounts->options.eligible, error);
	int got;
	while (status == 0 && (got = swf_csv_next(cells->csv, error)) != 0) {
		cells->refused = got < 0 && swf_csv_at_bad_row(cells->csv);
		if ((got < 0 || read_line(&listing, error) != 0) &&
			swf_accounts_bad_line(accounts, cells->refused, error) != 0)
			status = -1;
	}
	if (status == 0)
		status = end_job(&listing, error);
	swf_csv_free(cells->csv);
	return status;
}
