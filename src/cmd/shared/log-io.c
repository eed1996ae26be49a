#include "shared/log-io.h"
#include "shared/memory.h"

#include <string.h>

#include "shared/extra.h"
#include "shared/library-error.h"
#include "shared/log-options.h"
#include "shared/messages.h"
#include "shared/operands.h"
#include "shared/output.h"
#include "shared/provenance.h"

struct swf_log *open_log(void)
{
	return open_log_at(file_operand());
}

struct swf_log *open_log_at(const char *path)
{
	/* where it can be found when the command dies with it */
	static struct swf_log *volatile log;
	struct swf_error error;
	log = swf_log_new(path, log_options()->skip_bad, &error);
	if (log == NULL)
		die_of(&error);
	swf_log_name_anonymous(log, log_options()->anonymous);
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
	note_count(counts.late_comments, "comment", "after the first job: left out");
}

struct swf_header *copy_header(const struct swf_header *header)
{
	struct swf_header *copy = swf_header_new();
	if (copy == NULL)
		die_of_memory();
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		const char *line = swf_header_line(header, i);
		if (swf_header_append(copy, line, strlen(line)) != 0)
			die_of_memory();
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
	if (swf_header_correct(header, "MaxJobs", (int64_t)jobs) != 0 ||
		swf_header_correct(header, "MaxRecords", (int64_t)jobs) != 0)
		die_of_memory();
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

struct swf_writer *begin_log(int fd, struct swf_header *header)
{
	struct swf_writer *writer = swf_writer_new(fd, log_options()->align);
	if (writer == NULL ||
		(log_options()->provenance && swf_header_add(header, "Note", command_line()) != 0))
		die_of_memory();
	/* field 12 stays what it was read as */
	if (log_options()->anonymous != SWF_ANONYMOUS_NOBODY)
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
		log_options()->anonymous == SWF_ANONYMOUS_NOBODY)
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
