/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every scheduler of the library, for the list in schedulers.c. */
#ifndef SWF_SIMULATE_SCHEDULERS_SCHEDULERS_H
#define SWF_SIMULATE_SCHEDULERS_SCHEDULERS_H

#include "swfcore/scheduler.h"

extern const struct swf_scheduler swf_scheduler_fcfs;
extern const struct swf_scheduler swf_scheduler_easy;
extern const struct swf_scheduler swf_scheduler_easy_sjbf;
extern const struct swf_scheduler swf_scheduler_easy_plus_plus;
extern const struct swf_scheduler swf_scheduler_conservative;
extern const struct swf_scheduler swf_scheduler_creasy;
extern const struct swf_scheduler swf_scheduler_easy_shadow;
extern const struct swf_scheduler swf_scheduler_largest;
extern const struct swf_scheduler swf_scheduler_smallest;
extern const struct swf_scheduler swf_scheduler_shortest;
extern const struct swf_scheduler swf_scheduler_by_queue;
extern const struct swf_scheduler swf_scheduler_fairshare;
extern const struct swf_scheduler swf_scheduler_order;
extern const struct swf_scheduler swf_scheduler_sjf;
extern const struct swf_scheduler swf_scheduler_ljf;
extern const struct swf_scheduler swf_scheduler_saf;
extern const struct swf_scheduler swf_scheduler_laf;
extern const struct swf_scheduler swf_scheduler_sqf;
extern const struct swf_scheduler swf_scheduler_lqf;
extern const struct swf_scheduler swf_scheduler_sexp;
extern const struct swf_scheduler swf_scheduler_wfp3;
extern const struct swf_scheduler swf_scheduler_unicep;
extern const struct swf_scheduler swf_scheduler_f1;
extern const struct swf_scheduler swf_scheduler_f2;
extern const struct swf_scheduler swf_scheduler_f3;
extern const struct swf_scheduler swf_scheduler_f4;

#endif
