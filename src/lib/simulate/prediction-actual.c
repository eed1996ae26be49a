/* The run time itself: what perfect predictions would be worth. */
#include "simulate/predictions.h"

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = task->run_time;
	return 0;
}

const struct swf_prediction swf_prediction_actual = {
	.name = "actual",
	.summary = "the run time itself, as if it were known",
	.predict = predict,
};
