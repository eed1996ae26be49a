/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes that a slurm.conf defines, before they have their places in sets of nodes, and how its
 * lines and lists of names are gone through. */
#ifndef SWF_SLURM_CONF_NODE_LINES_H
#define SWF_SLURM_CONF_NODE_LINES_H

#include "accounting/names.h"
#include "slurm/conf/settings.h"

struct swf_slurm_defined_node {
	const char *name;
	struct swf_slurm_node_line values;
	size_t position; /* among the nodes of the configuration; SIZE_MAX if it is left out */
};

struct swf_slurm_node_set {
	const char *name;
	struct swf_slurm_node_set_line values;
};

struct swf_slurm_node_lines {
	struct swf_slurm_defined_node *list;
	size_t count, capacity;
	struct swf_names index; /* names by their place in the list */
	struct swf_slurm_node_set *sets;
	size_t set_count, set_capacity;
};

/* Reads a line whose name is the value, with the settings from `begin` to `end`. */
typedef int swf_slurm_line_reader(struct swf_slurm_draft *draft,
	const struct swf_slurm_value *value, const struct swf_slurm_entry *begin,
	const struct swf_slurm_entry *end, void *self);

/* Calls for each line of a key. Returns 0, or -1 with the error set. */
int swf_slurm_each_line(struct swf_slurm_draft *draft, const char *key, swf_slurm_line_reader *read,
	void *self) SWF_MUST_CHECK;

/* Calls for each name of a list in its order. Returns 0, or -1 with the error set. */
int swf_slurm_each_host(const struct swf_slurm_value *value, const char *list,
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length),
	void *self) SWF_MUST_CHECK;

/* Tells of a setting of a line that it is ignored, and why. */
int swf_slurm_ignore_part(
	const struct swf_slurm_value *line, const char *name, const char *why) SWF_MUST_CHECK;

/* The node of a name in a list of this setting: 1; 0 if there is none, of which is told once a
 * line; -1 with the error set. */
int swf_slurm_find_node(struct swf_slurm_node_lines *lines, const struct swf_slurm_value *value,
	const char *nodes, const char *name, size_t length,
	struct swf_slurm_defined_node **node) SWF_MUST_CHECK;

/* Puts a node, unless it is left out, into a set (a bit each). */
void swf_slurm_put_node(const struct swf_slurm_defined_node *node, uint64_t *set);

/* Puts the node of a name in the list Nodes into a set; of one that is missing it is told. 0, or -1
 * with the error set. */
int swf_slurm_put_name(struct swf_slurm_node_lines *lines, const struct swf_slurm_value *value,
	const char *name, size_t length, uint64_t *set) SWF_MUST_CHECK;

/* Reads the switches of topology.conf in the folder of this slurm.conf, which is told as if it were
 * included. Without that file there are none. */
int swf_slurm_read_switches(struct swf_slurm_draft *draft, const char *file) SWF_MUST_CHECK;

/* Reads all nodes, sets of nodes and nodes that are down. */
int swf_slurm_read_nodes(struct swf_slurm_draft *draft) SWF_MUST_CHECK;

#endif
