/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "select/batsim.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/text.h"
#include "shared/job-fields.h"
#include "shared/messages.h"

/* Batsim refuses a job without a positive run time or size. Such jobs are kept, and written behind
 * the others, each with how many of these stand before it in the log. */
struct kept {
	struct record record;
	size_t before;
};

struct batsim {
	FILE *file;
	enum swf_size size;
	bool declared[JOB_FIELDS]; /* fields that the lines of the log have */
	size_t jobs;               /* for Batsim */
	struct kept *kept;
	size_t kept_count, kept_capacity;
	struct swf_index delays;  /* the bits of the run times, which are their profiles */
	struct swf_index numbers; /* of the jobs */
	int64_t repeated;         /* jobs with the number of another */
};

static void put_time(FILE *file, double value)
{
	char text[SWF_NUMBER_SLACK + 1];
	*swf_number_put_time(text, value) = '\0';
	fputs(text, file);
}

struct batsim *batsim_begin(
	FILE *file, const struct swf_header *header, int32_t procs, enum swf_size size)
{
	struct batsim *b = checked(calloc(1, sizeof *b));
	b->file = file;
	b->size = size;
	for (int i = 0; i < JOB_FIELDS; i++)
		b->declared[i] =
			i < SWF_FIELDS || swf_header_extra_field(header, field_names[i]) > 0;
	fprintf(file, "{\n\"nb_res\": %ld,\n\"swf_header\": [", (long)procs);
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		fputs(i > 0 ? ",\n" : "\n", file);
		swf_json_text_write(file, swf_header_line(header, i));
	}
	fputs("\n],\n\"jobs\": [", file);
	return b;
}

/* What a reader takes for a field without a member: -1, or what other members say. */
static double implied(const struct batsim *b, const struct swf_job *job, bool runs, int field)
{
	if (runs && field == FIELD_run_time)
		return job->run_time;
	if (runs && field == FIELD_requested)
		return size_of(job, b->size);
	if (runs && field == FIELD_estimate && job->estimate > 0)
		return job->estimate;
	return SWF_UNKNOWN;
}

/* The members that hold what Batsim does not read. */
static void put_fields(const struct batsim *b, const struct record *record, bool runs)
{
	const struct swf_job *job = &record->job;
	for (int i = FIELD_wait; i < JOB_FIELDS; i++) {
		if (!b->declared[i] || number_field(job, i) == implied(b, job, runs, i))
			continue;
		fprintf(b->file, ", \"%s\": ", field_names[i]);
		if (job_fields[i].kind == KIND_time)
			put_time(b->file, time_field(job, i));
		else
			fprintf(b->file, "%lld", (long long)whole_field(job, i));
	}
	if (record->extra_length > 0) {
		char *text = checked(strndup(record->extra, record->extra_length));
		fputs(", \"extra\": ", b->file);
		swf_json_text_write(b->file, text);
		free(text);
	}
	fputc('}', b->file);
}

/* Begins the object of a job, the first of its array or not. */
static void begin_job(const struct batsim *b, const struct swf_job *job, bool first)
{
	fprintf(b->file, "%s\n{\"id\": \"%lld\", \"subtime\": ", first ? "" : ",",
		(long long)job->number);
	put_time(b->file, job->submit);
}

static int64_t bits_of(double value)
{
	int64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static double of_bits(int64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Adds a number; returns whether it was there. */
static bool is_repeated(struct swf_index *index, int64_t number)
{
	const size_t before = index->count;
	if (swf_index_add(index, number) == SIZE_MAX)
		die_of_memory();
	return index->count == before;
}

static void keep(struct batsim *b, const struct record *record)
{
	b->kept = reserve(b->kept, b->kept_count, &b->kept_capacity, sizeof *b->kept);
	struct kept *kept = &b->kept[b->kept_count];
	*kept = (struct kept){*record, b->jobs};
	if (record->extra_length > 0)
		kept->record.extra = checked(strndup(record->extra, record->extra_length));
	b->kept_count++;
}

void batsim_put(struct batsim *batsim, const struct record *record)
{
	struct batsim *b = batsim;
	const struct swf_job *job = &record->job;
	const int32_t size = size_of(job, b->size);
	if (job->run_time <= 0 || size <= 0) {
		keep(b, record);
		return;
	}
	b->repeated += is_repeated(&b->numbers, job->number);
	is_repeated(&b->delays, bits_of(job->run_time));
	begin_job(b, job, b->jobs++ == 0);
	fprintf(b->file, ", \"res\": %ld", (long)size);
	if (job->estimate > 0) {
		fputs(", \"walltime\": ", b->file);
		put_time(b->file, job->estimate);
	}
	fputs(", \"profile\": \"", b->file);
	put_time(b->file, job->run_time);
	fputc('"', b->file);
	put_fields(b, record, true);
}

static void put_kept(struct batsim *b)
{
	if (b->kept_count == 0)
		return;
	fputs("\"swf_jobs\": [", b->file);
	for (size_t i = 0; i < b->kept_count; i++) {
		const struct kept *kept = &b->kept[i];
		begin_job(b, &kept->record.job, i == 0);
		fprintf(b->file, ", \"before\": %zu", kept->before);
		put_fields(b, &kept->record, false);
		if (kept->record.extra_length > 0)
			free((char *)kept->record.extra);
	}
	fputs("\n],\n", b->file);
	free(b->kept);
}

void batsim_end(struct batsim *batsim)
{
	struct batsim *b = batsim;
	fputs("\n],\n", b->file);
	put_kept(b);
	fputs("\"profiles\": {", b->file);
	for (size_t i = 0; i < b->delays.count; i++) {
		const double delay = of_bits(b->delays.numbers[i]);
		fputs(i > 0 ? ",\n\"" : "\n\"", b->file);
		put_time(b->file, delay);
		fputs("\": {\"type\": \"DelayProfile\", \"delay\": ", b->file);
		put_time(b->file, delay);
		fputc('}', b->file);
	}
	fputs("\n}\n}\n", b->file);
	note_count((int64_t)b->kept_count, "job",
		"without a positive run time or size, which Batsim cannot run: in swf_jobs");
	if (b->repeated > 0)
		warn("%lld job%s the number of another: Batsim refuses such a workload",
			(long long)b->repeated, b->repeated == 1 ? " has" : "s have");
	swf_index_clear(&b->delays);
	swf_index_clear(&b->numbers);
	free(b);
}
