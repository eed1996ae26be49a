/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The waiting queue in the order of arrival, and what schedulers share that keep one.
 *
 * Places are given in the order of arrival and used once, until all are taken: then the tasks move
 * together. Between calls,
 *
 *  - every waiting task is at its queue_place, between first and end, and all other places there
 * are empty, with needs of INT32_MAX and an infinite prediction, so that they fit no gap;
 *  - an entry of level l + 1 has the least need of each kind and the least prediction of its block
 *    of level l. These may be of different tasks, so that a search can go into a block that holds
 *    none that fits, but never passes one that does;
 *  - while `fronted`, each block of a level from FRONT_LEVEL on, but the whole queue, has a front
 *    of each kind, which never claims more than is true (queue-front.h). It is kept only while many
 *    wait: a front costs more to keep than it saves where few do.
 *
 * Appending and removing take a step a level. A search takes a step a level for each block that it
 * goes into; with fronts it goes into few in vain, so that it hardly depends on how many wait.
 */
#include "swfcore/queueing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/schedulers/queue-front.h"

/* Moves the steps from `from` on to `to`. */
static void move_steps(struct swf_queue_front *front, int32_t from, int32_t to)
{
	memmove(front->steps + to, front->steps + from,
		(size_t)(front->count - from) * sizeof *front->steps);
	front->count += to - from;
}

/* Makes one of two steps: those between which the least is claimed that no task has. */
static void merge_steps(struct swf_queue_front *front)
{
	struct swf_queue_step *steps = front->steps;
	int32_t place = 1;
	double least = INFINITY;
	for (int32_t i = 1; i + 1 < front->count; i++) {
		const double claimed = ((double)steps[i + 1].size - steps[i].size) *
			(steps[i].predicted - steps[i + 1].predicted);
		if (claimed < least) {
			least = claimed;
			place = i;
		}
	}
	steps[place].predicted = steps[place + 1].predicted;
	move_steps(front, place + 2, place + 1);
}

void swf_queue_front_add(struct swf_queue_front *front, int32_t size, double predicted)
{
	int32_t first = swf_queue_front_steps(front, size);
	if (first > 0 && front->steps[first - 1].predicted <= predicted)
		return;
	if (first > 0 && front->steps[first - 1].size == size)
		first--;
	int32_t end = first;
	while (end < front->count && front->steps[end].predicted >= predicted)
		end++;
	if (first == end && front->count == front->room) {
		merge_steps(front);
		swf_queue_front_add(front, size, predicted);
		return;
	}
	move_steps(front, end, first + 1);
	front->steps[first] = (struct swf_queue_step){predicted, size};
}

void swf_queue_front_join(struct swf_queue_front *front, const struct swf_queue_front *other,
	struct swf_queue_sizes sizes)
{
	int32_t i = swf_queue_front_steps(other, sizes.first);
	for (i -= i > 0; i < other->count && other->steps[i].size <= sizes.last; i++)
		swf_queue_front_add(front, other->steps[i].size, other->steps[i].predicted);
}

struct swf_queue_sizes swf_queue_front_drop(struct swf_queue_front *front, int32_t size)
{
	const int32_t next = swf_queue_front_steps(front, size);
	const struct swf_queue_sizes held = {next > 1 ? front->steps[next - 1].size : 0,
		next < front->count ? front->steps[next].size - 1 : INT32_MAX};
	move_steps(front, next, next - 1);
	return held;
}

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
		free(queue->levels[l].predicted);
		for (int k = 0; k < queue->kinds; k++) {
			free(queue->levels[l].least[k]);
			free(queue->levels[l].fronts[k]);
		}
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
static int32_t front_room(int l)
{
	return BLOCK << (l - 1);
}

/* In bytes, the size of a front of that level. */
static size_t front_size(int l)
{
	return sizeof(struct swf_queue_front) +
		(size_t)front_room(l) * sizeof(struct swf_queue_step);
}

static struct swf_queue_front *front_of(const struct swf_queue *queue, int k, int l, size_t block)
{
	return (void *)((char *)queue->levels[l].fronts[k] + block * front_size(l));
}

/* Takes out all tasks. */
static void clear_queue(struct swf_queue *queue)
{
	size_t count = queue->capacity;
	for (int l = 0; l <= queue->top; l++, count = whole_blocks(count) / BLOCK) {
		for (size_t i = 0; i < whole_blocks(count); i++) {
			for (int k = 0; k < queue->kinds; k++)
				queue->levels[l].least[k][i] = INT32_MAX;
			queue->levels[l].predicted[i] = INFINITY;
		}
	}
	queue->first = queue->end = queue->waiting = 0;
	queue->fronted = false;
}

/* Gives an empty queue places. */
static int allocate_places(struct swf_queue *queue, size_t capacity, int kinds)
{
	*queue = (struct swf_queue){.capacity = capacity, .kinds = kinds};
	queue->tasks = malloc(capacity * sizeof(struct swf_task *));
	queue->submits = malloc(capacity * sizeof *queue->submits);
	bool whole = queue->tasks != NULL && queue->submits != NULL;
	size_t count = capacity;
	for (int l = 0;; l++, count = whole_blocks(count) / BLOCK) {
		struct swf_queue_level *level = &queue->levels[l];
		level->predicted = malloc(whole_blocks(count) * sizeof *level->predicted);
		whole = whole && level->predicted != NULL;
		for (int k = 0; k < kinds; k++) {
			level->least[k] = malloc(whole_blocks(count) * sizeof *level->least[k]);
			if (l >= FRONT_LEVEL && count > 1)
				level->fronts[k] = malloc(count * front_size(l));
			whole = whole && level->least[k] != NULL &&
				(l < FRONT_LEVEL || count == 1 || level->fronts[k] != NULL);
		}
		queue->top = l;
		if (count == 1)
			break;
	}
	if (whole)
		clear_queue(queue);
	else
		free_levels(queue);
	return whole ? 0 : -1;
}

struct swf_queue *swf_queue_new(int kinds)
{
	struct swf_queue *queue = malloc(sizeof *queue);
	if (queue != NULL && allocate_places(queue, FIRST_CAPACITY, kinds) != 0) {
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
		for (int k = 0; k < queue->kinds; k++) {
			struct swf_queue_front *front = front_of(queue, k, l, block);
			if (task->queue_place == block << BLOCK_BITS * l)
				swf_queue_front_init(front, front_room(l));
			swf_queue_front_add(front, swf_queue_front_size(task, k), task->predicted);
		}
	}
}

static inline void keep_least(int32_t *least, int32_t need)
{
	if (need < *least)
		*least = need;
}

static void put_task(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = queue->end++;
	queue->tasks[i] = task;
	queue->submits[i] = task->submit;
	queue->waiting++;
	task->queue_place = i;
	for (int l = 0; l <= queue->top; l++, i /= BLOCK) {
		struct swf_queue_level *level = &queue->levels[l];
		keep_least(&level->least[SWF_KIND_PROCS][i], task->size);
		for (int k = 1; k < queue->kinds; k++)
			keep_least(&level->least[k][i], swf_queue_front_size(task, k));
		if (task->predicted < level->predicted[i])
			level->predicted[i] = task->predicted;
	}
	if (queue->fronted)
		add_to_fronts(queue, task);
}

/* Moves the tasks together at the front, among twice as many places if most are taken. At least
 * half of the places are free then, so that this costs each task no more than a constant share. */
static int renew_places(struct swf_queue *queue)
{
	const struct swf_queue old = *queue;
	if (2 * old.waiting <= old.capacity) {
		clear_queue(queue);
	} else if (allocate_places(queue, 2 * old.capacity, old.kinds) != 0) {
		*queue = old;
		return -1;
	}
	for (size_t i = old.first; i < old.end; i++)
		if (old.tasks[i] != NULL)
			put_task(queue, old.tasks[i]);
	if (queue->tasks != old.tasks)
		free_levels(&old);
	return 0;
}

/* How many entries of a level are in use. */
static size_t used_entries(const struct swf_queue *queue, int l)
{
	return (queue->end + ((size_t)1 << BLOCK_BITS * l) - 1) >> BLOCK_BITS * l;
}

/* Adds the tasks of places in a block up to a size to a front, in which all that are larger and not
 * shorter than `predicted` have no step. Sizes are needs of a kind. */
static void add_places(const struct swf_queue *queue, int k, struct swf_queue_front *front, int l,
	size_t block, int32_t size, double predicted)
{
	const struct swf_queue_level *level = &queue->levels[l];
	for (size_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
		if (level->least[k][i] > size || level->predicted[i] >= predicted)
			continue;
		if (l == 0)
			swf_queue_front_add(front, level->least[k][i], level->predicted[i]);
		else
			add_places(queue, k, front, l - 1, i, size, predicted);
	}
}

/* Adds the tasks of a block to its front, of those sizes, where all that are larger and not shorter
 * than `predicted` have no step. */
static void fill_front(
	struct swf_queue *queue, int k, int l, size_t block, struct swf_queue_sizes sizes)
{
	struct swf_queue_front *front = front_of(queue, k, l, block);
	if (l == FRONT_LEVEL) {
		add_places(queue, k, front, l - 1, block, sizes.last,
			swf_queue_front_least(front, (int64_t)sizes.first - 1));
		return;
	}
	const struct swf_queue_level *below = &queue->levels[l - 1];
	for (size_t i = block * BLOCK; i < (block + 1) * BLOCK && i < used_entries(queue, l - 1);
		i++)
		if (below->predicted[i] < INFINITY)
			swf_queue_front_join(front, front_of(queue, k, l - 1, i), sizes);
}

static void make_fronts(struct swf_queue *queue, int k)
{
	const struct swf_queue_sizes all = {0, INT32_MAX};
	for (int l = FRONT_LEVEL; l < queue->top; l++)
		for (size_t block = queue->first >> BLOCK_BITS * l; block < used_entries(queue, l);
			block++) {
			swf_queue_front_init(front_of(queue, k, l, block), front_room(l));
			fill_front(queue, k, l, block, all);
		}
}

int swf_queue_append(struct swf_queue *queue, struct swf_task *task)
{
	if (queue->waiting == 0)
		queue->first = queue->end = 0;
	if (queue->end == queue->capacity && renew_places(queue) != 0)
		return -1;
	put_task(queue, task);
	if (!queue->fronted && queue->waiting >= MANY) {
		for (int k = 0; k < queue->kinds; k++)
			make_fronts(queue, k);
		queue->fronted = true;
	}
	return 0;
}

/* Recomputes the entry above a block. */
static void update_block(struct swf_queue *queue, int l, size_t block)
{
	const struct swf_queue_level *level = &queue->levels[l], *above = level + 1;
	const int32_t *sizes = level->least[SWF_KIND_PROCS] + block * BLOCK;
	const double *predictions = level->predicted + block * BLOCK;
	int32_t size = sizes[0];
	double predicted = predictions[0];
	for (int i = 1; i < BLOCK; i++) {
		size = sizes[i] < size ? sizes[i] : size;
		predicted = predictions[i] < predicted ? predictions[i] : predicted;
	}
	above->least[SWF_KIND_PROCS][block] = size;
	above->predicted[block] = predicted;
	for (int k = 1; k < queue->kinds; k++) {
		const int32_t *needs = level->least[k] + block * BLOCK;
		int32_t *least = &above->least[k][block];
		*least = needs[0];
		for (int i = 1; i < BLOCK; i++)
			keep_least(least, needs[i]);
	}
}

/* Whether something of an entry may be that of a task. */
static inline bool is_least(
	const struct swf_queue *queue, int l, size_t entry, const struct swf_task *task)
{
	const struct swf_queue_level *level = &queue->levels[l];
	bool is_least = task->size <= level->least[SWF_KIND_PROCS][entry] ||
		task->predicted <= level->predicted[entry];
	for (int k = 1; !is_least && k < queue->kinds; k++)
		is_least = swf_queue_front_size(task, k) <= level->least[k][entry];
	return is_least;
}

/* Makes fronts anew that go by a task that has been taken out. */
static void take_from_fronts(struct swf_queue *queue, int k, const struct swf_task *task)
{
	const int32_t size = swf_queue_front_size(task, k);
	for (int l = FRONT_LEVEL; l < queue->top; l++) {
		const size_t block = task->queue_place >> BLOCK_BITS * l;
		struct swf_queue_front *front = front_of(queue, k, l, block);
		if (swf_queue_front_least(front, size) == task->predicted)
			fill_front(queue, k, l, block, swf_queue_front_drop(front, size));
	}
}

void swf_queue_remove(struct swf_queue *queue, struct swf_task *task)
{
	size_t i = task->queue_place;
	queue->tasks[i] = NULL;
	queue->waiting--;
	for (int k = 0; k < queue->kinds; k++)
		queue->levels[0].least[k][i] = INT32_MAX;
	queue->levels[0].predicted[i] = INFINITY;
	for (int l = 0; l < queue->top; l++) {
		i /= BLOCK;
		if (!is_least(queue, l + 1, i, task))
			break;
		update_block(queue, l, i);
	}
	if (queue->waiting < FEW)
		queue->fronted = false;
	for (int k = 0; queue->fronted && k < queue->kinds; k++)
		take_from_fronts(queue, k, task);
	while (queue->first < queue->end && queue->tasks[queue->first] == NULL)
		queue->first++;
}

/* Whether the entries of a level have fronts. */
static inline bool has_front(const struct swf_queue *queue, int l)
{
	return queue->fronted && l >= FRONT_LEVEL && l < queue->top;
}

/* Whether what else is counted may be enough for a task of an entry. */
static bool resources_may_suffice(
	const struct swf_queue *queue, int l, size_t entry, const struct swf_queue_gap *gap)
{
	const struct swf_queue_level *level = &queue->levels[l];
	const bool is_short = gap->now + level->predicted[entry] <= gap->shadow;
	const bool fronted = has_front(queue, l);
	for (int r = 0; r < SWF_RESOURCES; r++) {
		const int k = 1 + r;
		const int64_t free = gap->free_resources[r], extra = gap->extra_resources[r];
		const int32_t least = level->least[k][entry];
		if (least > free || (!is_short && least > extra) ||
			(fronted && !swf_queue_front_suits(front_of(queue, k, l, entry), gap, r)))
			return false;
	}
	return true;
}

/* What least_prediction returns by resources and fronts, of an entry that fits by its least size
 * and prediction. */
static double closer_prediction(
	const struct swf_queue *queue, int l, size_t entry, const struct swf_queue_gap *gap)
{
	if (gap->free_resources != NULL && !resources_may_suffice(queue, l, entry, gap))
		return INFINITY;
	if (!has_front(queue, l))
		return queue->levels[l].predicted[entry];
	return swf_queue_front_least_in(front_of(queue, SWF_KIND_PROCS, l, entry), gap->now,
		gap->free, gap->shadow, gap->extra);
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
	if (!swf_queue_gap_fits(gap, level->least[SWF_KIND_PROCS][entry], predicted))
		return INFINITY;
	return gap->free_resources == NULL && !has_front(queue, l)
		? predicted
		: closer_prediction(queue, l, entry, gap);
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
		if (end > used_entries(queue, l))
			end = used_entries(queue, l);
		while (i < end && least_prediction(queue, l, i, gap) == INFINITY)
			i++;
		if (i < end && l == 0) {
			if (swf_queue_gap_suffices(gap, queue->tasks[i]))
				return queue->tasks[i];
			i++;
			continue;
		}
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

static void search_entry(struct search *s, int l, size_t entry)
{
	const struct swf_queue *queue = s->queue;
	const double predicted = least_prediction(queue, l, entry, s->gap);
	if (predicted == INFINITY)
		return;
	if (l == 0 && s->gap != NULL && !swf_queue_gap_suffices(s->gap, queue->tasks[entry]))
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
	for (size_t i = entry * BLOCK; i < (entry + 1) * BLOCK && i < used_entries(queue, l - 1);
		i++)
		search_entry(s, l - 1, i);
}

struct swf_task *swf_queue_highest(const struct swf_queue *queue,
	const struct swf_queue_order *order, const struct swf_queue_gap *gap)
{
	struct search s = {.queue = queue, .order = order, .gap = gap};
	if (queue->waiting > 0)
		search_entry(&s, queue->top, 0);
	return s.best;
}

void *swf_queueing_new(size_t size, struct swf_machine *machine)
{
	struct swf_queueing *q = calloc(1, size);
	if (q == NULL)
		return NULL;
	q->machine = machine;
	if ((q->queue = swf_queue_new(machine->counts_resources ? SWF_KINDS : 1)) == NULL) {
		free(q);
		return NULL;
	}
	return q;
}

void swf_queueing_free(void *state)
{
	struct swf_queueing *q = state;
	swf_queue_free(q->queue);
	free(q);
}

int swf_queueing_arrive(void *state, struct swf_task *task)
{
	struct swf_queueing *q = state;
	return swf_queue_append(q->queue, task);
}

int swf_queueing_start(struct swf_queueing *q, struct swf_task *task)
{
	/* one that cannot start may not be in the queue either */
	if (swf_machine_start(q->machine, task) != 0)
		return -1;
	swf_queue_remove(q->queue, task);
	return 0;
}

int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head)
{
	while ((*head = swf_queue_head(q->queue)) != NULL && swf_machine_fits(q->machine, *head))
		if (swf_queueing_start(q, *head) != 0)
			return -1;
	return 0;
}

int swf_queue_gap_behind(
	const struct swf_machine *machine, const struct swf_task *head, struct swf_queue_gap *gap)
{
	struct swf_shadow shadow;
	if (swf_machine_shadow_of(machine, head, &shadow) != 0)
		return -1;
	gap->now = machine->now;
	gap->shadow = shadow.time;
	gap->free = machine->free_procs;
	gap->extra = shadow.procs;
	gap->free_resources = NULL;
	if (machine->counts_resources) {
		gap->free_resources = machine->free_resources;
		memcpy(gap->extra_resources, shadow.resources, sizeof gap->extra_resources);
	}
	return 0;
}

int swf_queueing_backfill(
	struct swf_queueing *q, const struct swf_queue_order *order, const struct swf_task *head)
{
	struct swf_queue_gap gap;
	struct swf_task *task;
	if (!swf_queue_has_size(q->queue, q->machine->free_procs))
		return 0;
	if (swf_queue_gap_behind(q->machine, head, &gap) != 0)
		return -1;
	while ((task = swf_queue_highest(q->queue, order, &gap)) != NULL) {
		if (swf_queueing_start(q, task) != 0)
			return -1;
		swf_queue_gap_take(&gap, task);
	}
	return 0;
}

int swf_queueing_backfill_one(
	struct swf_queueing *q, struct swf_task *task, const struct swf_task *head)
{
	struct swf_queue_gap gap;
	if (!swf_machine_fits(q->machine, task))
		return 0;
	if (swf_queue_gap_behind(q->machine, head, &gap) != 0)
		return -1;
	return swf_queue_gap_fits(&gap, task->size, task->predicted) &&
			swf_queue_gap_suffices(&gap, task)
		? swf_queueing_start(q, task)
		: 0;
}
