/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's programs in the place of a scheduler, a prediction or a user model: what the library
 * calls is a line to the program, and its answer (swfkit-protocol(7)). */
#include "simulate/programs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "shared/messages.h"
#include "shared/options.h"
#include "simulate/program.h"

/* An amount of each resource beside processors, as fields more of a line. */
static char *put_resources(char *p, const int64_t *amounts)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		p = program_put_whole(p, amounts[r]);
	return p;
}

/* Sends that a task arrives, with a prediction in s, -1 for none, and with what it needs (or NULL)
 * beside processors. 0, or -1 with the error set. */
static int put_arrival(struct program *program, const struct swf_task *task, double predicted,
	const int64_t *needs, struct swf_error *error)
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
	if (needs != NULL)
		p = put_resources(p, needs);
	program_end_line(program, p);
	return 0;
}

/* A program that predicts run times. */
static struct program predictor;

static int ask_prediction(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const char *seconds;
	(void)state;
	if (put_arrival(&predictor, task, -1, NULL, error) != 0 ||
		program_ask(&predictor, error) != 0 || program_answer(&predictor, error) != 0)
		return -1;
	if (!program_says(&predictor, "predict", &seconds))
		return program_refuse(&predictor, error, "the answer is 'predict SECONDS'");
	if (program_time(&predictor, seconds, predicted, error) != 0)
		return -1;
	if (*predicted < 0)
		return program_refuse(&predictor, error, "a run time is 0 s or more");
	return program_answered(&predictor, error);
}

static int put_end(void *state, const struct swf_task *task, struct swf_error *error)
{
	char *p = program_line(&predictor, "end", error);
	(void)state;
	if (p == NULL)
		return -1;
	p = program_put_time(p, task->start + task->run_time);
	p = program_put_whole(p, (int64_t)task->id);
	p = program_put_time(p, task->run_time);
	program_end_line(&predictor, p);
	return program_tell(&predictor, error);
}

static const struct swf_prediction program_prediction = {
	.name = "of the program",
	.summary = "a program answers",
	.predict = ask_prediction,
	.ended = put_end,
};

/* A program that stands for the users. */
static struct user_model {
	struct program program;
	const struct swf_history *history;
} users;

/* s, by which times that were rounded may lie before now */
static const double rounding = 1e-6;

static void *new_users(const struct swf_history *history, const struct swf_calendar *calendar)
{
	(void)calendar;
	users.history = history;
	return &users;
}

static void free_users(void *state)
{
	(void)state;
}

/* A time between two events, -1 where there is none. */
static double known_or_none(double time)
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
	p = program_put_time(p, known_or_none(batch->think_time));
	p = program_put_time(p, known_or_none(batch->inter_arrival));
	p = program_put_whole(p, work->starts[batch->session].batch == release->batch);
	p = program_put_whole(p, (int64_t)batch->jobs);
	program_end_line(&m->program, p);
	return 0;
}

static int ask_submit(
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

static const struct swf_user_model program_user_model = {
	.name = "of the program",
	.summary = "a program answers",
	.new_state = new_users,
	.free_state = free_users,
	.submit = ask_submit,
};

/* A program that schedules. Between calls:
 * - tasks[i] is the task with the ID first + i: NULL before its arrival, `gone` after its end.
 * - The heap `expected` has the expected ends that are still to come, if they release processors.
 * An end that is no longer expected stays there until its time, and is dropped then.
 * - `changed` is whether anything happened since the last pass. Without that, or with no job
 * waiting or no processor free, a pass does not ask the program, which could start nothing new. */

/* Passes in a row that a program may want while nothing starts, arrives or ends: one a second for
 * eleven days. More are taken for a program that never comes to an end. */
enum { IDLE_MOST = 1000000 };

/* When a task was expected to end. */
struct expected {
	double end; /* s */
	uint64_t id;
};

static inline bool ends_before(const struct expected *a, const struct expected *b)
{
	return a->end < b->end || (a->end == b->end && a->id < b->id);
}

HEAP(expected, struct expected, ends_before)

static struct scheduler {
	struct program program;
	struct swf_machine *machine;
	struct swf_task *
		*tasks; /* by id, from `first` on: NULL before the arrival, then it or `gone` */
	size_t task_count, tasks_capacity;
	uint64_t first;
	size_t waiting;
	bool changed;
	long idle;     /* passes that were wanted since anything happened */
	double wanted; /* s, when the program wants a pass whatever happens */
	bool expires;  /* expected ends release processors */
	struct expected *expected;
	size_t expected_count, expected_capacity;
} scheduler;

/* stands for tasks that have ended */
static struct swf_task gone;

static void *new_queue(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	scheduler.machine = machine;
	scheduler.first = 1;
	scheduler.wanted = INFINITY;
	return &scheduler;
}

static void free_queue(void *state)
{
	struct scheduler *s = state;
	free(s->tasks);
	free(s->expected);
}

/* Forgets the tasks at the front that are gone. */
static void forget_gone(struct scheduler *s)
{
	size_t old = 0;
	while (old < s->task_count && s->tasks[old] == &gone)
		old++;
	/* few of them are not worth the move of the others */
	if (old < s->task_count / 2 || old == 0)
		return;
	s->first += old;
	s->task_count -= old;
	memmove(s->tasks, s->tasks + old, s->task_count * sizeof *s->tasks);
}

/* Makes room for a task of that id. */
static int make_room(struct scheduler *s, uint64_t id)
{
	while (s->first + s->task_count <= id) {
		if (s->task_count == s->tasks_capacity)
			forget_gone(s);
		struct swf_task **tasks = swf_array_reserve(
			s->tasks, s->task_count, &s->tasks_capacity, sizeof *s->tasks);
		if (tasks == NULL)
			return -1;
		s->tasks = tasks;
		s->tasks[s->task_count++] = NULL;
	}
	return 0;
}

/* The task of that id; NULL for one that has not arrived. */
static struct swf_task *task_of(const struct scheduler *s, uint64_t id)
{
	return id < s->first                    ? &gone
		: id < s->first + s->task_count ? s->tasks[id - s->first]
						: NULL;
}

/* Where expected ends release processors, keeps that of the task. */
static int keep_expected_end(struct scheduler *s, const struct swf_task *task)
{
	if (!s->expires)
		return 0;
	struct expected *expected = swf_array_reserve(
		s->expected, s->expected_count, &s->expected_capacity, sizeof *s->expected);
	if (expected == NULL)
		return -1;
	s->expected = expected;
	expected_push(expected, s->expected_count++,
		(struct expected){.end = task->expected_end, .id = task->id});
	return 0;
}

/* A line of an event of a task, and one with a time more. */
static int put_event(struct scheduler *s, const char *word, uint64_t id, const double *end)
{
	char *p = program_line(&s->program, word, s->machine->error);
	if (p == NULL)
		return -1;
	p = program_put_time(p, s->machine->now);
	p = program_put_whole(p, (int64_t)id);
	if (end != NULL)
		p = program_put_time(p, *end);
	program_end_line(&s->program, p);
	s->changed = true;
	s->idle = 0;
	return 0;
}

/* Tells which tasks have come to their expected end, whose processors the engine has released. */
static int put_expired(struct scheduler *s)
{
	while (s->expected_count > 0 && s->expected[0].end <= s->machine->now) {
		const struct expected first = s->expected[0];
		expected_pop(s->expected, s->expected_count--);
		const struct swf_task *task = task_of(s, first.id);
		if (task != &gone && task->expected_end == first.end &&
			put_event(s, "expire", first.id, NULL) != 0)
			return -1;
	}
	return 0;
}

static int put_end_change(void *state, const struct swf_task *task, double before, double after)
{
	struct scheduler *s = state;
	if (after > before)
		return keep_expected_end(s, task) != 0 ? -1
						       : put_event(s, "expect", task->id, &after);
	s->tasks[task->id - s->first] = &gone;
	/* at once, for a program that works with others, or shows what happens */
	return put_event(s, "end", task->id, NULL) != 0 || put_expired(s) != 0
		? -1
		: program_tell(&s->program, s->machine->error);
}

static int add_task(void *state, struct swf_task *task)
{
	struct scheduler *s = state;
	if (make_room(s, task->id) != 0 || put_expired(s) != 0 ||
		put_arrival(&s->program, task, task->predicted,
			s->machine->counts_resources ? task->needs : NULL, s->machine->error) != 0)
		return -1;
	s->tasks[task->id - s->first] = task;
	s->waiting++;
	s->changed = true;
	s->idle = 0;
	return 0;
}

static int start_task(struct scheduler *s, const char *text)
{
	const struct program *p = &s->program;
	struct swf_error *error = s->machine->error;
	int64_t number;
	if (text == NULL || !swf_number_scan_digits(&text, p->line_end, INT64_MAX, &number) ||
		text != p->line_end)
		return program_refuse(p, error, "start needs the ID of a job");
	struct swf_task *task = number > 0 ? task_of(s, (uint64_t)number) : NULL;
	if (task == NULL)
		return program_refuse(p, error, "no such job has arrived");
	if (task == &gone)
		return program_refuse(p, error, "this job has ended");
	if (task->started)
		return program_refuse(p, error, "this job was started at %.15g s", task->start);
	const int lacks = swf_machine_lacks(s->machine, task);
	if (lacks < SWF_KINDS)
		return program_refuse(p, error, "this job needs %lld %s, and %lld are free",
			(long long)swf_task_need(task, lacks), swf_kind_units[lacks],
			(long long)swf_machine_free_amount(s->machine, lacks));
	s->waiting--;
	s->idle = 0;
	return swf_machine_start(s->machine, task) != 0 ? -1 : keep_expected_end(s, task);
}

/* The end of the answer, perhaps with the time of another pass. */
static int end_answer(struct scheduler *s, const char *text)
{
	const struct program *p = &s->program;
	struct swf_error *error = s->machine->error;
	s->wanted = INFINITY;
	if (text != NULL && program_time(p, text, &s->wanted, error) != 0)
		return -1;
	if (s->wanted <= s->machine->now)
		return program_refuse(p, error, "it is %.15g s already", s->machine->now);
	if (text != NULL && s->idle++ == IDLE_MOST)
		return program_refuse(p, error,
			"it wanted %d passes in a row in which nothing happened", IDLE_MOST);
	return program_answered(&s->program, error);
}

/* Reads answers to the end. */
static int take_answers(struct scheduler *s)
{
	struct program *p = &s->program;
	const char *rest;
	for (;;) {
		if (program_answer(p, s->machine->error) != 0)
			return -1;
		if (program_says(p, "done", &rest))
			return end_answer(s, rest);
		if (!program_says(p, "start", &rest))
			return program_refuse(p, s->machine->error,
				"an answer is 'start ID', 'done' or 'done T'");
		if (start_task(s, rest) != 0)
			return -1;
	}
}

static int ask_pass(void *state)
{
	struct scheduler *s = state;
	const struct swf_machine *machine = s->machine;
	if (s->wanted <= machine->now) {
		s->wanted = INFINITY;
		s->changed = true;
	}
	if (!s->changed || s->waiting == 0 || machine->free_procs == 0)
		return 0;
	char *p = program_line(&s->program, "pass", machine->error);
	if (p == NULL)
		return -1;
	p = program_put_time(p, machine->now);
	p = program_put_whole(p, machine->free_procs);
	if (machine->counts_resources)
		p = put_resources(p, machine->free_resources);
	program_end_line(&s->program, p);
	s->changed = false;
	return program_ask(&s->program, machine->error) != 0 ? -1 : take_answers(s);
}

static double find_next_pass(const void *state)
{
	return ((const struct scheduler *)state)->wanted;
}

static struct swf_scheduler program_scheduler = {
	.name = "of the program",
	.summary = "a program answers",
	.takes_resources = true, /* unless it says that it does not */
	.new_state = new_queue,
	.free_state = free_queue,
	.end_changed = put_end_change,
	.arrive = add_task,
	.pass = ask_pass,
	.next_pass = find_next_pass,
};

/* Reads what a scheduler says of itself behind ok 1. 0, or -1 with the error set. */
static int read_scheduler_words(const char *word, struct swf_error *error)
{
	const char *end = scheduler.program.line_end;
	for (size_t length; word < end; word += length + (word + length < end)) {
		const char *blank = memchr(word, ' ', (size_t)(end - word));
		length = (size_t)((blank != NULL ? blank : end) - word);
		if (length == 18 && memcmp(word, "passes-at-arrivals", length) == 0)
			program_scheduler.passes_at_arrivals = true;
		else if (length == 9 && memcmp(word, "resources", length) == 0)
			program_scheduler.takes_resources = true;
		else
			return program_refuse(&scheduler.program, error,
				"only passes-at-arrivals and resources may stand behind ok 1");
	}
	return 0;
}

/* Starts a scheduler for the machine of a simulation. 0, or -1 with the error set. */
static int start_scheduler_program(const struct swf_simulation *simulation, struct swf_error *error)
{
	char first[128];
	const char *words;
	scheduler.expires = simulation->event_order == SWF_ARRIVALS_FIRST;
	int length = snprintf(first, sizeof first, "swfkit-scheduler 1 procs %ld order %s",
		(long)simulation->procs,
		scheduler.expires ? "arrivals-first" : "completions-first");
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (simulation->resources[r] > 0)
			length +=
				snprintf(first + length, sizeof first - (size_t)length, " %s %lld",
					swf_kind_names[1 + r], (long long)simulation->resources[r]);
	if (program_start(&scheduler.program, first, &words, error) != 0)
		return -1;
	program_scheduler.takes_resources = false;
	return words != NULL ? read_scheduler_words(words, error) : 0;
}

/* Which there are, as struct programs has them. */
enum { KINDS = 3 };
static const struct kind {
	const char *option, *instead_of;
	struct program *program;
} kinds[KINDS] = {{"scheduler-command", "scheduler", &scheduler.program},
	{"predict-command", "predict", &predictor},
	{"feedback-command", "feedback", &users.program}};

static const char *command_of(const struct programs *programs, int kind)
{
	return kind == 0    ? programs->scheduler
		: kind == 1 ? programs->prediction
			    : programs->user_model;
}

void settle_programs(const struct programs *programs, struct swf_simulation *simulation,
	struct swf_feedback_options *feedback)
{
	static const char *const of_others[] = {
		"alpha", "backfill", "queue-order", "order", "half-life", NULL};
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
static int start_without_option(struct program *program, const char *first, struct swf_error *error)
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
		kinds[i].program->command = command_of(programs, i);
		kinds[i].program->patience = programs->patience;
	}
	if (programs->scheduler != NULL)
		failed = start_scheduler_program(simulation, &error);
	if (failed == 0 && programs->prediction != NULL)
		failed = start_without_option(&predictor, "swfkit-prediction 1", &error);
	snprintf(first, sizeof first, "swfkit-user-model 1 seed %llu",
		(unsigned long long)feedback->seed);
	if (failed == 0 && programs->user_model != NULL)
		failed = start_without_option(&users.program, first, &error);
	if (failed != 0)
		die_of(&error);
}

void finish_programs(const struct programs *programs)
{
	struct swf_error error;
	for (int i = 0; i < KINDS; i++)
		if (command_of(programs, i) != NULL &&
			program_finish(kinds[i].program, &error) != 0)
			die_of(&error);
}
