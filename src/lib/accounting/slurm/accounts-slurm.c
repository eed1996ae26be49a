/*
 * What sacct prints with --parsable2: a line a job, and behind it one for each of its steps.
 */
#include "accounting/slurm/accounts-slurm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accounting/accounts-parts.h"
#include "accounting/slurm/slurm-run.h"
#include "base/input.h"

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
