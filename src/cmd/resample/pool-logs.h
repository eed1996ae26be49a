/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of swf-resample: the user of the log behind each new user. Each function dies where it
 * fails. */
#ifndef SWF_POOL_LOGS_H
#define SWF_POOL_LOGS_H

#include <stdint.h>

#include "resample/pools.h"
#include "resample/resample.h"
#include "swfcore/header.h"

struct resample_map;

/* Dies, of wrong usage, where the map would take the place of the output. */
void check_map_path(const char *path);

/* Dies, of wrong usage, where it would take the place of a file that is read; NULL is none. */
void check_map_is_not(const char *path, const char *file_to_read);

/* With an output file the map, too, appears only when complete. Else it is written along with the
 * workload, because the reader of the workload may end this program at any time. */
struct resample_map *open_map(const char *path);

/* Writes the row of a use; `self` is the map. */
void map_use(void *self, const struct swf_resample_use *use);

void close_map(struct resample_map *map);

/* The logs that swf-resample draws from. What fails dies with its message. */

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
