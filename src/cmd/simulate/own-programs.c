#include "simulate/own-programs.h"

#include <math.h>
#include <stdio.h>

#include "shared/messages.h"
#include "shared/options.h"
#include "simulate/program.h"

/* Which there are, as struct programs has them. */
enum { KINDS = 3 };
static const struct kind {
	const char *option, *instead_of;
	struct program *(*program)(void);
} kinds[KINDS] = {{"scheduler-command", "scheduler", scheduler_program},
	{"predict-command", "predict", prediction_program},
	{"feedback-command", "feedback", user_model_program}};

static const char *command_of(const struct programs *programs, int kind)
{
	return kind == 0    ? programs->scheduler
		: kind == 1 ? programs->prediction
			    : programs->user_model;
}

void settle_programs(const struct programs *programs, struct swf_simulation *simulation,
	struct swf_feedback_options *feedback)
{
	static const char *const of_others[] = {"alpha", "backfill", "queue-order", NULL};
	bool any = false;
	for (int i = 0; i < KINDS; i++) {
		if (command_of(programs, i) == NULL)
			continue;
		any = true;
		if (option_given(kinds[i].instead_of))
			die_usage("--%s and --%s: one or the other", kinds[i].instead_of,
				kinds[i].option);
	}
	if (!any && option_given("scheduler-timeout"))
		die_usage("--scheduler-timeout goes with --scheduler-command, --predict-command "
			  "or --feedback-command");
	if (programs->scheduler != NULL && option_given_of(of_others) != NULL)
		die_usage("--scheduler-command takes no --%s", option_given_of(of_others));
	if (programs->patience <= 0)
		die_usage("--scheduler-timeout: it must be more than 0");
	if (programs->scheduler != NULL)
		simulation->scheduler = &program_scheduler;
	if (programs->prediction != NULL)
		simulation->prediction = &program_prediction;
	if (programs->user_model != NULL)
		feedback->model = &program_user_model;
}

/* Starts the program of a prediction or a user model, which has no option. */
static int start(struct program *program, const char *first, struct swf_error *error)
{
	const char *option;
	if (program_start(program, first, &option, error) != 0)
		return -1;
	return option == NULL ? 0 : program_refuse(program, error, "nothing stands behind ok 1");
}

void start_programs(const struct programs *programs, const struct swf_simulation *simulation,
	const struct swf_feedback_options *feedback)
{
	char first[64];
	struct swf_error error;
	int failed = 0;
	for (int i = 0; i < KINDS; i++) {
		kinds[i].program()->command = command_of(programs, i);
		kinds[i].program()->patience = programs->patience;
	}
	if (programs->scheduler != NULL)
		failed =
			start_scheduler_program(simulation->procs, simulation->event_order, &error);
	if (failed == 0 && programs->prediction != NULL)
		failed = start(prediction_program(), "swfkit-prediction 1", &error);
	snprintf(first, sizeof first, "swfkit-user-model 1 seed %llu",
		(unsigned long long)feedback->seed);
	if (failed == 0 && programs->user_model != NULL)
		failed = start(user_model_program(), first, &error);
	if (failed != 0)
		die_of(&error);
}

void finish_programs(const struct programs *programs)
{
	struct swf_error error;
	for (int i = 0; i < KINDS; i++)
		if (command_of(programs, i) != NULL &&
			program_finish(kinds[i].program(), &error) != 0)
			die_of(&error);
}

int program_put_arrival(struct program *program, const struct swf_task *task, double predicted,
	struct swf_error *error)
{
	const struct swf_job *job = task->job;
	char *p = program_line(program, "arrive", error);
	if (p == NULL)
		return -1;
	p = program_put_time(p, task->submit);
	p = program_put_whole(p, (int64_t)task->id);
	p = program_put_whole(p, task->size);
	p = program_put_time(p, task->estimate);
	p = program_put_time(p, predicted);
	p = program_put_whole(p, job->user);
	p = program_put_whole(p, job->group);
	p = program_put_whole(p, job->executable);
	p = program_put_whole(p, job->queue);
	p = program_put_whole(p, job->partition);
	p = program_put_whole(p, job->number);
	program_end_line(program, p);
	return 0;
}
