/*
 * Between calls,
 *
 *  - a walk in order passes the nodes by key and then by number, and each stands above those below
 *    it by rank, which is a hash of its number. So the shape does not depend on what was added and
 *    taken out before, and the depth is O(log n) as if it were drawn at random;
 *  - least and tasks of a node are those of its own task and all below it. Node 0 stands for an
 * empty tree: it has no tasks, and a least that fits nothing;
 *  - a front, where a node has one, holds all tasks that its least does, and never claims more than
 *    is true. Nodes that get another tree below them lose theirs, and a search makes it again where
 *    it went far in vain.
 *
 * Adding and removing take O(log n). So does a search that finds what fits where it looks; what it
 * goes through in vain is paid for by the front that it leaves behind.
 */
#include "simulate/schedulers/ordered-queue.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

enum { BEFORE, BEHIND };

/* A search through so many nodes in vain makes a front, and those of the nodes below it that have
 * at least MANY tasks. */
enum { IN_VAIN = 128, MANY = 32, FRONT_ROOM = 32 };

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
		queue->fronts.element_size =
			sizeof(struct swf_queue_front) + FRONT_ROOM * sizeof(struct swf_queue_step);
	}
	return (uint32_t)queue->count++;
}

static bool is_before(const struct swf_ordered_place *a, const struct swf_ordered_place *b)
{
	return a->key < b->key || (a->key == b->key && a->number < b->number);
}

/* How high a node stands in the tree: as if drawn at random. */
static size_t rank(const struct swf_ordered_node *node)
{
	return swf_hash_slot(node->place.number, 32);
}

static bool is_above(const struct swf_ordered_node *nodes, uint32_t a, uint32_t b)
{
	return rank(&nodes[a]) > rank(&nodes[b]);
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

static void make_front(struct swf_ordered_queue *queue, uint32_t i);

/* Adds the tasks of a tree to a front, of those sizes. */
static void add_tree(struct swf_ordered_queue *queue, uint32_t i, struct swf_queue_front *front,
	struct swf_queue_sizes sizes)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	if (node->least.size > sizes.last ||
		swf_queue_front_least(front, node->least.size) <= node->least.predicted)
		return;
	if (node->front == NULL && node->tasks >= MANY)
		make_front(queue, i);
	if (node->front != NULL) {
		swf_queue_front_join(front, node->front, sizes);
		return;
	}
	if (node->task->size <= sizes.last)
		swf_queue_front_add(front, node->task->size, node->task->predicted);
	add_tree(queue, node->below[BEFORE], front, sizes);
	add_tree(queue, node->below[BEHIND], front, sizes);
}

/* Adds the task of a node and those below it to its front, of those sizes. */
static void fill_front(struct swf_ordered_queue *queue, uint32_t i, struct swf_queue_sizes sizes)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	if (node->task->size <= sizes.last)
		swf_queue_front_add(node->front, node->task->size, node->task->predicted);
	add_tree(queue, node->below[BEFORE], node->front, sizes);
	add_tree(queue, node->below[BEHIND], node->front, sizes);
}

/* Makes a front for a node. Without memory it has none: searches only take longer. */
static void make_front(struct swf_ordered_queue *queue, uint32_t i)
{
	const struct swf_queue_sizes all = {0, INT32_MAX};
	struct swf_queue_front *front = swf_slab_take(&queue->fronts);
	queue->nodes[i].front = front;
	if (front == NULL)
		return;
	swf_queue_front_init(front, FRONT_ROOM);
	fill_front(queue, i, all);
}

static void drop_front(struct swf_ordered_queue *queue, struct swf_ordered_node *node)
{
	if (node->front != NULL)
		swf_slab_give_back(&queue->fronts, node->front);
	node->front = NULL;
}

/* Makes the least of a node that of its task and what is below. */
static void update_least(struct swf_ordered_node *nodes, uint32_t i)
{
	struct swf_ordered_node *node = &nodes[i];
	const struct swf_ordered_node *before = &nodes[node->below[BEFORE]];
	const struct swf_ordered_node *behind = &nodes[node->below[BEHIND]];
	node->least = least_of(node->task);
	lower_by(node, &before->least);
	lower_by(node, &behind->least);
	node->tasks = before->tasks + 1 + behind->tasks;
}

/* Notes what is below a node, which may be anything. */
static void update(struct swf_ordered_queue *queue, uint32_t i)
{
	update_least(queue->nodes, i);
	drop_front(queue, &queue->nodes[i]);
}

/* Notes that a task will be below a node. */
static void gain(struct swf_ordered_node *node, const struct swf_task *task)
{
	const struct swf_ordered_least least = least_of(task);
	lower_by(node, &least);
	node->tasks++;
	if (node->front != NULL)
		swf_queue_front_add(node->front, task->size, task->predicted);
}

/* Notes that a task is no longer below a node. */
static void lose(struct swf_ordered_queue *queue, uint32_t i, const struct swf_task *task)
{
	const struct swf_ordered_node *node = &queue->nodes[i];
	update_least(queue->nodes, i);
	if (node->front == NULL)
		return;
	if (node->tasks < MANY)
		drop_front(queue, &queue->nodes[i]);
	else if (swf_queue_front_least(node->front, task->size) == task->predicted)
		fill_front(queue, i, swf_queue_front_drop(node->front, task->size));
}

/* Parts a tree into what is before a place and what is not. */
static void part(struct swf_ordered_queue *queue, uint32_t i, const struct swf_ordered_place *place,
	uint32_t parts[2])
{
	struct swf_ordered_node *nodes = queue->nodes;
	if (i == 0) {
		parts[BEFORE] = parts[BEHIND] = 0;
		return;
	}
	uint32_t below[2];
	const int side = is_before(&nodes[i].place, place) ? BEHIND : BEFORE;
	part(queue, nodes[i].below[side], place, below);
	nodes[i].below[side] = below[1 - side];
	update(queue, i);
	parts[1 - side] = i;
	parts[side] = below[side];
}

int swf_ordered_queue_add(struct swf_ordered_queue *queue, struct swf_task *task, double key)
{
	const uint32_t new = new_node(queue);
	if (new == 0)
		return -1;
	struct swf_ordered_node *nodes = queue->nodes;
	const struct swf_ordered_place place = {key, ++queue->joined};
	nodes[new] = (struct swf_ordered_node){.place = place, .task = task};
	task->queue_place = new;
	uint32_t *link = &queue->root;
	while (*link != 0 && is_above(nodes, *link, new)) {
		gain(&nodes[*link], task);
		link = &nodes[*link]
				.below[is_before(&nodes[*link].place, &place) ? BEHIND : BEFORE];
	}
	part(queue, *link, &place, nodes[new].below);
	update(queue, new);
	*link = new;
	return 0;
}

/* Two trees, of which the second is behind the first, as one. */
static uint32_t join(struct swf_ordered_queue *queue, uint32_t before, uint32_t behind)
{
	struct swf_ordered_node *nodes = queue->nodes;
	if (before == 0 || behind == 0)
		return before != 0 ? before : behind;
	const bool first = is_above(nodes, before, behind);
	const uint32_t top = first ? before : behind;
	if (first)
		nodes[top].below[BEHIND] = join(queue, nodes[top].below[BEHIND], behind);
	else
		nodes[top].below[BEFORE] = join(queue, before, nodes[top].below[BEFORE]);
	update(queue, top);
	return top;
}

/* The tree i without the node of a task. */
static uint32_t without(struct swf_ordered_queue *queue, uint32_t i, const struct swf_task *task)
{
	struct swf_ordered_node *nodes = queue->nodes;
	const uint32_t gone = (uint32_t)task->queue_place;
	if (i == gone)
		return join(queue, nodes[i].below[BEFORE], nodes[i].below[BEHIND]);
	uint32_t *link =
		&nodes[i].below[is_before(&nodes[i].place, &nodes[gone].place) ? BEHIND : BEFORE];
	*link = without(queue, *link, task);
	lose(queue, i, task);
	return i;
}

void swf_ordered_queue_remove(struct swf_ordered_queue *queue, struct swf_task *task)
{
	const uint32_t gone = (uint32_t)task->queue_place;
	queue->root = without(queue, queue->root, task);
	drop_front(queue, &queue->nodes[gone]);
	queue->nodes[gone].below[0] = queue->spare;
	queue->spare = gone;
}

/* False where no task of a tree fits the room. Without a front, the least size, prediction and area
 * may be of different tasks, so that a tree can turn out to hold none that fits. */
static bool may_fit(const struct swf_room *room, const struct swf_ordered_node *node)
{
	if (!swf_room_may_fit(room, &node->least))
		return false;
	if (node->front == NULL)
		return true;
	for (const struct swf_room_step *step = room->steps; node->least.size <= step->procs;
		step++) {
		const double least = swf_queue_front_least(node->front, step->procs);
		if (room->now + least <= step->until)
			return true;
		if (step->until == INFINITY)
			return false;
	}
	return false;
}

struct search {
	struct swf_ordered_queue *queue;
	const struct swf_ordered_place *place;
	double last;
	const struct swf_room *room;
	size_t visits; /* of nodes, without those in trees that got a front since */
};

/* A tree gets a front where a search went through many nodes in vain. */
static uint32_t search(struct search *s, uint32_t i)
{
	const size_t visits = ++s->visits;
	if (i == 0 || (s->room != NULL && !may_fit(s->room, &s->queue->nodes[i])))
		return 0;
	const struct swf_ordered_node *node = &s->queue->nodes[i];
	const struct swf_task *task = node->task;
	if (is_before(s->place, &node->place)) {
		const uint32_t found = search(s, node->below[BEFORE]);
		if (found != 0)
			return found;
		if (node->place.key > s->last)
			return 0;
		if (s->room == NULL || swf_room_fits(s->room, task->size, task->predicted))
			return i;
	}
	const uint32_t found = search(s, node->below[BEHIND]);
	if (found == 0 && node->front == NULL && s->visits - visits >= IN_VAIN) {
		make_front(s->queue, i);
		s->visits = visits;
	}
	return found;
}

struct swf_task *swf_ordered_queue_next(struct swf_ordered_queue *queue,
	struct swf_ordered_place *place, double last, const struct swf_room *room)
{
	struct search s = {queue, place, last, room, 0};
	const uint32_t found = search(&s, queue->root);
	if (found == 0)
		return NULL;
	*place = queue->nodes[found].place;
	return queue->nodes[found].task;
}
