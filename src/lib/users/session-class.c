#include "users/session-class.h"

#include <stddef.h>

const char *const swf_session_class_names[] = {"IWD", "IWN", "IW", "BHP", "BHD", NULL};

enum swf_session_class swf_session_class(
	const struct swf_session_class_rule *rule, const struct swf_job *first)
{
	const struct swf_local_time local = swf_calendar_local(rule->calendar, first->submit);
	if (2 * swf_job_estimate(first) > rule->longest_estimate)
		return SWF_SESSION_BHD;
	if (2.0 * swf_job_size(first, rule->size) > rule->procs)
		return SWF_SESSION_BHP;
	if (!swf_calendar_is_workday(local))
		return SWF_SESSION_IW;
	return swf_calendar_is_daytime(local) ? SWF_SESSION_IWD : SWF_SESSION_IWN;
}
