/* A program that schedules, as a scheduler (swfkit-protocol(7)). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "simulate/own-programs.h"
#include "simulate/program.h"

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
	struct swf_task **tasks; /* by id, from `first` on: NULL before the arrival, and `gone` */
	size_t task_count, tasks_capacity;
	uint64_t first;
	size_t waiting;
	bool changed;  /* since the last pass */
	long idle;     /* passes that were wanted since anything happened */
	double wanted; /* s, when the program wants a pass whatever happens */
	/* Where expected ends release processors: those to come, also of tasks that are gone or
	 * are expected to end later now. */
	bool expires;
	struct expected *expected;
	size_t expected_count, expected_capacity;
} self;

/* stands for tasks that have ended */
static struct swf_task gone;

struct program *scheduler_program(void)
{
	return &self.program;
}

int start_scheduler_program(int32_t procs, enum swf_event_order order, struct swf_error *error)
{
	static const char at_arrivals[] = "passes-at-arrivals";
	char first[128];
	const char *option;
	self.expires = order == SWF_ARRIVALS_FIRST;
	snprintf(first, sizeof first, "swfkit-scheduler 1 procs %ld order %s", (long)procs,
		self.expires ? "arrivals-first" : "completions-first");
	if (program_start(&self.program, first, &option, error) != 0)
		return -1;
	if (option == NULL)
		return 0;
	const size_t length = (size_t)(self.program.line_end - option);
	if (length != sizeof at_arrivals - 1 || memcmp(option, at_arrivals, length) != 0)
		return program_refuse(
			&self.program, error, "only %s may stand behind ok 1", at_arrivals);
	program_scheduler.passes_at_arrivals = true;
	return 0;
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	self.machine = machine;
	self.first = 1;
	self.wanted = INFINITY;
	return &self;
}

static void free_state(void *state)
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
static int expect(struct scheduler *s, const struct swf_task *task)
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

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct scheduler *s = state;
	if (after > before)
		return expect(s, task) != 0 ? -1 : put_event(s, "expect", task->id, &after);
	s->tasks[task->id - s->first] = &gone;
	return put_event(s, "end", task->id, NULL) != 0 ? -1 : put_expired(s);
}

static int arrive(void *state, struct swf_task *task)
{
	struct scheduler *s = state;
	if (make_room(s, task->id) != 0 || put_expired(s) != 0 ||
		program_put_arrival(&s->program, task, task->predicted, s->machine->error) != 0)
		return -1;
	s->tasks[task->id - s->first] = task;
	s->waiting++;
	s->changed = true;
	s->idle = 0;
	return 0;
}

static int start(struct scheduler *s, const char *text)
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
	if (task->size > s->machine->free_procs)
		return program_refuse(p, error, "this job needs %ld processors, and %ld are free",
			(long)task->size, (long)s->machine->free_procs);
	s->waiting--;
	s->idle = 0;
	return swf_machine_start(s->machine, task) != 0 ? -1 : expect(s, task);
}

/* The end of the answer, perhaps with the time of another pass. */
static int done(struct scheduler *s, const char *text)
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
			return done(s, rest);
		if (!program_says(p, "start", &rest))
			return program_refuse(p, s->machine->error,
				"an answer is 'start ID', 'done' or 'done T'");
		if (start(s, rest) != 0)
			return -1;
	}
}

static int pass(void *state)
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
	program_end_line(&s->program, p);
	s->changed = false;
	return program_ask(&s->program, machine->error) != 0 ? -1 : take_answers(s);
}

static double next_pass(const void *state)
{
	return ((const struct scheduler *)state)->wanted;
}

struct swf_scheduler program_scheduler = {
	.name = "of the program",
	.summary = "a program answers",
	.new_state = new_state,
	.free_state = free_state,
	.end_changed = end_changed,
	.arrive = arrive,
	.pass = pass,
	.next_pass = next_pass,
};
