/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/schedulers.h"

#include <string.h>

const struct swf_scheduler *const *swf_schedulers(void)
{
	static const struct swf_scheduler *const all[] = {&swf_scheduler_fcfs, &swf_scheduler_easy,
		&swf_scheduler_easy_sjbf, &swf_scheduler_easy_plus_plus,
		&swf_scheduler_conservative, &swf_scheduler_creasy, &swf_scheduler_easy_shadow,
		&swf_scheduler_largest, &swf_scheduler_smallest, &swf_scheduler_shortest,
		&swf_scheduler_by_queue, &swf_scheduler_fairshare, NULL};
	return all;
}

const struct swf_scheduler *swf_scheduler_named(const char *name)
{
	const struct swf_scheduler *const *s = swf_schedulers();
	while (*s != NULL && strcmp((*s)->name, name) != 0)
		s++;
	return *s;
}
