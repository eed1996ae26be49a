#include "queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BITS = 4, BLOCK = 1 << BLOCK_BITS, LEVELS = 12, FIRST_CAPACITY = BLOCK * BLOCK };

/* The least size and estimate of each place (level 0), of each block of places, and so on. Empty
 * places never fit. */
struct level {
	int32_t *size;
	double *estimate;
	size_t count;
};

struct swf_queue {
	struct swf_task **tasks; /* by place, NULL where one was taken out */
	struct level levels[LEVELS];
	int top;        /* the level of at most BLOCK entries */
	size_t capacity;
	size_t first;   /* the place of the head */
	size_t end;     /* after the last place used */
	size_t waiting;
};

static void free_levels(struct swf_queue *queue)
{
	for (int l = 0; l < LEVELS; l++) {
		free(queue->levels[l].size);
		free(queue->levels[l].estimate);
	}
	free(queue->tasks);
}

/* Gives an empty queue places; `capacity` is a multiple of BLOCK. */
static int allocate(struct swf_queue *queue, size_t capacity)
{
	*queue = (struct swf_queue){.capacity = capacity};
	queue->tasks = malloc(capacity * sizeof(struct swf_task *));
	bool whole = queue->tasks != NULL;
	size_t count = capacity;
	for (int l = 0;; l++, count = (count + BLOCK - 1) / BLOCK) {
		/* whole blocks, so that a scan of one never ends early */
		size_t entries = (count + BLOCK - 1) / BLOCK * BLOCK;
		struct level *level = &queue->levels[l];
		*level = (struct level){.size = malloc(entries * sizeof *level->size),
			.estimate = malloc(entries * sizeof *level->estimate),
			.count = entries};
		whole = whole && level->size != NULL && level->estimate != NULL;
		for (size_t i = 0; whole && i < entries; i++) {
			level->size[i] = INT32_MAX;
			level->estimate[i] = INFINITY;
		}
		queue->top = l;
		if (count <= BLOCK)
			break;
	}
	if (!whole)
		free_levels(queue);
	return whole ? 0 : -1;
}

struct swf_queue *swf_queue_new(void)
{
	struct swf_queue *queue = malloc(sizeof *queue);
	if (queue != NULL && allocate(queue, FIRST_CAPACITY) != 0) {
		free(queue);
		return NULL;
	}
	return queue;
}

void swf_queue_free(struct swf_queue *queue)
{
	if (queue == NULL)
		return;
	free_levels(queue);
	free(queue);
}

static void put(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = queue->end++;
	queue->tasks[i] = task;
	queue->waiting++;
	task->queue_place = i;
	for (int l = 0; l <= queue->top; l++, i /= BLOCK) {
		struct level *level = &queue->levels[l];
		if (task->size < level->size[i])
			level->size[i] = task->size;
		if (task->estimate < level->estimate[i])
			level->estimate[i] = task->estimate;
	}
}

/* Moves the tasks to fresh places without gaps between them. At least half of the places are free
 * then, so that this costs each task no more than a constant share. */
static int renew(struct swf_queue *queue)
{
	struct swf_queue old = *queue;
	size_t capacity = FIRST_CAPACITY;
	while (capacity < 2 * old.waiting)
		capacity *= 2;
	if (allocate(queue, capacity) != 0) {
		*queue = old;
		return -1;
	}
	for (size_t i = old.first; i < old.end; i++)
		if (old.tasks[i] != NULL)
			put(queue, old.tasks[i]);
	free_levels(&old);
	return 0;
}

int swf_queue_append(struct swf_queue *queue, struct swf_task *task)
{
	if (queue->waiting == 0)
		queue->first = queue->end = 0;
	if (queue->end == queue->capacity && renew(queue) != 0)
		return -1;
	put(queue, task);
	return 0;
}

/* Recomputes the entry above a block. */
static void update_block(struct swf_queue *queue, int l, size_t block)
{
	const int32_t *sizes = queue->levels[l].size + block * BLOCK;
	const double *estimates = queue->levels[l].estimate + block * BLOCK;
	int32_t size = sizes[0];
	double estimate = estimates[0];
	for (int i = 1; i < BLOCK; i++) {
		size = sizes[i] < size ? sizes[i] : size;
		estimate = estimates[i] < estimate ? estimates[i] : estimate;
	}
	queue->levels[l + 1].size[block] = size;
	queue->levels[l + 1].estimate[block] = estimate;
}

void swf_queue_remove(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = task->queue_place;
	queue->tasks[i] = NULL;
	queue->waiting--;
	queue->levels[0].size[i] = INT32_MAX;
	queue->levels[0].estimate[i] = INFINITY;
	for (int l = 0; l < queue->top; l++) {
		i /= BLOCK;
		const struct level *above = &queue->levels[l + 1];
		if (task->size > above->size[i] && task->estimate > above->estimate[i])
			break; /* neither was its least */
		update_block(queue, l, i);
	}
	while (queue->first < queue->end && queue->tasks[queue->first] == NULL)
		queue->first++;
}

struct swf_task *swf_queue_head(const struct swf_queue *queue)
{
	return queue->waiting > 0 ? queue->tasks[queue->first] : NULL;
}

/* How many entries of a level are in use. */
static size_t used(const struct swf_queue *queue, int l)
{
	return (queue->end + ((size_t)1 << BLOCK_BITS * l) - 1) >> BLOCK_BITS * l;
}

/* Walks along the places, up a level where a block ends and down again into an entry that seems to
 * fit. Its least size and least estimate may be of different tasks, so that it can turn out to hold
 * none that does. */
struct swf_task *swf_queue_next_fit(
	const struct swf_queue *queue, const struct swf_task *after, const struct swf_gap *gap)
{
	size_t i = after != NULL ? after->queue_place + 1 : queue->first;
	int l = 0;
	for (;;) {
		const struct level *level = &queue->levels[l];
		size_t end = (i | (BLOCK - 1)) + 1;
		if (end > used(queue, l))
			end = used(queue, l);
		while (i < end && !swf_gap_fits(gap, level->size[i], level->estimate[i]))
			i++;
		if (i < end && l == 0)
			return queue->tasks[i];
		if (i < end) {
			i *= BLOCK;
			l--;
			continue;
		}
		do {
			if (l == queue->top)
				return NULL;
			i = (i - 1) / BLOCK + 1;
			l++;
		} while (i % BLOCK == 0);
	}
}

bool swf_queue_has_size(const struct swf_queue *queue, int32_t procs)
{
	const struct level *top = &queue->levels[queue->top];
	for (size_t i = 0, end = used(queue, queue->top); i < end; i++)
		if (top->size[i] <= procs)
			return true;
	return false;
}
