/* Reading settings by what is known of them, and remembering what they are. */
#ifndef SWF_SLURM_CONF_READING_H
#define SWF_SLURM_CONF_READING_H

#include "slurm/conf/entries.h"
#include "slurm/conf/settings.h"

/* More settings than a line or list has. */
enum { SWF_SLURM_PLACES = 128 };

/* Remembers what a setting is, by this name and for this reason or NULL. */
int swf_slurm_tell(const struct swf_slurm_value *value, enum swf_slurm_kind kind, const char *name,
	const char *why) SWF_MUST_CHECK;

/* The same for a resource in a list of such that is not modelled: NAME/RESOURCE. */
int swf_slurm_tell_part(
	const struct swf_slurm_value *value, const char *resource, size_t length) SWF_MUST_CHECK;

/* NAME/PART among texts that stay. NULL when there is no memory. */
const char *swf_slurm_join_names(struct swf_slurm_names *names, const char *name, const char *part,
	size_t length) SWF_MUST_CHECK;

/* Tells the listener, which may be NULL. */
void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener);

/* The entry behind those of a line. */
const struct swf_slurm_entry *swf_slurm_line_end(
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end);

/* Reads the words of a list, separated by commas, each NAME or NAME=VALUE. */
int swf_slurm_read_list(
	enum swf_slurm_scope scope, const struct swf_slurm_value *list, void *into) SWF_MUST_CHECK;

/* Reads a value of a table, and tells of each setting once: `seen` has a place for each, and begins
 * with false. */
int swf_slurm_read_cell(enum swf_slurm_scope scope, const struct swf_slurm_value *value,
	bool seen[SWF_SLURM_PLACES], void *into) SWF_MUST_CHECK;

/* Reads one line of settings, from the entry behind its name up to `end`. */
int swf_slurm_read_line(struct swf_slurm_report *report, enum swf_slurm_scope scope,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end,
	void *into) SWF_MUST_CHECK;

#endif
