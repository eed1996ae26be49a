/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Slurm as a scheduler: what a program needs of it. A site is the configuration of its Slurm
 * (slurm.conf), its users and accounts (sacctmgr dump) and its QOS. The scheduler
 * swf_scheduler_slurm finds it in own_options of struct swf_scheduler_options.
 *
 * Values that a slurm.conf does not set are Slurm's defaults (release 22.05).
 */
#ifndef SWF_SLURM_H
#define SWF_SLURM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounting/names.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/header.h"
#include "swfcore/scheduler.h"

/* The configuration, as far as a schedule depends on it: nodes, partitions, priorities and the
 * parameters of both scheduling loops. */

/* No limit, where a number of jobs, nodes or processors may have none. */
#define SWF_SLURM_UNLIMITED INT64_MAX

struct swf_slurm_node {
	const char *name;
	int32_t cpus;
	int64_t memory;       /* KB; 1 MB where the file says nothing, as in Slurm */
	int64_t weight;       /* nodes of a lower one are taken first */
	int32_t cpus_a_core;  /* a core is of one job: ThreadsPerCore, where CPUs are threads */
	const char *features; /* names with commas between them, or NULL */
	const char *gres;     /* as the file has it, or NULL */
};

enum swf_slurm_state { SWF_SLURM_UP, SWF_SLURM_DOWN, SWF_SLURM_DRAIN, SWF_SLURM_INACTIVE };

/* What becomes of a job that another preempts. */
enum swf_slurm_preempt_mode {
	SWF_SLURM_PREEMPT_UNSAID, /* that of the cluster holds */
	SWF_SLURM_PREEMPT_OFF,
	SWF_SLURM_PREEMPT_CANCEL,
	SWF_SLURM_PREEMPT_REQUEUE,
	SWF_SLURM_PREEMPT_SUSPEND
};

struct swf_slurm_partition {
	const char *name;
	uint64_t *nodes;     /* a bit for each node of the configuration */
	double default_time; /* s; negative: none, max_time serves */
	double max_time;     /* s, INFINITY for none */
	int64_t min_nodes, max_nodes;
	int64_t priority_tier, priority_job_factor;
	enum swf_slurm_state state;
	bool whole_nodes;       /* OverSubscribe=EXCLUSIVE: a job has its nodes for itself */
	int64_t jobs_a_core;    /* OverSubscribe=FORCE:COUNT: of its jobs at a time; else 1 */
	bool shares_cores;      /* with other jobs of it, or of other tiers that suspend them */
	double over_time_limit; /* s that a job may run beyond its limit */
	int64_t cpus_a_gpu;     /* DefCpuPerGPU; 0 for none */
	/* KB; 0 for none: DefMemPerCPU, DefMemPerNode, DefMemPerGPU */
	int64_t memory_a_cpu, memory_a_node, memory_a_gpu;
	int64_t most_memory_a_cpu, most_memory_a_node; /* KB; 0 for none: MaxMemPerCPU and -Node */
	int64_t max_cpus_a_node;                       /* or SWF_SLURM_UNLIMITED */
	const char *qos;                               /* whose limits hold in it, or NULL */
	enum swf_slurm_preempt_mode preempt_mode;
	double grace; /* s that a job runs on that is preempted */
	/* TRESBillingWeights: what a job uses; without them its processors */
	bool billing;
	double billing_cpu, billing_memory, billing_node, billing_gpu; /* memory: of a MB */
	double *billing_gpu_types; /* of each type of GPUs, beside billing_gpu; NULL for none */
};

/* SchedulerParameters, and what else concerns the loops. Times in s. */
struct swf_slurm_loops {
	bool backfill; /* SchedulerType=sched/backfill, not sched/builtin */
	bool assoc_limit_stop;
	double batch_sched_delay;
	double sched_interval; /* negative: no main loop */
	double sched_min_interval;
	int64_t default_queue_depth;
	int64_t partition_job_depth; /* 0: none */
	int64_t sched_max_job_start; /* 0: none */
	bool defer;
	double bf_interval; /* negative: no backfilling */
	double bf_window, bf_resolution, bf_min_age_reserve;
	double bf_window_linear; /* 0: the windows of expected ends double */
	int64_t bf_min_prio_reserve;
	int64_t bf_max_job_test, bf_max_job_start, bf_job_part_count_reserve;
	int64_t bf_max_job_user, bf_max_job_part, bf_max_job_user_part, bf_max_job_assoc;
	int64_t bf_node_space_size;
	bool bf_running_job_reserve;
	double over_time_limit;
	double kill_wait;
};

/* PreemptType and its like. */
struct swf_slurm_preemption_conf {
	bool by_qos, by_partition; /* or neither: there is none */
	enum swf_slurm_preempt_mode mode;
	bool gang; /* PreemptMode=SUSPEND,GANG: jobs of lower tiers are suspended, no others taken
		      away */
	double exempt; /* s that a job runs before it can be preempted */
	bool requeues; /* JobRequeue: else jobs are cancelled in place of requeued */
	bool youngest_first, strict_order;
	int64_t reorder_count;
};

enum swf_slurm_reset {
	SWF_SLURM_RESET_NONE,
	SWF_SLURM_RESET_NOW,
	SWF_SLURM_RESET_DAILY,
	SWF_SLURM_RESET_WEEKLY,
	SWF_SLURM_RESET_MONTHLY,
	SWF_SLURM_RESET_QUARTERLY,
	SWF_SLURM_RESET_YEARLY
};

struct swf_slurm_priority_conf {
	bool multifactor; /* else basic: by arrival */
	bool favor_small;
	double max_age;                /* s */
	double half_life, calc_period; /* s; a half-life of 0 means no decay */
	enum swf_slurm_reset reset;
	int64_t weight_age, weight_fair_share, weight_job_size, weight_partition, weight_qos,
		weight_assoc;
	double weight_cpu, weight_memory,
		weight_gpu;       /* of PriorityWeightTRES: cpu, mem, gres/gpu */
	double *weight_gpu_types; /* of each type of GPUs, beside weight_gpu; NULL for none */
	/* PriorityFlags */
	bool fair_tree; /* not NO_FAIR_TREE */
	bool depth_oblivious, incr_only, max_tres, no_normal_assoc, no_normal_part, no_normal_qos,
		no_normal_tres, small_relative_to_time;
	double damp; /* FairShareDampeningFactor, for the classic fair-share */
};

/* AccountingStorageEnforce */
struct swf_slurm_enforce {
	bool limits, safe;
};

/* Of Licenses: how many there are. */
struct swf_slurm_license {
	const char *name; /* of `length`, without a NUL behind it */
	size_t length;
	int64_t count;
};

/* A switch of a network, which nodes or other switches are connected to. */
struct swf_slurm_switch {
	const char *name;
	uint64_t *nodes; /* a bit for each that it reaches downwards */
	size_t parent;   /* its place; its own at the top */
	size_t level;    /* 0 where nodes are connected to it */
};

/* The releases whose defaults can be taken where a file sets none. */
enum swf_slurm_release { SWF_SLURM_22_05, SWF_SLURM_23_11, SWF_SLURM_24_11 };

struct swf_slurm_conf {
	enum swf_slurm_release release;
	struct swf_slurm_node *nodes; /* in Slurm's order: by name, numbers by their value */
	size_t node_count, words;     /* 64-bit words of a set of nodes */
	size_t left_out;              /* nodes that are not among them: State=DOWN, FUTURE, ... */
	int64_t cpus;                 /* of all nodes */
	struct swf_slurm_partition *partitions;
	size_t partition_count;
	bool shares_cores;      /* jobs of some partition do */
	const char **gpu_types; /* names in lower case; "" for those without a type */
	size_t gpu_type_count;  /* 0 where no node has GPUs */
	int32_t *gpus;          /* of each node, by type: node * gpu_type_count + type */
	const char *tracked;    /* AccountingStorageTRES as the file has it, or "" */
	/* The type that GPUs without one count for where AccountingStorageTRES has types and no
	 * gres/gpu; gpu_type_count for none. */
	size_t type_of_untyped;
	struct swf_slurm_license *licenses;
	size_t license_count;
	struct swf_slurm_switch *switches; /* topology/tree, in the order of topology.conf */
	size_t switch_count;               /* 0 without a topology */
	size_t default_partition;          /* partition_count for none */
	bool whole_nodes; /* SelectType=select/linear: every job has its nodes for itself */
	bool memory;      /* SelectTypeParameters names memory: it is a resource */
	/* CR_Core: a job has all CPUs of its cores. With CR_CPU it has those that it asked for, and
	 * the rest of its cores stays unused. */
	bool whole_cores;
	struct swf_slurm_loops loops;
	struct swf_slurm_priority_conf priority;
	struct swf_slurm_enforce enforce;
	struct swf_slurm_preemption_conf preemption;
	struct swf_slurm_names *names; /* owns all texts */
};

/* What a setting means to us. Slurm ignores some: all but one of several of a name, and what needs
 * a slurmdbd where there is none. */
enum swf_slurm_kind {
	SWF_SLURM_MODELLED,
	SWF_SLURM_NO_EFFECT,
	SWF_SLURM_NOT_MODELLED,
	SWF_SLURM_IGNORED
};

/* What is found in a file: a setting, or a word of SchedulerParameters and the like, as
 * SchedulerParameters/bf_interval. */
struct swf_slurm_told {
	enum swf_slurm_kind kind;
	const char *file;
	size_t line;            /* 0 for a default that is taken */
	const char *title, *of; /* PartitionName and batch, of such a line; else NULL */
	const char *name, *value;
	const char *why; /* it is of that kind, where the name does not say it; or NULL */
};
struct swf_slurm_listener {
	void *self;
	void (*setting)(void *self, const struct swf_slurm_told *told);
};

/* Reads a slurm.conf and what it includes, with the defaults of 22.05. NULL with the error set,
 * which names file and line and setting, when it cannot be read, contradicts itself, or has a key
 * that Slurm does not know. The listener, which may be NULL, is told of what was read before that,
 * too: of each Include, with the file as it was opened for its value, and then of the settings. */
struct swf_slurm_conf *swf_slurm_conf_read(
	const char *file, const struct swf_slurm_listener *listener, struct swf_error *error);
/* The same with other values of some settings, in a list that ends with NULL: SETTING=VALUE;
 * LIST/WORD=VALUE or LIST/WORD for a word of a list, such as SchedulerParameters, whose name may be
 * left out; or PartitionName=NAME/SETTING=VALUE. Errors have the origin, which stays where it is,
 * and the number of the change in the place of file and line. */
struct swf_slurm_conf *swf_slurm_conf_read_changed(const char *file, enum swf_slurm_release release,
	const char *const changes[], const char *origin, const struct swf_slurm_listener *listener,
	struct swf_error *error);
void swf_slurm_conf_free(struct swf_slurm_conf *conf);

/* The place of a partition by its name (any case), or partition_count. */
size_t swf_slurm_conf_partition(const struct swf_slurm_conf *conf, const char *name);

/* Who may use it: accounts and users with their shares, QOS, and the limits of both: of a group of
 * jobs at a time, or of one job; SWF_SLURM_UNLIMITED where there is none. */
struct swf_slurm_limits {
	int64_t group_jobs, group_submit, group_cpus, group_nodes, group_memory; /* memory: KB */
	int64_t group_gpus;
	int64_t max_jobs, max_submit; /* of an association; of a QOS: of a user */
	int64_t max_cpus_user, max_nodes_user, max_jobs_account, max_cpus_account; /* of a QOS */
	int64_t max_gpus_user, max_gpus_account;
	int64_t max_cpus, max_nodes, max_gpus; /* of a job */
	int64_t min_cpus, min_nodes, min_gpus; /* of a QOS: the least of a job */
	double max_wall;                       /* s, of a job */
	/* Those of GPUs of each type of the configuration; NULL where there is none. */
	int64_t *group_gpu_types, *max_gpu_types_user, *max_gpu_types_account, *max_gpu_types,
		*min_gpu_types;
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
	const char *preempts; /* QOS whose jobs it can preempt, with commas between them, or NULL */
	enum swf_slurm_preempt_mode preempt_mode;
	double preempt_exempt; /* s; negative: that of the cluster */
	double grace;          /* s, as of a partition */
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
 * without one of QOS only "normal". The configuration says which GPUs limits can be of. NULL with
 * the error set, which names file, line and field. */
struct swf_slurm_associations *swf_slurm_associations_read(const char *dump, const char *qos,
	const struct swf_slurm_conf *conf, const struct swf_slurm_listener *listener,
	struct swf_error *error);
void swf_slurm_associations_free(struct swf_slurm_associations *associations);

/* The place of a QOS by name, or the count. */
size_t swf_slurm_qos_named(const struct swf_slurm_associations *associations, const char *name);

/* Adds an account below the root, or a user below an account (a place), that a log has and the file
 * has not: with a share and no limits. The place, or SIZE_MAX when there is no memory. */
size_t swf_slurm_add_account(struct swf_slurm_associations *associations, const char *name);
size_t swf_slurm_add_user(
	struct swf_slurm_associations *associations, size_t account, const char *name);

/*
 * A number of a log stands for the name that the table of names has for it (swf-import --keys), or
 * for a queue or partition the header of the log ("; Partition: 3 batch"). A number without a name
 * is its own name. Queues of a log are QOS, its groups are accounts.
 */

/* Nodes that are reserved for a time (s of the log): jobs of the reservation alone run there. */
struct swf_slurm_reserved {
	const char *name;
	uint64_t *nodes; /* the set */
	double start, end;
};
/* Begins with {.last_end = -INFINITY}, the end of the last of them. */
struct swf_slurm_reserved_list {
	struct swf_slurm_reserved *list;
	size_t count;
	double last_end;
};

/* Reads what `scontrol show reservation` prints. The calendar reads its times; the configuration
 * owns the names. Returns 0, or -1 with the error set; clear it in both cases. */
int swf_slurm_reserved_read(const char *file, const struct swf_slurm_conf *conf,
	const struct swf_calendar *calendar, struct swf_slurm_reserved_list *list,
	struct swf_error *error) SWF_MUST_CHECK;
void swf_slurm_reserved_clear(struct swf_slurm_reserved_list *list);

/* All that it points to outlives it. */
struct swf_slurm_site {
	const struct swf_slurm_conf *conf;
	struct swf_slurm_associations *associations; /* users and accounts of the log join them */
	const struct swf_calendar *calendar;         /* for PriorityUsageResetPeriod, else NULL */
	const struct swf_slurm_reserved_list *reserved; /* or NULL */
	double start;                      /* Unix time (s) of second 0 of the log, 0 if unknown */
	struct swf_slurm_numbers *numbers; /* of the log, and what they stand for */
};

/* Makes the numbers of a site with the header of the log, and with the names of all kinds or NULL,
 * which outlive the site. 0, or -1 when there is no memory. */
int swf_slurm_site_begin(struct swf_slurm_site *site, const struct swf_header *header,
	const struct swf_names *names) SWF_MUST_CHECK;
void swf_slurm_site_end(struct swf_slurm_site *site);

/* The place of the partition of a job: 1 with it set, 0 where it has none and there is no default,
 * -1 when there is no memory. */
int swf_slurm_site_partition(
	const struct swf_slurm_site *site, const struct swf_job *job, uint32_t *partition);

/* Names that stand for nothing in the configuration. */
struct swf_slurm_unknown {
	int64_t jobs;
	char example[64]; /* the first one, cut where it is longer */
};

/* What was assumed of the jobs that were looked up. */
struct swf_slurm_assumed {
	int64_t no_partition; /* jobs that name none */
	struct swf_slurm_unknown partition, qos;
	struct swf_slurm_unknown licenses;     /* or more of them than there are: refused */
	struct swf_slurm_unknown constraints;  /* that no node of their partition meets: refused */
	struct swf_slurm_unknown gpu_types;    /* taken for any type */
	struct swf_slurm_unknown reservations; /* that the site lacks: as without one */
	int64_t accounts, users; /* that joined the tree; users once for each of their accounts */
};

struct swf_slurm_assumed swf_slurm_site_assumed(const struct swf_slurm_site *site);

/* Whether jobs may preempt others in this configuration. */
bool swf_slurm_preempts(const struct swf_slurm_conf *conf);

/* Its own_options are a struct swf_slurm_site. */
extern const struct swf_scheduler swf_scheduler_slurm;

#endif
