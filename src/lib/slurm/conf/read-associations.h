/* The parts of reading accounts, users and QOS. */
#ifndef SWF_SLURM_CONF_READ_ASSOCIATIONS_H
#define SWF_SLURM_CONF_READ_ASSOCIATIONS_H

#include "slurm/conf/associations.h"
#include "slurm/conf/reading.h"

extern const struct swf_slurm_limits swf_slurm_no_limits;

/* Adds an account or a user below a parent, with a share and no limits. The place, or SIZE_MAX when
 * there is no memory. */
size_t swf_slurm_add_association(struct swf_slurm_associations *associations, const char *name,
	size_t length, bool is_user, size_t parent) SWF_MUST_CHECK;

/* Reads what `sacctmgr dump` writes, into associations that have the root. */
int swf_slurm_read_dump(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report) SWF_MUST_CHECK;

/* Reads what `sacctmgr --parsable show qos` prints. Without a file there is only "normal". */
int swf_slurm_read_qos(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report) SWF_MUST_CHECK;

#endif
