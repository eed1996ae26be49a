/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/slurm-nodes/naive-leaves.h"

static bool is_below(const struct naive_leaves *l, size_t node, size_t which)
{
	return (l->conf->switches[which].nodes[node / 64] >> node % 64 & 1) != 0;
}

/* CPUs and nodes below a switch: of all that may be used at first, and of those still unused. */
static int64_t cpus_below(const struct naive_leaves *l, size_t which)
{
	int64_t sum = 0;
	for (size_t n = 0; n < l->conf->node_count; n++)
		sum += is_below(l, n, which) ? l->offers[n] : 0;
	return sum;
}

static int64_t nodes_below(const struct naive_leaves *l, size_t which)
{
	int64_t sum = 0;
	for (size_t n = 0; n < l->conf->node_count; n++)
		sum += is_below(l, n, which) && l->offers[n] > 0 &&
			(!l->begun ||
				(!l->used[n] && is_below(l, n, l->top) &&
					l->conf->nodes[n].weight <= l->weight));
	return sum;
}

static bool holds(const struct naive_leaves *l, size_t which, int64_t cpus, int64_t nodes)
{
	return cpus_below(l, which) >= cpus && nodes_below(l, which) >= nodes;
}

static int64_t lightest(const struct naive_leaves *l, size_t which)
{
	int64_t weight = INT64_MAX;
	for (size_t n = 0; n < l->conf->node_count; n++)
		if (is_below(l, n, which) && l->offers[n] > 0 && l->conf->nodes[n].weight < weight)
			weight = l->conf->nodes[n].weight;
	return weight;
}

/* The highest switch that holds all; of equal ones the last of those with the lightest node. */
static bool find_top(struct naive_leaves *l, int64_t cpus, int64_t nodes)
{
	const size_t none = l->conf->switch_count;
	l->top = none;
	for (size_t i = 0; i < none; i++)
		if (holds(l, i, cpus, nodes) &&
			(l->top == none ||
				(l->conf->switches[i].level >= l->conf->switches[l->top].level &&
					lightest(l, i) <= lightest(l, l->top))))
			l->top = i;
	return l->top < none;
}

/* The least weight up to which the nodes below the top hold all. */
static void find_weight(struct naive_leaves *l, int64_t cpus, int64_t nodes)
{
	for (l->weight = 0;; l->weight++) {
		int64_t sum = 0, count = 0;
		for (size_t n = 0; n < l->conf->node_count; n++)
			if (is_below(l, n, l->top) && l->offers[n] > 0 &&
				l->conf->nodes[n].weight <= l->weight) {
				sum += l->offers[n];
				count++;
			}
		if (sum >= cpus && count >= nodes)
			return;
	}
}

/* The sign tells which of two switches is better. */
static int64_t verdict(const struct naive_leaves *l, size_t i, size_t j, int64_t cpus,
	int64_t nodes, bool *first_holds)
{
	const struct swf_slurm_switch *s = l->conf->switches;
	const bool both[] = {holds(l, i, cpus, nodes), holds(l, j, cpus, nodes)};
	const int64_t more = nodes_below(l, i) - nodes_below(l, j);
	*first_holds = both[0];
	if (both[0] != both[1])
		return both[0] ? 1 : -1;
	if (!both[0] && s[i].parent != s[j].parent)
		return verdict(l, s[i].parent, s[j].parent, cpus, nodes, first_holds);
	if (more != 0)
		return both[0] ? -more : more;
	return (int64_t)s[j].level - (int64_t)s[i].level;
}

/* Links from a switch up to another one, or -1. */
static int64_t links_up(const struct naive_leaves *l, size_t from, size_t to)
{
	for (int64_t count = 0;; count++) {
		if (from == to)
			return count;
		if (l->conf->switches[from].parent == from)
			return -1;
		from = l->conf->switches[from].parent;
	}
}

static int64_t links(const struct naive_leaves *l, size_t i, size_t j)
{
	int64_t least = INT64_MAX;
	for (size_t above = 0; above < l->conf->switch_count; above++)
		if (links_up(l, i, above) >= 0 && links_up(l, j, above) >= 0 &&
			links_up(l, i, above) + links_up(l, j, above) < least)
			least = links_up(l, i, above) + links_up(l, j, above);
	return least;
}

static int64_t links_to_visited(const struct naive_leaves *l, size_t leaf)
{
	int64_t sum = 0;
	for (size_t i = 0; i < l->conf->switch_count; i++)
		sum += l->visited[i] ? links(l, leaf, i) : 0;
	return sum;
}

static size_t next_leaf(const struct naive_leaves *l, int64_t cpus, int64_t nodes)
{
	size_t best = l->conf->switch_count;
	for (size_t i = 0; i < l->conf->switch_count; i++) {
		bool first_holds;
		if (l->conf->switches[i].level > 0 || l->visited[i] || nodes_below(l, i) == 0)
			continue;
		if (best == l->conf->switch_count) {
			best = i;
			continue;
		}
		const int64_t better = verdict(l, i, best, cpus, nodes, &first_holds);
		const int64_t far = links_to_visited(l, i), far_best = links_to_visited(l, best);
		if ((far < far_best && first_holds) || (far == far_best && better > 0))
			best = i;
	}
	return best;
}

static size_t take(struct naive_leaves *l, size_t which, int64_t weight_below)
{
	for (size_t n = 0; n < l->conf->node_count; n++)
		if (is_below(l, n, which) && is_below(l, n, l->top) && l->offers[n] > 0 &&
			!l->used[n] && l->conf->nodes[n].weight <= l->weight &&
			l->conf->nodes[n].weight < weight_below) {
			l->used[n] = true;
			return n;
		}
	return NAIVE_NODES;
}

size_t naive_next_node(struct naive_leaves *l, int64_t cpus, int64_t nodes)
{
	if (!l->begun) {
		if (!find_top(l, cpus, nodes))
			return NAIVE_NODES;
		find_weight(l, cpus, nodes);
		l->begun = true;
		l->leaf = l->conf->switch_count;
	}
	/* all that are lighter, and then the other nodes of their leaves */
	size_t n = take(l, l->top, l->weight);
	for (size_t i = 0; i < l->conf->switch_count && n == NAIVE_NODES; i++) {
		bool has_lighter = false;
		for (size_t k = 0; k < l->conf->node_count; k++)
			has_lighter |= l->used[k] && is_below(l, k, i) &&
				l->conf->nodes[k].weight < l->weight;
		if (l->conf->switches[i].level > 0 || !has_lighter)
			continue;
		n = take(l, i, INT64_MAX);
		l->visited[i] = true;
	}
	if (n == NAIVE_NODES && l->leaf < l->conf->switch_count)
		n = take(l, l->leaf, INT64_MAX);
	while (n == NAIVE_NODES) {
		if ((l->leaf = next_leaf(l, cpus, nodes)) == l->conf->switch_count)
			break;
		n = take(l, l->leaf, INT64_MAX);
		l->visited[l->leaf] = true;
	}
	return n;
}
