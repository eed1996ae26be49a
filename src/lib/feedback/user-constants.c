#include "swfcore/user-constants.h"

#include "swfcore/quantity.h"

const struct swf_user_constants swf_user_constants_default = {
	.session_gap = SWF_HOUR,
	.day_share = 0.7,
	.day_begin = 7.5 * SWF_HOUR,
	.day_end = 17.5 * SWF_HOUR,
	.shift = SWF_HOUR,
	.workday_share = 0.8,
	.break_limit = 8 * SWF_HOUR,
	.continue_scale = 0.8,
	.continue_slope = 0.05,
};
