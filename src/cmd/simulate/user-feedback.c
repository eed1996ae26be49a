#include "simulate/user-feedback.h"

#include "shared/library-error.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/memory.h"
#include "shared/messages.h"
#include "shared/operands.h"
#include "swfcore/quantity.h"

/* How far behind the log a simulation may reach and still see the clock put forward and back. */
static const double beyond = 10 * 366 * SWF_DAY;

static void read_workload(struct user_feedback *feedback, struct swf_log *log, enum swf_size size)
{
	struct swf_job job;
	while (next_job(log, &job))
		if (swf_workload_add(&feedback->workload, &job, size) != 0)
			die_of_memory();
	if (swf_workload_finish(&feedback->workload) != 0)
		die_of_memory();
}

/* Refuses jobs that are too large before anything is written, since all are known. */
static void refuse_oversize(const struct swf_jobs *jobs, const struct swf_simulation *simulation)
{
	const struct swf_job *first = NULL;
	struct swf_error error;
	int64_t count = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		if (!swf_simulation_is_oversize(simulation, &jobs->jobs[i]))
			continue;
		first = first == NULL ? &jobs->jobs[i] : first;
		count++;
	}
	if (count > 0 && simulation->oversize == SWF_OVERSIZE_REFUSE &&
		swf_simulation_refuse(simulation, first, count, &error) != 0)
		die_of(&error);
}

/* Warns of what feedback needs and the log lacks. */
static void look_at_log(
	const struct user_feedback *feedback, const struct swf_simulation *simulation)
{
	const struct swf_jobs *jobs = &feedback->workload.jobs;
	const int64_t unknown = feedback->history->unknown_wait;
	struct swf_waits waits = {0};
	int64_t named = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct swf_job *job = &jobs->jobs[i];
		const bool has_user = !swf_job_is_anonymous(job);
		if (has_user && swf_simulation_schedules(simulation, job))
			swf_waits_add(&waits, job, simulation->size);
		named += has_user && job->preceding >= 0;
	}
	note_count(feedback->workload.users.anonymous, "job",
		"without a user: submitted at the recorded time");
	const bool by_times = feedback->dependencies != SWF_DEPENDENCIES_LOG ||
		named == feedback->history->not_found;
	if (by_times)
		warn_of_unknown_waits(&waits, simulation->procs, file_operand(),
			"Think times may include time in the queue; give a log with wait times, "
			"recorded or from swf-simulate");
	if (!by_times || waits.known > 0)
		note_count(unknown, "job",
			"without a wait time: taken to have started when submitted");
	if (feedback->dependencies == SWF_DEPENDENCIES_LOG && named == feedback->history->not_found)
		warn("no job of the log names a preceding job of its user, so users keep only the "
		     "order of their jobs; swf-sessions fills the field");
	note_count(feedback->history->not_found, "job",
		"whose preceding job is not an earlier one of the same user: taken to name none");
}

struct swf_source open_feedback(struct user_feedback *feedback, struct swf_log *log,
	const struct swf_simulation *simulation)
{
	read_workload(feedback, log, simulation->size);
	need_users(log, file_operand());
	refuse_oversize(&feedback->workload.jobs, simulation);
	feedback->history = swf_history_new(
		&feedback->workload, simulation, feedback->dependencies, &feedback->constants);
	if (feedback->history == NULL)
		die_of_memory();
	look_at_log(feedback, simulation);
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
