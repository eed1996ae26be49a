/* A program that stands for the users, as a user model (swfkit-protocol(7)). */
#include <math.h>

#include "simulate/own-programs.h"
#include "simulate/program.h"

static struct user_model {
	struct program program;
	const struct swf_history *history;
} self;

/* s, by which times that were rounded may lie before now */
static const double rounding = 1e-6;

struct program *user_model_program(void)
{
	return &self.program;
}

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	(void)calendar;
	self.history = history;
	return &self;
}

static void free_state(void *state)
{
	(void)state;
}

/* A time between two events, -1 where there is none. */
static double known(double time)
{
	return isnan(time) ? -1 : time;
}

static int put_release(
	struct user_model *m, const struct swf_release *release, struct swf_error *error)
{
	const struct swf_batches *work = &m->history->work[release->user];
	const struct swf_batch *batch = &work->batches[release->batch];
	const struct swf_user *user = &m->history->workload->users.users[release->user];
	char *p = program_line(&m->program, "available", error);
	if (p == NULL)
		return -1;
	p = program_put_time(p, release->now);
	p = program_put_whole(p, user->number);
	p = program_put_whole(p, (int64_t)release->batch + 1);
	p = program_put_time(p, release->waited ? release->response : -1);
	p = program_put_time(p, known(batch->think_time));
	p = program_put_time(p, known(batch->inter_arrival));
	p = program_put_whole(p, work->starts[batch->session].batch == release->batch);
	p = program_put_whole(p, (int64_t)batch->jobs);
	program_end_line(&m->program, p);
	return 0;
}

static int submit(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	struct user_model *m = state;
	const char *time;
	if (put_release(m, release, error) != 0 || program_ask(&m->program, error) != 0 ||
		program_answer(&m->program, error) != 0)
		return -1;
	if (!program_says(&m->program, "submit", &time))
		return program_refuse(&m->program, error, "the answer is 'submit T'");
	if (program_time(&m->program, time, submit, error) != 0)
		return -1;
	if (*submit < release->now - rounding)
		return program_refuse(&m->program, error, "it is %.15g s already", release->now);
	return program_answered(&m->program, error);
}

const struct swf_user_model program_user_model = {
	.name = "of the program",
	.summary = "a program answers",
	.new_state = new_state,
	.free_state = free_state,
	.submit = submit,
};
