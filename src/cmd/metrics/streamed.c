#include "metrics/streamed.h"

#include <math.h>

#include "metrics/records.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/options.h"

void note_jobs_left_out(const struct swf_log *log, const struct left_out *left_out)
{
	const struct swf_log_counts counts = swf_log_counts(log);
	note_log_counts(counts);
	if (counts.unsorted > 0)
		warn("the log is not in submit order; it was sorted");
	note_left_out(left_out->excluded, "job", "of excluded users: left out",
		left_out->excluded_work, counts.work);
	note_left_out(left_out->not_run, "job", "without a wait time, run time or size: left out",
		left_out->not_run_work, counts.work);
}

int32_t machine_size(const struct swf_log *log, int32_t procs, const char *consequence)
{
	if (procs == 0)
		procs = swf_header_procs(swf_log_header(log));
	if (procs == 0)
		note("the log has no positive MaxProcs or MaxNodes, so %s; give --procs N",
			consequence);
	return procs;
}

bool next_that_ran(struct swf_log *log, const struct swf_user_set *excluded, enum swf_size size,
	struct left_out *left_out, struct swf_job *job)
{
	while (next_job(log, job)) {
		if (swf_user_set_has(excluded, job->user)) {
			left_out->excluded++;
			left_out->excluded_work += swf_job_work(job, SWF_SIZE_REQUESTED);
		} else if (swf_records_ran(job, swf_job_size(job, size))) {
			return true;
		} else {
			left_out->not_run++;
			left_out->not_run_work += swf_job_work(job, size);
		}
	}
	return false;
}

struct swf_calendar *dates_of_log(const struct swf_log *log)
{
	const struct swf_header *header = swf_log_header(log);
	if (!isnan(start_time(header)) || option_given("tz"))
		return local_time(header, -INFINITY, INFINITY);
	note("the log has no valid UnixStartTime, so there are no dates; give the time of its "
	     "second 0 with --start-time");
	return checked(swf_calendar_new_without_date());
}

void local_time_cell(struct swf_table *table, const struct swf_calendar *calendar, double t)
{
	char text[SWF_CALENDAR_ROOM];
	if (swf_calendar_write(calendar, t, text))
		swf_table_text(table, text);
	else
		swf_table_number(table, NAN);
}
