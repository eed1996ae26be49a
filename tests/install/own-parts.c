/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: own-parts LOG: schedules a log first come, first served, by a scheduler and with a
 * prediction of its own, and writes its jobs. Exit status 1 for any error. */
#include <stdlib.h>
#include <unistd.h>

#include <swfcore/log.h>
#include <swfcore/simulation.h>
#include <swfcore/writer.h>

struct queue {
	struct swf_machine *machine;
	struct swf_task **tasks;
	size_t first, count, capacity;
};

static void *new_queue(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct queue *queue = calloc(1, sizeof *queue);
	(void)options;
	if (queue != NULL)
		queue->machine = machine;
	return queue;
}

static void free_queue(void *state)
{
	struct queue *queue = state;
	free(queue->tasks);
	free(queue);
}

static int arrive(void *state, struct swf_task *task)
{
	struct queue *queue = state;
	if (queue->count == queue->capacity) {
		const size_t capacity = 2 * queue->capacity + 16;
		struct swf_task **tasks = realloc(queue->tasks, capacity * sizeof *tasks);
		if (tasks == NULL)
			return -1;
		queue->tasks = tasks;
		queue->capacity = capacity;
	}
	queue->tasks[queue->count++] = task;
	return 0;
}

static int pass(void *state)
{
	struct queue *queue = state;
	for (; queue->first < queue->count; queue->first++) {
		struct swf_task *task = queue->tasks[queue->first];
		if (task->size > queue->machine->free_procs)
			return 0;
		if (swf_machine_start(queue->machine, task) != 0)
			return -1;
	}
	return 0;
}

static int half(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state, (void)error;
	*predicted = task->estimate / 2;
	return 0;
}

static int write_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	return swf_writer_job(self, job) == 0 ? 0 : swf_fail(error, "not written");
}

int main(int argc, char **argv)
{
	static const struct swf_scheduler scheduler = {.name = "own",
		.new_state = new_queue,
		.free_state = free_queue,
		.arrive = arrive,
		.pass = pass};
	static const struct swf_prediction prediction = {.name = "half", .predict = half};
	struct swf_error error;
	struct swf_replay replay;
	struct swf_simulation_counts counts;
	struct swf_log *log = swf_log_new(argc > 1 ? argv[1] : "-", false, &error);
	struct swf_writer *writer = swf_writer_new(STDOUT_FILENO, false);
	if (log == NULL || writer == NULL)
		return 1;
	const struct swf_simulation simulation = {.scheduler = &scheduler,
		.prediction = &prediction,
		.procs = swf_header_procs(swf_log_header(log))};
	const struct swf_source source = swf_replay_source(&replay, log);
	const struct swf_sink sink = {.self = writer, .job = write_job};
	const int result = swf_simulation_run(&simulation, &source, &sink, &counts, &error) != 0 ||
		swf_writer_flush(writer, &error) != 0;
	swf_writer_free(writer);
	swf_log_free(log);
	return result;
}
