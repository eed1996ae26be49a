#include "select/sink.h"

#include <math.h>
#include <stdio.h>

#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"

void sink_begin_table(struct sink *sink, enum swf_format format)
{
	keep_operands();
	sink->format = format;
	sink->table = checked(swf_table_new(sink->columns->names, sink->columns->count));
	swf_table_stream(sink->table, output(), format);
}

void sink_begin_log(struct sink *sink, const struct swf_log *log)
{
	sink->writer = begin_filtered_log(log);
}

/* Puts a line in the place of that of a label, or at the end where there is none; a text of NULL
 * only removes it. */
static void replace(struct swf_header *header, const char *label, const char *text)
{
	swf_header_remove(header, label);
	if (text != NULL && swf_header_add(header, label, text) != 0)
		die_of_memory();
}

static void replace_number(struct swf_header *header, const char *label, size_t number)
{
	char text[32];
	snprintf(text, sizeof text, "%zu", number);
	replace(header, label, text);
}

void sink_begin_counted_log(struct sink *sink, const struct swf_header *header,
	const struct record *records, size_t count)
{
	struct swf_header *corrected = copy_header(header);
	char date[HEADER_DATE_ROOM];
	double end = -INFINITY;
	for (size_t i = 0; i < count; i++)
		end = fmax(end, swf_job_end(&records[i].job));
	replace_number(corrected, "MaxJobs", count);
	replace_number(corrected, "MaxRecords", count);
	replace(corrected, "EndTime",
		count > 0 && header_date_of_log(header, end, date) ? date : NULL);
	sink->writer = begin_log(fileno(output()), corrected);
}

void sink_put(struct sink *sink, const struct record *record)
{
	const struct swf_job *job = &record->job;
	sink->unsorted += sink->written > 0 && job->submit < sink->last;
	sink->last = job->submit;
	sink->written++;
	sink->written_work += record->work;
	if (sink->table != NULL)
		columns_add_row(sink->columns, &sink->base, record, sink->table);
	else if (sink->writer != NULL && !sink->failed)
		sink->failed = put_job_and_extra(
				       sink->writer, job, record->extra, record->extra_length) != 0;
}

/* Tells what part of the log was written. */
static void note_share(const struct sink *sink)
{
	char jobs[SHARE_ROOM], work[SHARE_ROOM], of_work[SHARE_ROOM + 16] = "";
	if (sink->work > 0)
		snprintf(of_work, sizeof of_work, ", %s of the work",
			share_text(sink->written_work, sink->work, work));
	if (sink->written == 0)
		warn("none of %lld job%s is selected", (long long)sink->jobs,
			sink->jobs == 1 ? "" : "s");
	else
		note("selected %lld of %lld job%s (%s)%s", (long long)sink->written,
			(long long)sink->jobs, sink->jobs == 1 ? "" : "s",
			share_text((double)sink->written, (double)sink->jobs, jobs), of_work);
}

void sink_end(struct sink *sink, bool counted)
{
	if (sink->table != NULL)
		write_table(sink->table, sink->format);
	if (sink->writer != NULL)
		end_log(sink->writer, output_name());
	if (sink->unsorted > 0 && sink->writer != NULL)
		warn("%lld job%s submitted before the one that precedes %s; swf-check --fix sorts "
		     "the log",
			(long long)sink->unsorted, sink->unsorted == 1 ? " is" : "s are",
			sink->unsorted == 1 ? "it" : "them");
	if (!counted)
		note_share(sink);
}
