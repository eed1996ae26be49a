/*
 * Reads a log in the Standard Workload Format, one job at a time.
 *
 * Accepted: gzip (recognized by its magic byte), in several members and padded with zeros, LF and
 * CRLF, a missing final newline, tabs, blanks before and between fields, blank lines, a UTF-8 byte
 * order mark, comments that begin with "#" for ";", more than 18 fields. A line has at most 64 MiB,
 * a header at most 1,000,000 lines and 64 MiB. Numbers may carry a sign, and in the time fields a
 * fraction; an exponent is read too. Times are limited to 2^53 s in magnitude, processors to 32
 * bits, all other fields to 64.
 */
#ifndef SWFCORE_READER_H
#define SWFCORE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/bytes.h"
#include "swfcore/error.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_reader;

/* Opens a file, plain or gzipped; "-" is the standard input. NULL with the error set if it cannot.
 */
struct swf_reader *swf_reader_new(const char *path, struct swf_error *error);

/* Reads from any source of bytes; `name` stands for it in messages. Takes over `bytes`. NULL when
 * there is no memory. */
struct swf_reader *swf_reader_new_bytes(struct swf_bytes bytes, const char *name);

void swf_reader_free(struct swf_reader *reader);

/* The comment lines before the first job, as far as the next line that is none; read now if they
 * were not. All begin with ";" here. Bad lines do not end the header. Belongs to the reader. NULL
 * with the error set, also when it is asked for again after an error that is final. */
const struct swf_header *swf_reader_header(struct swf_reader *reader, struct swf_error *error);

/* The next job: 1, 0 at the end, -1 with the error set: "FILE:LINE: field N (name): what is wrong"
 * for a bad line, "FILE: what is wrong" for others. */
int swf_reader_next(
	struct swf_reader *reader, struct swf_job *job, struct swf_error *error) SWF_MUST_CHECK;

/* Whether the last error was one of a line: reading can go on with the next line. Any other error
 * is final, and comes again. */
bool swf_reader_at_bad_line(const struct swf_reader *reader);

/* The name of the input as messages print it, and the number of the line read last, from 1. */
const char *swf_reader_name(const struct swf_reader *reader);
int64_t swf_reader_line(const struct swf_reader *reader);

/* What the job line read last has after its 18 fields, from the first of them to the last, not
 * ended by NUL; NULL and a length of 0 if it ends there. Stays until the reader reads on. */
const char *swf_reader_extra(const struct swf_reader *reader, size_t *length);

/* What was odd, but read, and the number of the first line with it. */
struct swf_reader_counts {
	int64_t late_comments, first_late_comment; /* after the first job: passed over */
	int64_t hash_comments, first_hash_comment; /* begin with "#" */
	int64_t extra, first_extra;                /* job lines with more than 18 fields */
	bool byte_order_mark;
};
struct swf_reader_counts swf_reader_counts(const struct swf_reader *reader);

#ifdef __cplusplus
}
#endif
#endif
