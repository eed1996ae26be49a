/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of hosts as Slurm and others write them, such as "login1,node[01-04,07]" or "r[1-2]n[1-9]".
 */
#ifndef SWF_HOST_LIST_H
#define SWF_HOST_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounting/names.h"
#include "swfcore/error.h"

enum swf_host_list_status { SWF_HOSTS_READ, SWF_HOSTS_MALFORMED, SWF_HOSTS_NO_MEMORY };

/* A name, and the text that it begins with. */
enum { SWF_HOST_NAME_MOST = 256 };
struct swf_host_text {
	char characters[SWF_HOST_NAME_MOST];
	size_t length;
};
bool swf_host_text_append(struct swf_host_text *text, const char *from, size_t length);

/* Hosts whose names are a stem and a number from `first` to `last` with `digits` digits (at most
 * 7); digits that end a name are always of its number. Without digits the stem is the name of one
 * host. */
struct swf_host_range {
	struct swf_host_text stem;
	size_t digits, first, last;
};

/* Takes the ranges of a list in its order. */
struct swf_host_sink {
	void *self;
	enum swf_host_list_status (*take)(void *self, const struct swf_host_range *range);
};

/* Reads a list up to what the sink returns other than SWF_HOSTS_READ. A list of more than 2^24
 * hosts is malformed. */
enum swf_host_list_status swf_host_list_read(
	const char *list, size_t length, const struct swf_host_sink *sink);

/*
 * Sets of nodes, by their names: for each name without its last digits, how many these are, and
 * each block of numbers, a bit for every number.
 */

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
