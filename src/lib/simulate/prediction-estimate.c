/* The user's estimate. */
#include "simulate/predictions.h"

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = task->estimate;
	return 0;
}

const struct swf_prediction swf_prediction_estimate = {
	.name = "estimate",
	.summary = "the user's estimate",
	.predict = predict,
};
