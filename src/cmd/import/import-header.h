/* The header of an imported log. */
#ifndef SWF_CMD_IMPORT_IMPORT_HEADER_H
#define SWF_CMD_IMPORT_IMPORT_HEADER_H

#include <stdint.h>

#include "accounting/accounts.h"
#include "base/zone.h"
#include "swfcore/header.h"

/* The machine, as the options give it; 0 where they do not. */
struct machine {
	int32_t procs;
	int64_t nodes;
};

/* Makes the header: the number of jobs, their time span in local time, the machine, and the numbers
 * of queues and partitions. A machine of unknown size gets the size that was in use, with a
 * warning. */
struct swf_header *import_header(struct swf_accounts *accounts,
	const struct swf_accounts_summary *summary, const char *zone_name,
	const struct swf_zone *zone, struct machine machine);

#endif
