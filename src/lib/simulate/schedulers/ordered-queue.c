#include "simulate/schedulers/ordered-queue.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

enum { BEFORE, BEHIND };

void swf_ordered_queue_clear(struct swf_ordered_queue *queue)
{
	free(queue->nodes);
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
	struct swf_ordered_node *nodes =
		swf_array_reserve(queue->nodes, queue->count, &queue->capacity, sizeof *nodes);
	if (nodes == NULL)
		return 0;
	queue->nodes = nodes;
	if (queue->count == 0)
		nodes[queue->count++] =
			(struct swf_ordered_node){.least = {INFINITY, INFINITY, INT32_MAX}};
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

/* Makes the least of a node that of its task and what is below. */
static void update(struct swf_ordered_node *nodes, uint32_t i)
{
	struct swf_ordered_node *node = &nodes[i];
	node->least = least_of(node->task);
	lower_by(node, &nodes[node->below[BEFORE]].least);
	lower_by(node, &nodes[node->below[BEHIND]].least);
}

/* Parts a tree into what is before a place and what is not. */
static void part(struct swf_ordered_node *nodes, uint32_t i, const struct swf_ordered_place *place,
	uint32_t parts[2])
{
	if (i == 0) {
		parts[BEFORE] = parts[BEHIND] = 0;
		return;
	}
	uint32_t below[2];
	const int side = is_before(&nodes[i].place, place) ? BEHIND : BEFORE;
	part(nodes, nodes[i].below[side], place, below);
	nodes[i].below[side] = below[1 - side];
	update(nodes, i);
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
	nodes[new] =
		(struct swf_ordered_node){.place = place, .task = task, .least = least_of(task)};
	task->queue_place = new;
	uint32_t *link = &queue->root;
	while (*link != 0 && is_above(nodes, *link, new)) {
		lower_by(&nodes[*link], &nodes[new].least);
		link = &nodes[*link]
				.below[is_before(&nodes[*link].place, &place) ? BEHIND : BEFORE];
	}
	part(nodes, *link, &place, nodes[new].below);
	update(nodes, new);
	*link = new;
	return 0;
}

/* Two trees, of which the second is behind the first, as one. */
static uint32_t join(struct swf_ordered_node *nodes, uint32_t before, uint32_t behind)
{
	if (before == 0 || behind == 0)
		return before != 0 ? before : behind;
	const bool first = is_above(nodes, before, behind);
	const uint32_t top = first ? before : behind;
	if (first)
		nodes[top].below[BEHIND] = join(nodes, nodes[top].below[BEHIND], behind);
	else
		nodes[top].below[BEFORE] = join(nodes, before, nodes[top].below[BEFORE]);
	update(nodes, top);
	return top;
}

/* The tree i without the node of that number, which is at the place. */
static uint32_t without(struct swf_ordered_node *nodes, uint32_t i, uint32_t gone,
	const struct swf_ordered_place *place)
{
	if (i == gone)
		return join(nodes, nodes[i].below[BEFORE], nodes[i].below[BEHIND]);
	uint32_t *link = &nodes[i].below[is_before(&nodes[i].place, place) ? BEHIND : BEFORE];
	*link = without(nodes, *link, gone, place);
	update(nodes, i);
	return i;
}

void swf_ordered_queue_remove(struct swf_ordered_queue *queue, struct swf_task *task)
{
	const uint32_t gone = (uint32_t)task->queue_place;
	const struct swf_ordered_place place = queue->nodes[gone].place;
	queue->root = without(queue->nodes, queue->root, gone, &place);
	queue->nodes[gone].below[0] = queue->spare;
	queue->spare = gone;
}

struct search {
	const struct swf_ordered_node *nodes;
	const struct swf_ordered_place *place;
	double last;
	const struct swf_room *room;
};

/* The least size, prediction and area may be of different tasks, so that a tree can turn out to
 * hold none that fits. */
static uint32_t search(const struct search *s, uint32_t i)
{
	while (i != 0) {
		const struct swf_ordered_node *node = &s->nodes[i];
		const struct swf_task *task = node->task;
		if (s->room != NULL && !swf_room_may_fit(s->room, &node->least))
			return 0;
		if (is_before(s->place, &node->place)) {
			const uint32_t found = search(s, node->below[BEFORE]);
			if (found != 0)
				return found;
			if (node->place.key > s->last)
				return 0;
			if (s->room == NULL || swf_room_fits(s->room, task->size, task->predicted))
				return i;
		}
		i = node->below[BEHIND];
	}
	return 0;
}

struct swf_task *swf_ordered_queue_next(const struct swf_ordered_queue *queue,
	struct swf_ordered_place *place, double last, const struct swf_room *room)
{
	const struct search s = {queue->nodes, place, last, room};
	const uint32_t found = search(&s, queue->root);
	if (found == 0)
		return NULL;
	*place = queue->nodes[found].place;
	return queue->nodes[found].task;
}
