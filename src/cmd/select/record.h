/* A job of the log, with what is known of it besides. */
#ifndef SWF_CMD_SELECT_RECORD_H
#define SWF_CMD_SELECT_RECORD_H

#include <stddef.h>

#include "swfcore/job.h"

struct record {
	struct swf_job job;
	double work;       /* processor seconds */
	size_t place;      /* among all jobs of the log, from 0 */
	size_t session;    /* of its user, from 1; 0 where it has none or it is not asked for */
	int class_;        /* enum swf_session_class; negative like that */
	const char *extra; /* the fields after the 18th, with --extra */
	size_t extra_length;
};

#endif
