/*
 * Who may use a Slurm, with which shares and limits: the accounts and users of the file that
 * `sacctmgr dump` writes, and the qualities of service (QOS) that `sacctmgr --parsable show qos`
 * prints.
 */
#ifndef SWF_SLURM_CONF_ASSOCIATIONS_H
#define SWF_SLURM_CONF_ASSOCIATIONS_H

#include "slurm/conf/slurm-conf.h"

/* Of a group of jobs at a time, or of one job. SWF_SLURM_UNLIMITED where there is none. */
struct swf_slurm_limits {
	int64_t group_jobs, group_submit, group_cpus, group_nodes, group_memory; /* memory: KB */
	int64_t max_jobs, max_submit; /* of an association; of a QOS: of a user */
	int64_t max_cpus_user, max_nodes_user, max_jobs_account, max_cpus_account; /* of a QOS */
	int64_t max_cpus, max_nodes;                                               /* of a job */
	double max_wall;                                                           /* s, of a job */
};

/* The tree: 0 is the root account; parents come before their children. */
struct swf_slurm_association {
	const char *name; /* of the account, or of the user */
	bool is_user;
	size_t parent;
	const char *partition; /* of a user's association that holds there alone, or NULL */
	int64_t shares;        /* Fairshare, 1 by default */
	bool of_parent;        /* Fairshare=parent: counts as its parent */
	int64_t priority;      /* -1 where none is set: that of its parent */
	struct swf_slurm_limits limits;
	const char *default_qos; /* or NULL */
};

enum {
	SWF_SLURM_QOS_NO_RESERVE = 1,
	SWF_SLURM_QOS_PART_TIME_LIMIT = 2,
	SWF_SLURM_QOS_DENY_LIMIT = 4,
	SWF_SLURM_QOS_OVER_PART_QOS = 8,
	SWF_SLURM_QOS_USAGE_FACTOR_SAFE = 16
};

struct swf_slurm_qos {
	const char *name;
	int64_t priority;
	double usage_factor;
	unsigned flags;
	struct swf_slurm_limits limits;
};

struct swf_slurm_associations {
	struct swf_slurm_association *list;
	size_t count, capacity;
	struct swf_slurm_qos *qos;
	size_t qos_count;
	struct swf_slurm_names *names;
};

/* Reads both files; either may be NULL. Without a file of associations there is only the root, and
 * without one of QOS only "normal". NULL with the error set, which names file, line and field. */
struct swf_slurm_associations *swf_slurm_associations_read(const char *dump, const char *qos,
	const struct swf_slurm_listener *listener, struct swf_error *error);
void swf_slurm_associations_free(struct swf_slurm_associations *associations);

/* The place of a QOS by name, or the count. */
size_t swf_slurm_qos_named(const struct swf_slurm_associations *associations, const char *name);

/* Adds an account below the root, or a user below an account (a place), that a log has and the file
 * has not: with a share and no limits. The place, or SIZE_MAX when there is no memory. */
size_t swf_slurm_add_account(struct swf_slurm_associations *associations, const char *name);
size_t swf_slurm_add_user(
	struct swf_slurm_associations *associations, size_t account, const char *name);

#endif
