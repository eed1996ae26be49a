/* The user's estimate. */
#include "simulate/predictions.h"

static double predict(const void *state, int64_t user, double run_time, double estimate)
{
	(void)state;
	(void)user;
	(void)run_time;
	return estimate;
}

const struct swf_prediction swf_prediction_estimate = {
	.name = "estimate",
	.summary = "the user's estimate",
	.predict = predict,
};
