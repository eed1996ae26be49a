/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every prediction of the library, for the list in predictions.c, and how they are corrected. */
#ifndef SWF_SIMULATE_PREDICTIONS_H
#define SWF_SIMULATE_PREDICTIONS_H

#include "swfcore/prediction.h"
#include "swfcore/scheduler.h"

extern const struct swf_prediction swf_prediction_estimate;
extern const struct swf_prediction swf_prediction_actual;
extern const struct swf_prediction swf_prediction_recent;
extern const struct swf_prediction swf_prediction_session;
extern const struct swf_prediction swf_prediction_class;

/* Raises the prediction of a task, which has run out for it. */
void swf_prediction_correct(struct swf_task *task);

#endif
