/* The nodes that the lines of a slurm.conf define. */
#ifndef SWF_SLURM_CONF_NODE_LINES_H
#define SWF_SLURM_CONF_NODE_LINES_H

#include "accounting/names.h"
#include "slurm/conf/draft.h"
#include "slurm/conf/line-values.h"

/* As in Slurm. */
enum { SWF_SLURM_NODES_MOST = 65536 };

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

/* Calls for each name of a list in its order. Returns 0, or -1 with the error set. */
int swf_slurm_each_host(const struct swf_slurm_value *value, const char *list,
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length),
	void *self) SWF_MUST_CHECK;

/* Orders names as Slurm does its nodes: runs of digits by the number that they spell. */
int swf_slurm_natural_order(const char *a, const char *b);

#endif
