#include "order.h"

#include <stdlib.h>
#include <string.h>

enum { FANOUT = 16, CHUNK = 16 };

/* A task in a leaf, or in an inner node the summary of a child. */
struct item {
	double key; /* with `tie`: of the first task below */
	uint64_t tie;
	double least_estimate;
	int64_t size_sum;
	int32_t least_size;
	union {
		struct swf_task *task;
		struct node *child;
	} of;
};

struct node {
	int count;
	struct item items[FANOUT];
};

struct chunk {
	struct chunk *next;
	struct node nodes[CHUNK];
};

struct swf_order {
	struct node *root;
	int height; /* levels above the leaves */
	struct chunk *chunks;
	struct node *spare; /* linked through their first item */
};

static struct node *new_node(struct swf_order *order)
{
	if (order->spare == NULL) {
		struct chunk *chunk = malloc(sizeof *chunk);
		if (chunk == NULL)
			return NULL;
		chunk->next = order->chunks;
		order->chunks = chunk;
		for (int i = 0; i < CHUNK; i++) {
			chunk->nodes[i].items[0].of.child = order->spare;
			order->spare = &chunk->nodes[i];
		}
	}
	struct node *node = order->spare;
	order->spare = node->items[0].of.child;
	node->count = 0;
	return node;
}

static void drop_node(struct swf_order *order, struct node *node)
{
	node->items[0].of.child = order->spare;
	order->spare = node;
}

struct swf_order *swf_order_new(void)
{
	struct swf_order *order = calloc(1, sizeof *order);
	if (order != NULL && (order->root = new_node(order)) == NULL) {
		free(order);
		return NULL;
	}
	return order;
}

void swf_order_free(struct swf_order *order)
{
	if (order == NULL)
		return;
	while (order->chunks != NULL) {
		struct chunk *chunk = order->chunks;
		order->chunks = chunk->next;
		free(chunk);
	}
	free(order);
}

static bool precedes(double key, uint64_t tie, const struct item *item)
{
	return key < item->key || (key == item->key && tie < item->tie);
}

/* How many items of the node are not after (key, tie). New entries tend to be late ones. */
static int place_after(const struct node *node, double key, uint64_t tie)
{
	int i = node->count;
	while (i > 0 && precedes(key, tie, &node->items[i - 1]))
		i--;
	return i;
}

static int child_for(const struct node *node, double key, uint64_t tie)
{
	int i = place_after(node, key, tie);
	return i > 0 ? i - 1 : 0;
}

static void add_to_summary(struct item *summary, const struct item *item)
{
	if (item->least_estimate < summary->least_estimate)
		summary->least_estimate = item->least_estimate;
	if (item->least_size < summary->least_size)
		summary->least_size = item->least_size;
	summary->size_sum += item->size_sum;
}

static struct item summarize(struct node *node)
{
	struct item summary = node->items[0];
	summary.of.child = node;
	for (int i = 1; i < node->count; i++)
		add_to_summary(&summary, &node->items[i]);
	return summary;
}

/* Puts the item at place i of a node; a full node gives its upper part to a new right neighbour,
 * which is left in *right (NULL when there was room). */
static int put_item(struct swf_order *order, struct node *node, int i, const struct item *item,
	struct node **right)
{
	*right = NULL;
	if (node->count == FANOUT) {
		if ((*right = new_node(order)) == NULL)
			return -1;
		/* appending leaves full nodes behind */
		int kept = i == FANOUT ? FANOUT : FANOUT / 2;
		(*right)->count = FANOUT - kept;
		memcpy((*right)->items, node->items + kept,
			(size_t)(FANOUT - kept) * sizeof *item);
		node->count = kept;
		if (i > kept || kept == FANOUT) {
			node = *right;
			i -= kept;
		}
	}
	memmove(node->items + i + 1, node->items + i, (size_t)(node->count - i) * sizeof *item);
	node->items[i] = *item;
	node->count++;
	return 0;
}

static int insert_below(struct swf_order *order, struct node *node, int level,
	const struct item *item, struct node **right)
{
	if (level == 0)
		return put_item(order, node, place_after(node, item->key, item->tie), item, right);
	int i = child_for(node, item->key, item->tie);
	struct item *summary = &node->items[i];
	struct node *split;
	*right = NULL;
	if (insert_below(order, summary->of.child, level - 1, item, &split) != 0)
		return -1;
	if (split == NULL) {
		add_to_summary(summary, item);
		if (precedes(item->key, item->tie, summary)) {
			summary->key = item->key;
			summary->tie = item->tie;
		}
		return 0;
	}
	*summary = summarize(summary->of.child);
	struct item fresh = summarize(split);
	return put_item(order, node, i + 1, &fresh, right);
}

int swf_order_insert(struct swf_order *order, double key, uint64_t tie, struct swf_task *task)
{
	struct item item = {.key = key,
		.tie = tie,
		.least_estimate = task->estimate,
		.size_sum = task->size,
		.least_size = task->size,
		.of.task = task};
	struct node *right;
	if (insert_below(order, order->root, order->height, &item, &right) != 0)
		return -1;
	if (right == NULL)
		return 0;
	struct node *root = new_node(order);
	if (root == NULL)
		return -1;
	root->count = 2;
	root->items[0] = summarize(order->root);
	root->items[1] = summarize(right);
	order->root = root;
	order->height++;
	return 0;
}

static void take_out(struct node *node, int i)
{
	node->count--;
	memmove(node->items + i, node->items + i + 1,
		(size_t)(node->count - i) * sizeof *node->items);
}

/* Nodes are dropped when they become empty and otherwise left as they are: a tree of n entries had
 * that many at once, so its height stays logarithmic in the longest queue there was. */
static struct item remove_below(
	struct swf_order *order, struct node *node, int level, double key, uint64_t tie)
{
	int i = child_for(node, key, tie);
	struct item *item = &node->items[i];
	struct item removed = *item;
	if (level == 0) {
		take_out(node, i);
		return removed;
	}
	struct node *child = item->of.child;
	removed = remove_below(order, child, level - 1, key, tie);
	if (child->count == 0) {
		drop_node(order, child);
		take_out(node, i);
	} else if (removed.tie == item->tie || removed.least_size == item->least_size ||
		removed.least_estimate == item->least_estimate) {
		*item = summarize(child);
	} else {
		item->size_sum -= removed.size_sum;
	}
	return removed;
}

void swf_order_remove(struct swf_order *order, double key, uint64_t tie)
{
	remove_below(order, order->root, order->height, key, tie);
	if (order->root->count == 0)
		order->height = 0; /* an empty inner node is an empty leaf */
	while (order->height > 0 && order->root->count == 1) {
		struct node *child = order->root->items[0].of.child;
		drop_node(order, order->root);
		order->root = child;
		order->height--;
	}
}

struct swf_task *swf_order_first(const struct swf_order *order, double *key)
{
	const struct node *node = order->root;
	if (node->count == 0)
		return NULL;
	if (key != NULL)
		*key = node->items[0].key;
	for (int level = order->height; level > 0; level--)
		node = node->items[0].of.child;
	return node->items[0].of.task;
}

int32_t swf_order_least_size(const struct swf_order *order)
{
	int32_t least = INT32_MAX;
	for (int i = 0; i < order->root->count; i++)
		if (order->root->items[i].least_size < least)
			least = order->root->items[i].least_size;
	return least;
}

static struct swf_task *first_fit_below(
	const struct node *node, int level, const struct swf_gap *gap)
{
	for (int i = 0; i < node->count; i++) {
		const struct item *item = &node->items[i];
		if (!swf_gap_fits(gap, item->least_size, item->least_estimate))
			continue;
		if (level == 0)
			return item->of.task;
		/* the least size and the least estimate may be of different tasks */
		struct swf_task *task = first_fit_below(item->of.child, level - 1, gap);
		if (task != NULL)
			return task;
	}
	return NULL;
}

struct swf_task *swf_order_first_fit(const struct swf_order *order, const struct swf_gap *gap)
{
	return first_fit_below(order->root, order->height, gap);
}

/* The sum of the sizes of all entries with a key up to `key`. */
static int64_t sum_through(const struct swf_order *order, double key)
{
	const struct node *node = order->root;
	int64_t sum = 0;
	for (int level = order->height;; level--) {
		int i = 0;
		while (i + 1 < node->count && node->items[i + 1].key <= key)
			sum += node->items[i++].size_sum;
		if (level == 0)
			return node->items[i].key <= key ? sum + node->items[i].size_sum : sum;
		node = node->items[i].of.child;
	}
}

void swf_order_reach(const struct swf_order *order, int64_t need, double *key, int64_t *sum)
{
	const struct node *node = order->root;
	int64_t before = 0;
	for (int level = order->height;; level--) {
		int i = 0;
		while (i + 1 < node->count && before + node->items[i].size_sum < need)
			before += node->items[i++].size_sum;
		if (level == 0) {
			*key = node->items[i].key;
			*sum = sum_through(order, *key);
			return;
		}
		node = node->items[i].of.child;
	}
}
