/*
 * The records of PBS Pro, OpenPBS and Torque: lines "MM/DD/YYYY HH:MM:SS;KIND;ID;MESSAGE", the
 * messages of which are made of KEY=VALUE.
 */
#ifndef SWF_ACCOUNTING_PBS_PBS_RECORD_H
#define SWF_ACCOUNTING_PBS_PBS_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "accounting/accounts-parts.h"
#include "accounting/pbs/open-jobs.h"

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

/* A job's records may stand in several files. */
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
