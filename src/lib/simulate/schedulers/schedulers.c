/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/schedulers.h"

#include <string.h>

const struct swf_scheduler *const *swf_schedulers(void)
{
	static const struct swf_scheduler *const all[] = {&swf_scheduler_fcfs, &swf_scheduler_easy,
		&swf_scheduler_easy_sjbf, &swf_scheduler_easy_plus_plus,
		&swf_scheduler_conservative, &swf_scheduler_creasy, &swf_scheduler_easy_shadow,
		&swf_scheduler_largest, &swf_scheduler_smallest, &swf_scheduler_shortest,
		&swf_scheduler_by_queue, &swf_scheduler_fairshare, &swf_scheduler_order,
		&swf_scheduler_sjf, &swf_scheduler_ljf, &swf_scheduler_saf, &swf_scheduler_laf,
		&swf_scheduler_sqf, &swf_scheduler_lqf, &swf_scheduler_sexp, &swf_scheduler_wfp3,
		&swf_scheduler_unicep, &swf_scheduler_f1, &swf_scheduler_f2, &swf_scheduler_f3,
		&swf_scheduler_f4, NULL};
	return all;
}

const struct swf_scheduler *swf_scheduler_named(const char *name)
{
	const struct swf_scheduler *const *s = swf_schedulers();
	while (*s != NULL && strcmp((*s)->name, name) != 0)
		s++;
	return *s;
}
