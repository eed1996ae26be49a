/*
 * The class of a session by rule. Source: Zilber, Amit and Talby, What is worth learning from
 * parallel workloads? A user and session based analysis (2005), section 7.
 */
#ifndef SWF_USERS_SESSION_CLASS_H
#define SWF_USERS_SESSION_CLASS_H

#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/job.h"

/* Interactive work that starts in the daytime or at night of a working day, or at the weekend;
 * batch work that is highly parallel, or long. */
enum swf_session_class {
	SWF_SESSION_IWD,
	SWF_SESSION_IWN,
	SWF_SESSION_IW,
	SWF_SESSION_BHP,
	SWF_SESSION_BHD
};
enum { SWF_SESSION_CLASSES = 5 };

/* "IWD", "IWN", "IW", "BHP", "BHD", NULL. */
extern const char *const swf_session_class_names[];

/* What the classes of a log's sessions are relative to. */
struct swf_session_class_rule {
	const struct swf_calendar *calendar;
	int32_t procs; /* of the machine, > 0 */
	enum swf_size size;
	double longest_estimate; /* s, in the log */
};

/* By its first job alone: BHD if its estimate is over half of the log's longest, else BHP if its
 * size is over half of the machine, else by the time of its submit. */
enum swf_session_class swf_session_class(
	const struct swf_session_class_rule *rule, const struct swf_job *first);

#endif
