/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "feedback/user-models.h"

#include <string.h>

#include "swfcore/quantity.h"

const struct swf_user_model *const *swf_user_models(void)
{
	static const struct swf_user_model *const all[] = {&swf_user_model_adjusted,
		&swf_user_model_fluid, &swf_user_model_distribution, NULL};
	return all;
}

const struct swf_user_model *swf_user_model_named(const char *name)
{
	const struct swf_user_model *const *m = swf_user_models();
	while (*m != NULL && strcmp((*m)->name, name) != 0)
		m++;
	return *m;
}

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
