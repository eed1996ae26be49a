/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads logs: line by line with all that is odd in them, or as filters do. */
#ifndef SWFCORE_LOG_H
#define SWFCORE_LOG_H

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
 * ended by NUL; NULL and a length of 0 if all of it is in struct swf_job. Stays until the reader
 * reads on. */
const char *swf_reader_extra(const struct swf_reader *reader, size_t *length);

/* What was odd, but read, and the number of the first line with it. */
struct swf_reader_counts {
	int64_t late_comments, first_late_comment; /* after the first job: passed over */
	int64_t hash_comments, first_hash_comment; /* begin with "#" */
	int64_t extra, first_extra; /* job lines with fields that are neither in struct swf_job nor
				       nodes_text */
	int64_t texts;              /* other job lines with nodes_text */
	int64_t gpus;               /* job lines with GPUs */
	bool byte_order_mark;
	bool presumed; /* the header does not declare what the 21 fields of a line are */
};
struct swf_reader_counts swf_reader_counts(const struct swf_reader *reader);

/*
 * A log as filters read it: the whole jobs of a reader. Partial executions (status 2, 3, 4) are
 * left out where a line of the whole job with their number stood before them, else each is a job;
 * bad lines end the reading or are skipped. What is left out is counted.
 */
struct swf_log;

struct swf_log_counts {
	int64_t jobs;          /* given out */
	int64_t anonymous;     /* of these, without a user, also after swf_log_name_anonymous */
	int64_t alone;         /* of these, partial executions without a summary line */
	int64_t partial;       /* left out: other partial executions */
	int64_t bad;           /* left out: bad lines (with skip_bad) */
	int64_t late_comments; /* left out: comments after the first job */
	int64_t extra;    /* lines with more fields than struct swf_job, partial executions too */
	int64_t gpus;     /* lines with GPUs */
	int64_t unsorted; /* jobs submitted before the one that precedes them in the log */
	double work;      /* processor seconds of the jobs given out */
	double partial_work; /* of the partial executions left out */
};

/* Opens a file, or the standard input for "-". NULL with the error set if it cannot be read. */
struct swf_log *swf_log_new(const char *path, bool skip_bad, struct swf_error *error);

/* Reads from any source of bytes, as swf_reader_new_bytes does. */
struct swf_log *swf_log_new_bytes(
	struct swf_bytes bytes, const char *name, bool skip_bad, struct swf_error *error);

void swf_log_free(struct swf_log *log);

/* The comment lines before the first job. Belongs to the log. */
const struct swf_header *swf_log_header(const struct swf_log *log);

/* To whom jobs without a user (field 12 negative) belong: to nobody, each to a user of its own, or
 * all to one user. */
enum swf_anonymous { SWF_ANONYMOUS_NOBODY, SWF_ANONYMOUS_EACH, SWF_ANONYMOUS_ONE };

/* The number of that one user. With a user for each, the k-th job without a user has this number
 * plus k. No user of such a log may have a number as large as this (SWF_ERROR_USER). */
#define SWF_ANONYMOUS_USER INT64_C(1000000000000)

/* From now on field 12 of these jobs is given out as such a number. To be called before the first
 * job is asked for. */
void swf_log_name_anonymous(struct swf_log *log, enum swf_anonymous whose);

/* The next whole job: 1, 0 at the end, -1 with the error set. */
int swf_log_next(struct swf_log *log, struct swf_job *job, struct swf_error *error) SWF_MUST_CHECK;

/* The same, but a job submitted before the one that precedes it is an error (SWF_ERROR_UNSORTED):
 * for programs that need the order. */
int swf_log_next_in_order(
	struct swf_log *log, struct swf_job *job, struct swf_error *error) SWF_MUST_CHECK;

/* The counts so far. */
struct swf_log_counts swf_log_counts(const struct swf_log *log);

/* Whether there is nothing at all in the log, or nothing so far: no header, no job, no line that is
 * skipped. */
bool swf_log_is_empty(const struct swf_log *log);

/* Whether the log has 21 fields that its header did not declare: they are read as GPUs, a soft
 * estimate and a text, and the header now declares them. */
bool swf_log_presumes_fields(const struct swf_log *log);

/* What the job given out last has after its 18 fields, as swf_reader_extra has it. */
const char *swf_log_extra(const struct swf_log *log, size_t *length);

/* Sets the error to "FILE:LINE: field N (name): what" about the job given out last. Returns -1. */
int swf_log_refuse(const struct swf_log *log, int field, const char *what, struct swf_error *error);

#ifdef __cplusplus
}
#endif
#endif
