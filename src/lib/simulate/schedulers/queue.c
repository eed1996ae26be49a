#include "swfcore/queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/schedulers/queue-front.h"

/* The least size and the least prediction of a block may be of different tasks, so that a search
 * can find none there that fits. Where many wait, blocks of the levels from FRONT_LEVEL on have
 * fronts too, which say more; but the whole queue has none. */
enum {
	BLOCK_BITS = 3,
	BLOCK = 1 << BLOCK_BITS,
	FRONT_LEVEL = 2,
	MANY = 1024,
	FEW = MANY / 4,
	FIRST_CAPACITY = 256
};

static void free_levels(const struct swf_queue *queue)
{
	for (int l = 0; l < SWF_QUEUE_LEVELS; l++) {
		free(queue->levels[l].size);
		free(queue->levels[l].predicted);
		free(queue->levels[l].fronts);
	}
	free(queue->tasks);
	free(queue->submits);
}

/* A count of entries rounded up to whole blocks. */
static size_t whole_blocks(size_t count)
{
	return (count + BLOCK - 1) / BLOCK * BLOCK;
}

/* How many steps the front of a block has room for. More tasks need more. */
static int32_t room(int l)
{
	return BLOCK << (l - 1);
}

/* In bytes, the size of a front of that level. */
static size_t front_size(int l)
{
	return sizeof(struct swf_queue_front) + (size_t)room(l) * sizeof(struct swf_queue_step);
}

static struct swf_queue_front *front_of(const struct swf_queue *queue, int l, size_t block)
{
	return (void *)((char *)queue->levels[l].fronts + block * front_size(l));
}

/* Takes out all tasks. */
static void clear(struct swf_queue *queue)
{
	size_t count = queue->capacity;
	for (int l = 0; l <= queue->top; l++, count = whole_blocks(count) / BLOCK) {
		for (size_t i = 0; i < whole_blocks(count); i++) {
			queue->levels[l].size[i] = INT32_MAX;
			queue->levels[l].predicted[i] = INFINITY;
		}
	}
	queue->first = queue->end = queue->waiting = 0;
	queue->fronted = false;
}

/* Gives an empty queue places. */
static int allocate(struct swf_queue *queue, size_t capacity)
{
	*queue = (struct swf_queue){.capacity = capacity};
	queue->tasks = malloc(capacity * sizeof(struct swf_task *));
	queue->submits = malloc(capacity * sizeof *queue->submits);
	bool whole = queue->tasks != NULL && queue->submits != NULL;
	size_t count = capacity;
	for (int l = 0;; l++, count = whole_blocks(count) / BLOCK) {
		struct swf_queue_level *level = &queue->levels[l];
		level->size = malloc(whole_blocks(count) * sizeof *level->size);
		level->predicted = malloc(whole_blocks(count) * sizeof *level->predicted);
		whole = whole && level->size != NULL && level->predicted != NULL;
		queue->top = l;
		if (count == 1)
			break;
		if (l >= FRONT_LEVEL) {
			level->fronts = malloc(count * front_size(l));
			whole = whole && level->fronts != NULL;
		}
	}
	if (whole)
		clear(queue);
	else
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

static void add_to_fronts(struct swf_queue *queue, const struct swf_task *task)
{
	for (int l = FRONT_LEVEL; l < queue->top; l++) {
		const size_t block = task->queue_place >> BLOCK_BITS * l;
		struct swf_queue_front *front = front_of(queue, l, block);
		if (task->queue_place == block << BLOCK_BITS * l)
			swf_queue_front_init(front, room(l));
		swf_queue_front_add(front, task->size, task->predicted);
	}
}

static void put(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = queue->end++;
	queue->tasks[i] = task;
	queue->submits[i] = task->submit;
	queue->waiting++;
	task->queue_place = i;
	for (int l = 0; l <= queue->top; l++, i /= BLOCK) {
		struct swf_queue_level *level = &queue->levels[l];
		if (task->size < level->size[i])
			level->size[i] = task->size;
		if (task->predicted < level->predicted[i])
			level->predicted[i] = task->predicted;
	}
	if (queue->fronted)
		add_to_fronts(queue, task);
}

/* Moves the tasks together at the front, among twice as many places if most are taken. At least
 * half of the places are free then, so that this costs each task no more than a constant share. */
static int renew(struct swf_queue *queue)
{
	const struct swf_queue old = *queue;
	if (2 * old.waiting <= old.capacity) {
		clear(queue);
	} else if (allocate(queue, 2 * old.capacity) != 0) {
		*queue = old;
		return -1;
	}
	for (size_t i = old.first; i < old.end; i++)
		if (old.tasks[i] != NULL)
			put(queue, old.tasks[i]);
	if (queue->tasks != old.tasks)
		free_levels(&old);
	return 0;
}

/* How many entries of a level are in use. */
static size_t used(const struct swf_queue *queue, int l)
{
	return (queue->end + ((size_t)1 << BLOCK_BITS * l) - 1) >> BLOCK_BITS * l;
}

/* Adds the tasks of places in a block up to a size to a front, in which all that are larger and not
 * shorter than `predicted` have no step. */
static void add_places(const struct swf_queue *queue, struct swf_queue_front *front, int l,
	size_t block, int32_t size, double predicted)
{
	const struct swf_queue_level *level = &queue->levels[l];
	for (size_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
		if (level->size[i] > size || level->predicted[i] >= predicted)
			continue;
		if (l == 0)
			swf_queue_front_add(front, level->size[i], level->predicted[i]);
		else
			add_places(queue, front, l - 1, i, size, predicted);
	}
}

/* Adds the tasks of a block to its front, of those sizes, where all that are larger and not shorter
 * than `predicted` have no step. */
static void fill_front(struct swf_queue *queue, int l, size_t block, struct swf_queue_sizes sizes)
{
	struct swf_queue_front *front = front_of(queue, l, block);
	if (l == FRONT_LEVEL) {
		add_places(queue, front, l - 1, block, sizes.last,
			swf_queue_front_least(front, (int64_t)sizes.first - 1));
		return;
	}
	const struct swf_queue_level *below = &queue->levels[l - 1];
	for (size_t i = block * BLOCK; i < (block + 1) * BLOCK && i < used(queue, l - 1); i++)
		if (below->predicted[i] < INFINITY)
			swf_queue_front_join(front, front_of(queue, l - 1, i), sizes);
}

static void make_fronts(struct swf_queue *queue)
{
	const struct swf_queue_sizes all = {0, INT32_MAX};
	for (int l = FRONT_LEVEL; l < queue->top; l++)
		for (size_t block = queue->first >> BLOCK_BITS * l; block < used(queue, l);
			block++) {
			swf_queue_front_init(front_of(queue, l, block), room(l));
			fill_front(queue, l, block, all);
		}
	queue->fronted = true;
}

int swf_queue_append(struct swf_queue *queue, struct swf_task *task)
{
	if (queue->waiting == 0)
		queue->first = queue->end = 0;
	if (queue->end == queue->capacity && renew(queue) != 0)
		return -1;
	put(queue, task);
	if (!queue->fronted && queue->waiting >= MANY)
		make_fronts(queue);
	return 0;
}

/* Recomputes the entry above a block. */
static void update_block(struct swf_queue *queue, int l, size_t block)
{
	const int32_t *sizes = queue->levels[l].size + block * BLOCK;
	const double *predictions = queue->levels[l].predicted + block * BLOCK;
	int32_t size = sizes[0];
	double predicted = predictions[0];
	for (int i = 1; i < BLOCK; i++) {
		size = sizes[i] < size ? sizes[i] : size;
		predicted = predictions[i] < predicted ? predictions[i] : predicted;
	}
	queue->levels[l + 1].size[block] = size;
	queue->levels[l + 1].predicted[block] = predicted;
}

/* Makes fronts anew that go by a task that has been taken out. */
static void take_from_fronts(struct swf_queue *queue, const struct swf_task *task)
{
	for (int l = FRONT_LEVEL; l < queue->top; l++) {
		const size_t block = task->queue_place >> BLOCK_BITS * l;
		struct swf_queue_front *front = front_of(queue, l, block);
		if (swf_queue_front_least(front, task->size) == task->predicted)
			fill_front(queue, l, block, swf_queue_front_drop(front, task->size));
	}
}

void swf_queue_remove(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = task->queue_place;
	queue->tasks[i] = NULL;
	queue->waiting--;
	queue->levels[0].size[i] = INT32_MAX;
	queue->levels[0].predicted[i] = INFINITY;
	for (int l = 0; l < queue->top; l++) {
		i /= BLOCK;
		const struct swf_queue_level *above = &queue->levels[l + 1];
		if (task->size > above->size[i] && task->predicted > above->predicted[i])
			break; /* neither was its least */
		update_block(queue, l, i);
	}
	if (queue->waiting < FEW)
		queue->fronted = false;
	if (queue->fronted)
		take_from_fronts(queue, task);
	while (queue->first < queue->end && queue->tasks[queue->first] == NULL)
		queue->first++;
}

/* At most the least prediction of the tasks of an entry, all (NULL) or those that fit the gap. For
 * a place it is exact. INFINITY if there are none. */
static inline double least_prediction(
	const struct swf_queue *queue, int l, size_t entry, const struct swf_queue_gap *gap)
{
	const struct swf_queue_level *level = &queue->levels[l];
	const double predicted = level->predicted[entry];
	if (gap == NULL)
		return predicted;
	if (!swf_queue_gap_fits(gap, level->size[entry], predicted))
		return INFINITY;
	if (!queue->fronted || l < FRONT_LEVEL || l == queue->top)
		return predicted;
	const struct swf_queue_front *front = front_of(queue, l, entry);
	const double least = swf_queue_front_least(front, gap->free);
	if (gap->now + least <= gap->shadow)
		return least;
	return swf_queue_front_least(front, gap->extra < gap->free ? gap->extra : gap->free);
}

/* Walks along the places, up a level where a block ends and down again into an entry that seems to
 * hold a task that fits. */
struct swf_task *swf_queue_next_fit(const struct swf_queue *queue, const struct swf_task *after,
	const struct swf_queue_gap *gap)
{
	if (least_prediction(queue, queue->top, 0, gap) == INFINITY)
		return NULL;
	size_t i = after != NULL ? after->queue_place + 1 : queue->first;
	int l = 0;
	for (;;) {
		size_t end = (i | (BLOCK - 1)) + 1;
		if (end > used(queue, l))
			end = used(queue, l);
		while (i < end && least_prediction(queue, l, i, gap) == INFINITY)
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

struct search {
	const struct swf_queue *queue;
	const struct swf_queue_order *order;
	const struct swf_queue_gap *gap;
	struct swf_task *best;
	double highest;
};

static void search(struct search *s, int l, size_t entry)
{
	const struct swf_queue *queue = s->queue;
	const double predicted = least_prediction(queue, l, entry, s->gap);
	if (predicted == INFINITY)
		return;
	const size_t first = entry << BLOCK_BITS * l, end = (entry + 1) << BLOCK_BITS * l;
	const size_t last = (end < queue->end ? end : queue->end) - 1;
	const double most = s->order->most(
		s->order->self, queue->submits[first], queue->submits[last], predicted);
	if (s->best != NULL && most <= s->highest)
		return;
	if (l == 0) {
		s->best = queue->tasks[entry];
		s->highest = most;
		return;
	}
	for (size_t i = entry * BLOCK; i < (entry + 1) * BLOCK && i < used(queue, l - 1); i++)
		search(s, l - 1, i);
}

struct swf_task *swf_queue_highest(const struct swf_queue *queue,
	const struct swf_queue_order *order, const struct swf_queue_gap *gap)
{
	struct search s = {.queue = queue, .order = order, .gap = gap};
	if (queue->waiting > 0)
		search(&s, queue->top, 0);
	return s.best;
}
