/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of slurm.conf that define nodes (NodeName), take them down (DownNodes) and put them
 * into sets (NodeSet).
 *
 * Nodes are kept in the order of the file, and found by their names. At the end they are sorted as
 * Slurm sorts them, and from then on have their places in sets of nodes.
 */
#include "slurm/conf/node-lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounting/host-list.h"
#include "base/array.h"
#include "base/number.h"

/* As in Slurm. */
enum { NODES_MOST = 65536 };

struct expansion {
	const struct swf_slurm_value *value;
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length);
	void *self;
	size_t left;
	int result;
};

static enum swf_host_list_status expand_range(void *self, const struct swf_host_range *range)
{
	struct expansion *const e = self;
	struct swf_host_text name = range->stem;
	if (range->last - range->first >= e->left)
		return SWF_HOSTS_MALFORMED;
	e->left -= range->last - range->first + 1;
	for (size_t i = range->first; i <= range->last && e->result == 0; i++) {
		char digits[32];
		const int length = snprintf(digits, sizeof digits, "%0*zu", (int)range->digits, i);
		name.length = range->stem.length;
		if (range->digits > 0 && !swf_host_text_append(&name, digits, (size_t)length))
			return SWF_HOSTS_MALFORMED;
		e->result = e->take(e->self, e->value, name.characters, name.length);
	}
	return e->result == 0 ? SWF_HOSTS_READ : SWF_HOSTS_NO_MEMORY;
}

int swf_slurm_each_host(const struct swf_slurm_value *value, const char *list,
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length),
	void *self)
{
	struct expansion expansion = {value, take, self, NODES_MOST, 0};
	const struct swf_host_sink sink = {&expansion, expand_range};
	switch (swf_host_list_read(list, strlen(list), &sink)) {
	case SWF_HOSTS_READ:
		return 0;
	case SWF_HOSTS_NO_MEMORY: /* or what `take` found */
		return expansion.result != 0 ? -1 : swf_fail_memory(value->report->error);
	default:
		return swf_slurm_conf_refuse(value,
			"not a list of at most %d hosts, such as node[01-16]: '%.60s'", NODES_MOST,
			list);
	}
}

static size_t digits_at(const char *text)
{
	size_t count = 0;
	while (swf_is_digit(text[count]))
		count++;
	return count;
}

/* Orders names as Slurm does its nodes: runs of digits by the number that they spell. */
static int natural_order(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		const size_t digits_a = digits_at(a), digits_b = digits_at(b);
		const size_t less = digits_a < digits_b ? digits_a : digits_b;
		/* where one begins with 0 they are fractions: the first other digit decides */
		const bool by_length = less > 0 && *a != '0' && *b != '0' && digits_a != digits_b;
		if (by_length)
			return digits_a < digits_b ? -1 : 1;
		const int order = memcmp(a, b, less > 0 ? less : 1);
		if (order != 0)
			return order;
		if (digits_a != digits_b && less > 0)
			return digits_a < digits_b ? -1 : 1;
		a += less > 0 ? less : 1;
		b += less > 0 ? less : 1;
	}
	return (*a != '\0') - (*b != '\0');
}

int swf_slurm_ignore_part(const struct swf_slurm_value *line, const char *name, const char *why)
{
	struct swf_slurm_value value = *line;
	if (swf_slurm_tell_ignored(line->report, line->text, name, why))
		return 0;
	value.title = line->name;
	value.of = line->text;
	return swf_slurm_tell(&value, SWF_SLURM_IGNORED, name, why);
}

/* The values of a line as Slurm completes them: what it does not say follows from the rest. */
static int complete_node(const struct swf_slurm_value *value, struct swf_slurm_node_line *n)
{
	const int64_t boards = n->boards > 0 ? n->boards : 1, cores = n->cores > 0 ? n->cores : 1;
	const int64_t threads = n->threads > 0 ? n->threads : 1;
	const char *const named = n->cpus != 0 ? "CPUs" : "Procs";
	int64_t cpus = n->cpus != 0 ? n->cpus : n->procs, sockets = n->sockets;
	if (cpus < 0 &&
		swf_slurm_ignore_part(value, named, "0 is no number of CPUs: 1 counts") != 0)
		return -1;
	cpus = cpus < 0 ? 1 : cpus;
	if (n->sockets > 0 && n->sockets_a_board > 0 &&
		swf_slurm_ignore_part(value, "Sockets", "SocketsPerBoard counts") != 0)
		return -1;
	if (n->sockets_a_board > 0)
		sockets = boards * n->sockets_a_board;
	else if (sockets == 0)
		sockets = cpus > 0 && cpus % (cores * threads) == 0 ? cpus / (cores * threads)
								    : boards;
	if (cpus == 0)
		cpus = sockets * cores * threads;
	if (sockets < boards)
		return swf_slurm_conf_refuse(value, "has more Boards than Sockets");
	if (cpus != sockets && cpus != sockets * cores && cpus != sockets * cores * threads) {
		cpus = sockets * cores * threads;
		if (swf_slurm_ignore_part(value, named,
			    "not the number of sockets, cores or threads: that of threads "
			    "counts") != 0)
			return -1;
	}
	if (cpus > INT32_MAX)
		return swf_slurm_conf_refuse(value, "has more than %d CPUs", INT32_MAX);
	n->memory = n->memory > 0 ? n->memory : 1024;
	if (n->reserved_memory > 0 && n->reserved_memory >= n->memory) {
		n->reserved_memory = 0;
		if (swf_slurm_ignore_part(value, "MemSpecLimit", "leaves nothing of RealMemory") !=
			0)
			return -1;
	}
	n->cpus = cpus;
	n->cpus_a_core = threads > 1 && cpus == sockets * cores * threads ? threads : 1;
	return 0;
}

/* Of a line with Feature and Features the former counts; one with neither has those of DEFAULT. */
static int settle_features(const struct swf_slurm_value *value, struct swf_slurm_node_line *line,
	const struct swf_slurm_node_line *defaults)
{
	if (line->features != NULL && line->other_features != NULL)
		return swf_slurm_ignore_part(value, "Features", "Feature counts");
	const char *const of_line[] = {
		line->other_features, defaults->features, defaults->other_features};
	for (size_t i = 0; i < sizeof of_line / sizeof *of_line && line->features == NULL; i++)
		line->features = of_line[i];
	return 0;
}

/* What a line defines. */
struct definition {
	struct swf_slurm_draft *draft;
	struct swf_slurm_node_line values;
};

static int define_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct swf_slurm_draft *const draft = definition->draft;
	struct swf_slurm_node_lines *const lines = draft->nodes;
	if (lines->count == NODES_MOST)
		return swf_slurm_conf_refuse(value, "more than %d nodes", NODES_MOST);
	struct swf_slurm_defined_node *larger =
		swf_array_reserve(lines->list, lines->count, &lines->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(value->report->error);
	lines->list = larger;
	const uint32_t place = swf_names_put(&lines->index, name, length);
	const char *const text = swf_slurm_names_put(draft->conf.names, name, length);
	if (place == SWF_NO_NAME || text == NULL)
		return swf_fail_memory(value->report->error);
	if (place < lines->count)
		return swf_slurm_conf_refuse(value, "node '%.60s' is there twice", text);
	larger[lines->count++] = (struct swf_slurm_defined_node){text, definition->values, 0};
	return 0;
}

/* Tells of a node that is not there, NODES/NAME, once a line. A file may lack some: those of a file
 * that it includes elsewhere, or nodes that have gone. */
static int tell_missing(
	const struct swf_slurm_value *line, const char *nodes, const char *name, size_t length)
{
	static const char why[] = "there is no such node";
	struct swf_slurm_report *const report = line->report;
	const struct swf_slurm_told *const last =
		report->count > 0 ? &report->list[report->count - 1] : NULL;
	if (last != NULL && last->of == line->text && last->why == why)
		return 0;
	struct swf_slurm_value value = *line;
	const size_t room = strlen(nodes) + 1 + length;
	char *const joined = swf_slurm_names_room(report->names, room);
	if (joined == NULL)
		return swf_fail_memory(report->error);
	snprintf(joined, room + 1, "%s/%.*s", nodes, (int)length, name);
	value.title = line->name;
	value.of = line->text;
	return swf_slurm_tell(&value, SWF_SLURM_NO_EFFECT, joined, why);
}

int swf_slurm_find_node(struct swf_slurm_node_lines *lines, const struct swf_slurm_value *value,
	const char *nodes, const char *name, size_t length, struct swf_slurm_defined_node **node)
{
	const uint32_t place = swf_names_put(&lines->index, name, length);
	if (place == SWF_NO_NAME)
		return swf_fail_memory(value->report->error);
	if (place >= lines->count)
		return tell_missing(value, nodes, name, length);
	*node = &lines->list[place];
	return 1;
}

void swf_slurm_put_node(const struct swf_slurm_defined_node *node, uint64_t *set)
{
	if (node->position != SIZE_MAX)
		set[node->position / 64] |= UINT64_C(1) << (node->position % 64);
}

int swf_slurm_put_name(struct swf_slurm_node_lines *lines, const struct swf_slurm_value *value,
	const char *name, size_t length, uint64_t *set)
{
	struct swf_slurm_defined_node *node = NULL;
	const int found = swf_slurm_find_node(lines, value, "Nodes", name, length, &node);
	if (found == 1)
		swf_slurm_put_node(node, set);
	return found < 0 ? -1 : 0;
}

static int take_node_down(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct swf_slurm_defined_node *node = NULL;
	const int found = swf_slurm_find_node(
		definition->draft->nodes, value, "DownNodes", name, length, &node);
	if (found == 1)
		node->values.is_out |= definition->values.is_out;
	return found < 0 ? -1 : 0;
}

int swf_slurm_each_line(
	struct swf_slurm_draft *draft, const char *key, swf_slurm_line_reader *read, void *self)
{
	const struct swf_slurm_entry *const end = draft->entries.list + draft->entries.count;
	for (const struct swf_slurm_entry *e = draft->entries.list, *next; e < end; e = next) {
		next = swf_slurm_entries_line_end(e, end);
		const struct swf_slurm_value value = {
			e->file, e->line, key, e->value, &draft->report, NULL, NULL};
		if (strcasecmp(e->key, key) == 0 && read(draft, &value, e + 1, next, self) != 0)
			return -1;
	}
	return 0;
}

static int add_set(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *self)
{
	(void)self;
	struct swf_slurm_node_lines *const lines = draft->nodes;
	struct swf_slurm_node_set *larger = swf_array_reserve_from(
		8, lines->sets, lines->set_count, &lines->set_capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(draft->report.error);
	lines->sets = larger;
	struct swf_slurm_node_set *const set = &larger[lines->set_count];
	*set = (struct swf_slurm_node_set){.name = value->text};
	for (size_t i = 0; i < lines->set_count; i++)
		if (strcmp(larger[i].name, set->name) == 0)
			return swf_slurm_conf_refuse(value, "'%.60s' is there twice", set->name);
	lines->set_count++;
	if (swf_slurm_read_line(
		    &draft->report, SWF_SLURM_NODE_SET_LINE, begin, end, &set->values) != 0)
		return -1;
	return set->values.feature != NULL || set->values.nodes != NULL
		? 0
		: swf_slurm_conf_refuse(value, "names no Nodes and no Feature");
}

static int add_nodes(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *self)
{
	struct swf_slurm_node_line *const defaults = self;
	if (strcasecmp(value->text, "DEFAULT") == 0)
		return swf_slurm_read_line(
			&draft->report, SWF_SLURM_NODE_LINE, begin, end, defaults);
	if (strcasecmp(value->text, "ALL") == 0)
		return swf_slurm_conf_refuse(value, "ALL is no name of a node");
	struct definition definition = {draft, *defaults};
	struct swf_slurm_node_line *const values = &definition.values;
	values->features = values->other_features = NULL;
	if (swf_slurm_read_line(&draft->report, SWF_SLURM_NODE_LINE, begin, end, values) != 0 ||
		settle_features(value, values, defaults) != 0 || complete_node(value, values) != 0)
		return -1;
	return swf_slurm_each_host(value, value->text, define_node, &definition);
}

static int add_down(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *self)
{
	(void)self;
	/* Slurm takes DOWN where the line says no state */
	bool is_out = true;
	if (swf_slurm_read_line(&draft->report, SWF_SLURM_DOWN_NODES_LINE, begin, end, &is_out) !=
		0)
		return -1;
	struct definition definition = {draft, {.is_out = is_out}};
	return swf_slurm_each_host(value, value->text, take_node_down, &definition);
}

static int compare_names(const void *a, const void *b)
{
	const struct swf_slurm_defined_node *const *x = a, *const *y = b;
	const int order = natural_order((*x)->name, (*y)->name);
	return order != 0 ? order : strcmp((*x)->name, (*y)->name);
}

/* The nodes of the configuration are those that are not left out, in Slurm's order. */
static int sort_nodes(struct swf_slurm_draft *draft)
{
	struct swf_slurm_node_lines *const lines = draft->nodes;
	struct swf_slurm_conf *const conf = &draft->conf;
	struct swf_slurm_defined_node **const order = malloc((lines->count + 1) * sizeof *order);
	conf->nodes = malloc((lines->count + 1) * sizeof *conf->nodes);
	if (order == NULL || conf->nodes == NULL) {
		free(order);
		return swf_fail_memory(draft->report.error);
	}
	for (size_t i = 0; i < lines->count; i++)
		order[i] = &lines->list[i];
	qsort(order, lines->count, sizeof *order, compare_names);
	for (size_t i = 0; i < lines->count; i++) {
		const struct swf_slurm_node_line *const values = &order[i]->values;
		order[i]->position = values->is_out ? SIZE_MAX : conf->node_count;
		if (values->is_out)
			continue;
		conf->nodes[conf->node_count++] =
			(struct swf_slurm_node){order[i]->name, (int32_t)values->cpus,
				values->memory - values->reserved_memory, values->weight,
				(int32_t)values->cpus_a_core, values->features, values->gres};
		conf->cpus += values->cpus;
	}
	free(order);
	conf->left_out = lines->count - conf->node_count;
	conf->words = (conf->node_count + 63) / 64;
	return 0;
}

int swf_slurm_read_nodes(struct swf_slurm_draft *draft)
{
	struct swf_slurm_node_line defaults = {.weight = 1};
	draft->nodes = calloc(1, sizeof *draft->nodes);
	if (draft->nodes == NULL)
		return swf_fail_memory(draft->report.error);
	if (swf_slurm_each_line(draft, "NodeName", add_nodes, &defaults) != 0 ||
		swf_slurm_each_line(draft, "DownNodes", add_down, NULL) != 0 ||
		swf_slurm_each_line(draft, "NodeSet", add_set, NULL) != 0)
		return -1;
	return sort_nodes(draft) == 0 ? swf_slurm_settle_gpus(draft) : -1;
}
