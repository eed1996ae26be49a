/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of Slurm's files, and what is known of their settings.
 *
 * entries.c reads the text: lines without comments, joined where they are continued; of a
 * slurm.conf cut into KEY=VALUE, with those of included files in their place.
 *
 * Settings are those of slurm.conf itself, of its lines of nodes and partitions, the words in lists
 * such as SchedulerParameters, and those of accounts, users and QOS. settings.c has the tables of
 * slurm.conf, associations.c those of associations and QOS; settings-read.c reads by them.
 */
#ifndef SWF_SLURM_CONF_SETTINGS_H
#define SWF_SLURM_CONF_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/input.h"
#include "slurm/slurm.h"
#include "swfcore/error.h"

/* Texts that stay where they are until all are freed: names and values of a configuration. NULL
 * when there is no memory. */
struct swf_slurm_names *swf_slurm_names_new(void);
void swf_slurm_names_free(struct swf_slurm_names *names);

/* Room for `length` bytes, with a NUL behind them, or a copy of such. NULL when there is no memory.
 */
char *swf_slurm_names_room(struct swf_slurm_names *names, size_t length) SWF_MUST_CHECK;
char *swf_slurm_names_put(
	struct swf_slurm_names *names, const char *text, size_t length) SWF_MUST_CHECK;

/* What each setting of the file is, or word of a list, to be told in the end. */
struct swf_slurm_report {
	struct swf_slurm_told *list;
	size_t count, capacity;
	struct swf_slurm_names *names;                  /* own the texts */
	const struct swf_slurm_settings *const *tables; /* by scope, of what is read */
	const struct swf_slurm_conf
		*conf; /* of which `tracked` is known; or NULL: all is tracked */
	struct swf_error *error;
};

/* A setting as the file has it, and where. */
struct swf_slurm_value {
	const char *file;
	size_t line;
	const char *name;
	const char *text; /* NULL for a word of a list that has no value */
	struct swf_slurm_report *report;
	const char *title, *of; /* of its line, as in what is told */
};

/* Remembers what a setting is, by this name and for this reason or NULL. */
int swf_slurm_tell(const struct swf_slurm_value *value, enum swf_slurm_kind kind, const char *name,
	const char *why) SWF_MUST_CHECK;

/* What was told last of a setting of the line that begins with this name is ignored after all, and
 * why. False where nothing was told of it: the line has it from a line of defaults. */
bool swf_slurm_tell_ignored(
	struct swf_slurm_report *report, const char *of, const char *name, const char *why);

/* Tells the listener, which may be NULL. */
void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener);

/* The lines of a file as Slurm reads them: without comments, joined where a line ends with a
 * backslash, and without the backslashes before characters. */
struct swf_slurm_lines {
	const char *file; /* as messages print it */
	struct swf_lines lines;
	size_t line; /* the number of the first of those that are joined */
	size_t lines_read;
	char *text; /* of the line, with a NUL behind it */
	size_t length, capacity;
};

/* Returns 0, or -1 with the error set. Close it in both cases. */
int swf_slurm_lines_open(
	struct swf_slurm_lines *lines, const char *file, struct swf_error *error) SWF_MUST_CHECK;
void swf_slurm_lines_close(struct swf_slurm_lines *lines);

/* The next line: 1, 0 at the end, -1 with the error set. */
int swf_slurm_lines_next(struct swf_slurm_lines *lines, struct swf_error *error) SWF_MUST_CHECK;

struct swf_slurm_entry {
	const char *file;
	size_t line;
	const char *key, *value;
	bool first; /* of its line */
};

/* Begins with {.names = ..., .report = ...}: what owns the texts, and what is told of the files. */
struct swf_slurm_entries {
	struct swf_slurm_entry *list;
	size_t count, capacity;
	size_t files; /* read so far, those that are included several times as well */
	struct swf_slurm_names *names;
	struct swf_slurm_report *report;
};

/* Returns 0, or -1 with the error set. */
int swf_slurm_entries_read(struct swf_slurm_entries *entries, const char *file,
	struct swf_error *error) SWF_MUST_CHECK;

/* The path of a file by its name, which is relative to the folder of another file. NULL when there
 * is no memory. */
char *swf_slurm_path_beside(struct swf_slurm_names *names, const char *file, const char *name,
	size_t length) SWF_MUST_CHECK;

/* Puts an entry, whose texts may be NULL without memory, at a place before others. Returns 0, or -1
 * with the error set. */
int swf_slurm_entries_insert(struct swf_slurm_entries *entries, size_t place,
	struct swf_slurm_entry entry, struct swf_error *error) SWF_MUST_CHECK;

/* The entry behind those of a line. */
const struct swf_slurm_entry *swf_slurm_entries_line_end(
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end);

/* Frees the list alone. */
void swf_slurm_entries_clear(struct swf_slurm_entries *entries);

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
	/* Slurm ignores words that it does not know, and values that it cannot take */
	bool lenient;
	const struct swf_slurm_setting *modelled;
	const struct swf_slurm_unmodelled *unmodelled;
	const char *const *no_effect; /* each list ends with a NULL */
	const char *const *elsewhere; /* of these, what only releases before 21.08 or after 24.11
					 know; or NULL */
};

enum swf_slurm_scope {
	SWF_SLURM_GENERAL,
	SWF_SLURM_NODE_LINE,
	SWF_SLURM_PARTITION_LINE,
	SWF_SLURM_NODE_SET_LINE,
	SWF_SLURM_DOWN_NODES_LINE,
	SWF_SLURM_SWITCH_LINE,
	SWF_SLURM_SCHEDULER_PARAMETERS,
	SWF_SLURM_PRIORITY_FLAGS,
	SWF_SLURM_SELECT_PARAMETERS,
	SWF_SLURM_ENFORCEMENT,
	SWF_SLURM_PREEMPT_PARAMETERS,
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
	const char *why;                         /* it is of that kind, or NULL */
};

/* Looks for a name that has this value, or none (NULL). Whether it is there. */
bool swf_slurm_setting_find(const struct swf_slurm_settings *settings, const char *name,
	const char *value, struct swf_slurm_found *found);

/* 0 for a count that the line of nodes does not have, -1 for CPUs=0. */
struct swf_slurm_node_line {
	int64_t cpus, procs, boards, sockets, sockets_a_board, cores, threads;
	int64_t memory, reserved_memory; /* KB */
	int64_t weight;
	int64_t cpus_a_core;
	bool is_out;                                  /* State=DOWN and its like */
	const char *features, *other_features, *gres; /* Feature, Features */
};

/* Whose jobs may have parts of nodes, or of cores. */
struct swf_slurm_sharing_of_line {
	enum { SWF_SLURM_SHARING_UNSAID, SWF_SLURM_BY_CPU, SWF_SLURM_EXCLUSIVE } by;
	int64_t jobs_a_core;
};

/* Negative for a number that the line of a partition does not have. */
struct swf_slurm_partition_line {
	const char *nodes, *qos;
	bool is_default;
	double max_time, default_time, over_time_limit; /* s */
	int64_t min_nodes, max_nodes, tier, job_factor, priority;
	int64_t cpus_a_gpu;
	int64_t memory_a_cpu, memory_a_node, memory_a_gpu; /* KB */
	int64_t most_memory_a_cpu, most_memory_a_node;     /* KB */
	int64_t max_cpus_a_node;
	enum swf_slurm_state state;
	struct swf_slurm_sharing_of_line over_subscribe, shared;
	enum swf_slurm_preempt_mode preempt_mode;
	double grace; /* s */
	bool billing;
	double billing_cpu, billing_memory, billing_node, billing_gpu;
	const char *billing_text; /* the whole list, for those of types of GPUs */
};

struct swf_slurm_node_set_line {
	const char *feature, *nodes;
};

struct swf_slurm_switch_line {
	const char *nodes, *switches;
};

/* What is read of a slurm.conf before it is complete. */
struct swf_slurm_draft {
	struct swf_slurm_conf conf;
	struct swf_slurm_entries entries;
	struct swf_slurm_report report;
	struct swf_slurm_node_lines *nodes;
	enum swf_slurm_release release;
	/* for partitions that do not set these */
	double over_time_limit;
	int64_t cpus_a_gpu;
	int64_t memory_a_cpu, memory_a_node, memory_a_gpu; /* KB */
	int64_t most_memory_a_cpu, most_memory_a_node;     /* KB */
	bool linear, has_slurmdbd, has_gpus;
	const char *priority_tres; /* PriorityWeightTRES as the file has it, or NULL */
	bool tree;                 /* TopologyPlugin=topology/tree */
	size_t select_units;       /* how many words of SelectTypeParameters name one */
	bool consumable;           /* it is CPUs, cores or sockets */
	bool whole_cores;          /* it is not CPUs */
};

/* How values of a common form are read: all return 0, or -1 with the error set. */
typedef int swf_slurm_reader(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into);
swf_slurm_reader swf_slurm_read_count, swf_slurm_read_count_or_most, swf_slurm_read_limit,
	swf_slurm_read_seconds, swf_slurm_read_minutes, swf_slurm_read_microseconds,
	swf_slurm_read_megabytes, swf_slurm_read_time, swf_slurm_read_switch, swf_slurm_read_word,
	swf_slurm_read_text;

/* PreemptMode of the cluster, a partition or a QOS. */
swf_slurm_reader swf_slurm_read_preempt_mode;
/* PreemptExemptTime, in s: -1 for none. */
swf_slurm_reader swf_slurm_read_exempt;

/* Licenses, into those of the configuration. */
swf_slurm_reader swf_slurm_read_licenses;

/* GresTypes, and Gres of a line of nodes, which stays a text. */
swf_slurm_reader swf_slurm_read_gres_types, swf_slurm_read_gres;

/* Counts the GPUs of the nodes, which have their places, by type; PriorityWeightTRES gets its
 * weights of types. Returns 0, or -1 with the error set. */
int swf_slurm_settle_gpus(struct swf_slurm_draft *draft) SWF_MUST_CHECK;

/* Makes the weights of the types of GPUs, once these are known, of a list that was read without an
 * error: NULL where it has none that are tracked. Returns 0, or -1 with the error set. */
int swf_slurm_gpu_weights(
	struct swf_slurm_draft *draft, const char *list, double **weights) SWF_MUST_CHECK;

/* The place of a type of GPUs among those of the configuration, or their count. */
size_t swf_slurm_gpu_type(const struct swf_slurm_conf *conf, const char *type, size_t length);

/* The next licence of a list, whose rest is behind it then: 1, 0 at the end, -1 where Slurm takes
 * none such. */
int swf_slurm_license_next(const char **rest, struct swf_slurm_license *license);

/* The place of a licence by its name, or the count. */
size_t swf_slurm_license_find(
	const struct swf_slurm_license *list, size_t count, const struct swf_slurm_license *named);

/* The words of a list, separated by commas, each NAME or NAME=VALUE, of the scope that is the least
 * value of the setting. They are read into what the setting is read into. */
swf_slurm_reader swf_slurm_read_list;

/* Whether a list with commas between its words, or NULL, has this one of `length`. */
bool swf_slurm_has_word(const char *list, const char *word, size_t length);

/* The member of `into` that a setting is read into. */
static inline void *swf_slurm_member(const struct swf_slurm_setting *setting, void *into)
{
	return (char *)into + setting->offset;
}

/* The placeholder that a template has left in a text, such as @NAME@ or {{ name }}; or NULL. */
const char *swf_slurm_placeholder(const char *text, size_t *length);

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
		SWF_SLURM_TRES_GPU,
		SWF_SLURM_TRES_GPU_TYPE,
		SWF_SLURM_TRES_OTHER
	} kind;
	const char *word, *amount; /* the amount is behind the "=" */
	size_t length, name_length, amount_length;
	const char *type; /* of GPUs, of such a kind */
	size_t type_length;
};
enum { SWF_SLURM_TRES_KINDS = SWF_SLURM_TRES_OTHER + 1 };

/* Calls for each word of such a list. `example` is for the message where one is none. */
int swf_slurm_read_tres(const struct swf_slurm_value *value, const char *example,
	int (*take)(
		const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into),
	void *into) SWF_MUST_CHECK;
int swf_slurm_refuse_tres(const struct swf_slurm_value *value, const char *example,
	const struct swf_slurm_tres *tres);

/* Tells of a resource of a list, NAME/RESOURCE, as swf_slurm_tell() does. */
int swf_slurm_tell_tres(const struct swf_slurm_value *value, const struct swf_slurm_tres *tres,
	enum swf_slurm_kind kind, const char *why) SWF_MUST_CHECK;

/* Whether a resource is GPUs, of any type or of one, that AccountingStorageTRES does not have. */
bool swf_slurm_is_untracked(const struct swf_slurm_conf *conf, const struct swf_slurm_tres *tres);

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
