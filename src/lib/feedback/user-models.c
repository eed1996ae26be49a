#include "feedback/user-models.h"

#include <string.h>

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
