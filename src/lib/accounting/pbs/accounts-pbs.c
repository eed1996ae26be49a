/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/accounts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/pbs/pbs-record.h"
#include "base/input.h"
#include "base/number.h"

/*
 * An E (ended) or R (rerun) record makes a run. Q (queued), S (started), D (deleted) and A
 * (aborted) add what those leave out, and are all that there is of jobs that never ran.
 *
 * Between two records, a job is open if one of its records may still matter to a later one. E
 * closes it, unless the run was lost: it began before the job was requeued, and another run
 * follows. M closes it, too. A job that is open after the last file had not ended, or was deleted
 * before it ran. Each run is added once, by its E or R or at the end. So memory grows with the runs
 * and with the jobs open at a time, not with the records.
 */

/* A Unix time; one that is missing or 0 leaves it as it is. */
static int read_time(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, double *time, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	int64_t seconds;
	if (value.begin == NULL)
		return 0;
	if (swf_number_scan_whole(value.begin, value.end, &seconds) != SWF_SCAN_OK || seconds < 0 ||
		seconds > SWF_LATEST)
		return swf_pbs_refuse(source, key, value, error);
	if (seconds > 0)
		*time = (double)seconds;
	return 0;
}

static int read_seconds(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, double *seconds, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	if (value.begin != NULL && !swf_pbs_duration(value.begin, value.end, seconds))
		return swf_pbs_refuse(source, key, value, error);
	return 0;
}

/* A key that tells how much there is of a resource, and what reads its value. */
struct counting_key {
	enum swf_pbs_key key;
	swf_pbs_processors *count;
};

/* Sets the count by the first of these keys that is there and not 0. A value that cannot be read is
 * an error, or is ignored where `error` is NULL. */
static int read_count(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	const struct counting_key *keys, size_t key_count, int32_t *count, struct swf_error *error)
{
	for (size_t i = 0; i < key_count; i++) {
		const struct swf_pbs_text value = record->values[keys[i].key];
		int64_t whole = 0;
		if (value.begin == NULL)
			continue;
		const bool is_read = keys[i].count(value.begin, value.end, &whole);
		if (!is_read && error != NULL)
			return swf_pbs_refuse(source, keys[i].key, value, error);
		if (is_read && whole > 0) {
			*count = (int32_t)whole;
			return 0;
		}
	}
	return 0;
}

/* Sets the memory for each of `procs` processors; leaves it where the key is missing. */
static int read_memory(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, int32_t procs, int64_t *memory, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	double kilobytes;
	if (value.begin == NULL || procs <= 0)
		return 0;
	if (!swf_pbs_memory(value.begin, value.end, &kilobytes))
		return swf_pbs_refuse(source, key, value, error);
	*memory = (int64_t)(kilobytes / procs);
	return 0;
}

static int read_sizes(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error)
{
	/* PBS counts all of ncpus, but on a Cray; Torque's may be a default beside nodes */
	static const struct counting_key pbs[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_NCPUS, swf_pbs_count}, {SWF_PBS_SELECT, swf_pbs_select},
		{SWF_PBS_NODES, swf_pbs_nodes}};
	static const struct counting_key torque[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_NODES, swf_pbs_nodes}, {SWF_PBS_PROCS, swf_pbs_count},
		{SWF_PBS_NCPUS, swf_pbs_count}};
	static const struct counting_key used[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_USED_NCPUS, swf_pbs_count}, {SWF_PBS_EXEC_VNODE, swf_pbs_exec_vnode},
		{SWF_PBS_EXEC_HOST, swf_pbs_exec_host}, {SWF_PBS_SLOTS, swf_pbs_count}};
	static const struct counting_key gpus[] = {{SWF_PBS_NGPUS, swf_pbs_count},
		{SWF_PBS_SELECT, swf_pbs_select_gpus}, {SWF_PBS_NODES, swf_pbs_nodes_gpus}};
	const bool is_pbs = record->values[SWF_PBS_SELECT].begin != NULL;
	if (read_count(source, record, is_pbs ? pbs : torque, 4, &run->requested, error) != 0 ||
		read_count(source, record, used, 5, &run->allocated, error) != 0)
		return -1;
	/* no field of the log depends on GPUs, so a line is not bad where they cannot be read */
	(void)read_count(source, record, gpus, 3, &run->gpus, NULL);
	if (run->allocated <= 0)
		run->allocated = run->requested;
	if (run->requested <= 0)
		run->requested = run->allocated;
	if (read_memory(source, record, SWF_PBS_PMEM, 1, &run->memory_request, error) != 0 ||
		read_memory(source, record, SWF_PBS_MEM, run->requested, &run->memory_request,
			error) != 0)
		return -1;
	if (run->memory_request == 0) /* no limit */
		run->memory_request = SWF_UNKNOWN;
	return read_memory(source, record, SWF_PBS_USED_MEM, run->allocated, &run->memory, error);
}

/* Adds what a record tells to what is known of a run: times, sizes, names. */
static int read_run(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error)
{
	static const enum swf_pbs_key names[SWF_NAME_PARTITION] = {
		SWF_PBS_USER, SWF_PBS_ACCOUNT, SWF_PBS_JOBNAME, SWF_PBS_QUEUE};
	if (read_time(source, record, SWF_PBS_QTIME, &run->submit, error) != 0 ||
		read_time(source, record, SWF_PBS_CTIME, &run->submit, error) != 0 ||
		read_time(source, record, SWF_PBS_ETIME, &run->eligible, error) != 0 ||
		read_time(source, record, SWF_PBS_START, &run->start, error) != 0 ||
		read_time(source, record, SWF_PBS_END, &run->end, error) != 0 ||
		read_seconds(source, record, SWF_PBS_WALLTIME, &run->estimate, error) != 0 ||
		read_seconds(source, record, SWF_PBS_USED_CPUT, &run->cpu_time, error) != 0 ||
		read_sizes(source, record, run, error) != 0)
		return -1;
	for (int kind = 0; kind < SWF_NAME_PARTITION; kind++) {
		struct swf_pbs_text name = record->values[names[kind]];
		if (names[kind] == SWF_PBS_ACCOUNT && name.begin == name.end)
			name = record->values[SWF_PBS_GROUP];
		if (name.begin != NULL &&
			swf_accounts_name(source->accounts, run, (enum swf_name_kind)kind,
				name.begin, (size_t)(name.end - name.begin), error) != 0)
			return -1;
	}
	return 0;
}

static int read_status(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	int8_t *status, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[SWF_PBS_EXIT_STATUS];
	int64_t exit_status;
	*status = SWF_UNKNOWN;
	if (value.begin == NULL)
		return 0;
	if (swf_number_scan_whole(value.begin, value.end, &exit_status) != SWF_SCAN_OK)
		return swf_pbs_refuse(source, SWF_PBS_EXIT_STATUS, value, error);
	*status = exit_status == 0 ? SWF_STATUS_COMPLETED : SWF_STATUS_FAILED;
	return 0;
}

/* Adds the nodes of exec_host to those that had jobs. */
static int add_nodes(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_pbs_text hosts = record->values[SWF_PBS_EXEC_HOST];
	while (hosts.begin < hosts.end) {
		const char *end = swf_pbs_part_end(hosts.begin, hosts.end, '+');
		const char *name_end = swf_pbs_part_end(hosts.begin, end, '/');
		const int added = swf_accounts_add_nodes(
			source->accounts, hosts.begin, (size_t)(name_end - hosts.begin), error);
		if (added != 0)
			return added < 0 ? added
					 : swf_pbs_refuse(source, SWF_PBS_EXEC_HOST, hosts, error);
		hosts.begin = end < hosts.end ? end + 1 : end;
	}
	return 0;
}

/* Has a run count from its own submit. Returns whether it was lost when the job was requeued. */
static bool set_submit(const struct swf_open_job *job, struct swf_run *run)
{
	const bool lost = job != NULL && run->start < job->requeued;
	if (lost)
		run->submit = job->lost_submit;
	else if (job != NULL && !isnan(job->requeued))
		run->submit = job->requeued;
	return lost;
}

/* The run of an E or R record, with what was known of the job. */
static int read_ended(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	const struct swf_open_job *job, struct swf_run *run, struct swf_error *error)
{
	*run = job != NULL ? job->run : swf_run_unknown();
	run->id = record->id;
	run->over = true;
	if (read_run(source, record, run, error) != 0 || add_nodes(source, record, error) != 0)
		return -1;
	if (isnan(run->end))
		run->end = record->stamp;
	run->run_time = run->end - run->start;
	return 0;
}

static int take_end(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_accounts *accounts = source->accounts;
	struct swf_open_job *job = swf_open_jobs_find(&source->state->open, record->id);
	struct swf_run run;
	if (record->values[SWF_PBS_END].begin == NULL)
		return swf_pbs_refuse_line(source, "no end=: a line that is cut off", error);
	if (read_ended(source, record, job, &run, error) != 0 ||
		read_status(source, record, &run.status, error) != 0)
		return -1;
	const bool lost = set_submit(job, &run);
	if (lost || (job != NULL && job->deleted <= run.end))
		run.status = SWF_STATUS_CANCELLED;
	if (job != NULL && !lost)
		swf_open_jobs_remove(&source->state->open, job);
	if (swf_run_began(&run))
		return swf_accounts_add(accounts, &run, source->place, error);
	swf_accounts_keep_out(accounts, source->place, "an end without a start");
	return 0;
}

static int take_rerun(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->state->open;
	struct swf_run run;
	if (read_ended(source, record, swf_open_jobs_find(open, record->id), &run, error) != 0)
		return -1;
	struct swf_open_job *job = swf_open_jobs_put(open, record->id);
	if (job == NULL)
		return swf_fail_memory(error);
	run.status = SWF_STATUS_CANCELLED;
	if (!set_submit(job, &run))
		job->lost_submit = run.submit;
	job->requeued = run.end;
	job->run.start = NAN;
	return swf_run_began(&run) ? swf_accounts_add(source->accounts, &run, source->place, error)
				   : 0;
}

/* Q and S tell of the job what other records leave out. */
static int take_news(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->state->open;
	const struct swf_open_job *known = swf_open_jobs_find(open, record->id);
	struct swf_run run = known != NULL ? known->run : swf_run_unknown();
	run.id = record->id;
	if (isnan(run.submit))
		run.submit = record->stamp;
	if (read_run(source, record, &run, error) != 0)
		return -1;
	struct swf_open_job *job = swf_open_jobs_put(open, record->id);
	if (job == NULL)
		return swf_fail_memory(error);
	job->run = run;
	return 0;
}

/* A part of an array that waits has no records of its own but this. */
static int take_deletion(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->state->open;
	struct swf_open_job *job = swf_open_jobs_find(open, record->id);
	const bool is_new = job == NULL;
	if (is_new && (job = swf_open_jobs_put(open, record->id)) == NULL)
		return swf_fail_memory(error);
	const struct swf_open_job *array = swf_open_jobs_find(open, record->array_id);
	if (is_new && array != NULL) {
		job->run = array->run;
		job->run.id = record->id;
		job->run.start = NAN;
	}
	if (isnan(job->deleted)) {
		job->deleted = record->stamp;
		job->deleted_at = source->place;
	}
	return 0;
}

static int take_record(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->state->open;
	struct swf_open_job *job = NULL;
	/* arrays are no jobs, but their jobs take from them what their own records leave out */
	if (record->is_array) {
		source->accounts->counts.arrays++;
		if (record->kind == 'Q' || record->kind == 'S')
			return take_news(source, record, error);
		if (record->kind == 'E' && (job = swf_open_jobs_find(open, record->id)) != NULL)
			swf_open_jobs_remove(open, job);
		return 0;
	}
	switch (record->kind) {
	case '\0':
		source->accounts->counts.others++;
		return 0;
	case 'E':
		return take_end(source, record, error);
	case 'R':
		return take_rerun(source, record, error);
	case 'Q':
	case 'S':
		return take_news(source, record, error);
	case 'M': /* another server accounts for what comes of the job */
		source->accounts->counts.others++;
		job = swf_open_jobs_find(open, record->id);
		if (job != NULL)
			swf_open_jobs_remove(open, job);
		return 0;
	default:
		return take_deletion(source, record, error);
	}
}

static int read_lines(
	struct swf_pbs_source *source, struct swf_lines *lines, struct swf_error *error)
{
	char *line = NULL;
	size_t length = 0;
	struct swf_error why;
	int got;
	while ((got = swf_lines_next(lines, &line, &length, &why)) == 1) {
		const char *end = line + length;
		while (end > line && strchr("\n\r ", end[-1]) != NULL && end[-1] != '\0')
			end--;
		source->place.line++;
		source->refused = false;
		struct swf_pbs_record record;
		if (end > line &&
			(swf_pbs_read_record(source, line, end, &record, error) != 0 ||
				take_record(source, &record, error) != 0) &&
			swf_accounts_bad_line(source->accounts, source->refused, error) != 0)
			return -1;
	}
	return got == 0 ? 0 : swf_fail(error, "%s: %s", source->place.file, why.text);
}

static struct swf_pbs_state *state_of(struct swf_accounts *accounts)
{
	return (struct swf_pbs_state *)accounts->kept;
}

/* Adds the jobs that are open still, which were deleted before they ran, or had not ended. */
static int add_open(struct swf_accounts *accounts)
{
	const struct swf_open_jobs *open = &state_of(accounts)->open;
	struct swf_error error;
	for (size_t i = 0; open->slots != NULL && i < (size_t)1 << open->slot_bits; i++) {
		const struct swf_open_job *job = &open->slots[i];
		struct swf_run run = job->run;
		if (!job->is_there || (run.id & SWF_PBS_WHOLE_ARRAY) == SWF_PBS_WHOLE_ARRAY)
			continue;
		(void)set_submit(job, &run);
		run.over = !isnan(job->deleted);
		run.part = !run.over;
		if (run.over) {
			/* one that ran was deleted by force, or its end is in no file */
			run.end = job->deleted;
			run.run_time = run.end - run.start;
			run.status = SWF_STATUS_CANCELLED;
			run.presumed = !swf_run_began(&run) && isnan(job->requeued);
		}
		if (swf_accounts_add(accounts, &run, job->deleted_at, &error) != 0)
			return -1;
	}
	return 0;
}

static void free_state(struct swf_accounts_kept *kept)
{
	struct swf_pbs_state *state = (struct swf_pbs_state *)kept;
	swf_open_jobs_clear(&state->open);
	swf_names_clear(&state->servers);
	free(state);
}

int swf_accounts_read_pbs(struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct swf_lines lines;
	if (accounts->kept == NULL) { /* later files go on with the state of the first */
		struct swf_pbs_state *state = malloc(sizeof *state);
		if (state == NULL)
			return swf_fail_memory(error);
		*state = (struct swf_pbs_state){
			.kept = {.close = add_open, .free = free_state}, .last_stamp = -INFINITY};
		accounts->kept = &state->kept;
	}
	struct swf_pbs_source source = {.accounts = accounts,
		.state = state_of(accounts),
		.place = {swf_input_name(path), 0}};
	if (swf_input_open(path, &bytes, error) != 0)
		return -1;
	const int status = swf_lines_init(&lines, bytes) == 0 ? read_lines(&source, &lines, error)
							      : swf_fail_memory(error);
	swf_lines_clear(&lines);
	return status;
}
