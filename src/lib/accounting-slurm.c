/*
 * What sacct prints with --parsable2: a line a job, and behind it one for each of its steps.
 *
 * Local times of the hour that comes twice when a clock is put back are told apart by what else is
 * known: how long the job ran, and that it was not started before it was submitted. Where that
 * leaves both, the job is taken to have waited for as short as can be, and is counted.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "input.h"
#include "number.h"
#include "swfcore/csv-reader.h"
#include "swfcore/date.h"
#include "swfcore/quantity.h"

enum column {
	JOB_ID,
	JOB_ID_RAW,
	STATE,
	SUBMIT,
	START,
	END,
	ALLOC_CPUS,
	USER,
	GROUP,
	ACCOUNT,
	PARTITION,
	QOS,
	ELIGIBLE,
	ELAPSED_RAW,
	TIMELIMIT_RAW,
	REQ_CPUS,
	NNODES,
	REQ_MEM,
	MAX_RSS,
	TOTAL_CPU,
	NODE_LIST,
	JOB_NAME,
	COLUMNS,
	NEEDED = ALLOC_CPUS + 1 /* the columns before are */
};

static const char *const names_of_columns[COLUMNS] = {"JobID", "JobIDRaw", "State", "Submit",
	"Start", "End", "AllocCPUS", "User", "Group", "Account", "Partition", "QOS", "Eligible",
	"ElapsedRaw", "TimelimitRaw", "ReqCPUS", "NNodes", "ReqMem", "MaxRSS", "TotalCPU",
	"NodeList", "JobName"};

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

/* A time that may be one of two. */
struct moment {
	size_t count; /* 0 if there is none */
	double times[2];
};

/* The job of the lines that are being read. */
struct job {
	bool is_there; /* else no job line was read */
	bool bad;      /* its line was, so that it is kept out */
	struct swf_place place;
	struct swf_run run;
	double step_cpu_time; /* s */
	int64_t tasks;        /* jobs that it stands for */
};

struct source {
	struct swf_accounts *accounts;
	struct swf_csv_reader *csv;
	const char *name;
	int columns[COLUMNS]; /* their places, -1 if they are missing */
	bool refused;         /* the line that was read last */
	struct job job;
};

/* The cell of a column; empty where that is missing. */
static const char *cell(const struct source *source, enum column column)
{
	const int place = source->columns[column];
	return place < 0 ? "" : swf_csv_cell(source->csv, place);
}

static int refuse(
	const struct source *source, enum column column, const char *what, struct swf_error *error)
{
	return swf_csv_refuse(source->csv, error, "column '%s': %s: '%.60s'",
		names_of_columns[column], what, cell(source, column));
}

/* Reads the digits at *p, which moves behind them. Returns whether there are some. */
static bool read_digits(const char **p, int64_t *value)
{
	const char *begin = *p;
	while (**p >= '0' && **p <= '9')
		++*p;
	return swf_scan_whole(begin, *p, value) == SWF_SCAN_OK;
}

/* A whole number; -1 for an empty cell. */
static int read_whole(
	struct source *source, enum column column, int64_t *value, struct swf_error *error)
{
	const char *p = cell(source, column);
	*value = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (!read_digits(&p, value) || *p != '\0')
		return refuse(source, column, "not a whole number", error);
	return 0;
}

static int read_procs(
	struct source *source, enum column column, int32_t *value, struct swf_error *error)
{
	int64_t whole;
	if (read_whole(source, column, &whole, error) != 0)
		return -1;
	if (whole > INT32_MAX)
		return refuse(source, column, "out of range", error);
	*value = (int32_t)whole;
	return 0;
}

/* Whether the text is one of some words, none of which begins with a digit. */
static bool is_one_of(const char *text, const char *const words[])
{
	if (text[0] >= '0' && text[0] <= '9')
		return false;
	for (; *words != NULL; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

/* A date, local or with its offset, or a Unix time. */
static int read_moment(
	struct source *source, enum column column, struct moment *moment, struct swf_error *error)
{
	static const char *const none[] = {"", "Unknown", "None", "N/A", NULL};
	const char *text = cell(source, column), *p = text;
	struct swf_date date;
	int64_t seconds;
	*moment = (struct moment){0};
	if (is_one_of(text, none))
		return 0;
	if (swf_date_read(text, &date) && !date.day_only) {
		moment->count = 1;
		moment->times[0] = date.seconds - date.offset;
		if (!date.zoned)
			moment->count = swf_calendar_seconds(
				source->accounts->options.clock, date.seconds, moment->times);
		return 0;
	}
	if (!read_digits(&p, &seconds) || *p != '\0' || (double)seconds > SWF_TIME_MAX)
		return refuse(source, column, "not a time", error);
	*moment = (struct moment){1, {(double)seconds}};
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
	for (++*p; **p >= '0' && **p <= '9';)
		++*p;
	return swf_scan_time(begin, *p, value) == SWF_SCAN_OK;
}

/* A duration in s of [DD-[HH:]]MM:SS[.SSS], or -1 for an empty cell. */
static int read_duration(
	struct source *source, enum column column, double *seconds, struct swf_error *error)
{
	const char *p = cell(source, column);
	double days = 0, part = 0;
	*seconds = *p == '\0' ? SWF_UNKNOWN : 0;
	while (*p != '\0') {
		if (!read_decimal(&p, &part))
			return refuse(source, column, "not a duration", error);
		if (*p == '-' && days == 0) {
			days = part;
			p++;
		} else if (*p == ':' || *p == '\0') {
			*seconds = *seconds * 60 + part;
			p += *p == ':';
		} else {
			return refuse(source, column, "not a duration", error);
		}
	}
	*seconds += *seconds < 0 ? 0 : days * SWF_DAY;
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
static int read_requested_memory(
	struct source *source, struct swf_run *run, struct swf_error *error)
{
	const char *p = cell(source, REQ_MEM);
	double kilobytes;
	int64_t nodes;
	if (*p == '\0' || strcmp(p, "?") == 0)
		return 0;
	if (!read_memory(&p, &kilobytes) ||
		(*p != '\0' && strcmp(p, "n") != 0 && strcmp(p, "c") != 0))
		return refuse(source, REQ_MEM, "not an amount of memory", error);
	if (read_whole(source, NNODES, &nodes, error) != 0)
		return -1;
	if (*p != 'c' && run->requested > 0)
		kilobytes = kilobytes * (*p == 'n' ? fmax((double)nodes, 1) : 1) / run->requested;
	if (kilobytes > 0 && (*p == 'c' || run->requested > 0))
		run->memory_request = (int64_t)kilobytes;
	return 0;
}

static int read_estimate(struct source *source, double *estimate, struct swf_error *error)
{
	static const char *const none[] = {"", "UNLIMITED", "Partition_Limit", NULL};
	const char *p = cell(source, TIMELIMIT_RAW);
	int64_t minutes;
	if (is_one_of(p, none))
		return 0;
	if (!read_digits(&p, &minutes) || *p != '\0' || (double)minutes * 60 > SWF_TIME_MAX)
		return refuse(source, TIMELIMIT_RAW, "not minutes", error);
	*estimate = (double)minutes * 60;
	return 0;
}

/* The names of a job. A column that is missing leaves its number unknown. */
static int read_names(const struct source *source, struct swf_run *run, struct swf_error *error)
{
	static const enum column columns[SWF_NAME_KINDS] = {
		USER, ACCOUNT, JOB_NAME, QOS, PARTITION};
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++) {
		const char *name = cell(source, columns[kind]);
		/* a site without accounts has groups still */
		if (columns[kind] == ACCOUNT && name[0] == '\0')
			name = cell(source, GROUP);
		if (swf_accounts_name(source->accounts, run, (enum swf_name_kind)kind, name,
			    strlen(name), error) != 0)
			return -1;
	}
	return 0;
}

static double latest_by(const struct moment *moment, double by)
{
	if (moment->count == 0)
		return NAN;
	return moment->count == 2 && moment->times[1] <= by ? moment->times[1] : moment->times[0];
}

/* The job's times, each of which may be one of two: such that it waited and was suspended for as
 * short as can be. Returns whether others would do as well. */
static bool choose_times(struct swf_run *run, const struct moment *submit,
	const struct moment *start, const struct moment *end, double elapsed)
{
	double least_rest = INFINITY, least_wait = INFINITY;
	int as_good = 0;
	for (size_t i = 0; i < submit->count * start->count * end->count; i++) {
		const double submitted = submit->times[i % submit->count];
		const double started = start->times[i / submit->count % start->count];
		const double ended = end->times[i / submit->count / start->count];
		const double rest = ended - started - elapsed, wait = started - submitted;
		if (rest < 0 || wait < 0 || rest > least_rest)
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

static int read_times(struct source *source, struct swf_run *run, struct swf_error *error)
{
	struct moment submit, eligible, start, end;
	int64_t elapsed;
	if (read_moment(source, SUBMIT, &submit, error) != 0 ||
		read_moment(source, ELIGIBLE, &eligible, error) != 0 ||
		read_moment(source, START, &start, error) != 0 ||
		read_moment(source, END, &end, error) != 0 ||
		read_whole(source, ELAPSED_RAW, &elapsed, error) != 0)
		return -1;
	/* a job that was cancelled while it waited has a start in some releases */
	if (run->allocated == 0 || strcmp(cell(source, NODE_LIST), "None assigned") == 0)
		start.count = 0;
	run->end = latest_by(&end, INFINITY);
	run->start = latest_by(&start, run->end);
	run->submit = latest_by(&submit, isnan(run->start) ? run->end : run->start);
	bool ambiguous = submit.count == 2 && !(submit.times[1] > run->end);
	if (start.count > 0 && submit.count + start.count + end.count > 3)
		ambiguous = choose_times(run, &submit, &start, &end, fmax((double)elapsed, 0));
	run->eligible = latest_by(&eligible, isnan(run->start) ? run->end : run->start);
	run->run_time = elapsed >= 0 ? (double)elapsed : run->end - run->start;
	source->accounts->counts.ambiguous += ambiguous && run->over;
	return 0;
}

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
		if (!read_digits(&p, &first))
			return 0;
		last = first;
		if (*p == '-' && (p++, !read_digits(&p, &last)))
			return 0;
		if (*p == ':' && (p++, !read_digits(&p, &step)))
			return 0;
		/* Slurm's own limit for arrays */
		if (last < first || step < 1 || last > 4000001)
			return 0;
		tasks += (last - first) / step + 1;
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

static int read_sizes(struct source *source, struct swf_run *run, struct swf_error *error)
{
	if (read_procs(source, ALLOC_CPUS, &run->allocated, error) != 0 ||
		read_procs(source, REQ_CPUS, &run->requested, error) != 0)
		return -1;
	if (run->requested <= 0)
		run->requested = run->allocated;
	return read_requested_memory(source, run, error);
}

static int add_nodes(struct source *source, struct swf_error *error)
{
	const char *list = cell(source, NODE_LIST);
	if (strcmp(list, "None assigned") == 0)
		return 0;
	switch (swf_node_set_add(&source->accounts->nodes, list, strlen(list))) {
	case SWF_NODES_ADDED:
		return 0;
	case SWF_NODES_NO_MEMORY:
		return swf_fail(error, "out of memory");
	default:
		return refuse(source, NODE_LIST, "not a list of nodes", error);
	}
}

/* Begins with the line of a job. */
static int begin_job(struct source *source, int64_t id, struct swf_error *error)
{
	struct job *job = &source->job;
	*job = (struct job){.is_there = true,
		.bad = true,
		.place = {source->name, swf_csv_line(source->csv)},
		.run = swf_run_unknown(),
		.tasks = count_tasks(cell(source, JOB_ID))};
	job->run.id = id;
	const struct state *state = find_state(cell(source, STATE));
	if (state == NULL) {
		char why[100];
		snprintf(why, sizeof why, "unknown state '%.40s'", cell(source, STATE));
		swf_accounts_keep_out(source->accounts, job->place, why);
		return 0;
	}
	job->run.over = state->over;
	job->run.status = state->status;
	if (read_sizes(source, &job->run, error) != 0 ||
		read_times(source, &job->run, error) != 0 ||
		read_estimate(source, &job->run.estimate, error) != 0 ||
		read_duration(source, TOTAL_CPU, &job->run.cpu_time, error) != 0 ||
		read_names(source, &job->run, error) != 0 || add_nodes(source, error) != 0)
		return -1;
	job->bad = false;
	return 0;
}

/* Folds a step into its job. */
static int read_step(struct source *source, int64_t id, struct swf_error *error)
{
	struct job *job = &source->job;
	const char *used = cell(source, MAX_RSS);
	double seconds, kilobytes = SWF_UNKNOWN;
	if (!job->is_there || job->run.id != id) {
		source->accounts->counts.stray_steps++;
		return 0;
	}
	source->accounts->counts.steps++;
	if (*used != '\0' && (!read_memory(&used, &kilobytes) || *used != '\0'))
		return refuse(source, MAX_RSS, "not an amount of memory", error);
	if (read_duration(source, TOTAL_CPU, &seconds, error) != 0)
		return -1;
	job->step_cpu_time += fmax(seconds, 0);
	if (kilobytes > (double)job->run.memory)
		job->run.memory = (int64_t)kilobytes;
	return 0;
}

static int read_line(struct source *source, struct swf_error *error)
{
	const char *p = cell(source, JOB_ID_RAW);
	int64_t id;
	if (!read_digits(&p, &id) || (*p != '\0' && *p != '.'))
		return refuse(source, JOB_ID_RAW, "not a job's number", error);
	if (*p == '.')
		return read_step(source, id, error);
	if (end_job(source, error) != 0)
		return -1;
	return begin_job(source, id, error);
}

static int find_columns(struct source *source, struct swf_error *error)
{
	if (swf_csv_columns(source->csv) == 1)
		return swf_fail(error,
			"%s:1: one column, '%.40s': sacct --parsable2 separates them by '|'",
			source->name, swf_csv_name(source->csv, 0));
	for (int i = 0; i < COLUMNS; i++) {
		source->columns[i] = swf_csv_column(source->csv, names_of_columns[i]);
		if (source->columns[i] < 0 && i < NEEDED)
			return swf_csv_need_column(source->csv, names_of_columns[i], error);
	}
	if (source->accounts->options.eligible && source->columns[ELIGIBLE] < 0)
		return swf_csv_need_column(source->csv, names_of_columns[ELIGIBLE], error);
	return 0;
}

static int read_lines(struct source *source, struct swf_error *error)
{
	int got;
	while ((got = swf_csv_next(source->csv, error)) != 0) {
		source->refused = got < 0 && swf_csv_at_bad_row(source->csv);
		if ((got < 0 || read_line(source, error) != 0) &&
			swf_accounts_bad_line(source->accounts, source->refused, error) != 0)
			return -1;
	}
	return end_job(source, error);
}

int swf_accounts_read_slurm(
	struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct source source = {
		.accounts = accounts, .name = strcmp(path, "-") == 0 ? "stdin" : path};
	if (swf_input_open(path, &bytes, error) != 0 ||
		(source.csv = swf_csv_new_listing(bytes, source.name, '|', error)) == NULL)
		return -1;
	int status = find_columns(&source, error);
	if (status == 0)
		status = read_lines(&source, error);
	swf_csv_free(source.csv);
	return status;
}
