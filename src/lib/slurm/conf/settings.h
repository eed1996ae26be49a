/*
 * What is known of each setting: of slurm.conf itself, of its lines of nodes and partitions, and of
 * the words in lists such as SchedulerParameters. The tables are slurm-settings.c and its
 * neighbours.
 */
#ifndef SWF_SLURM_CONF_SETTINGS_H
#define SWF_SLURM_CONF_SETTINGS_H

#include "slurm/conf/slurm-conf.h"
#include "slurm/conf/texts.h"

/* What each setting of the file is, or word of a list, to be told in the end. */
struct swf_slurm_report {
	struct swf_slurm_told *list;
	size_t count, capacity;
	struct swf_slurm_names *names; /* own the texts */
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

/* Sets the error to what is wrong with it, behind file, line and name. Returns -1. */
int swf_slurm_conf_refuse(const struct swf_slurm_value *value, const char *format, ...)
	SWF_PRINTF(2, 3);

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
extern const struct swf_slurm_settings *const swf_slurm_all_settings[SWF_SLURM_SCOPES];

/* What a name, in any case, is among the settings of a scope. */
struct swf_slurm_found {
	const char *name; /* as Slurm's manual writes it */
	enum swf_slurm_kind kind;
	const struct swf_slurm_setting *setting; /* how it is read, or NULL */
	size_t place;                            /* among all of the scope */
};

/* Looks for a name that has this value, or none (NULL). Whether it is there. */
bool swf_slurm_setting_find(enum swf_slurm_scope scope, const char *name, const char *value,
	struct swf_slurm_found *found);

/* How values are read: all return 0, or -1 with the error set. */
int swf_slurm_read_count(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_limit(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_seconds(
	const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_minutes(
	const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_microseconds(
	const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_megabytes(
	const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_time(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_switch(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_word(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);
int swf_slurm_read_text(const struct swf_slurm_setting *, const struct swf_slurm_value *, void *);

/* A whole number within bounds, from a text of `length`. */
int swf_slurm_conf_whole(const struct swf_slurm_value *value, const char *text, size_t length,
	double least, double most, int64_t *number);

/* The place of the value among names, the last of which is NULL. */
int swf_slurm_choose(const struct swf_slurm_value *value, const char *const names[], int *place);

/* A time as Slurm writes limits, in s: INFINITY for none. 0, or -1 when it is none. */
int swf_slurm_time(const char *text, double *seconds);

#endif
