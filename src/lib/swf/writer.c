/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/writer.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "swf/fields.h"

enum {
	BUFFER = 1 << 16,
	/* no field needs more than SWF_NUMBER_SLACK bytes with its blank, and padding less */
	JOB_MAX = SWF_FIELDS * SWF_NUMBER_SLACK + 3 * (SWF_MOST_FIELDS - SWF_FIELDS) +
		SWF_NUMBER_SLACK
};

/* Text is buffered from `buffer` to `end`. Before each job there is room for its whole line, so
 * that fields are written without looking. After the first error nothing more is written. */
struct swf_writer {
	int fd;
	bool align;
	int gpus_field;    /* that the header declares, or 0 */
	int added;         /* bytes behind the 18th field of the job that was written last */
	int64_t most_user; /* larger numbers of users are written as -1 */
	int error;         /* errno of the first failure, 0 while all is well */
	int refused_field; /* of a job that could not be read again, 0 while there is none */
	int64_t refused_job;
	double refused_time;
	char *end; /* of what is buffered */
	char buffer[BUFFER];
};

struct swf_writer *swf_writer_new(int fd, bool align)
{
	struct swf_writer *w = malloc(sizeof *w);
	if (w == NULL)
		return NULL;
	w->fd = fd;
	w->align = align;
	w->gpus_field = 0;
	w->added = 0;
	w->most_user = INT64_MAX;
	w->error = 0;
	w->refused_field = 0;
	w->end = w->buffer;
	return w;
}

void swf_writer_free(struct swf_writer *writer)
{
	free(writer);
}

void swf_writer_hide_users(struct swf_writer *writer, int64_t most)
{
	writer->most_user = most;
}

static int empty_buffer(struct swf_writer *w)
{
	const char *p = w->buffer;
	while (p < w->end && w->error == 0) {
		ssize_t written = write(w->fd, p, (size_t)(w->end - p));
		if (written >= 0)
			p += written;
		else if (errno != EINTR)
			w->error = errno;
	}
	w->end = w->buffer;
	return w->error == 0 ? 0 : -1;
}

static int put_text(struct swf_writer *w, const char *text, size_t length)
{
	while (length > 0) {
		size_t space = (size_t)(w->buffer + BUFFER - w->end);
		if (space == 0) {
			if (empty_buffer(w) != 0)
				return -1;
			continue;
		}
		size_t part = length < space ? length : space;
		memcpy(w->end, text, part);
		w->end += part;
		text += part;
		length -= part;
	}
	return 0;
}

int swf_writer_header(struct swf_writer *writer, const struct swf_header *header)
{
	writer->gpus_field = swf_header_extra_field(header, SWF_EXTRA_GPUS);
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		const char *line = swf_header_line(header, i);
		if (put_text(writer, line, strlen(line)) != 0 || put_text(writer, "\n", 1) != 0)
			return -1;
	}
	return 0;
}

static inline char *put_count(char *p, int64_t value)
{
	return swf_number_put_whole(p, value);
}

static inline char *put_procs(char *p, int32_t value)
{
	return swf_number_put_whole(p, value);
}

/* One that can be read again. */
static inline char *put_time(char *p, double value)
{
	const int64_t whole = (int64_t)value;
	return (double)whole == value ? swf_number_put_whole(p, whole)
				      : swf_number_put_fraction(p, value);
}

/* Whether readers take a value: counts and processors have their types' limits anyway. */
#define time_is_read(value)  (fabs(value) <= SWF_TIME_MAX)
#define count_is_read(value) true
#define procs_is_read(value) true

/* Moves the text from `field` to p to the right edge of a column. */
static char *pad_field(char *field, char *p, int width)
{
	int length = (int)(p - field);
	if (length >= width)
		return p;
	memmove(field + width - length, field, (size_t)length);
	memset(field, ' ', (size_t)(width - length));
	return field + width;
}

int swf_writer_job(struct swf_writer *writer, const struct swf_job *job)
{
	if (writer->buffer + BUFFER - writer->end < JOB_MAX && empty_buffer(writer) != 0)
		return -1;
#define CHECK(field, member, kind, name)                                                           \
	if (!kind##_is_read(job->member)) {                                                        \
		writer->refused_field = field;                                                     \
		writer->refused_job = job->number;                                                 \
		writer->refused_time = (double)job->member;                                        \
		return -1;                                                                         \
	}
	SWF_FIELD_TABLE(CHECK)
#undef CHECK
	struct swf_job anonymous;
	if (job->user > writer->most_user) {
		anonymous = *job;
		anonymous.user = SWF_UNKNOWN;
		job = &anonymous;
	}
	char *p = writer->end;
	if (!writer->align) {
		/* a short cut for the most frequent value */
#define PUT(number, member, kind, name)                                                            \
	if (job->member == SWF_UNKNOWN) {                                                          \
		memcpy(p, "-1 ", 4);                                                               \
		p += 3;                                                                            \
	} else {                                                                                   \
		p = put_##kind(p, job->member);                                                    \
		*p++ = ' ';                                                                        \
	}
		SWF_FIELD_TABLE(PUT)
#undef PUT
	} else {
		/* the widths of the archive's own files */
		static const int widths[SWF_FIELDS] = {
			5, 8, 6, 6, 4, 6, 5, 4, 6, 5, 2, 3, 3, 3, 2, 2, 2, 2};
		char *field = p;
#define PUT(number, member, kind, name)                                                            \
	p = pad_field(field, put_##kind(p, job->member), widths[number - 1]);                      \
	*p++ = ' ';                                                                                \
	field = p;
		SWF_FIELD_TABLE(PUT)
#undef PUT
	}
	if (writer->gpus_field > 0) {
		const char *const behind = p;
		for (int i = SWF_FIELDS + 1; i < writer->gpus_field; i++, p += 3)
			memcpy(p, "-1 ", 4);
		p = put_count(p, job->gpus);
		*p++ = ' ';
		writer->added = (int)(p - behind);
	}
	p[-1] = '\n';
	writer->end = p;
	return 0;
}

int swf_writer_extra(struct swf_writer *writer, const char *text, size_t length)
{
	/* the line's end is in the buffer as long as nothing follows; the text has its GPUs */
	writer->end -= writer->added;
	writer->end[-1] = ' ';
	return put_text(writer, text, length) != 0 ? -1 : put_text(writer, "\n", 1);
}

int swf_writer_flush(struct swf_writer *writer, struct swf_error *error)
{
	if (empty_buffer(writer) != 0)
		return swf_fail(error, "write error: %s", strerror(writer->error));
	if (writer->refused_field != 0)
		return swf_fail(error,
			"job %lld: the %s, %.17g s, would be too large to be read again",
			(long long)writer->refused_job, swf_job_field_name(writer->refused_field),
			writer->refused_time);
	return 0;
}
