/* The summary lines of jobs that a log has had so far, to recognize the partial executions that
 * they sum up. */
#ifndef SWF_SWF_SUMMARIES_H
#define SWF_SWF_SUMMARIES_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/job.h"

/* Their numbers. Logs number their jobs upwards, so that a few ranges do for all of them; memory
 * grows with the gaps, and with the numbers that are out of order. Begins with {0}. */
struct swf_summaries {
	struct swf_number_range {
		int64_t first, last;
	} * ranges; /* ascending */
	size_t count, capacity;
	struct swf_index others;
};

/* Whether the line is a part of a job whose summary line stood before it, somewhere in the log: 1
 * or 0, or -1 when there is no memory. Any other part stands for itself. To be asked of every line,
 * in the order of the log. */
int swf_summaries_cover(struct swf_summaries *summaries, const struct swf_job *job) SWF_MUST_CHECK;

void swf_summaries_clear(struct swf_summaries *summaries);

#endif
