/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One set of options and of kept fields serves all logs of a command. With --extra a command that
 * holds jobs calls keep_extra() once for each job that it holds, in the same order. The n-th text
 * is then that of the n-th job, and order_extra() keeps this so when the jobs are sorted.
 */
#include "shared/log-io.h"

#include <string.h>

#include "shared/atomic-file.h"
#include "shared/command-line.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "swf/fields.h"

/* What the options below set: one for all logs of the command. */
static struct log_options options = {.provenance = true};

const struct log_options *log_options(void)
{
	return &options;
}

void skip_bad_lines(void)
{
	options.skip_bad = true;
}

static const char *const ways[] = {"drop", "keep", "each", "one", NULL};
enum { DROP, KEEP, EACH };

/* Takes one of the ways. */
static void put_anonymous(int way)
{
	options.keep_anonymous = way == KEEP;
	options.anonymous = way < EACH ? SWF_ANONYMOUS_NOBODY
		: way == EACH          ? SWF_ANONYMOUS_EACH
				       : SWF_ANONYMOUS_ONE;
}

static void to_anonymous_users(void *opts, const char *value)
{
	(void)opts;
	put_anonymous(EACH + choice_value("anonymous", value, ways + EACH));
}

static void to_anonymous_jobs(void *opts, const char *value)
{
	(void)opts;
	put_anonymous(choice_value("anonymous", value, ways));
}

const struct option_row align_options[] = {
	{'\0', "align", NULL, "aligned columns", TO_SWITCH(options.align, true)}, OPTIONS_END};

const struct option_row provenance_options[] = {
	{'P', "no-provenance", NULL, "no note of this command in the header",
		TO_SWITCH(options.provenance, false)},
	OPTIONS_END};

const struct option_row reading_options[] = {
	{'b', "skip-bad", NULL, "count bad lines instead of stopping at the first",
		TO_SWITCH(options.skip_bad, true)},
	OPTIONS_END};

const struct option_row writing_options[] = {
	INCLUDE(reading_options), INCLUDE(align_options), INCLUDE(provenance_options), OPTIONS_END};

const struct option_row extra_options[] = {
	{'E', "extra", NULL, "keep also undeclared fields after the 18th",
		TO_SWITCH(options.extra, true)},
	OPTIONS_END};

const struct option_row anonymous_users_options[] = {
	{'A', "anonymous", "HOW", "users of jobs without one", .choices = ways + EACH,
		TO_CALL(to_anonymous_users)},
	OPTIONS_END};

const struct option_row anonymous_jobs_options[] = {
	{'A', "anonymous", "HOW", "jobs without a user (default: drop), or what user they get",
		.choices = ways, TO_CALL(to_anonymous_jobs)},
	OPTIONS_END};

static bool possible_here; /* whether the command, as it was called, can keep extra fields */

void carry_text(const struct swf_header *header)
{
	if (possible_here && swf_header_extra_field(header, "nodes_text") > 0)
		options.extra = true;
}

struct swf_log *open_log(void)
{
	return open_log_at(file_operand());
}

struct swf_log *open_log_at(const char *path)
{
	/* reachable for leak checkers when the command dies */
	static struct swf_log *volatile log;
	struct swf_error error;
	log = swf_log_new(path, options.skip_bad, &error);
	if (log == NULL)
		die_of(&error);
	if (swf_log_presumes_fields(log))
		note("%s: 21 fields, and no ExtraFields in the header: read as "
		     "\"; ExtraFields: " SWF_PRESUMED_EXTRA "\"",
			shown_name(path));
	carry_text(swf_log_header(log));
	swf_log_name_anonymous(log, options.anonymous);
	return log;
}

void die_if_empty(const struct swf_log *log, const char *path)
{
	if (swf_log_is_empty(log))
		die("%s: empty: no header and no jobs", shown_name(path));
}

_Noreturn void die_without_procs(struct swf_log *log, const char *path)
{
	struct swf_job job;
	die_if_empty(log, path);
	/* a file that is no log has no header either */
	next_job(log, &job);
	die("the log has no positive MaxProcs or MaxNodes; give --procs N");
}

bool next_job(struct swf_log *log, struct swf_job *job)
{
	struct swf_error error;
	int got = swf_log_next_in_order(log, job, &error);
	if (got < 0)
		die_of(&error);
	progress(swf_log_counts(log).jobs);
	return got == 1;
}

static bool gpus_seen;

void see_gpus(void)
{
	gpus_seen = true;
}

void note_bad_lines(int64_t bad)
{
	if (bad > 0)
		warn("%lld bad line%s: skipped", (long long)bad, bad == 1 ? "" : "s");
}

void note_log_counts(struct swf_log_counts counts)
{
	note_bad_lines(counts.bad);
	if (counts.bad > 0 && counts.jobs == 0)
		die("no job is left: all lines of jobs are bad; run without --skip-bad to see what "
		    "is wrong with the first");
	note_left_out(counts.partial, "partial execution", "(status 2, 3, 4): left out",
		counts.partial_work, counts.work + counts.partial_work);
	note_count(counts.alone, "partial execution",
		"(status 2, 3, 4) without a summary line: read as jobs");
	note_extra(counts.extra);
	if (!gpus_seen)
		note_count(counts.gpus, "job", "with GPUs: only their processors count");
	note_count(counts.late_comments, "comment", "after the first job: left out");
}

struct swf_header *copy_header(const struct swf_header *header)
{
	struct swf_header *copy = checked(swf_header_new());
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		const char *line = swf_header_line(header, i);
		must(swf_header_append(copy, line, strlen(line)));
	}
	return copy;
}

void forget_counts(struct swf_header *header)
{
	swf_header_remove(header, "MaxJobs");
	swf_header_remove(header, "MaxRecords");
	swf_header_remove(header, "EndTime");
}

void correct_counts(struct swf_header *header, size_t jobs)
{
	must(swf_header_correct(header, "MaxJobs", (int64_t)jobs));
	must(swf_header_correct(header, "MaxRecords", (int64_t)jobs));
	swf_header_remove(header, "EndTime");
}

void set_procs(struct swf_header *header, int32_t procs)
{
	char text[16];
	if (swf_header_procs(header) == procs)
		return;
	swf_header_remove(header, "MaxNodes");
	snprintf(text, sizeof text, "%ld", (long)procs);
	if (swf_header_correct(header, "MaxProcs", procs) != 0 ||
		(swf_header_procs(header) != procs &&
			swf_header_add(header, "MaxProcs", text) != 0))
		die_of_memory();
}

void set_amount(struct swf_header *header, const char *label, int64_t amount)
{
	char text[24];
	int64_t told;
	if (swf_header_number(header, label, &told) && told == amount)
		return;
	snprintf(text, sizeof text, "%lld", (long long)amount);
	swf_header_remove(header, label);
	must(swf_header_add(header, label, text));
}

void add_provenance(struct swf_header *header)
{
	if (options.provenance)
		must(swf_header_add(header, "Note", command_line()));
}

struct swf_writer *begin_log(int fd, struct swf_header *header)
{
	struct swf_writer *writer = checked(swf_writer_new(fd, options.align));
	add_provenance(header);
	/* field 12 stays what it was read as */
	if (options.anonymous != SWF_ANONYMOUS_NOBODY)
		swf_writer_hide_users(writer, SWF_ANONYMOUS_USER - 1);
	swf_writer_header(writer, header);
	swf_header_free(header);
	return writer;
}

struct swf_writer *begin_filtered_log(const struct swf_log *log)
{
	struct swf_header *header = copy_header(swf_log_header(log));
	forget_counts(header);
	return begin_log(fileno(output()), header);
}

void note_anonymous(int64_t jobs, double work, double all_work)
{
	note_left_out(jobs, "job", "without a user: left out", work, all_work);
}

void need_users(const struct swf_log *log, const char *path)
{
	const struct swf_log_counts counts = swf_log_counts(log);
	if (counts.jobs > 0 && counts.anonymous == counts.jobs &&
		options.anonymous == SWF_ANONYMOUS_NOBODY)
		die("%s: no job has a user; --anonymous each gives each job a user of its own, "
		    "--anonymous one gives all jobs the same user",
			shown_name(path));
}

void warn_of_unknown_waits(
	const struct swf_waits *waits, int32_t procs, const char *path, const char *meaning)
{
	if (swf_waits_are_unknown(waits, procs))
		warn("%s: %s. %s", shown_name(path),
			waits->known == 0 ? "no job has a wait time" : "every wait time is 0",
			meaning);
}

void end_log(struct swf_writer *writer, const char *name)
{
	struct swf_error error;
	if (swf_writer_flush(writer, &error) != 0)
		die("%s: %s", name, error.text);
	swf_writer_free(writer);
}

void write_jobs(FILE *file, const char *name, const struct swf_header *header,
	const struct swf_packed_jobs *jobs, const size_t *places, size_t count)
{
	struct swf_header *corrected = copy_header(header);
	correct_counts(corrected, count);
	struct swf_writer *writer = begin_log(fileno(file), corrected);
	for (size_t i = 0; i < count; i++) {
		const size_t place = places != NULL ? places[i] : i;
		const struct swf_job job = swf_packed_jobs_get(jobs, place);
		if (put_job(writer, &job, place) != 0)
			break;
	}
	end_log(writer, name);
}

static struct swf_extras kept; /* a text for each call of keep_extra(), empty where a job has none
				*/

void settle_extra(bool possible, const char *reason)
{
	if (options.extra && !possible)
		die_usage("--extra %s", reason);
	possible_here = possible;
}

void note_extra(int64_t lines)
{
	if (!options.extra)
		note_count(lines, "line",
			possible_here ? "with more than 18 fields: the others are left out; "
					"--extra keeps them"
				      : "with more than 18 fields: the others are ignored");
}

void keep_extra_text(const char *text, size_t length)
{
	if (options.extra && swf_extras_add(&kept, text, length) != 0)
		die_of_memory();
}

void keep_extra(const struct swf_log *log)
{
	size_t length;
	const char *text = read_extra(log, &length);
	keep_extra_text(text, length);
}

void order_extra(const size_t *were)
{
	if (options.extra && swf_extras_order(&kept, were) != 0)
		die_of_memory();
}

const char *read_extra(const struct swf_log *log, size_t *length)
{
	*length = 0;
	return options.extra ? swf_log_extra(log, length) : NULL;
}

const char *kept_extra(size_t place, size_t *length)
{
	*length = 0;
	return options.extra ? swf_extras_text(&kept, place, length) : NULL;
}

int put_job_and_extra(
	struct swf_writer *writer, const struct swf_job *job, const char *text, size_t length)
{
	if (swf_writer_job(writer, job) != 0)
		return -1;
	return length == 0 ? 0 : swf_writer_extra(writer, text, length);
}

int put_read_job(struct swf_writer *writer, const struct swf_job *job, const struct swf_log *log)
{
	size_t length;
	const char *text = read_extra(log, &length);
	return put_job_and_extra(writer, job, text, length);
}

int put_job(struct swf_writer *writer, const struct swf_job *job, size_t place)
{
	size_t length;
	const char *text = kept_extra(place, &length);
	return put_job_and_extra(writer, job, text, length);
}
