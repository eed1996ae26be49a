#include "simulate/user-feedback.h"

#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/quantity.h"

/* How far behind the log a simulation may reach and still see the clock put forward and back. */
static const double beyond = 10 * 366 * SWF_DAY;

/* What is to be said of the jobs of a log. */
struct seen {
	struct swf_job oversize; /* the first */
	int64_t oversize_count;
	struct swf_waits waits;
	int64_t named; /* jobs of users with a preceding job */
};

static void see_job(
	struct seen *seen, const struct swf_job *job, const struct swf_simulation *simulation)
{
	if (swf_simulation_is_oversize(simulation, job) && seen->oversize_count++ == 0)
		seen->oversize = *job;
	if (swf_job_is_anonymous(job))
		return;
	if (swf_simulation_schedules(simulation, job))
		swf_waits_add(&seen->waits, job, simulation->size);
	seen->named += job->preceding >= 0;
}

static void read_workload(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation, struct seen *seen)
{
	struct swf_job job;
	while (next_job(log, &job)) {
		see_job(seen, &job, simulation);
		if (swf_workload_add(&feedback->workload, &job, simulation->size) != 0)
			die_of_memory();
	}
	if (swf_workload_finish(&feedback->workload) != 0)
		die_of_memory();
}

/* Refuses jobs that are too large before anything is written, since all are known. */
static void refuse_oversize(const struct seen *seen, const struct swf_simulation *simulation)
{
	struct swf_error error;
	if (seen->oversize_count > 0 && simulation->oversize == SWF_OVERSIZE_REFUSE &&
		swf_simulation_refuse(simulation, &seen->oversize, seen->oversize_count, &error) !=
			0)
		die_of(&error);
}

/* Warns of what feedback needs and the log lacks. */
static void look_at_log(const struct user_feedback *feedback, const struct seen *seen,
	const struct swf_simulation *simulation)
{
	const int64_t unknown = feedback->history->unknown_wait;
	note_count(feedback->workload.users.anonymous, "job",
		"without a user: submitted at the recorded time");
	const bool by_times = feedback->dependencies != SWF_DEPENDENCIES_LOG ||
		seen->named == feedback->history->not_found;
	if (by_times)
		warn_of_unknown_waits(&seen->waits, simulation->procs, file_operand(),
			"Think times may include time in the queue; give a log with wait times, "
			"recorded or from swf-simulate");
	if (!by_times || seen->waits.known > 0)
		note_count(unknown, "job",
			"without a wait time: taken to have started when submitted");
	if (feedback->dependencies == SWF_DEPENDENCIES_LOG &&
		seen->named == feedback->history->not_found)
		warn("no job of the log names a preceding job of its user, so users keep only the "
		     "order of their jobs; swf-sessions fills the field");
	note_count(feedback->history->not_found, "job",
		"whose preceding job is not an earlier one of the same user: taken to name none");
}

struct swf_source open_feedback(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation)
{
	struct seen seen = {0};
	read_workload(feedback, log, simulation, &seen);
	need_users(log, file_operand());
	refuse_oversize(&seen, simulation);
	feedback->history = swf_history_new(
		&feedback->workload, simulation, feedback->dependencies, &feedback->constants);
	if (feedback->history == NULL)
		die_of_memory();
	look_at_log(feedback, &seen, simulation);
	const struct swf_users *span = &feedback->workload.users;
	if (feedback->options.model->local_time)
		feedback->options.calendar = feedback->calendar =
			local_time(swf_log_header(log), span->first, span->last + beyond);
	feedback->source = swf_feedback_new(&feedback->options, feedback->history);
	if (feedback->source == NULL)
		die_of_memory();
	return swf_feedback_source(feedback->source);
}

/* Notes how many users did their work too soon, and warns where the rest of the simulation has
 * noticeably fewer users than the log. */
static void note_exhausted(const struct user_feedback *feedback, int64_t exhausted)
{
	const size_t users = feedback->workload.users.count;
	if (feedback->constants.exhausted == SWF_EXHAUSTED_REPEAT || exhausted == 0)
		return;
	if ((double)exhausted * 10 < (double)users)
		note("%lld of %zu users submitted their last job much earlier than in the log",
			(long long)exhausted, users);
	else
		warn("%lld of %zu users submitted their last job much earlier than in the log, and "
		     "are missing from then on; with --constant exhausted=repeat they begin again",
			(long long)exhausted, users);
}

void note_feedback(const struct user_feedback *feedback)
{
	const struct swf_feedback_counts counts = swf_feedback_counts(feedback->source);
	if (counts.users_left > 0)
		note("%lld user%s left and did not submit %lld job%s (status 5, wait -1)",
			(long long)counts.users_left, counts.users_left == 1 ? "" : "s",
			(long long)counts.jobs_lost, counts.jobs_lost == 1 ? "" : "s");
	if (counts.users_absent > 0)
		note("%lld user%s did not come to submit %lld job%s (status 5, wait -1)",
			(long long)counts.users_absent, counts.users_absent == 1 ? "" : "s",
			(long long)counts.jobs_absent, counts.jobs_absent == 1 ? "" : "s");
	note_count(counts.jobs_repeated, "job", "submitted again by users whose work was done");
	note_exhausted(feedback, counts.users_exhausted);
}

void close_feedback(struct user_feedback *feedback)
{
	swf_feedback_free(feedback->source);
	swf_history_free(feedback->history);
	swf_calendar_free(feedback->calendar);
	swf_workload_clear(&feedback->workload);
}
