/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is wrong with a log, and what is odd in it. A violation is against the standard; a remark is
 * something that a user of the log should know. See swf-check(1).
 */
#ifndef SWF_SWF_CHECK_H
#define SWF_SWF_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/header.h"
#include "swfcore/job.h"
#include "swfcore/log.h"

enum swf_finding_kind {
	/* violations */
	SWF_FOUND_MALFORMED,
	SWF_FOUND_UNSORTED,
	SWF_FOUND_NEGATIVE,
	SWF_FOUND_NUMBER,
	SWF_FOUND_DUPLICATE,
	SWF_FOUND_STATUS,
	/* remarks */
	SWF_FOUND_OVERRUN,
	SWF_FOUND_ESTIMATE_UNIT,
	SWF_FOUND_MILLISECOND_TIMES,
	SWF_FOUND_EPOCH_SUBMIT,
	SWF_FOUND_OVERSIZE,
	SWF_FOUND_OVERSIZE_GPUS,
	SWF_FOUND_GPUS_ALONE,
	SWF_FOUND_GPU_TYPE,
	SWF_FOUND_OVERSIZE_TYPE,
	SWF_FOUND_OVERSIZE_NODES,
	SWF_FOUND_PARTIAL,
	SWF_FOUND_PARTIAL_ALONE,
	SWF_FOUND_NO_SUBMIT,
	SWF_FOUND_NO_WAIT,
	SWF_FOUND_NO_RUN_TIME,
	SWF_FOUND_NO_SIZE,
	SWF_FOUND_NO_ESTIMATE,
	SWF_FOUND_NO_USER,
	SWF_FOUND_MAX_JOBS,
	SWF_FOUND_MAX_RECORDS,
	SWF_FOUND_NO_PROCS,
	SWF_FOUND_NO_GPUS,
	SWF_FOUND_COMMENTS,
	SWF_FOUND_HASH_COMMENTS,
	SWF_FOUND_BYTE_ORDER_MARK,
	SWF_FOUND_UNDECLARED,
	SWF_FOUND_EXTRA,
	SWF_FINDING_KINDS
};

struct swf_finding {
	const char *name;    /* "unsorted" */
	const char *meaning; /* a line for people */
	bool violation;
	bool repairable; /* without a guess */
	int64_t count;
	int64_t first_line; /* 0 when it is about the header as a whole */
};

struct swf_check;

/* Checks jobs under a header, which must last as long and may grow until the first job. NULL when
 * there is no memory. */
struct swf_check *swf_check_new(const struct swf_header *header);
void swf_check_free(struct swf_check *check);

/* Looks at the job on a line. 0, or -1 when there is no memory. */
int swf_check_job(struct swf_check *check, const struct swf_job *job, int64_t line) SWF_MUST_CHECK;

/* Notes a line that is no job. */
void swf_check_bad_line(struct swf_check *check, int64_t line);

/* Finds what only the end of the log shows: numbers used twice, whether times are in other units,
 * the counts of the header, and what the reader has counted. */
void swf_check_finish(struct swf_check *check, const struct swf_reader_counts *counts);

const struct swf_finding *swf_check_finding(
	const struct swf_check *check, enum swf_finding_kind kind);

/* Jobs, and lines with them (all partial executions too). */
int64_t swf_check_jobs(const struct swf_check *check);
int64_t swf_check_records(const struct swf_check *check);

/* Repairs what needs no guess in one job: a negative value other than -1 becomes unknown. Returns
 * whether there was one. */
bool swf_check_repair(struct swf_job *job);

#endif
