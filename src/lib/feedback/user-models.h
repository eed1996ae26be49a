/* Every user model of the library, for the list in user-models.c. */
#ifndef SWF_FEEDBACK_USER_MODELS_H
#define SWF_FEEDBACK_USER_MODELS_H

#include "swfcore/user-model.h"

extern const struct swf_user_model swf_user_model_adjusted;
extern const struct swf_user_model swf_user_model_fluid;
extern const struct swf_user_model swf_user_model_distribution;

#endif
