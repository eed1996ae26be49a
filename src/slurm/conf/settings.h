/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of each setting: of slurm.conf itself, of its lines of nodes and partitions, of the
 * words in lists such as SchedulerParameters, of accounts, users and QOS. settings.c has the tables
 * of slurm.conf, associations.c those of associations and QOS; settings-read.c reads by them.
 */
#ifndef SWF_SLURM_CONF_SETTINGS_H
#define SWF_SLURM_CONF_SETTINGS_H

#include "slurm/conf/entries.h"

/* One that is modelled: how it is read, into what, and from where to where it may be. */
struct swf_slurm_setting {
	const char *name;
	int (*read)(const struct swf_slurm_setting *setting, const struct swf_slurm_value *value,
		void *into);
	size_t offset; /* of the member */
	double least, most;
};

/* One that matters and is not modelled, unless its value is one of these (between "|") that mean
 * what is modelled: often the default. Some are read all the same, for a part that is modelled. */
struct swf_slurm_unmodelled {
	const char *name, *harmless;
	struct swf_slurm_setting read;
};

struct swf_slurm_settings {
	const char *title;
	const struct swf_slurm_setting *modelled;
	const struct swf_slurm_unmodelled *unmodelled;
	const char *const *no_effect; /* each list ends with a NULL */
};

enum swf_slurm_scope {
	SWF_SLURM_GENERAL,
	SWF_SLURM_NODE_LINE,
	SWF_SLURM_PARTITION_LINE,
	SWF_SLURM_NODE_SET_LINE,
	SWF_SLURM_DOWN_NODES_LINE,
	SWF_SLURM_SCHEDULER_PARAMETERS,
	SWF_SLURM_PRIORITY_FLAGS,
	SWF_SLURM_SELECT_PARAMETERS,
	SWF_SLURM_ENFORCEMENT,
	SWF_SLURM_QOS_FLAGS,
	SWF_SLURM_OF_ASSOCIATIONS,
	SWF_SLURM_OF_QOS,
	SWF_SLURM_SCOPES
};

/* The tables of slurm.conf, and those of associations and QOS; NULL for the scopes of the other. */
extern const struct swf_slurm_settings *const swf_slurm_conf_settings[SWF_SLURM_SCOPES];
extern const struct swf_slurm_settings *const swf_slurm_associations_settings[SWF_SLURM_SCOPES];

/* What a name, in any case, is among the settings of a scope. */
struct swf_slurm_found {
	const char *name; /* as Slurm's manual writes it */
	enum swf_slurm_kind kind;
	const struct swf_slurm_setting *setting; /* how it is read, or NULL */
	size_t place;                            /* among all of the scope */
};

/* Looks for a name that has this value, or none (NULL). Whether it is there. */
bool swf_slurm_setting_find(const struct swf_slurm_settings *settings, const char *name,
	const char *value, struct swf_slurm_found *found);

/* 0 for a count that the line of nodes does not have. */
struct swf_slurm_node_line {
	int64_t cpus, procs, boards, sockets, sockets_a_board, cores, threads;
	int64_t memory, reserved_memory; /* KB */
	int64_t weight;
	int64_t cpus_a_core;
	bool is_out; /* State=DOWN and its like */
	const char *features;
};

/* Whose jobs may have parts of nodes. */
enum swf_slurm_sharing { SWF_SLURM_SHARING_UNSAID, SWF_SLURM_BY_CPU, SWF_SLURM_EXCLUSIVE };

/* Negative for a number that the line of a partition does not have. */
struct swf_slurm_partition_line {
	const char *nodes, *qos;
	bool is_default;
	double max_time, default_time, over_time_limit; /* s */
	int64_t min_nodes, max_nodes, tier, job_factor, priority;
	int64_t memory_a_cpu; /* KB */
	int64_t max_cpus_a_node;
	enum swf_slurm_state state;
	enum swf_slurm_sharing over_subscribe, shared;
	bool billing;
	double billing_cpu, billing_memory, billing_node;
};

struct swf_slurm_node_set_line {
	const char *feature, *nodes;
};

/* What is read of a slurm.conf before it is complete. */
struct swf_slurm_draft {
	struct swf_slurm_conf conf;
	struct swf_slurm_entries entries;
	struct swf_slurm_report report;
	struct swf_slurm_node_lines *nodes;
	/* for partitions that do not set these */
	double over_time_limit;
	int64_t memory_a_cpu; /* KB */
	bool linear, has_slurmdbd;
	size_t select_units; /* how many words of SelectTypeParameters name one */
	bool consumable;     /* it is CPUs, cores or sockets */
	bool whole_cores;    /* it is not CPUs */
	bool threads;        /* there are nodes with several CPUs a core */
};

/* How values of a common form are read: all return 0, or -1 with the error set. */
typedef int swf_slurm_reader(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into);
swf_slurm_reader swf_slurm_read_count, swf_slurm_read_limit, swf_slurm_read_seconds,
	swf_slurm_read_minutes, swf_slurm_read_microseconds, swf_slurm_read_megabytes,
	swf_slurm_read_time, swf_slurm_read_switch, swf_slurm_read_word, swf_slurm_read_text;

/* The words of a list, separated by commas, each NAME or NAME=VALUE, of the scope that is the least
 * value of the setting. They are read into what the setting is read into. */
swf_slurm_reader swf_slurm_read_list;

/* The member of `into` that a setting is read into. */
static inline void *swf_slurm_member(const struct swf_slurm_setting *setting, void *into)
{
	return (char *)into + setting->offset;
}

/* Sets the error to what is wrong with a value, behind file, line and name. Returns -1. */
int swf_slurm_conf_refuse(const struct swf_slurm_value *value, const char *format, ...)
	SWF_PRINTF(2, 3);

/* A whole number within bounds, from a text of `length`. */
int swf_slurm_conf_whole(const struct swf_slurm_value *value, const char *text, size_t length,
	double least, double most, int64_t *number);

/* The place of the value among names, the last of which is NULL; -1 with the error set. */
int swf_slurm_choose(const struct swf_slurm_value *value, const char *const names[]);

/* A word of a list of resources (TRES), such as mem=4G. */
struct swf_slurm_tres {
	enum {
		SWF_SLURM_TRES_CPU,
		SWF_SLURM_TRES_MEMORY,
		SWF_SLURM_TRES_NODE,
		SWF_SLURM_TRES_OTHER
	} kind;
	const char *word, *amount; /* the amount is behind the "=" */
	size_t length, name_length, amount_length;
};
enum { SWF_SLURM_TRES_KINDS = SWF_SLURM_TRES_OTHER + 1 };

/* Calls for each word of such a list. `example` is for the message where one is none. */
int swf_slurm_read_tres(const struct swf_slurm_value *value, const char *example,
	int (*take)(
		const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into),
	void *into) SWF_MUST_CHECK;
int swf_slurm_refuse_tres(const struct swf_slurm_value *value, const char *example,
	const struct swf_slurm_tres *tres);

/* Tells of a resource that is not modelled: NAME/RESOURCE. */
int swf_slurm_tell_tres(
	const struct swf_slurm_value *value, const struct swf_slurm_tres *tres) SWF_MUST_CHECK;

/* Makes each of the changes, whose list ends with NULL, as if the file had them:
 * swf_slurm_conf_read_changed() says what a change is. The origin must outlive the entries. Returns
 * 0, or -1 with the error set. */
int swf_slurm_change_entries(struct swf_slurm_entries *entries, const char *const changes[],
	const char *origin, struct swf_error *error) SWF_MUST_CHECK;

/* More settings than a line or list has. */
enum { SWF_SLURM_PLACES = 128 };

/* Reads a value of a table, and tells of each setting once: `seen` has a place for each, and begins
 * with false. */
int swf_slurm_read_cell(enum swf_slurm_scope scope, const struct swf_slurm_value *value,
	bool seen[SWF_SLURM_PLACES], void *into) SWF_MUST_CHECK;

/* Reads one line of settings, from the entry behind its name up to `end`. */
int swf_slurm_read_line(struct swf_slurm_report *report, enum swf_slurm_scope scope,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end,
	void *into) SWF_MUST_CHECK;

#endif
