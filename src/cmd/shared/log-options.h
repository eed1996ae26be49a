/* The options of commands that read logs or write them. */
#ifndef SWF_CMD_SHARED_LOG_OPTIONS_H
#define SWF_CMD_SHARED_LOG_OPTIONS_H

#include <stdbool.h>

#include "shared/options.h"
#include "swfcore/log.h"

/* Rows to be included: of commands that read a log; of those that write one as well; and of those
 * that write the jobs they read (extra.h). */
extern const struct option_row reading_options[], writing_options[], extra_options[];

/* Of commands that read a log and sometimes write one: with what they do then. */
extern const struct option_row align_options[], provenance_options[];

/* --anonymous, of commands for which each job needs a user, and of those which can also drop jobs
 * without one, or keep them as they are. */
extern const struct option_row anonymous_users_options[], anonymous_jobs_options[];

struct log_options {
	bool align, skip_bad, provenance, extra;
	enum swf_anonymous anonymous;
	bool keep_anonymous; /* jobs without a user stay what they are */
};
const struct log_options *log_options(void);

/* As --skip-bad does. */
void skip_bad_lines(void);

#endif
