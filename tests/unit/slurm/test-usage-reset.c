#include <math.h>

#include "slurm/usage-reset.h"
#include "swfcore/quantity.h"
#include "unit/slurm/site-of.h"
#include "unit/suites.h"

/* Stockholm in 1996: the clock is put forward on 31 March and back on 27 October, both at 1:00 UTC.
 * Second 0 of the log is 1996-01-01 0:00 there. */
static const struct swf_offset stockholm[] = {{0, 3600}, {828234000, 7200}, {846378000, 3600}};
static struct swf_calendar *calendar;

static double at(const char *date)
{
	double seconds;
	struct swf_error error;
	ck_assert_int_eq(swf_calendar_read(calendar, date, false, &seconds, &error), 0);
	return seconds;
}

static void check_next(
	enum swf_slurm_reset period, const char *last, const char *now, const char *expected)
{
	const double next = swf_slurm_usage_reset_next(period, calendar, at(last), at(now));
	if (next != at(expected))
		ck_abort_msg("after %s: %f, not %s", last, next, expected);
}

START_TEST(resets_follow_the_calendar)
{
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	ck_assert(at("1996-01-01") == 0);
	check_next(SWF_SLURM_RESET_DAILY, "1996-02-10T13:00", "1996-02-10T13:00", "1996-02-11");
	/* a week begins on Sunday; 10 February 1996 was a Saturday */
	check_next(SWF_SLURM_RESET_WEEKLY, "1996-02-10T13:00", "1996-02-10T13:00", "1996-02-11");
	check_next(SWF_SLURM_RESET_WEEKLY, "1996-02-11", "1996-02-11", "1996-02-18");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-02-29T23:59", "1996-03-01", "1996-03-01");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-12-01", "1996-12-01", "1997-01-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-01-01", "1996-01-01", "1996-04-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-03-31", "1996-03-31", "1996-04-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-11-05", "1996-11-05", "1997-01-01");
	check_next(SWF_SLURM_RESET_YEARLY, "1996-01-01", "1996-01-01", "1997-01-01");
	/* days that are over are not made up for, but for the last one */
	check_next(SWF_SLURM_RESET_DAILY, "1996-02-10T13:00", "1996-02-20T01:00", "1996-02-20");
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(days_have_86400_s_where_the_clock_is_changed)
{
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	/* 31 March has 23 hours: its 86,400 s end at 1:00 of the next day */
	check_next(SWF_SLURM_RESET_DAILY, "1996-03-30T12:00", "1996-03-30T12:00", "1996-03-31");
	check_next(SWF_SLURM_RESET_DAILY, "1996-03-31", "1996-03-31", "1996-04-01T01:00");
	check_next(SWF_SLURM_RESET_DAILY, "1996-04-01T01:00", "1996-04-01T01:00", "1996-04-02");
	/* 27 October has 25: they end an hour before it does, and from then on usage is reset at
	 * each update until another 86,400 s are over */
	check_next(SWF_SLURM_RESET_DAILY, "1996-10-27", "1996-10-27", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-27T23:00", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-28T23:00", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-28T23:01", "1996-10-28T23:00");
	check_next(SWF_SLURM_RESET_DAILY, "1996-10-28T23:00", "1996-10-28T23:01", "1996-10-29");
	/* months follow the clock */
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-03-02", "1996-03-02", "1996-04-01");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-10-02", "1996-10-02", "1996-11-01");
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_NONE, calendar, 0, 0) == INFINITY);
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_NOW, calendar, 0, 0) == INFINITY);
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_DAILY, NULL, 0, 0) == INFINITY);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(usage_is_forgotten_at_the_first_update_after)
{
	static struct made_site made;
	struct made_job job;
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	made_site_init(&made);
	made.conf.priority.reset = SWF_SLURM_RESET_DAILY;
	made.conf.priority.calc_period = 1000;
	made.site.calendar = calendar;
	const size_t user = add_user(&made, 0, 1);
	made_site_begin(&made);
	made_job_init(&job, user, 1);
	submit_job(&made, &job, 0);
	start_job(&made, &job, 0);
	swf_slurm_priority_update(made.priority, 86000);
	ck_assert(usage_of(&made, user) == 86000);
	/* at 86,400 the day is over; what ran since the update before counts for the new one */
	swf_slurm_priority_update(made.priority, 87000);
	ck_assert(usage_of(&made, user) == 1000);
	swf_slurm_priority_update(made.priority, 172000);
	ck_assert(usage_of(&made, user) == 86000);
	swf_slurm_priority_update(made.priority, 173000);
	ck_assert(usage_of(&made, user) == 1000);
	made_site_end(&made);
	swf_calendar_free(calendar);
}
END_TEST

/* As it is empty then, no update is made one by one, and no month is left to be made up for. */
START_TEST(usage_stays_after_a_long_time_without_any)
{
	static struct made_site made;
	const double late = 3e11, day = 86400;
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	made_site_init(&made);
	made.conf.priority.reset = SWF_SLURM_RESET_MONTHLY;
	made.site.calendar = calendar;
	const size_t user = add_user(&made, 0, 1);
	made_site_begin(&made);
	run_job(&made, user, 1, 0, 100);
	ck_assert(usage_of(&made, user) == 100);
	run_job(&made, user, 1, late, late + 200);
	ck_assert(usage_of(&made, user) == 200);
	swf_slurm_priority_update(made.priority, late + 600);
	ck_assert(usage_of(&made, user) == 200);
	swf_slurm_priority_update(made.priority, late + 31 * day);
	ck_assert(usage_of(&made, user) == 0);
	made_site_end(&made);
	swf_calendar_free(calendar);
}
END_TEST

Suite *usage_reset_suite(void)
{
	return suite_of("usage_reset",
		(const TTest *const[]){resets_follow_the_calendar,
			days_have_86400_s_where_the_clock_is_changed,
			usage_is_forgotten_at_the_first_update_after,
			usage_stays_after_a_long_time_without_any, NULL});
}
