#include "log-io.h"

#include <string.h>

#include "common.h"
#include "output.h"

struct swf_log *open_log(void)
{
	struct swf_error error;
	struct swf_log *log = swf_log_open(file_operand(), log_options()->skip_bad, &error);
	if (log == NULL)
		die("%s", error.text);
	return log;
}

void note_log_counts(struct swf_log_counts counts)
{
	if (counts.bad > 0)
		warn("%lld bad line%s: skipped", (long long)counts.bad, counts.bad == 1 ? "" : "s");
	note_count(counts.partial, "partial execution", "(status 2, 3, 4): left out");
	note_count(counts.late_comments, "comment", "after the first job: left out");
}

struct swf_header *copy_header(const struct swf_header *header)
{
	struct swf_header *copy = swf_header_new();
	if (copy == NULL)
		die("out of memory");
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		const char *line = swf_header_line(header, i);
		if (swf_header_append(copy, line, strlen(line)) != 0)
			die("out of memory");
	}
	return copy;
}

void forget_counts(struct swf_header *header)
{
	swf_header_remove(header, "MaxJobs");
	swf_header_remove(header, "MaxRecords");
	swf_header_remove(header, "EndTime");
}

struct swf_writer *begin_log(int fd, struct swf_header *header)
{
	struct swf_writer *writer = swf_writer_new(fd, log_options()->align);
	if (writer == NULL ||
		(log_options()->provenance && swf_header_add(header, "Note", command_line()) != 0))
		die("out of memory");
	swf_writer_header(writer, header);
	swf_header_free(header);
	return writer;
}

void end_log(struct swf_writer *writer, const char *name)
{
	struct swf_error error;
	if (swf_writer_flush(writer, &error) != 0)
		die("%s: %s", name, error.text);
	swf_writer_free(writer);
}
