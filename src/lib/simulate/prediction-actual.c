/* The run time itself: what perfect predictions would be worth. */
#include "simulate/predictions.h"

static double predict(const void *state, int64_t user, double run_time, double estimate)
{
	(void)state;
	(void)user;
	(void)estimate;
	return run_time;
}

const struct swf_prediction swf_prediction_actual = {
	.name = "actual",
	.summary = "the run time itself, as if it were known",
	.predict = predict,
};
