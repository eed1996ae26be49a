/*
 * Accounting records of PBS Pro, OpenPBS and Torque. E (ended) and R (rerun) are runs; Q (queued),
 * S (started), D (deleted) and A (aborted) tell what these do not, and of jobs that never ran. A
 * job's records may stand in several files.
 */
#include "accounting/pbs/accounts-pbs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/pbs/pbs-run.h"
#include "base/input.h"

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
	if (swf_pbs_read_run(source, record, run, error) != 0 ||
		swf_pbs_add_nodes(source, record, error) != 0)
		return -1;
	if (isnan(run->end))
		run->end = record->stamp;
	run->run_time = run->end - run->start;
	return 0;
}

static int on_end(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_accounts *accounts = source->accounts;
	struct swf_open_job *job = swf_open_jobs_find(&source->state->open, record->id);
	struct swf_run run;
	if (record->values[SWF_PBS_END].begin == NULL)
		return swf_pbs_refuse_line(source, "no end=: a line that is cut off", error);
	if (read_ended(source, record, job, &run, error) != 0 ||
		swf_pbs_read_status(source, record, &run.status, error) != 0)
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

static int on_rerun(
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
static int on_news(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->state->open;
	const struct swf_open_job *known = swf_open_jobs_find(open, record->id);
	struct swf_run run = known != NULL ? known->run : swf_run_unknown();
	run.id = record->id;
	if (isnan(run.submit))
		run.submit = record->stamp;
	if (swf_pbs_read_run(source, record, &run, error) != 0)
		return -1;
	struct swf_open_job *job = swf_open_jobs_put(open, record->id);
	if (job == NULL)
		return swf_fail_memory(error);
	job->run = run;
	return 0;
}

/* A part of an array that waits has no records of its own but this. */
static int on_deleted(
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

/* Another server accounts for what comes of the job. */
static void on_moved(struct swf_pbs_source *source, const struct swf_pbs_record *record)
{
	struct swf_open_job *job = swf_open_jobs_find(&source->state->open, record->id);
	source->accounts->counts.others++;
	if (job != NULL)
		swf_open_jobs_remove(&source->state->open, job);
}

/* Arrays are no jobs, but tell of theirs. */
static int on_array(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	source->accounts->counts.arrays++;
	if (record->kind == 'Q' || record->kind == 'S')
		return on_news(source, record, error);
	struct swf_open_job *array = swf_open_jobs_find(&source->state->open, record->id);
	if (record->kind == 'E' && array != NULL)
		swf_open_jobs_remove(&source->state->open, array);
	return 0;
}

static int on_record(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	if (record->is_array)
		return on_array(source, record, error);
	switch (record->kind) {
	case 'E':
		return on_end(source, record, error);
	case 'R':
		return on_rerun(source, record, error);
	case 'Q':
	case 'S':
		return on_news(source, record, error);
	case 'M':
		on_moved(source, record);
		return 0;
	default:
		return on_deleted(source, record, error);
	}
}

static int read_line(
	struct swf_pbs_source *source, const char *line, const char *end, struct swf_error *error)
{
	struct swf_pbs_record record;
	if (swf_pbs_read_record(source, line, end, &record, error) != 0)
		return -1;
	if (record.kind != '\0')
		return on_record(source, &record, error);
	source->accounts->counts.others++;
	return 0;
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
		if (end > line && read_line(source, line, end, error) != 0 &&
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

/* What the first file begins, the others take up. Returns 0, or -1 when there is no memory. */
static int begin_state(struct swf_accounts *accounts)
{
	if (accounts->kept != NULL)
		return 0;
	struct swf_pbs_state *state = malloc(sizeof *state);
	if (state == NULL)
		return -1;
	*state = (struct swf_pbs_state){
		.kept = {.close = add_open, .free = free_state}, .last_stamp = -INFINITY};
	accounts->kept = &state->kept;
	return 0;
}

int swf_accounts_read_pbs(struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct swf_lines lines;
	if (begin_state(accounts) != 0)
		return swf_fail_memory(error);
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
