/* Jobs of which records have been read, but not that of their end, by their ids. */
#ifndef SWF_ACCOUNTS_PBS_H
#define SWF_ACCOUNTS_PBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounting/accounts.h"

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

/* Accounting records of PBS Pro, OpenPBS and Torque. */

/* Reads a file of accounting records. */
swf_accounts_read swf_accounts_read_pbs;

#endif
