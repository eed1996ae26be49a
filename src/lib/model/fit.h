/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models of logs: the population, the sessions and the jobs of a log as distributions. Definitions:
 * swf-generate(1). Source: Zilber, Amit and Talby, What is worth learning from parallel workloads?
 * (2005), section 7, on what a model needs.
 */
#ifndef SWF_FIT_H
#define SWF_FIT_H

#include <stdint.h>

#include "model/model.h"
#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/users.h"

struct swf_fit_options {
	const struct swf_calendar *calendar;
	int32_t procs; /* of the machine */
	enum swf_size size;
	struct swf_user_class_rule rule; /* who is a long-term user */
};

/* What was left out of a model, and how near it comes to the load of the log. */
struct swf_fit_counts {
	int64_t discarded; /* users cut by the edges of the log */
	int64_t unclassed; /* users with an activity of 0 s, put into the largest class */
	double log_load;   /* offered */
	double model_load; /* of workloads of the model with its users once */
	double population; /* how many times its users have the load of the log */
};

/* Fits a model, which begins with {0}, to a log that is finished, all of whose jobs have a run time
 * and a size. Returns 0, or -1 with the error set; the model is to be freed in either case. */
int swf_fit_model(const struct swf_workload *workload, const struct swf_fit_options *options,
	struct swf_model *model, struct swf_fit_counts *counts,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
