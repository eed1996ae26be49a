/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/number.h"
#include "swf/fields.h"

/*
 * Between calls lines.next is at the beginning of a line, which has not been read, and `line`
 * counts those before it. A bad line is passed over before its error is returned, so that reading
 * can go on. An error that is final stays in `error`, and each later call returns it.
 *
 * Nearly all time goes to read_job(), where one macro reads the 18 fields by number.h. What it does
 * not take, such as fractions or tabs, goes to one function for each kind of field.
 */

/* Of the header. No archive has more than a few hundred lines; a file that is no log may. */
enum { HEADER_LINES = 1000000, HEADER_BYTES = 64 << 20 };

struct swf_reader {
	struct swf_lines lines;
	char *name;
	size_t header_bytes;
	struct swf_header *header;
	bool begun;       /* the first line is there */
	bool header_read; /* a job has been read */
	bool failed;      /* with an error that is not a line's */
	bool bad_line;
	struct swf_extra_columns columns; /* behind the 18th */
	int64_t line;
	const char *extra; /* in the line read last, after its 18 fields; NULL if all of them are in
			      the job */
	struct swf_reader_counts counts;
	struct swf_error error;
};

struct swf_reader *swf_reader_new_bytes(struct swf_bytes bytes, const char *name)
{
	struct swf_reader *r = calloc(1, sizeof *r);
	if (r == NULL) {
		if (bytes.close != NULL)
			bytes.close(bytes.context);
		return NULL;
	}
	r->name = strdup(name);
	r->header = swf_header_new();
	if (swf_lines_init(&r->lines, bytes) != 0 || r->name == NULL || r->header == NULL) {
		swf_reader_free(r);
		return NULL;
	}
	return r;
}

struct swf_reader *swf_reader_new(const char *path, struct swf_error *error)
{
	struct swf_bytes bytes = {0};
	if (swf_input_open(path, &bytes, error) != 0)
		return NULL;
	struct swf_reader *r = swf_reader_new_bytes(bytes, swf_input_name(path));
	if (r == NULL)
		swf_fail(error, "%s: out of memory", path);
	return r;
}

void swf_reader_free(struct swf_reader *reader)
{
	if (reader == NULL)
		return;
	swf_lines_clear(&reader->lines);
	swf_header_free(reader->header);
	free(reader->name);
	free(reader);
}

static int fail_finally(struct swf_reader *r, const char *what)
{
	r->failed = true;
	return swf_fail(&r->error, "%s: %s", r->name, what);
}

/* Looks for a byte order mark where the text begins. */
static int begin_text(struct swf_reader *r)
{
	const char *p = r->lines.next;
	r->begun = true;
	if (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0) {
		r->lines.next = r->lines.lines_end;
		return fail_finally(
			r, "UTF-16 text, an SWF log is UTF-8: iconv -f UTF-16 -t UTF-8");
	}
	r->counts.byte_order_mark = memcmp(p, "\xEF\xBB\xBF", 3) == 0;
	if (r->counts.byte_order_mark)
		r->lines.next += 3;
	return 1;
}

/* Fills the buffer until it holds a complete line: 1, 0 at the end of the input, -1 on an error. */
static int fill_lines(struct swf_reader *r)
{
	struct swf_error error;
	const int filled = swf_lines_fill(&r->lines, &error);
	if (filled < 0)
		return fail_finally(r, error.text);
	return filled == 1 && !r->begun ? begin_text(r) : filled;
}

static const char *line_end(const char *p)
{
	while (*p != '\n')
		p++;
	return p;
}

/* The name of a field in messages. */
static const char *field_name(const struct swf_reader *r, int field)
{
#define NAME(number, member, kind, name) [number] = name,
	static const char *const names[SWF_JOB_FIELDS + 1] = {SWF_EXTRA_TABLE(NAME)};
#undef NAME
	return field > SWF_FIELDS ? names[r->columns.fields[field]] : swf_job_field_name(field);
}

static int bad_line(struct swf_reader *r, const char *line, int field, const char *what)
{
	r->bad_line = true;
	r->lines.next = line_end(line) + 1;
	return swf_fail(&r->error, "%s:%lld: field %d (%s): %s", r->name, (long long)r->line, field,
		field_name(r, field), what);
}

static int bad_field(
	struct swf_reader *r, const char *p, int field, const char *what, const char *cure)
{
	enum { SHOWN = 40 };
	char text[SHOWN + 4];
	int length = 0;
	for (const char *q = p; !swf_is_field_end(*q) && length < SHOWN; q++)
		text[length++] = *q >= ' ' && *q <= '~' ? *q : '?';
	strcpy(text + length, swf_is_field_end(p[length]) ? "" : "...");
	char message[320];
	snprintf(message, sizeof message, "%s: '%s'%s", what, text, cure);
	return bad_line(r, p, field, message);
}

static const char *skip_blanks(const char *p)
{
	while (swf_is_blank(*p))
		p++;
	return p;
}

static const char *field_end(const char *p)
{
	while (!swf_is_field_end(*p))
		p++;
	return p;
}

/* A character that separates fields in the line of the field at p, in place of blanks, or 0. */
static char other_separator(const struct swf_reader *r, const char *p)
{
	for (const char *separator = ";,|"; *separator != '\0'; separator++) {
		int count = 0;
		for (const char *q = r->lines.next; *q != '\n'; q++)
			count += *q == *separator;
		if (count >= SWF_FIELDS - 1 && memchr(p, *separator, (size_t)(field_end(p) - p)))
			return *separator;
	}
	return '\0';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool begins_with(const char *line, const char *text)
{
	return strncmp(line, text, strlen(text)) == 0;
}

/* What a file is that does not begin as SWF does, by the line of its first field at p, or "". */
static const char *other_format(const char *p)
{
	const size_t length = (size_t)(line_end(p) - p);
	if (*p == '{' || *p == '[')
		return "; this looks like JSON, not like a log in SWF";
	if (begins_with(p, "JobID") && memchr(p, '|', length) == NULL)
		return "; this looks like sacct without --parsable2, which swf-import makes a log "
		       "of";
	if (memchr(p, '|', length) != NULL)
		return "; this looks like accounting data, which swf-import makes a log of";
	if (is_letter(*p) && memchr(p, ',', length) != NULL)
		return "; this looks like a table in CSV, not like a log in SWF";
	return "";
}

static void refuse_text(struct swf_reader *r, const char *p, int field)
{
	/* the heading of a log as swf-select writes it in CSV */
	const bool is_heading = begins_with(p, "job,submit,wait,run_time,allocated,cpu_time,");
	const char c = other_separator(r, p);
	char cure[192] = "";
	/* two empty cells side by side share a separator, so that one pass does not fill both */
	if (c != '\0' && (is_heading || !is_letter(*p)))
		snprintf(cure, sizeof cure,
			"; fields are separated by '%c', in SWF by blanks: "
			"sed '%s/^;/!{s/%c%c/%c-1%c/g;s/%c%c/%c-1%c/g;s/%c$/%c-1/;y/%c/ /;}'",
			c, is_heading ? "/^job/d;" : "", c, c, c, c, c, c, c, c, c, c, c);
	else if (field == 1)
		snprintf(cure, sizeof cure, "%s", other_format(p));
	else if ((is_letter(*p) || *p == '_') && field >= 12 && field <= 16)
		snprintf(cure, sizeof cure, "; SWF has numbers for names: NAMES in swf(5)");
	bad_field(r, p, field, "not a number", cure);
}

/* Why the text at p is no value for the field. Always returns NULL, for the readers below. */
static const char *refuse_field(struct swf_reader *r, const char *p, int field, enum swf_scan scan)
{
	if (p == field_end(p)) {
		char what[64];
		snprintf(what, sizeof what, "missing, the line has %d of %d fields", field - 1,
			SWF_FIELDS);
		bad_line(r, p, field, what);
	} else if (scan == SWF_SCAN_RANGE) {
		bad_field(r, p, field, "out of range", "");
	} else if (scan == SWF_SCAN_NOT_WHOLE) {
		bad_field(r, p, field, "not a whole number", "");
	} else {
		refuse_text(r, p, field);
	}
	return NULL;
}

/* What logs with aligned columns have nearly everywhere: "-1" or a few digits, with a blank after
 * them. NULL for anything else. */
static const char *scan_short(const char *p, int64_t *whole)
{
	if (p[0] != '-' || p[1] != '1' || p[2] != ' ')
		return swf_number_scan_plain(p, ' ', whole);
	*whole = SWF_UNKNOWN;
	return p + 2;
}

/* One field of each kind, whatever its text: the place after the field, or NULL with the error set.
 */

static const char *read_time(struct swf_reader *r, const char *p, int field, double *value)
{
	int64_t whole;
	p = skip_blanks(p);
	const char *end = scan_short(p, &whole);
	if (end != NULL) {
		*value = (double)whole;
		return end;
	}
	end = field_end(p);
	enum swf_scan scan = swf_number_scan_time(p, end, value);
	return scan == SWF_SCAN_OK ? end : refuse_field(r, p, field, scan);
}

static const char *read_count(struct swf_reader *r, const char *p, int field, int64_t *value)
{
	p = skip_blanks(p);
	const char *end = scan_short(p, value);
	if (end != NULL)
		return end;
	end = field_end(p);
	enum swf_scan scan = swf_number_scan_whole(p, end, value);
	return scan == SWF_SCAN_OK ? end : refuse_field(r, p, field, scan);
}

static const char *read_procs(struct swf_reader *r, const char *p, int field, int32_t *value)
{
	int64_t wide;
	const char *end = read_count(r, p, field, &wide);
	if (end == NULL)
		return NULL;
	if (wide < INT32_MIN || wide > INT32_MAX)
		return refuse_field(r, skip_blanks(p), field, SWF_SCAN_RANGE);
	*value = (int32_t)wide;
	return end;
}

/* Reads what stands at p, behind the 18 fields, and returns where it ends; NULL on an error. */
static const char *read_more(struct swf_reader *r, const char *p, struct swf_job *job)
{
	const struct swf_extra_columns *const columns = &r->columns;
	const char *const begin = p;
	bool others = false, texts = false;
#define BEGIN(number, member, kind, name) job->member = columns->has[number] ? SWF_UNKNOWN : 0;
	SWF_EXTRA_TABLE(BEGIN)
#undef BEGIN
	for (int field = SWF_FIELDS + 1; *p != '\n' && field <= columns->last; field++) {
		switch (columns->fields[field]) {
#define READ(number, member, kind, name)                                                           \
	case number:                                                                               \
		p = read_##kind(r, p, field, &job->member);                                        \
		break;
			SWF_EXTRA_TABLE(READ)
#undef READ
		case SWF_NODES_TEXT:
			texts = true;
			p = field_end(p);
			break;
		default:
			others = true;
			p = field_end(p);
		}
		if (p == NULL)
			return NULL;
		while (swf_is_blank(*p) || *p == '\r')
			p++;
	}
	others = others || *p != '\n';
	r->counts.gpus += job->gpus > 0;
	r->counts.texts += texts && !others;
	r->extra = others || texts ? begin : NULL;
	if (others && r->counts.extra++ == 0)
		r->counts.first_extra = r->line;
	return line_end(p);
}

/* Reads the job line at p, which is not blank and not a comment. Nearly every field is "-1" or a
 * few digits, with one blank behind it and, in aligned columns, some before it. Steps of a length
 * that the processor can guess keep it from waiting for one field before it starts with the next.
 */
static int read_job(struct swf_reader *r, const char *p, struct swf_job *job)
{
	int64_t whole;
	const char *end;
#define READ(number, member, kind, name)                                                           \
	enum { last_##number = number == SWF_FIELDS, stop_##number = last_##number ? '\n' : ' ' }; \
	while (*p == ' ')                                                                          \
		p++;                                                                               \
	if (p[0] == '-' && p[1] == '1' && p[2] == stop_##number) {                                 \
		job->member = SWF_UNKNOWN;                                                         \
		p += last_##number ? 2 : 3;                                                        \
	} else if ((end = swf_number_scan_plain(p, stop_##number, &whole)) != NULL &&              \
		(int64_t)(swf_kind_##kind)whole == whole) {                                        \
		job->member = (swf_kind_##kind)whole;                                              \
		p = last_##number ? end : end + 1;                                                 \
	} else if ((p = read_##kind(r, p, number, &job->member)) == NULL) {                        \
		return -1;                                                                         \
	}
	SWF_FIELD_TABLE(READ)
#undef READ
	while (swf_is_blank(*p) || *p == '\r')
		p++;
#define NONE(number, member, kind, name) job->member = 0;
	SWF_EXTRA_TABLE(NONE)
#undef NONE
	if ((*p != '\n' || r->columns.last > 0) && (p = read_more(r, p, job)) == NULL)
		return -1;
	r->lines.next = p + 1;
	return 1;
}

static int add_to_header(struct swf_reader *r, const char *line, size_t length)
{
	r->header_bytes += length + 1;
	if (r->header_bytes > HEADER_BYTES || swf_header_lines(r->header) == HEADER_LINES) {
		r->failed = true;
		return swf_fail(&r->error,
			"%s:%lld: the header has more than 1,000,000 lines or 64 MiB; "
			"shorten the comments before the first job",
			r->name, (long long)r->line);
	}
	return swf_header_append(r->header, line, length) == 0 ? 0
							       : fail_finally(r, "out of memory");
}

/* Counts a comment, and keeps it in the header as long as no job was read. */
static int keep_comment(struct swf_reader *r, const char *p, const char *end)
{
	struct swf_reader_counts *counts = &r->counts;
	if (*p == '#' && counts->hash_comments++ == 0)
		counts->first_hash_comment = r->line;
	if (r->header_read) {
		if (counts->late_comments++ == 0)
			counts->first_late_comment = r->line;
		return 0;
	}
	return add_to_header(r, p, (size_t)(end - (end[-1] == '\r') - p));
}

/* Brings r->lines.next to the next job line, past blank lines and comments: 1, 0 at the end, -1 on
 * an error. */
static int find_job(struct swf_reader *r)
{
	if (r->failed)
		return -1;
	for (;;) {
		if (r->lines.next == r->lines.lines_end) {
			int filled = fill_lines(r);
			if (filled != 1)
				return filled;
		}
		const char *p = r->lines.next;
		while (swf_is_blank(*p) || *p == '\r')
			p++;
		if (*p != ';' && *p != '\n' && *p != '#') {
			r->lines.next = p;
			return 1;
		}
		const char *end = line_end(p);
		r->line++;
		r->lines.next = end + 1;
		if (*p != '\n' && keep_comment(r, p, end) != 0)
			return -1;
	}
}

/* Whether a line looks like those of 21 fields that others write: the 19th and the 20th are
 * numbers. */
static bool has_presumed_fields(const char *p)
{
	int fields = 0;
	for (p = skip_blanks(p); *p != '\n'; p = skip_blanks(p)) {
		const char *const end = field_end(p);
		double value;
		fields += end > p;
		if ((fields == SWF_FIELDS + 1 || fields == SWF_FIELDS + 2) && end > p &&
			swf_number_scan_time(p, end, &value) != SWF_SCAN_OK)
			return false;
		p = end + (*end == '\r');
	}
	return fields == SWF_FIELDS + 3;
}

/* Finds out what the columns behind the 18th are, where the first job is next: 1, or -1 with the
 * error set. */
static int settle_columns(struct swf_reader *r)
{
	char value[2];
	if (!swf_header_get(r->header, "ExtraFields", value, sizeof value) &&
		has_presumed_fields(r->lines.next)) {
		r->counts.presumed = true;
		if (swf_header_add(r->header, "ExtraFields", SWF_PRESUMED_EXTRA) != 0)
			return fail_finally(r, "out of memory");
	}
	swf_extra_columns_read(&r->columns, r->header);
	return 1;
}

/* As find_job(), and settles the columns as long as no job has been read. */
static int find_settled_job(struct swf_reader *r)
{
	const int got = find_job(r);
	return got == 1 && !r->header_read ? settle_columns(r) : got;
}

const struct swf_header *swf_reader_header(struct swf_reader *reader, struct swf_error *error)
{
	if (find_settled_job(reader) >= 0)
		return reader->header;
	*error = reader->error;
	return NULL;
}

int swf_reader_next(struct swf_reader *reader, struct swf_job *job, struct swf_error *error)
{
	reader->bad_line = false;
	reader->extra = NULL;
	int got = find_settled_job(reader);
	if (got == 1) {
		reader->line++;
		got = read_job(reader, reader->lines.next, job);
		reader->header_read = reader->header_read || got == 1;
	}
	if (got < 0)
		*error = reader->error;
	return got;
}

bool swf_reader_at_bad_line(const struct swf_reader *reader)
{
	return reader->bad_line;
}

const char *swf_reader_name(const struct swf_reader *reader)
{
	return reader->name;
}

int64_t swf_reader_line(const struct swf_reader *reader)
{
	return reader->line;
}

const char *swf_reader_extra(const struct swf_reader *reader, size_t *length)
{
	const char *end = reader->extra;
	*length = 0;
	if (end == NULL)
		return NULL;
	for (end = line_end(end); swf_is_field_end(end[-1]);)
		end--;
	*length = (size_t)(end - reader->extra);
	return reader->extra;
}

struct swf_reader_counts swf_reader_counts(const struct swf_reader *reader)
{
	return reader->counts;
}
