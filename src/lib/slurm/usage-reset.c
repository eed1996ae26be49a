#include "slurm/usage-reset.h"

#include <math.h>

#include "base/date.h"
#include "swfcore/quantity.h"

static double midnight(const struct swf_calendar *calendar, double day)
{
	double seconds[2];
	swf_calendar_seconds(calendar, day * SWF_DAY, seconds);
	return seconds[0];
}

/* The next month of those that begin a period, from January on, as the day of its first. */
static double next_first(double day, int months)
{
	long year = 1970 + (long)floor(day / 365.2425);
	while ((double)swf_date_days(year + 1, 1, 1) <= day)
		year++;
	while ((double)swf_date_days(year, 1, 1) > day)
		year--;
	for (int month = 1 + months; month <= 12; month += months)
		if ((double)swf_date_days(year, month, 1) > day)
			return (double)swf_date_days(year, month, 1);
	return (double)swf_date_days(year + 1, 1, 1);
}

/* As many periods later as it takes to lie at most one before now. */
static double after(double midnight, double first, double period, double now)
{
	double next = midnight + first;
	while (next + period < now)
		next += period;
	return next;
}

double swf_slurm_usage_reset_next(
	enum swf_slurm_reset period, const struct swf_calendar *calendar, double last, double now)
{
	if (calendar == NULL)
		return INFINITY;
	const double day = swf_calendar_day(calendar, last);
	/* of the day, counted from Sunday */
	const int weekday = (swf_calendar_local(calendar, last).weekday + 1) % 7;
	switch (period) {
	case SWF_SLURM_RESET_DAILY:
		return after(midnight(calendar, day), SWF_DAY, SWF_DAY, now);
	case SWF_SLURM_RESET_WEEKLY:
		return after(midnight(calendar, day), (7 - weekday) * SWF_DAY, SWF_WEEK, now);
	case SWF_SLURM_RESET_MONTHLY:
		return midnight(calendar, next_first(day, 1));
	case SWF_SLURM_RESET_QUARTERLY:
		return midnight(calendar, next_first(day, 3));
	case SWF_SLURM_RESET_YEARLY:
		return midnight(calendar, next_first(day, 12));
	case SWF_SLURM_RESET_NONE:
	case SWF_SLURM_RESET_NOW: /* when slurmctld starts, with no usage yet */
		break;
	}
	return INFINITY;
}
