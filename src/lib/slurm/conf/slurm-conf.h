/*
 * The configuration of a Slurm, as far as a schedule depends on it: nodes, partitions, priorities
 * and the parameters of both scheduling loops, read from a slurm.conf. Values that the file does
 * not set are Slurm's defaults (release 22.05).
 */
#ifndef SWF_SLURM_CONF_SLURM_CONF_H
#define SWF_SLURM_CONF_SLURM_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* No limit, where a number of jobs, nodes or processors may have none. */
#define SWF_SLURM_UNLIMITED INT64_MAX

struct swf_slurm_node {
	const char *name;
	int32_t cpus;
	int64_t memory; /* KB; 1 MB where the file says nothing, as in Slurm */
	int64_t weight; /* nodes of a lower one are taken first */
};

enum swf_slurm_state { SWF_SLURM_UP, SWF_SLURM_DOWN, SWF_SLURM_DRAIN, SWF_SLURM_INACTIVE };

struct swf_slurm_partition {
	const char *name;
	uint64_t *nodes;     /* a bit for each node of the configuration */
	double default_time; /* s; negative: none, max_time serves */
	double max_time;     /* s, INFINITY for none */
	int64_t min_nodes, max_nodes;
	int64_t priority_tier, priority_job_factor;
	enum swf_slurm_state state;
	bool whole_nodes;        /* OverSubscribe=EXCLUSIVE: a job has its nodes for itself */
	double over_time_limit;  /* s that a job may run beyond its limit */
	int64_t memory_a_cpu;    /* KB, DefMemPerCPU; 0 for none */
	int64_t max_cpus_a_node; /* or SWF_SLURM_UNLIMITED */
	const char *qos;         /* whose limits hold in it, or NULL */
	/* TRESBillingWeights: what a job uses; without them its processors */
	bool billing;
	double billing_cpu, billing_memory, billing_node; /* memory: of a MB */
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
	double weight_cpu, weight_memory; /* of PriorityWeightTRES: cpu and mem */
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

struct swf_slurm_conf {
	struct swf_slurm_node *nodes; /* in Slurm's order: by name, numbers by their value */
	size_t node_count, words;     /* 64-bit words of a set of nodes */
	size_t left_out;              /* nodes that are not among them: State=DOWN, FUTURE, ... */
	int64_t cpus;                 /* of all nodes */
	struct swf_slurm_partition *partitions;
	size_t partition_count;
	size_t default_partition; /* partition_count for none */
	bool whole_nodes;         /* SelectType=select/linear: every job has its nodes for itself */
	bool memory;              /* SelectTypeParameters names memory: it is a resource */
	struct swf_slurm_loops loops;
	struct swf_slurm_priority_conf priority;
	struct swf_slurm_enforce enforce;
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

/* Reads a slurm.conf and what it includes. NULL with the error set, which names file and line and
 * setting, when it cannot be read, contradicts itself, or has a key that Slurm does not know. The
 * listener, which may be NULL, is told of what was read before that, too: of each Include, with the
 * file as it was opened for its value, and then of the settings. */
struct swf_slurm_conf *swf_slurm_conf_read(
	const char *file, const struct swf_slurm_listener *listener, struct swf_error *error);
/* The same with other values of some settings, in a list that ends with NULL: SETTING=VALUE;
 * LIST/WORD=VALUE or LIST/WORD for a word of a list, such as SchedulerParameters, whose name may be
 * left out; or PartitionName=NAME/SETTING=VALUE. Errors have the origin, which stays where it is,
 * and the number of the change in the place of file and line. */
struct swf_slurm_conf *swf_slurm_conf_read_changed(const char *file, const char *const changes[],
	const char *origin, const struct swf_slurm_listener *listener, struct swf_error *error);
void swf_slurm_conf_free(struct swf_slurm_conf *conf);

/* The place of a partition by its name (any case), or partition_count. */
size_t swf_slurm_conf_partition(const struct swf_slurm_conf *conf, const char *name);

#endif
