#include "metrics/limits.h"

#include <stdlib.h>

#include "shared/messages.h"
#include "shared/option-values.h"

struct swf_metrics_limits limits_value(const char *option, const char *text, bool times)
{
	struct swf_metrics_limits limits = {0};
	char **list = list_value(option, text);
	for (size_t i = 0; list[i] != NULL; i++) {
		const double limit = times ? duration_value(option, list[i], 1)
					   : (double)whole_value(option, list[i], 1, INT32_MAX);
		if (limits.count == SWF_METRICS_LIMITS)
			die_usage("--%s: more than %d limits", option, SWF_METRICS_LIMITS);
		if (i > 0 && limit <= limits.limits[i - 1])
			die_usage("--%s: the limits must ascend, but %s follows %s", option,
				list[i], list[i - 1]);
		limits.limits[limits.count++] = limit;
	}
	free(list);
	return limits;
}
