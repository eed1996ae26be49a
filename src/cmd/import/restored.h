/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs that swf-select wrote as tables, and their way back: swf-import(1), section TABLES OF
 * SWF-SELECT. Jobs stay as they are, in their order and with their numbers. What fails dies with
 * its message. */
#ifndef SWF_CMD_IMPORT_RESTORED_H
#define SWF_CMD_IMPORT_RESTORED_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/job-fields.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

/* The machine, as options give it; 0 where they do not. */
struct machine {
	int32_t procs, gpus;
	int64_t nodes;
	const char *gpu_types; /* how many of each, as in a100:64,h100:32; or NULL */
};

/* Where the log begins: the lines of another log, or a header of its own. */
struct restored_header {
	const char *path; /* of the log whose header it is, or NULL */
	struct machine machine;
};

/* Writes the jobs of tables in CSV; or in JSON or NDJSON. */
void restore_csv(char **files, const struct restored_header *how);
void restore_json(char **files, const struct restored_header *how);

/* A job of which nothing is known. */
struct swf_job unknown_job(void);

/* Sets a field from the text of a number. Returns NULL, or what is wrong with the text. */
const char *set_field_text(struct swf_job *job, int field, const char *text);

/* Whether a text is of one line, as that behind the 18 fields of a job is. */
bool is_line(const char *text);

/* The field that has this name, or -1. */
int field_named(const char *name);

/* Adds ExtraFields, from the 19th on, for fields behind the 18th, by their places in job_fields. */
void declare_fields(struct swf_header *header, const int *fields, int count);

/* Puts the machine of the options into a header. */
void set_machine(struct swf_header *header, const struct machine *machine);

#endif
