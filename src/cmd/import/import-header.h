/* The header of an imported log. */
#ifndef SWF_CMD_IMPORT_IMPORT_HEADER_H
#define SWF_CMD_IMPORT_IMPORT_HEADER_H

#include <stdint.h>

#include "accounting/accounts.h"
#include "base/zone.h"
#include "swfcore/header.h"

/* What the site tells of its machine; 0 where it does not. */
struct machine {
	int32_t procs;
	int64_t nodes;
};

/* The header: how many jobs there are, when they were, in local time, on what machine, and which
 * queues and partitions, by number. Where the size of the machine is not told, what was in use
 * stands for it, with a warning. */
struct swf_header *import_header(struct swf_accounts *accounts,
	const struct swf_accounts_summary *summary, const char *zone_name,
	const struct swf_zone *zone, struct machine machine);

#endif
