/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls,
 *
 *  - the nodes are in a treap by key and then by number, ranked by a hash of the number;
 *  - least and tasks of a node are those of its own task and all below it. Node 0 stands for an
 * empty tree: it has no tasks, and a least that fits nothing;
 *  - fronts, where a node has some, hold all tasks that its least does, and never claim more than
 *    is true: one by size, and one by each other need that counts. Nodes that get another tree
 *    below them lose theirs, and a search makes them again where it went far in vain.
 *
 * Adding and removing take O(log n). So does a search that finds what fits where it looks; what it
 * goes through in vain is paid for by the fronts that it leaves behind.
 */
#include "simulate/schedulers/ordered-queue.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/treap.h"

/* A search through so many nodes in vain makes fronts, and those of the nodes below it that have
 * at least MANY tasks. */
enum { IN_VAIN = 128, MANY = 32, FRONT_ROOM = 32 };

/* In bytes. */
static const size_t front_size =
	sizeof(struct swf_queue_front) + FRONT_ROOM * sizeof(struct swf_queue_step);

void swf_ordered_queue_clear(struct swf_ordered_queue *queue)
{
	free(queue->nodes);
	swf_slab_clear(&queue->fronts);
	*queue = (struct swf_ordered_queue){0};
}

/* A node of any content, 0 when there is no memory. */
static uint32_t new_node(struct swf_ordered_queue *queue)
{
	const uint32_t spare = queue->spare;
	if (spare != 0) {
		queue->spare = queue->nodes[spare].below[0];
		return spare;
	}
	if (queue->count > UINT32_MAX)
		return 0;
	struct swf_ordered_node *nodes =
		swf_array_reserve(queue->nodes, queue->count, &queue->capacity, sizeof *nodes);
	if (nodes == NULL)
		return 0;
	queue->nodes = nodes;
	if (queue->count == 0) {
		nodes[queue->count++] =
			(struct swf_ordered_node){.least = {INFINITY, INFINITY, INT32_MAX}};
		queue->fronts.element_size = (size_t)queue->kinds * front_size;
	}
	return (uint32_t)queue->count++;
}

static bool is_before(const struct swf_ordered_place *a, const struct swf_ordered_place *b)
{
	return a->key < b->key || (a->key == b->key && a->number < b->number);
}

static struct swf_ordered_least least_of(const struct swf_task *task)
{
	return (struct swf_ordered_least){
		task->predicted, task->size * task->predicted, task->size};
}

static void lower_by(struct swf_ordered_node *node, const struct swf_ordered_least *other)
{
	struct swf_ordered_least *least = &node->least;
	least->predicted =
		other->predicted < least->predicted ? other->predicted : least->predicted;
	least->area = other->area < least->area ? other->area : least->area;
	least->size = other->size < least->size ? other->size : least->size;
}

static void make_fronts(struct swf_ordered_queue *queue, uint32_t i);

/* The front of a kind of a node that has fronts. */
static struct swf_queue_front *front_of(const struct swf_ordered_node *node, int k)
{
	return (void *)((char *)node->fronts + (size_t)k * front_size);
}

static void add_task(struct swf_queue_front *front, const struct swf_task *task, int k)
{
	swf_queue_front_add(front, swf_queue_front_size(task, k), task->predicted);
}

/* Adds the tasks of a tree to a front of a kind, of those sizes. */
static void add_tree(struct swf_ordered_queue *queue, uint32_t i, int k,
	struct swf_queue_front *front, struct swf_queue_sizes sizes)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	const int32_t least = k == SWF_KIND_PROCS ? node->least.size : 0;
	if (i == 0 || least > sizes.last ||
		swf_queue_front_least(front, least) <= node->least.predicted)
		return;
	if (node->fronts == NULL && node->tasks >= MANY)
		make_fronts(queue, i);
	if (node->fronts != NULL) {
		swf_queue_front_join(front, front_of(node, k), sizes);
		return;
	}
	if (swf_queue_front_size(node->task, k) <= sizes.last)
		add_task(front, node->task, k);
	add_tree(queue, node->below[SWF_BEFORE], k, front, sizes);
	add_tree(queue, node->below[SWF_BEHIND], k, front, sizes);
}

/* Adds the task of a node and those below it to its front of a kind, of those sizes. */
static void fill_front(
	struct swf_ordered_queue *queue, uint32_t i, int k, struct swf_queue_sizes sizes)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	struct swf_queue_front *front = front_of(node, k);
	if (swf_queue_front_size(node->task, k) <= sizes.last)
		add_task(front, node->task, k);
	add_tree(queue, node->below[SWF_BEFORE], k, front, sizes);
	add_tree(queue, node->below[SWF_BEHIND], k, front, sizes);
}

/* Makes the fronts of a node. Without memory it has none: searches only take longer. */
static void make_fronts(struct swf_ordered_queue *queue, uint32_t i)
{
	const struct swf_queue_sizes all = {0, INT32_MAX};
	struct swf_queue_front *fronts = swf_slab_take(&queue->fronts);
	queue->nodes[i].fronts = fronts;
	if (fronts == NULL)
		return;
	for (int k = 0; k < queue->kinds; k++) {
		swf_queue_front_init(front_of(&queue->nodes[i], k), FRONT_ROOM);
		fill_front(queue, i, k, all);
	}
}

static void drop_fronts(struct swf_ordered_queue *queue, struct swf_ordered_node *node)
{
	if (node->fronts != NULL)
		swf_slab_give_back(&queue->fronts, node->fronts);
	node->fronts = NULL;
}

/* Makes the least of a node that of its task and what is below. */
static void update_least(struct swf_ordered_node *nodes, uint32_t i)
{
	struct swf_ordered_node *node = &nodes[i];
	const struct swf_ordered_node *before = &nodes[node->below[SWF_BEFORE]];
	const struct swf_ordered_node *behind = &nodes[node->below[SWF_BEHIND]];
	node->least = least_of(node->task);
	lower_by(node, &before->least);
	lower_by(node, &behind->least);
	node->tasks = before->tasks + 1 + behind->tasks;
}

/* Notes what is below a node, which may be anything. */
static void update_node(struct swf_ordered_queue *queue, uint32_t i)
{
	update_least(queue->nodes, i);
	drop_fronts(queue, &queue->nodes[i]);
}

/* What the treap is made of. */
static inline uint32_t *links_of(struct swf_ordered_queue *queue, uint32_t i)
{
	return queue->nodes[i].below;
}

static inline bool stands_before(struct swf_ordered_queue *queue, uint32_t a, uint32_t b)
{
	return is_before(&queue->nodes[a].place, &queue->nodes[b].place);
}

static inline size_t rank_of(struct swf_ordered_queue *queue, uint32_t i)
{
	return swf_hash_slot(queue->nodes[i].place.number, 32);
}

static void gain_task(struct swf_ordered_queue *queue, uint32_t i, uint32_t new)
{
	struct swf_ordered_node *node = &queue->nodes[i];
	const struct swf_task *task = queue->nodes[new].task;
	const struct swf_ordered_least least = least_of(task);
	lower_by(node, &least);
	node->tasks++;
	for (int k = 0; node->fronts != NULL && k < queue->kinds; k++)
		add_task(front_of(node, k), task, k);
}

static void lose_task(struct swf_ordered_queue *queue, uint32_t i, uint32_t gone)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	const struct swf_task *task = queue->nodes[gone].task;
	update_least(queue->nodes, i);
	if (node->tasks < MANY)
		drop_fronts(queue, &queue->nodes[i]);
	for (int k = 0; node->fronts != NULL && k < queue->kinds; k++) {
		struct swf_queue_front *front = front_of(node, k);
		const int32_t size = swf_queue_front_size(task, k);
		if (swf_queue_front_least(front, size) == task->predicted)
			fill_front(queue, i, k, swf_queue_front_drop(front, size));
	}
}

TREAP(tree, struct swf_ordered_queue, links_of, stands_before, rank_of, update_node, gain_task,
	lose_task)

int swf_ordered_queue_add(struct swf_ordered_queue *queue, struct swf_task *task, double key)
{
	const uint32_t new = new_node(queue);
	if (new == 0)
		return -1;
	queue->nodes[new] =
		(struct swf_ordered_node){.place = {key, ++queue->joined}, .task = task};
	task->queue_place = new;
	tree_add(queue, &queue->root, new);
	return 0;
}

void swf_ordered_queue_remove(struct swf_ordered_queue *queue, struct swf_task *task)
{
	const uint32_t gone = (uint32_t)task->queue_place;
	tree_remove(queue, &queue->root, gone);
	drop_fronts(queue, &queue->nodes[gone]);
	queue->nodes[gone].below[0] = queue->spare;
	queue->spare = gone;
}

/* False where no task of a tree with fronts has enough of what else is counted. */
static bool resources_may_suffice(
	const struct swf_queue_gap *gap, const struct swf_ordered_node *node)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (!swf_queue_front_suits(front_of(node, 1 + r), gap, r))
			return false;
	return true;
}

/* False where no task of a tree fits the room. Without fronts, the least size, prediction and area
 * may be of different tasks, so that a tree can turn out to hold none that fits. */
static bool may_fit(const struct swf_room *room, const struct swf_ordered_node *node)
{
	if (!swf_room_may_fit(room, &node->least))
		return false;
	if (node->fronts == NULL)
		return true;
	if (room->gap != NULL && !resources_may_suffice(room->gap, node))
		return false;
	for (const struct swf_room_step *step = room->steps; node->least.size <= step->procs;
		step++) {
		const double least = swf_queue_front_least(node->fronts, step->procs);
		if (room->now + least <= step->until)
			return true;
		if (step->until == INFINITY)
			return false;
	}
	return false;
}

static bool fits_room(const struct swf_room *room, const struct swf_task *task)
{
	return swf_room_fits(room, task->size, task->predicted) && swf_room_suffices(room, task);
}

struct search {
	struct swf_ordered_queue *queue;
	const struct swf_ordered_place *place;
	double last;
	const struct swf_room *room;
	size_t visits; /* of nodes, without those in trees that got fronts since */
};

/* A tree gets fronts where a search went through many nodes in vain. */
static uint32_t search_tree(struct search *s, uint32_t i)
{
	const size_t visits = ++s->visits;
	if (i == 0 || (s->room != NULL && !may_fit(s->room, &s->queue->nodes[i])))
		return 0;
	const struct swf_ordered_node *node = &s->queue->nodes[i];
	const struct swf_task *task = node->task;
	if (is_before(s->place, &node->place)) {
		const uint32_t found = search_tree(s, node->below[SWF_BEFORE]);
		if (found != 0)
			return found;
		if (node->place.key > s->last)
			return 0;
		if (s->room == NULL || fits_room(s->room, task))
			return i;
	}
	const uint32_t found = search_tree(s, node->below[SWF_BEHIND]);
	if (found == 0 && node->fronts == NULL && s->visits - visits >= IN_VAIN) {
		make_fronts(s->queue, i);
		s->visits = visits;
	}
	return found;
}

struct swf_task *swf_ordered_queue_next(struct swf_ordered_queue *queue,
	struct swf_ordered_place *place, double last, const struct swf_room *room)
{
	struct search s = {queue, place, last, room, 0};
	const uint32_t found = search_tree(&s, queue->root);
	if (found == 0)
		return NULL;
	*place = queue->nodes[found].place;
	return queue->nodes[found].task;
}
