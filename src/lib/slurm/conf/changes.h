/* Other values of single settings of a slurm.conf, as if the file had them. */
#ifndef SWF_SLURM_CONF_CHANGES_H
#define SWF_SLURM_CONF_CHANGES_H

#include "slurm/conf/entries.h"

/* Makes each of the changes, whose list ends with NULL: swf_slurm_conf_read_changed() says what a
 * change is. The origin must outlive the entries. Returns 0, or -1 with the error set. */
int swf_slurm_entries_change(struct swf_slurm_entries *entries, const char *const changes[],
	const char *origin, struct swf_error *error) SWF_MUST_CHECK;

#endif
