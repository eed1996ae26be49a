/*
 * Sets of nodes, by their names: for each name without its last digits, how many these are, and
 * each block of numbers, a bit for every number.
 */
#ifndef SWF_ACCOUNTING_NODE_SET_H
#define SWF_ACCOUNTING_NODE_SET_H

#include <stddef.h>
#include <stdint.h>

#include "accounting/host-list.h"
#include "accounting/names.h"
#include "swfcore/error.h"

/* Begins with {0}. */
struct swf_node_set {
	struct swf_names stems;
	struct swf_node_numbers {
		uint64_t *words;
		size_t count;
	} * numbers; /* of each stem */
	size_t capacity;
};

/* Adds a list of hosts. */
enum swf_host_list_status swf_node_set_add(
	struct swf_node_set *set, const char *list, size_t length);

/* How many nodes it holds. */
int64_t swf_node_set_count(const struct swf_node_set *set);

void swf_node_set_clear(struct swf_node_set *set);

#endif
