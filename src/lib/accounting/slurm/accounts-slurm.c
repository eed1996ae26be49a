#include "accounting/slurm/accounts-slurm.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "accounting/accounts.h"
#include "base/date.h"
#include "base/input.h"
#include "base/number.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/quantity.h"
#include "table/csv-reader.h"

/* The cells of what sacct lists: columns by their names, and values as Slurm writes them. */

enum swf_slurm_column {
	SWF_SLURM_JOB_ID,
	SWF_SLURM_JOB_ID_RAW,
	SWF_SLURM_STATE,
	SWF_SLURM_SUBMIT,
	SWF_SLURM_START,
	SWF_SLURM_END,
	SWF_SLURM_ALLOC_CPUS,
	SWF_SLURM_USER,
	SWF_SLURM_GROUP,
	SWF_SLURM_ACCOUNT,
	SWF_SLURM_PARTITION,
	SWF_SLURM_QOS,
	SWF_SLURM_ELIGIBLE,
	SWF_SLURM_ELAPSED_RAW,
	SWF_SLURM_TIMELIMIT_RAW,
	SWF_SLURM_REQ_CPUS,
	SWF_SLURM_NNODES,
	SWF_SLURM_REQ_MEM,
	SWF_SLURM_MAX_RSS,
	SWF_SLURM_TOTAL_CPU,
	SWF_SLURM_NODE_LIST,
	SWF_SLURM_ALLOC_TRES,
	SWF_SLURM_JOB_NAME,
	SWF_SLURM_COLUMNS,
	SWF_SLURM_NEEDED = SWF_SLURM_ALLOC_CPUS + 1 /* the columns before are */
};

struct swf_slurm_cells {
	struct swf_csv_reader *csv;
	const struct swf_calendar *clock; /* of times without a zone */
	int columns[SWF_SLURM_COLUMNS];   /* their places, -1 if they are missing */
	bool refused;                     /* the line that was read last */
};

/* Finds the columns. Returns 0, or -1 with the error set if one is missing that is needed. */
int swf_slurm_find_columns(struct swf_slurm_cells *cells, const char *file, bool eligible_is_needed,
	struct swf_error *error) SWF_MUST_CHECK;

/* The cell of a column; empty where that is missing. */
const char *swf_slurm_cell(const struct swf_slurm_cells *cells, enum swf_slurm_column column);

/* Sets the error to what is wrong with a cell. Returns -1. */
int swf_slurm_refuse(struct swf_slurm_cells *cells, enum swf_slurm_column column, const char *what,
	struct swf_error *error);

/* Whether the text is one of some words, ended by NULL, none of which begins with a digit. */
bool swf_slurm_is_one_of(const char *text, const char *const words[]);

/* Reads the digits at *p, which moves behind them. Returns whether there are some. */
bool swf_slurm_digits(const char **p, int64_t *value);

/* Memory in KB of "2960K", "1.50G", or of bytes; *p moves behind it. Returns whether it is one. */
bool swf_slurm_memory(const char **p, double *kilobytes);

/* A time that may be one of two, since local times come twice when the clock is put back. */
struct swf_slurm_moment {
	size_t count; /* 0 if there is none */
	double times[2];
};

/* The value of a cell. Each returns 0, or -1 with the error set. */

/* A whole number; -1 for an empty cell. */
int swf_slurm_whole(struct swf_slurm_cells *cells, enum swf_slurm_column column, int64_t *value,
	struct swf_error *error) SWF_MUST_CHECK;
int swf_slurm_procs(struct swf_slurm_cells *cells, enum swf_slurm_column column, int32_t *value,
	struct swf_error *error) SWF_MUST_CHECK;

/* A date, local or with its offset, or a Unix time. */
int swf_slurm_moment(struct swf_slurm_cells *cells, enum swf_slurm_column column,
	struct swf_slurm_moment *moment, struct swf_error *error) SWF_MUST_CHECK;

/* A duration in s of [DD-[HH:]]MM:SS[.SSS], or -1 for an empty cell. */
int swf_slurm_duration(struct swf_slurm_cells *cells, enum swf_slurm_column column, double *seconds,
	struct swf_error *error) SWF_MUST_CHECK;

/* The run of a job's line in what sacct lists. */

/* Reads all of a run but its job, state and part, of which `over` is to be set before. Returns 0,
 * or -1 with the error set. */
int swf_slurm_read_run(struct swf_slurm_cells *cells, struct swf_accounts *accounts,
	struct swf_run *run, struct swf_error *error) SWF_MUST_CHECK;

static const char *const names_of_columns[SWF_SLURM_COLUMNS] = {"JobID", "JobIDRaw", "State",
	"Submit", "Start", "End", "AllocCPUS", "User", "Group", "Account", "Partition", "QOS",
	"Eligible", "ElapsedRaw", "TimelimitRaw", "ReqCPUS", "NNodes", "ReqMem", "MaxRSS",
	"TotalCPU", "NodeList", "AllocTRES", "JobName"};

/* Whether the last column is free text, so that a delimiter in a row with too many stands there: it
 * is JobName, or, where there is none, one that is not read. --parsable has an empty one behind. */
static bool ends_in_text(const struct swf_slurm_cells *cells)
{
	int last = (int)swf_csv_columns(cells->csv) - 1;
	if (swf_csv_name(cells->csv, last)[0] == '\0')
		last--;
	if (cells->columns[SWF_SLURM_JOB_NAME] >= 0)
		return cells->columns[SWF_SLURM_JOB_NAME] == last;
	for (int i = 0; i < SWF_SLURM_COLUMNS; i++)
		if (cells->columns[i] == last)
			return false;
	return true;
}

int swf_slurm_find_columns(struct swf_slurm_cells *cells, const char *file, bool eligible_is_needed,
	struct swf_error *error)
{
	if (swf_csv_columns(cells->csv) == 1)
		return swf_fail(error,
			"%s:1: one column, '%.40s': sacct --parsable2 separates them by '|'", file,
			swf_csv_name(cells->csv, 0));
	for (int i = 0; i < SWF_SLURM_COLUMNS; i++) {
		cells->columns[i] = swf_csv_column(cells->csv, names_of_columns[i]);
		if (cells->columns[i] < 0 && i < SWF_SLURM_NEEDED)
			return swf_csv_need_column(cells->csv, names_of_columns[i], error);
	}
	if (eligible_is_needed && cells->columns[SWF_SLURM_ELIGIBLE] < 0)
		return swf_csv_need_column(cells->csv, names_of_columns[SWF_SLURM_ELIGIBLE], error);
	if (!ends_in_text(cells))
		swf_csv_refuse_more(cells->csv);
	return 0;
}

const char *swf_slurm_cell(const struct swf_slurm_cells *cells, enum swf_slurm_column column)
{
	const int place = cells->columns[column];
	return place < 0 ? "" : swf_csv_cell(cells->csv, place);
}

int swf_slurm_refuse(struct swf_slurm_cells *cells, enum swf_slurm_column column, const char *what,
	struct swf_error *error)
{
	cells->refused = true;
	return swf_csv_refuse(cells->csv, error, "column '%s': %s: '%.60s'",
		names_of_columns[column], what, swf_slurm_cell(cells, column));
}

bool swf_slurm_digits(const char **p, int64_t *value)
{
	return swf_number_scan_digits(p, NULL, INT64_C(999999999999999999), value);
}

int swf_slurm_whole(struct swf_slurm_cells *cells, enum swf_slurm_column column, int64_t *value,
	struct swf_error *error)
{
	const char *p = swf_slurm_cell(cells, column);
	*value = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (!swf_slurm_digits(&p, value) || *p != '\0')
		return swf_slurm_refuse(cells, column, "not a whole number", error);
	return 0;
}

int swf_slurm_procs(struct swf_slurm_cells *cells, enum swf_slurm_column column, int32_t *value,
	struct swf_error *error)
{
	int64_t whole;
	if (swf_slurm_whole(cells, column, &whole, error) != 0)
		return -1;
	if (whole > INT32_MAX)
		return swf_slurm_refuse(cells, column, "out of range", error);
	*value = (int32_t)whole;
	return 0;
}

bool swf_slurm_is_one_of(const char *text, const char *const words[])
{
	if (swf_is_digit(text[0]))
		return false;
	for (; *words != NULL; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

int swf_slurm_moment(struct swf_slurm_cells *cells, enum swf_slurm_column column,
	struct swf_slurm_moment *moment, struct swf_error *error)
{
	static const char *const none[] = {"", "Unknown", "None", "N/A", NULL};
	const char *text = swf_slurm_cell(cells, column), *p = text;
	struct swf_date date;
	int64_t seconds;
	*moment = (struct swf_slurm_moment){0};
	if (swf_slurm_is_one_of(text, none))
		return 0;
	if (swf_date_read(text, &date) && !date.day_only) {
		moment->count = 1;
		moment->times[0] = date.seconds - date.offset;
		if (!date.zoned)
			moment->count =
				swf_calendar_seconds(cells->clock, date.seconds, moment->times);
		return 0;
	}
	if (!swf_slurm_digits(&p, &seconds) || *p != '\0' || seconds > SWF_LATEST)
		return swf_slurm_refuse(cells, column, "not a time", error);
	*moment = (struct swf_slurm_moment){1, {(double)seconds}};
	return 0;
}

/* A number that may have a fraction; *p moves behind it. */
static bool read_decimal(const char **p, double *value)
{
	const char *begin = *p;
	int64_t whole;
	if (!swf_slurm_digits(p, &whole))
		return false;
	*value = (double)whole;
	if (**p != '.')
		return true;
	for (++*p; swf_is_digit(**p);)
		++*p;
	return swf_number_scan_time(begin, *p, value) == SWF_SCAN_OK;
}

int swf_slurm_duration(struct swf_slurm_cells *cells, enum swf_slurm_column column, double *seconds,
	struct swf_error *error)
{
	const char *const text = swf_slurm_cell(cells, column), *p = text;
	int64_t days = 0;
	double part;
	int parts = 0;
	*seconds = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (swf_slurm_digits(&p, &days) && *p == '-') {
		p++;
	} else {
		p = text;
		days = 0;
	}
	for (*seconds = 0; parts < 3; parts++) {
		if (!read_decimal(&p, &part))
			return swf_slurm_refuse(cells, column, "not a duration", error);
		*seconds = *seconds * 60 + part;
		if (*p++ != ':')
			break;
	}
	if (parts == 3 || p[-1] != '\0')
		return swf_slurm_refuse(cells, column, "not a duration", error);
	*seconds += (double)days * SWF_DAY;
	if (*seconds > SWF_TIME_MAX)
		return swf_slurm_refuse(cells, column, "out of range", error);
	return 0;
}

bool swf_slurm_memory(const char **p, double *kilobytes)
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

/*
 * An hour comes twice when a clock is put back. The run time, and the order of submit and start,
 * decide which of the two hours is meant. If both remain possible, the shorter wait is assumed, and
 * the job is counted.
 */

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

/*
 * What sacct prints with --parsable2: a line a job, and behind it one for each of its steps.
 */

/* Slurm's words, and whether a job can go on after that. */
static const struct state {
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
struct job {
	bool is_there; /* else no job line was read */
	bool bad;      /* its line was, so that it is kept out */
	struct swf_run_place place;
	struct swf_run run;
	double step_cpu_time; /* s */
	int64_t tasks;        /* jobs that it stands for */
};

struct source {
	struct swf_accounts *accounts;
	struct swf_slurm_cells cells;
	const char *name;
	struct job job;
};

/* Slurm's own limit for arrays. */
enum { TASKS_MOST = 4000001 };

/* How many jobs a record stands for: an array of which tasks have not begun is one record, such as
 * "12_[3-5,9-20:2%4]". 0 if the list is malformed, or longer than sacct shows it ("..."). */
static int64_t count_tasks(const char *job_id)
{
	const char *p = strchr(job_id, '[');
	int64_t tasks = 0;
	if (p == NULL)
		return 1;
	do {
		int64_t first, last, step = 1;
		p++;
		if (!swf_slurm_digits(&p, &first))
			return 0;
		last = first;
		if (*p == '-' && (p++, !swf_slurm_digits(&p, &last)))
			return 0;
		if (*p == ':' && (p++, !swf_slurm_digits(&p, &step)))
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
static int end_job(struct source *source, struct swf_error *error)
{
	struct job *job = &source->job;
	struct swf_run *run = &job->run;
	if (!job->is_there || job->bad)
		return 0;
	if (job->tasks == 0 && run->over) {
		swf_accounts_keep_out(source->accounts, job->place,
			"a list of array tasks that is cut; with SLURM_BITSTR_LEN=0 sacct lists "
			"all");
		return 0;
	}
	if (run->cpu_time <= 0)
		run->cpu_time = fmax(run->cpu_time, job->step_cpu_time);
	if (!run->over) {
		run->part = job->tasks > 0 ? (int32_t)job->tasks : 1;
		return swf_accounts_add(source->accounts, run, job->place, error);
	}
	for (run->part = 0; run->part < job->tasks; run->part++)
		if (swf_accounts_add(source->accounts, run, job->place, error) != 0)
			return -1;
	return 0;
}

static const struct state *find_state(const char *text)
{
	const size_t length = strcspn(text, " "); /* "CANCELLED by 1000" */
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strncmp(states[i].name, text, length) == 0 && states[i].name[length] == '\0')
			return &states[i];
	return NULL;
}

/* Begins with the line of a job. */
static int begin_job(struct source *source, int64_t id, struct swf_error *error)
{
	struct job *job = &source->job;
	*job = (struct job){.is_there = true,
		.bad = true,
		.place = {source->name, swf_csv_line(source->cells.csv)},
		.run = swf_run_unknown(),
		.tasks = count_tasks(swf_slurm_cell(&source->cells, SWF_SLURM_JOB_ID))};
	job->run.id = id;
	const struct state *state = find_state(swf_slurm_cell(&source->cells, SWF_SLURM_STATE));
	if (state == NULL) {
		char why[100];
		snprintf(why, sizeof why, "unknown state '%.40s'",
			swf_slurm_cell(&source->cells, SWF_SLURM_STATE));
		swf_accounts_keep_out(source->accounts, job->place, why);
		return 0;
	}
	job->run.over = state->over;
	job->run.status = state->status;
	if (swf_slurm_read_run(&source->cells, source->accounts, &job->run, error) != 0)
		return -1;
	job->bad = false;
	return 0;
}

/* Folds a step into its job. */
static int read_step(struct source *source, int64_t id, struct swf_error *error)
{
	struct job *job = &source->job;
	const char *used = swf_slurm_cell(&source->cells, SWF_SLURM_MAX_RSS);
	double seconds, kilobytes = SWF_UNKNOWN;
	if (!job->is_there || job->run.id != id) {
		source->accounts->counts.stray_steps++;
		return 0;
	}
	if (*used != '\0' && (!swf_slurm_memory(&used, &kilobytes) || *used != '\0'))
		return swf_slurm_refuse(
			&source->cells, SWF_SLURM_MAX_RSS, "not an amount of memory", error);
	if (swf_slurm_duration(&source->cells, SWF_SLURM_TOTAL_CPU, &seconds, error) != 0)
		return -1;
	job->step_cpu_time += fmax(seconds, 0);
	if (kilobytes > (double)job->run.memory)
		job->run.memory = (int64_t)kilobytes;
	return 0;
}

static int read_line(struct source *source, struct swf_error *error)
{
	const char *p = swf_slurm_cell(&source->cells, SWF_SLURM_JOB_ID_RAW);
	int64_t id;
	if (!swf_slurm_digits(&p, &id) || (*p != '\0' && *p != '.'))
		return swf_slurm_refuse(
			&source->cells, SWF_SLURM_JOB_ID_RAW, "not a job's number", error);
	if (*p == '.')
		return read_step(source, id, error);
	if (end_job(source, error) != 0)
		return -1;
	return begin_job(source, id, error);
}

static int read_lines(struct source *source, struct swf_error *error)
{
	int got;
	while ((got = swf_csv_next(source->cells.csv, error)) != 0) {
		source->cells.refused = got < 0 && swf_csv_at_bad_row(source->cells.csv);
		if ((got < 0 || read_line(source, error) != 0) &&
			swf_accounts_bad_line(source->accounts, source->cells.refused, error) != 0)
			return -1;
	}
	return end_job(source, error);
}

int swf_accounts_read_slurm(
	struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct source source = {.accounts = accounts,
		.cells = {.clock = accounts->options.clock},
		.name = swf_input_name(path)};
	if (swf_input_open(path, &bytes, error) != 0 ||
		(source.cells.csv = swf_csv_new_listing(bytes, source.name, '|', error)) == NULL)
		return -1;
	int status = swf_slurm_find_columns(
		&source.cells, source.name, accounts->options.eligible, error);
	if (status == 0)
		status = read_lines(&source, error);
	swf_csv_free(source.cells.csv);
	return status;
}
