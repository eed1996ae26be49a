#include "simulate/predictions.h"

#include <math.h>
#include <string.h>

const struct swf_prediction *const *swf_predictions(void)
{
	static const struct swf_prediction *const all[] = {&swf_prediction_estimate,
		&swf_prediction_actual, &swf_prediction_recent, &swf_prediction_session,
		&swf_prediction_class, NULL};
	return all;
}

const struct swf_prediction *swf_prediction_named(const char *name)
{
	const struct swf_prediction *const *p = swf_predictions();
	while (*p != NULL && strcmp((*p)->name, name) != 0)
		p++;
	return *p;
}

void swf_prediction_correct(struct swf_task *task)
{
	static const double more[] = {
		60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000};
	const int last = sizeof more / sizeof more[0];
	task->predicted = task->corrections < last
		? fmin(task->first_predicted + more[task->corrections++], task->estimate)
		: task->estimate;
}
