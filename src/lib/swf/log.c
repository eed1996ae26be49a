/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/log.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "swf/log-facts.h"

/* The jobs of the reader, without partial executions whose summary line came before them: so memory
 * grows with the gaps in job numbers, not with the jobs. */
struct swf_log {
	struct swf_reader *reader;
	/* as it was found: the reader may have met an error behind it since */
	const struct swf_header *header;
	bool skip_bad;
	enum swf_anonymous anonymous;
	double last_submit;
	struct swf_summaries summaries;
	struct swf_log_counts counts;
	/* The first job, or what came in its place: read at once, since bad lines that are skipped
	 * may stand between the lines of the header. */
	bool first_pending;
	int first_result;
	struct swf_job first;
	struct swf_error first_error;
};

/* The next whole job, as swf_log_next has it. */
static int next_job(struct swf_log *log, struct swf_job *job, struct swf_error *error)
{
	for (;;) {
		int got = swf_reader_next(log->reader, job, error);
		if (got == 0)
			return 0;
		if (got < 0 && log->skip_bad && swf_reader_at_bad_line(log->reader)) {
			log->counts.bad++;
			continue;
		}
		if (got < 0)
			return -1;
		const int covered = swf_summaries_cover(&log->summaries, job);
		if (covered < 0)
			return swf_fail_memory(error);
		if (covered > 0) {
			log->counts.partial++;
			log->counts.partial_work += swf_job_work(job, SWF_SIZE_REQUESTED);
			continue;
		}
		return 1;
	}
}

/* Begins with a reader, which the log takes over; NULL stands for one that failed. */
static struct swf_log *begin_log(struct swf_reader *reader, bool skip_bad, struct swf_error *error)
{
	struct swf_log *log = reader != NULL ? calloc(1, sizeof *log) : NULL;
	if (reader != NULL && log == NULL)
		swf_fail_memory(error);
	if (log == NULL || (log->header = swf_reader_header(reader, error)) == NULL) {
		swf_reader_free(reader);
		free(log);
		return NULL;
	}
	log->reader = reader;
	log->skip_bad = skip_bad;
	log->last_submit = -INFINITY;
	log->first_result = next_job(log, &log->first, &log->first_error);
	log->first_pending = true;
	return log;
}

struct swf_log *swf_log_new(const char *path, bool skip_bad, struct swf_error *error)
{
	return begin_log(swf_reader_new(path, error), skip_bad, error);
}

struct swf_log *swf_log_new_bytes(
	struct swf_bytes bytes, const char *name, bool skip_bad, struct swf_error *error)
{
	struct swf_reader *reader = swf_reader_new_bytes(bytes, name);
	if (reader == NULL)
		swf_fail_memory(error);
	return begin_log(reader, skip_bad, error);
}

void swf_log_free(struct swf_log *log)
{
	if (log == NULL)
		return;
	swf_reader_free(log->reader);
	swf_summaries_clear(&log->summaries);
	free(log);
}

const struct swf_header *swf_log_header(const struct swf_log *log)
{
	return log->header;
}

void swf_log_name_anonymous(struct swf_log *log, enum swf_anonymous whose)
{
	log->anonymous = whose;
}

static int refuse_as(enum swf_error_kind kind, const struct swf_log *log, int field,
	const char *what, struct swf_error *error)
{
	swf_log_refuse(log, field, what, error);
	error->kind = kind;
	return -1;
}

/* Gives a job without a user to the one that was asked for. */
static int name_user(struct swf_log *log, struct swf_job *job, struct swf_error *error)
{
	if (log->anonymous != SWF_ANONYMOUS_NOBODY && job->user >= SWF_ANONYMOUS_USER)
		return refuse_as(SWF_ERROR_USER, log, 12,
			"users of the log must have numbers below 1000000000000", error);
	if (job->user >= 0)
		return 0;
	log->counts.anonymous++;
	if (log->anonymous != SWF_ANONYMOUS_NOBODY)
		job->user = SWF_ANONYMOUS_USER +
			(log->anonymous == SWF_ANONYMOUS_EACH ? log->counts.anonymous : 0);
	return 0;
}

int swf_log_next(struct swf_log *log, struct swf_job *job, struct swf_error *error)
{
	int got;
	if (log->first_pending) {
		log->first_pending = false;
		*job = log->first;
		*error = log->first_error;
		got = log->first_result;
	} else {
		got = next_job(log, job, error);
	}
	if (got != 1)
		return got;
	if (name_user(log, job, error) != 0)
		return -1;
	log->counts.jobs++;
	log->counts.alone += swf_job_is_partial(job);
	log->counts.work += swf_job_work(job, SWF_SIZE_REQUESTED);
	log->counts.unsorted += job->submit < log->last_submit;
	log->last_submit = job->submit;
	return 1;
}

int swf_log_next_in_order(struct swf_log *log, struct swf_job *job, struct swf_error *error)
{
	int got = swf_log_next(log, job, error);
	if (got == 1 && log->counts.unsorted > 0)
		return refuse_as(SWF_ERROR_UNSORTED, log, 2, "earlier than the job before", error);
	return got;
}

struct swf_log_counts swf_log_counts(const struct swf_log *log)
{
	const struct swf_reader_counts read = swf_reader_counts(log->reader);
	struct swf_log_counts counts = log->counts;
	counts.late_comments = read.late_comments;
	counts.extra = read.extra + read.texts;
	counts.gpus = read.gpus;
	return counts;
}

bool swf_log_is_empty(const struct swf_log *log)
{
	const struct swf_log_counts *counts = &log->counts;
	return swf_header_lines(log->header) == 0 && log->first_result == 0 &&
		counts->partial + counts->bad == 0;
}

bool swf_log_presumes_fields(const struct swf_log *log)
{
	return swf_reader_counts(log->reader).presumed;
}

const char *swf_log_extra(const struct swf_log *log, size_t *length)
{
	return swf_reader_extra(log->reader, length);
}

int swf_log_refuse(const struct swf_log *log, int field, const char *what, struct swf_error *error)
{
	return swf_fail(error, "%s:%lld: field %d (%s): %s", swf_reader_name(log->reader),
		(long long)swf_reader_line(log->reader), field, swf_job_field_name(field), what);
}

/*
 * Numbers of summary lines. Ranges ascend and leave gaps between them: a number that follows the
 * last one prolongs the last range, and one beyond begins another. A number below the last is in a
 * range or among the others.
 */
static int has_summary(const struct swf_summaries *s, int64_t number)
{
	struct swf_bisection b = {.high = s->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, s->ranges[b.middle].last < number);
	return (b.low < s->count && s->ranges[b.low].first <= number) ||
		swf_index_find(&s->others, number) != SIZE_MAX;
}

static int add_summary(struct swf_summaries *s, int64_t number)
{
	struct swf_number_range *last = s->count > 0 ? &s->ranges[s->count - 1] : NULL;
	if (last != NULL && number <= last->last)
		return has_summary(s, number) || swf_index_add(&s->others, number) != SIZE_MAX ? 0
											       : -1;
	if (last != NULL && number - 1 == last->last) {
		last->last = number;
		return 0;
	}
	struct swf_number_range *ranges =
		swf_array_reserve(s->ranges, s->count, &s->capacity, sizeof *ranges);
	if (ranges == NULL)
		return -1;
	s->ranges = ranges;
	ranges[s->count++] = (struct swf_number_range){number, number};
	return 0;
}

int swf_summaries_cover(struct swf_summaries *summaries, const struct swf_job *job)
{
	return swf_job_is_partial(job) ? has_summary(summaries, job->number)
				       : add_summary(summaries, job->number);
}

void swf_summaries_clear(struct swf_summaries *summaries)
{
	free(summaries->ranges);
	swf_index_clear(&summaries->others);
	*summaries = (struct swf_summaries){0};
}

void swf_offered_add(struct swf_offered *offered, const struct swf_job *job, enum swf_size size)
{
	if (offered->jobs++ == 0)
		offered->first = job->submit;
	offered->last = job->submit;
	offered->work += swf_job_work(job, size);
}

double swf_offered_load(const struct swf_offered *offered, int32_t procs)
{
	const double span = offered->last - offered->first;
	return span > 0 ? offered->work / (procs * span) : NAN;
}

void swf_waits_add(struct swf_waits *waits, const struct swf_job *job, enum swf_size size)
{
	swf_offered_add(&waits->offered, job, size);
	if (job->run_time < 0 || swf_job_size(job, size) <= 0)
		return;
	waits->ran++;
	waits->known += job->wait >= 0;
	waits->waited += job->wait > 0;
}

bool swf_waits_are_unknown(const struct swf_waits *waits, int32_t procs)
{
	if (waits->ran == 0 || waits->waited > 0)
		return false;
	if (waits->known == 0)
		return true;
	/* the load of jobs that all come at once is not a number: there is no limit to it */
	return waits->known >= SWF_WAITS_JOBS &&
		(procs <= 0 || !(swf_offered_load(&waits->offered, procs) < SWF_WAITS_LOAD));
}
