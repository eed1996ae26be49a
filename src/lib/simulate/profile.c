/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls,
 *
 *  - entries of a node ascend in time, and none of a leaf has no processors;
 *  - the entry above a node has a time that is not later than any below it, and the sum of the
 *    processors below it. The time need not be that of the first below: it only leads searches,
 *    which go to the last entry that is not later;
 *  - only the root may be empty, and all leaves are at the same depth. Nodes may be nearly empty,
 *    since those that lose entries are left as they are until they have none;
 *  - all times in the tree are up to `horizon`, and those of the pending tasks beyond it. So what
 *    the tree alone reaches needs no pending task, and one that ends before it is asked for never
 *    gets there. pending_place says where each task is: IN_TREE, or its place among the pending.
 */
#include "simulate/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { FANOUT = 16, MAX_HEIGHT = 32 };

static const size_t IN_TREE = SIZE_MAX;

/* In an inner node the time is not later than any below the child, and the processors are the sum
 * over it. */
struct node {
	int count;
	double time[FANOUT];
	int64_t procs[FANOUT];
	struct node *child[FANOUT];
};

struct swf_profile {
	struct node *root;
	int height; /* levels above the leaves */
	struct swf_slab nodes;
	double horizon; /* no time in the tree is later, every one of the pending is */
	struct swf_task **pending;
	size_t pending_count, pending_capacity;
	double pending_first; /* not later than any of the pending */
};

static struct node *new_node(struct swf_profile *profile)
{
	struct node *node = swf_slab_take(&profile->nodes);
	if (node != NULL)
		node->count = 0;
	return node;
}

struct swf_profile *swf_profile_new(void)
{
	struct swf_profile *profile = malloc(sizeof *profile);
	if (profile == NULL)
		return NULL;
	*profile = (struct swf_profile){.nodes.element_size = sizeof(struct node),
		.horizon = -INFINITY,
		.pending_first = INFINITY};
	if ((profile->root = new_node(profile)) == NULL) {
		free(profile);
		return NULL;
	}
	return profile;
}

static void give_back_below(struct swf_profile *profile, const struct node *node, int height)
{
	for (int i = 0; height > 0 && i < node->count; i++) {
		give_back_below(profile, node->child[i], height - 1);
		swf_slab_give_back(&profile->nodes, node->child[i]);
	}
}

void swf_profile_reset(struct swf_profile *profile)
{
	give_back_below(profile, profile->root, profile->height);
	profile->root->count = profile->height = 0;
	profile->horizon = -INFINITY;
	profile->pending_count = 0;
	profile->pending_first = INFINITY;
}

void swf_profile_free(struct swf_profile *profile)
{
	if (profile == NULL)
		return;
	swf_slab_clear(&profile->nodes);
	free(profile->pending);
	free(profile);
}

/* How many entries are not later than the time. New times tend to be late ones. */
static int count_not_later(const struct node *node, double time)
{
	int n = node->count;
	while (n > 0 && node->time[n - 1] > time)
		n--;
	return n;
}

/* The child below which the time belongs. */
static int child_place(const struct node *node, double time)
{
	int n = count_not_later(node, time);
	return n > 0 ? n - 1 : 0;
}

static int64_t sum_procs(const struct node *node)
{
	int64_t procs = 0;
	for (int i = 0; i < node->count; i++)
		procs += node->procs[i];
	return procs;
}

static void insert_entry(struct node *node, int i, double time, int64_t procs)
{
	for (int j = node->count; j > i; j--) {
		node->time[j] = node->time[j - 1];
		node->procs[j] = node->procs[j - 1];
	}
	node->time[i] = time;
	node->procs[i] = procs;
	node->count++;
}

static void insert_child(struct node *node, int i, struct node *child)
{
	memmove(node->child + i + 1, node->child + i,
		(size_t)(node->count - i) * sizeof(struct node *));
	node->child[i] = child;
	insert_entry(node, i, child->time[0], sum_procs(child));
}

static void remove_entry(struct node *node, int i)
{
	node->count--;
	for (int j = i; j < node->count; j++) {
		node->time[j] = node->time[j + 1];
		node->procs[j] = node->procs[j + 1];
	}
}

static void remove_child(struct node *node, int i)
{
	remove_entry(node, i);
	memmove(node->child + i, node->child + i + 1,
		(size_t)(node->count - i) * sizeof(struct node *));
}

/* Splits a full child of a node that is not full, at the middle. */
static int split_child(struct swf_profile *profile, struct node *parent, int i)
{
	struct node *left = parent->child[i];
	struct node *right = new_node(profile);
	if (right == NULL)
		return -1;
	left->count = FANOUT / 2;
	right->count = FANOUT - left->count;
	size_t moved = (size_t)right->count;
	memcpy(right->time, left->time + left->count, moved * sizeof *left->time);
	memcpy(right->procs, left->procs + left->count, moved * sizeof *left->procs);
	memcpy(right->child, left->child + left->count, moved * sizeof(struct node *));
	parent->procs[i] = sum_procs(left);
	insert_child(parent, i + 1, right);
	return 0;
}

static int grow_root(struct swf_profile *profile)
{
	struct node *root = new_node(profile);
	if (root == NULL)
		return -1;
	insert_child(root, 0, profile->root);
	profile->root = root;
	profile->height++;
	return split_child(profile, root, 0);
}

/* Full nodes are split on the way down, so that there is always room below. */
int swf_profile_put(struct swf_profile *profile, double time, int64_t procs)
{
	if (profile->root->count == FANOUT && grow_root(profile) != 0)
		return -1;
	struct node *node = profile->root;
	for (int level = profile->height; level > 0; level--) {
		int i = child_place(node, time);
		if (node->child[i]->count == FANOUT) {
			if (split_child(profile, node, i) != 0)
				return -1;
			i = child_place(node, time);
		}
		if (time < node->time[i])
			node->time[i] = time;
		node->procs[i] += procs;
		node = node->child[i];
	}
	int i = count_not_later(node, time);
	if (i > 0 && node->time[i - 1] == time)
		node->procs[i - 1] += procs;
	else
		insert_entry(node, i, time, procs);
	return 0;
}

/* Nodes go when they are empty and are otherwise left as they are, since a profile soon fills them
 * again. */
void swf_profile_take(struct swf_profile *profile, double time, int64_t procs)
{
	struct node *parents[MAX_HEIGHT];
	int places[MAX_HEIGHT];
	struct node *node = profile->root;
	for (int level = profile->height; level > 0; level--) {
		int i = child_place(node, time);
		node->procs[i] -= procs;
		parents[level - 1] = node;
		places[level - 1] = i;
		node = node->child[i];
	}
	int i = child_place(node, time);
	node->procs[i] -= procs;
	if (node->procs[i] > 0)
		return;
	remove_entry(node, i);
	for (int level = 0; node->count == 0 && level < profile->height; level++) {
		swf_slab_give_back(&profile->nodes, node);
		node = parents[level];
		remove_child(node, places[level]);
	}
	if (profile->root->count == 0)
		profile->height = 0; /* an empty inner node is an empty leaf */
	while (profile->height > 0 && profile->root->count == 1) {
		struct node *child = profile->root->child[0];
		swf_slab_give_back(&profile->nodes, profile->root);
		profile->root = child;
		profile->height--;
	}
}

int swf_profile_add(struct swf_profile *profile, struct swf_task *task)
{
	if (task->expected_end <= profile->horizon) {
		task->pending_place = IN_TREE;
		return swf_profile_put(profile, task->expected_end, task->size);
	}
	struct swf_task **pending = swf_array_reserve(profile->pending, profile->pending_count,
		&profile->pending_capacity, sizeof(struct swf_task *));
	if (pending == NULL)
		return -1;
	profile->pending = pending;
	if (task->expected_end < profile->pending_first)
		profile->pending_first = task->expected_end;
	task->pending_place = profile->pending_count;
	profile->pending[profile->pending_count++] = task;
	return 0;
}

/* Puts the pending tasks into the tree. */
static int settle_pending(struct swf_profile *profile)
{
	for (size_t i = 0; i < profile->pending_count; i++) {
		struct swf_task *task = profile->pending[i];
		task->pending_place = IN_TREE;
		if (task->expected_end > profile->horizon)
			profile->horizon = task->expected_end;
		if (swf_profile_put(profile, task->expected_end, task->size) != 0)
			return -1;
	}
	profile->pending_count = 0;
	profile->pending_first = INFINITY;
	return 0;
}

void swf_profile_subtract(struct swf_profile *profile, const struct swf_task *task)
{
	if (task->pending_place == IN_TREE) {
		swf_profile_take(profile, task->expected_end, task->size);
		return;
	}
	struct swf_task *last = profile->pending[--profile->pending_count];
	profile->pending[task->pending_place] = last;
	last->pending_place = task->pending_place;
}

int swf_profile_pop(struct swf_profile *profile, double limit, int64_t *procs)
{
	*procs = 0;
	if (profile->pending_first <= limit && settle_pending(profile) != 0)
		return -1;
	if (profile->root->count == 0)
		return 0;
	const struct node *node = profile->root;
	for (int level = profile->height; level > 0; level--)
		node = node->child[0];
	double time = node->time[0];
	if (time > limit)
		return 0;
	*procs = node->procs[0];
	swf_profile_take(profile, time, *procs);
	return 0;
}

/* Whether the tree alone reaches the need, and where. */
static bool reach_in_tree(
	const struct swf_profile *profile, int64_t need, double *time, int64_t *procs)
{
	const struct node *node = profile->root;
	int64_t reached = 0;
	for (int level = profile->height;; level--) {
		int i = 0;
		while (i < node->count && reached + node->procs[i] < need)
			reached += node->procs[i++];
		if (i == node->count)
			return false;
		if (level == 0) {
			*time = node->time[i];
			*procs = reached + node->procs[i];
			return true;
		}
		node = node->child[i];
	}
}

int swf_profile_reach(struct swf_profile *profile, int64_t need, double *time, int64_t *procs)
{
	if (reach_in_tree(profile, need, time, procs))
		return 0;
	if (settle_pending(profile) != 0)
		return -1;
	reach_in_tree(profile, need, time, procs);
	return 0;
}

int swf_profile_until(struct swf_profile *profile, double time, int64_t *procs)
{
	if (profile->pending_first <= time && settle_pending(profile) != 0)
		return -1;
	const struct node *node = profile->root;
	*procs = 0;
	for (int level = profile->height;; level--) {
		const int n = count_not_later(node, time);
		/* of an inner node the last child that is not later may go on beyond the time */
		for (int i = 0; i < (level > 0 ? n - 1 : n); i++)
			*procs += node->procs[i];
		if (level == 0 || n == 0)
			return 0;
		node = node->child[n - 1];
	}
}
