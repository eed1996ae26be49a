/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/rare-list.h"

#include <math.h>

#include "shared/local-time.h"
#include "shared/messages.h"
#include "swfcore/quantity.h"

void read_rare_list(const char *path, const struct swf_header *header, struct swf_rare_list *list)
{
	struct swf_error error;
	if (swf_rare_read(path, list, &error) != 0)
		die_of(&error);
	/* no clock is a day from UTC */
	const double start = start_time(header);
	struct swf_calendar *calendar = list->has_dates && !isnan(start)
		? local_time(header, list->first_date - SWF_DAY - start,
			  list->last_date + 2 * SWF_DAY - start)
		: NULL;
	if (swf_rare_place(list, calendar, &error) != 0)
		die_of(&error);
	swf_calendar_free(calendar);
}

void die_of_rare(const struct swf_rare_list *list, const struct swf_rare *row, const char *what)
{
	struct swf_error error;
	swf_rare_refuse(list, row, what, &error);
	die_of(&error);
}
