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
	JOB_MAX = SWF_JOB_FIELDS * SWF_NUMBER_SLACK + 3 * (SWF_MOST_FIELDS - SWF_FIELDS)
};

/* Text is buffered from `buffer` to `end`. Before each job there is room for its whole line, so
 * that fields are written without looking. After the first error nothing more is written. */
struct swf_writer {
	int fd;
	bool align;
	struct swf_extra_columns columns; /* behind the 18th */
	/* where there are some: the job that was written last, and its bytes behind the 18th field
	 */
	struct swf_job last;
	int added;
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
	w->columns = (struct swf_extra_columns){0};
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
	swf_extra_columns_read(&writer->columns, header);
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

/* One of the fields behind the 18th, with a blank; -1 for a column that has none of the job. */
static char *put_column(char *p, const struct swf_job *job, int field)
{
	switch (field) {
#define PUT(number, member, kind, name)                                                            \
	case number:                                                                               \
		p = put_##kind(p, job->member);                                                    \
		break;
		SWF_EXTRA_TABLE(PUT)
#undef PUT
	default:
		p = put_count(p, SWF_UNKNOWN);
	}
	*p++ = ' ';
	return p;
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
	if (writer->columns.last > 0) {
		const char *const behind = p;
		for (int i = SWF_FIELDS + 1; i <= writer->columns.last; i++)
			p = put_column(p, job, writer->columns.fields[i]);
		writer->added = (int)(p - behind);
		writer->last = *job;
	}
	p[-1] = '\n';
	writer->end = p;
	return 0;
}

/* The last column, from `column` on, of which the value is known. */
static int last_known(
	const struct swf_extra_columns *columns, const struct swf_job *job, int column)
{
	int last = 0;
#define KNOWN(number, member, kind, name) known[number] = job->member != SWF_UNKNOWN;
	bool known[SWF_NODES_TEXT + 1] = {false};
	SWF_EXTRA_TABLE(KNOWN)
#undef KNOWN
	for (; column <= columns->last; column++)
		if (known[columns->fields[column]])
			last = column;
	return last;
}

/* Writes the words of a text, but in the columns of fields of the job what these are now. What the
 * text lacks at its end is written as far as it is known. */
static int put_columns(struct swf_writer *w, const char *p, const char *end)
{
	char value[SWF_NUMBER_SLACK + 1];
	int column = SWF_FIELDS + 1;
	for (; p < end; column++) {
		const int field = column <= w->columns.last ? w->columns.fields[column] : 0;
		const char *word = p;
		while (p < end && !swf_is_blank(*p))
			p++;
		size_t length = (size_t)(p - word);
		if (field > 0 && field <= SWF_JOB_FIELDS) {
			length = (size_t)(put_column(value, &w->last, field) - 1 - value);
			word = value;
		}
		while (p < end && swf_is_blank(*p))
			p++;
		if (put_text(w, word, length) != 0 || (p < end && put_text(w, " ", 1) != 0))
			return -1;
	}
	for (const int last = last_known(&w->columns, &w->last, column); column <= last; column++) {
		const char *const e = put_column(value, &w->last, w->columns.fields[column]) - 1;
		if (put_text(w, " ", 1) != 0 || put_text(w, value, (size_t)(e - value)) != 0)
			return -1;
	}
	return put_text(w, "\n", 1);
}

int swf_writer_extra(struct swf_writer *writer, const char *text, size_t length)
{
	/* the line's end is in the buffer as long as nothing follows */
	writer->end -= writer->added;
	writer->end[-1] = ' ';
	if (writer->columns.last > 0)
		return put_columns(writer, text, text + length);
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
