/*
 * The records of PBS Pro, OpenPBS and Torque: lines "MM/DD/YYYY HH:MM:SS;KIND;ID;MESSAGE", the
 * messages of which are made of KEY=VALUE.
 */
#ifndef SWFCORE_PBS_RECORD_H
#define SWFCORE_PBS_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "accounting/accounts.h"
#include "accounting/pbs/open-jobs.h"

/* The keys of messages that count. */
enum pbs_key {
	PBS_USER,
	PBS_GROUP,
	PBS_ACCOUNT,
	PBS_JOBNAME,
	PBS_QUEUE,
	PBS_CTIME,
	PBS_QTIME,
	PBS_ETIME,
	PBS_START,
	PBS_END,
	PBS_EXEC_HOST,
	PBS_EXEC_VNODE,
	PBS_EXIT_STATUS,
	PBS_SELECT,
	PBS_NODES,
	PBS_PROCS,
	PBS_NCPUS,
	PBS_MPPWIDTH,
	PBS_WALLTIME,
	PBS_MEM,
	PBS_PMEM,
	PBS_USED_NCPUS,
	PBS_USED_CPUT,
	PBS_USED_MEM,
	PBS_SLOTS,
	PBS_KEYS
};

struct pbs_text {
	const char *begin, *end; /* NULL where there is none */
};

struct pbs_record {
	double stamp; /* Unix time in s */
	char kind;
	int64_t id;
	bool is_array;    /* the whole of one */
	int64_t array_id; /* of the array that the job is of, or -1 */
	struct pbs_text values[PBS_KEYS];
};

/* A job's records may stand in several files. */
struct pbs_state {
	struct swf_accounts_kept kept;
	struct swf_open_jobs open;
	double last_stamp; /* Unix time of the line read last: they are in the order of time */
	struct swf_names servers;
};

/* What reads the records of a file. */
struct pbs_source {
	struct swf_accounts *accounts;
	struct pbs_state *state;
	struct swf_place place;
	bool refused; /* the line is bad */
};

/* Ids are numbers: of the job, its place in its array, and its server. */
enum { PBS_INDEX_BITS = 20, PBS_WHOLE_ARRAY = (1 << PBS_INDEX_BITS) - 1 };

/* Reads a line, without its end. A kind that tells nothing of jobs is '\0', and nothing else of the
 * record is read. Returns 0, or -1 with the error set. */
int swf_pbs_read_record(struct pbs_source *source, const char *line, const char *end,
	struct pbs_record *record, struct swf_error *error) SWF_MUST_CHECK;

/* Sets the error to what is wrong with a line, or with the value of a key. Each returns -1. */
int swf_pbs_refuse_line(struct pbs_source *source, struct swf_error *error, const char *what);
int swf_pbs_refuse(struct pbs_source *source, struct swf_error *error, enum pbs_key key,
	struct pbs_text value);

#endif
