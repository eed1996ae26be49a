/*
 * A site: the configuration of its Slurm, its users and accounts, and which of them the numbers of
 * a log stand for.
 *
 * A number stands for the name that the table of names has for it (swf-import --keys), or for a
 * queue or partition the header of the log ("; Partition: 3 batch"). A number without a name is its
 * own name. Queues of a log are QOS, its groups are accounts.
 */
#ifndef SWF_SLURM_SITE_H
#define SWF_SLURM_SITE_H

#include "accounting/names.h"
#include "slurm/conf/associations.h"
#include "slurm/conf/slurm-conf.h"
#include "swfcore/calendar.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

/* All that it points to outlives it. */
struct swf_slurm_site {
	const struct swf_slurm_conf *conf;
	struct swf_slurm_associations *associations; /* users and accounts of the log join them */
	const struct swf_calendar *calendar;         /* for PriorityUsageResetPeriod, else NULL */
	double start;                      /* Unix time (s) of second 0 of the log, 0 if unknown */
	struct swf_slurm_numbers *numbers; /* of the log, and what they stand for */
};

/* Makes the numbers of a site with the header of the log, and with the names of all kinds or NULL,
 * which outlive the site. 0, or -1 when there is no memory. */
int swf_slurm_site_begin(struct swf_slurm_site *site, const struct swf_header *header,
	const struct swf_names *names) SWF_MUST_CHECK;
void swf_slurm_site_end(struct swf_slurm_site *site);

/* What a job's numbers stand for. */
struct swf_slurm_who {
	uint32_t partition, qos;
	uint32_t association; /* of the user in the account */
	uint32_t user;        /* the same in all accounts: 0, 1, 2, ... */
};

/* Looks it up, once a job. Users and accounts that are new join the tree, with a share each. A job
 * without an account is of the user's first one, or of none below the root. A job without a
 * partition, or of one that the configuration does not have, is of the default one; of a list such
 * as "test,batch" it is the first that there is. A job without a QOS, or of an unknown one, has the
 * default QOS of its association, of the root, or "normal". 1; 0 when it has no partition; -1 when
 * there is no memory. */
int swf_slurm_who(
	struct swf_slurm_site *site, const struct swf_job *job, struct swf_slurm_who *who);

/* Names that stand for nothing in the configuration. */
struct swf_slurm_unknown {
	int64_t jobs;
	char example[64]; /* the first one, cut where it is longer */
};

/* What was assumed of the jobs that were looked up. */
struct swf_slurm_assumed {
	int64_t no_partition; /* jobs that name none */
	struct swf_slurm_unknown partition, qos;
	int64_t accounts, users; /* that joined the tree; users once for each of their accounts */
};

struct swf_slurm_assumed swf_slurm_site_assumed(const struct swf_slurm_site *site);

#endif
