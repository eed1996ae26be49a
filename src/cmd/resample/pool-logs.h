/* The logs that swf-resample draws from. What fails dies with its message. */
#ifndef SWF_CMD_RESAMPLE_POOL_LOGS_H
#define SWF_CMD_RESAMPLE_POOL_LOGS_H

#include <stdint.h>

#include "resample/pools.h"
#include "swfcore/header.h"

/* How logs of other machines are brought to one. */
enum mix { MIX_SCALE, MIX_KEEP, MIX_REFUSE };

struct pool_options {
	struct swf_user_class_rule rule;
	const char *rare; /* the file of a list, or NULL */
	const char *bias; /* a file, or NULL */
	enum mix mix;
	int32_t procs; /* of the machine that the output is for; 0: that of the first log */
};

/* Reads the logs, files ended by NULL (none: the standard input), into the pools, of which the
 * element is set. Returns the header of the first, for the machine that the output is for. */
struct swf_header *read_pools(
	char **paths, const struct pool_options *options, struct swf_pools *pools);

#endif
