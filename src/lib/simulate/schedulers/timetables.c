/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/timetables.h"

#include <math.h>

int swf_timetables_init(struct swf_timetables *tables, const struct swf_machine *machine)
{
	*tables = (struct swf_timetables){.kinds = machine->counts_resources ? SWF_KINDS : 1};
	for (int k = 0; k < tables->kinds; k++) {
		const int64_t amount = swf_machine_amount(machine, k);
		if (amount > 0 && swf_timetable_init(&tables->of[k], amount) != 0)
			return -1;
	}
	return 0;
}

void swf_timetables_clear(struct swf_timetables *tables)
{
	for (int k = 0; k < SWF_KINDS; k++)
		swf_timetable_clear(&tables->of[k]);
}

void swf_timetables_advance(struct swf_timetables *tables, double now)
{
	for (int k = 0; k < tables->kinds; k++)
		if (tables->of[k].moments != NULL)
			swf_timetable_advance(&tables->of[k], now);
}

/* Each kind in turn puts the time off, until all agree. */
double swf_timetables_fit(
	const struct swf_timetables *tables, const struct swf_task *task, double from, double limit)
{
	uint32_t moments[SWF_KINDS];
	double start = from;
	int agreed = 0;
	for (int k = 0; k < tables->kinds; k++)
		moments[k] = tables->of[k].moments != NULL ? tables->of[k].moments[0].after : 0;
	for (int k = 0; agreed < tables->kinds; k = (k + 1) % tables->kinds, agreed++) {
		const int64_t need = swf_task_need(task, k);
		struct swf_timetable_place place;
		if (need == 0)
			continue;
		if (!swf_timetable_fit_at(&tables->of[k], moments[k], start, need, task->predicted,
			    limit, &place))
			return INFINITY;
		if (place.start > start)
			agreed = 0;
		start = place.start;
		moments[k] = place.stretch.begin;
	}
	return start;
}

int swf_timetables_take(struct swf_timetables *tables, const struct swf_task *task, double begin,
	double end, struct swf_timetable_stretch *stretches)
{
	for (int k = 0; k < tables->kinds; k++) {
		const int64_t need = swf_task_need(task, k);
		if (need == 0)
			continue;
		if (swf_timetable_between(&tables->of[k], begin, end, &stretches[k]) != 0)
			return -1;
		swf_timetable_add(&tables->of[k], stretches[k], -need);
	}
	return 0;
}
