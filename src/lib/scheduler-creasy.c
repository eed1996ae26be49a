/*
 * CREASY: EASY on a queue in which critical jobs come first: those that are expected to respond so
 * soon that their users go on working. The priority is (1 - alpha) W + alpha C, where W is the wait
 * over the longest in the queue, and C = 1 / (1 + 0.05 m)^2 with the m minutes of response time
 * that the job will have had if it starts now: the slope, over its largest, of the chance 0.8 / (1
 * + 0.05 m) that its user goes on. (Shmueli and Feitelson, On simulation and design of
 * parallel-systems schedulers, 2009.)
 *
 * Priorities change with time, so that each pass looks at the whole queue, once for the head and
 * once for each job that starts as the head; only the jobs that may backfill are sorted.
 */
#include <stdlib.h>

#include "array.h"
#include "queue.h"
#include "schedulers.h"

/* A job that may backfill. */
struct candidate {
	double priority;
	struct swf_task *task;
};

struct creasy {
	struct swf_machine *machine;
	struct swf_queue *queue; /* in the order of arrival */
	double alpha;
	struct candidate *candidates;
	size_t candidates_capacity;
};

static void free_state(void *state)
{
	struct creasy *creasy = state;
	swf_queue_free(creasy->queue);
	free(creasy->candidates);
	free(creasy);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct creasy *creasy = calloc(1, sizeof *creasy);
	if (creasy == NULL)
		return NULL;
	creasy->machine = machine;
	creasy->alpha = options->alpha;
	if ((creasy->queue = swf_queue_new()) == NULL) {
		free_state(creasy);
		return NULL;
	}
	return creasy;
}

static int arrive(void *state, struct swf_task *task)
{
	struct creasy *creasy = state;
	return swf_queue_append(creasy->queue, task);
}

static double priority(const struct creasy *creasy, double longest, const struct swf_task *task)
{
	const double wait = creasy->machine->now - task->submit;
	const double minutes = (wait + task->estimate) / 60;
	const double impatience = 1 + 0.05 * minutes;
	const double waited = longest > 0 ? wait / longest : 0;
	return (1 - creasy->alpha) * waited + creasy->alpha * (1 / (impatience * impatience));
}

/* The job of the highest priority, of equal ones the first to arrive. */
static struct swf_task *find_head(const struct creasy *creasy, double longest)
{
	struct swf_task *head = NULL;
	double highest = 0;
	for (size_t i = creasy->queue->first; i < creasy->queue->end; i++) {
		struct swf_task *task = creasy->queue->tasks[i];
		const double p = task != NULL ? priority(creasy, longest, task) : -1;
		if (task != NULL && (head == NULL || p > highest)) {
			head = task;
			highest = p;
		}
	}
	return head;
}

static int by_priority(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->priority != y->priority)
		return x->priority > y->priority ? -1 : 1;
	return (x->task->queue_place > y->task->queue_place) -
		(x->task->queue_place < y->task->queue_place);
}

static int start(struct creasy *creasy, struct swf_task *task)
{
	swf_queue_remove(creasy->queue, task);
	return swf_machine_start(creasy->machine, task);
}

/* Starts what may overtake a head that does not fit. */
static int backfill(struct creasy *creasy, double longest, const struct swf_task *head)
{
	struct swf_gap gap = {.now = creasy->machine->now, .free = creasy->machine->free_procs};
	if (swf_machine_shadow(creasy->machine, head->size, &gap.shadow, &gap.extra) != 0)
		return -1;
	size_t count = 0;
	for (struct swf_task *task = NULL;
		(task = swf_queue_next_fit(creasy->queue, task, &gap)) != NULL;) {
		struct candidate *candidates = swf_reserve(creasy->candidates, count,
			&creasy->candidates_capacity, sizeof *candidates);
		if (candidates == NULL)
			return -1;
		creasy->candidates = candidates;
		candidates[count++] = (struct candidate){
			.priority = priority(creasy, longest, task), .task = task};
	}
	if (count > 1)
		qsort(creasy->candidates, count, sizeof *creasy->candidates, by_priority);
	for (size_t i = 0; i < count; i++) {
		struct swf_task *task = creasy->candidates[i].task;
		if (!swf_gap_fits(&gap, task->size, task->estimate))
			continue;
		if (start(creasy, task) != 0)
			return -1;
		gap.free -= task->size;
		if (task->estimated_end > gap.shadow)
			gap.extra -= task->size;
	}
	return 0;
}

static int pass(void *state)
{
	struct creasy *creasy = state;
	/* the first to arrive has waited longest */
	const struct swf_task *oldest = swf_queue_head(creasy->queue);
	const double longest = oldest != NULL ? creasy->machine->now - oldest->submit : 0;
	while (swf_queue_has_size(creasy->queue, creasy->machine->free_procs)) {
		struct swf_task *head = find_head(creasy, longest);
		if (head->size > creasy->machine->free_procs)
			return backfill(creasy, longest, head);
		if (start(creasy, head) != 0)
			return -1;
	}
	return 0;
}

const struct swf_scheduler swf_scheduler_creasy = {
	.name = "creasy",
	.summary = "EASY with --alpha of the weight on jobs whose users still wait for them",
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
};
