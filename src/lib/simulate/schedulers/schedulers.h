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

#endif
