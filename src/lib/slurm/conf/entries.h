/*
 * The settings of a slurm.conf as they stand there: lines without comments, joined where they are
 * continued, those of included files in their place, cut into KEY=VALUE.
 */
#ifndef SWF_SLURM_CONF_ENTRIES_H
#define SWF_SLURM_CONF_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "slurm/conf/settings.h"

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

/* Frees the list alone. */
void swf_slurm_entries_clear(struct swf_slurm_entries *entries);

#endif
