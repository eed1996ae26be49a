/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of PBS Pro, OpenPBS and Torque: lines "MM/DD/YYYY HH:MM:SS;KIND;ID;MESSAGE", the
 * messages of which are made of KEY=VALUE; the amounts of resources in them; and the jobs that they
 * leave open.
 */
#ifndef SWF_PBS_RECORD_H
#define SWF_PBS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "accounting/accounts.h"

/* The end of the part at p that a mark or the end of the text ends. */
static inline const char *swf_pbs_part_end(const char *p, const char *end, char mark)
{
	const char *found = memchr(p, mark, (size_t)(end - p));
	return found != NULL ? found : end;
}

/* Amounts of resources, in texts from p to end. Each function returns whether the text is such an
 * amount. */

/* A number from 0. */
bool swf_pbs_count(const char *p, const char *end, int64_t *count);

/* [[HH:]MM:]SS with any number of hours, or s: in s. */
bool swf_pbs_duration(const char *p, const char *end, double *seconds);

/* A number of bytes, or with kb, mb, gb, tb, pb, or, in words of 8 bytes, w, kw, ...: in KB. */
bool swf_pbs_memory(const char *p, const char *end, double *kilobytes);

/* The processors of each of these: select ("2:ncpus=8:mem=4gb+4", a chunk without ncpus having
 * one), nodes ("4:ppn=8:fast+node7"), exec_vnode ("(n1:ncpus=8)+(n2[0]:ncpus=4+n2[1]:ncpus=4)") and
 * exec_host ("n1/0*8+n2/0", "n1/0+n1/1", "n1/0-7+n2"). */
typedef bool swf_pbs_processors(const char *p, const char *end, int64_t *procs);
swf_pbs_processors swf_pbs_select, swf_pbs_nodes, swf_pbs_exec_vnode, swf_pbs_exec_host;

/* The GPUs of select ("2:ncpus=8:ngpus=1") and, of Torque, nodes ("4:ppn=8:gpus=2"). */
swf_pbs_processors swf_pbs_select_gpus, swf_pbs_nodes_gpus;

/* The keys of messages that count. */
enum swf_pbs_key {
	SWF_PBS_USER,
	SWF_PBS_GROUP,
	SWF_PBS_ACCOUNT,
	SWF_PBS_JOBNAME,
	SWF_PBS_QUEUE,
	SWF_PBS_CTIME,
	SWF_PBS_QTIME,
	SWF_PBS_ETIME,
	SWF_PBS_START,
	SWF_PBS_END,
	SWF_PBS_EXEC_HOST,
	SWF_PBS_EXEC_VNODE,
	SWF_PBS_EXIT_STATUS,
	SWF_PBS_SELECT,
	SWF_PBS_NODES,
	SWF_PBS_PROCS,
	SWF_PBS_NCPUS,
	SWF_PBS_NGPUS,
	SWF_PBS_MPPWIDTH,
	SWF_PBS_WALLTIME,
	SWF_PBS_MEM,
	SWF_PBS_PMEM,
	SWF_PBS_USED_NCPUS,
	SWF_PBS_USED_CPUT,
	SWF_PBS_USED_MEM,
	SWF_PBS_SLOTS,
	SWF_PBS_KEYS
};

struct swf_pbs_text {
	const char *begin, *end; /* NULL where there is none */
};

struct swf_pbs_record {
	double stamp; /* Unix time in s */
	char kind;
	int64_t id;
	bool is_array;    /* the whole of one */
	int64_t array_id; /* of the array that the job is of, or -1 */
	struct swf_pbs_text values[SWF_PBS_KEYS];
};

/* A job with records so far, but without that of its end. Found by its id. */
struct swf_open_job {
	bool is_there;      /* else the slot is free */
	struct swf_run run; /* what is known of it */
	/* Unix times in s, or NaN. A run that began before the job was requeued is one that was
	 * lost, and counts from its own submit. */
	double requeued, lost_submit, deleted;
	struct swf_run_place deleted_at;
};

/* A hash table from which jobs are taken again, so that it is no larger than what is open needs.
 * Begins with {0}. */
struct swf_open_jobs {
	struct swf_open_job *slots;
	size_t count;
	unsigned slot_bits;
};

/* The job, which is added with nothing but its id if need be. NULL when there is no memory. Valid
 * until the next one is added or removed. */
struct swf_open_job *swf_open_jobs_put(struct swf_open_jobs *jobs, int64_t id);

/* The job, or NULL. */
struct swf_open_job *swf_open_jobs_find(const struct swf_open_jobs *jobs, int64_t id);

void swf_open_jobs_remove(struct swf_open_jobs *jobs, struct swf_open_job *job);

void swf_open_jobs_clear(struct swf_open_jobs *jobs);

/* What goes on from one file to the next, since a job's records may stand in several. */
struct swf_pbs_state {
	struct swf_accounts_kept kept;
	struct swf_open_jobs open;
	double last_stamp; /* Unix time of the line read last: they are in the order of time */
	struct swf_names servers;
};

/* What reads the records of a file. */
struct swf_pbs_source {
	struct swf_accounts *accounts;
	struct swf_pbs_state *state;
	struct swf_run_place place;
	bool refused; /* the line is bad */
};

/* Ids are numbers: of the job, its place in its array, and its server. */
enum { SWF_PBS_INDEX_BITS = 20, SWF_PBS_WHOLE_ARRAY = (1 << SWF_PBS_INDEX_BITS) - 1 };

/* Reads a line, without its end. A kind that tells nothing of jobs is '\0', and nothing else of the
 * record is read. Returns 0, or -1 with the error set. */
int swf_pbs_read_record(struct swf_pbs_source *source, const char *line, const char *end,
	struct swf_pbs_record *record, struct swf_error *error) SWF_MUST_CHECK;

/* Sets the error to what is wrong with a line, or with the value of a key. Each returns -1. */
int swf_pbs_refuse_line(struct swf_pbs_source *source, const char *what, struct swf_error *error);
int swf_pbs_refuse(struct swf_pbs_source *source, enum swf_pbs_key key, struct swf_pbs_text value,
	struct swf_error *error);

#endif
