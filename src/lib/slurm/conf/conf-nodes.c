/* The lines of nodes: NodeName, DownNodes and NodeSet. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "slurm/conf/node-lines.h"

int swf_slurm_read_node_state(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	/* those before "up" are left out */
	static const char *const names[] = {"DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL",
		"FAILING", "FUTURE", "UNKNOWN", "UP", "IDLE", "CLOUD", NULL};
	enum { UNKNOWN = 7 };
	int place = 0;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	*(bool *)((char *)into + setting->offset) = place < UNKNOWN;
	return 0;
}

/* The values of a line as Slurm completes them: what it does not say follows from the rest. */
static int complete(const struct swf_slurm_value *value, struct swf_slurm_node_line *n)
{
	const int64_t boards = n->boards > 0 ? n->boards : 1, cores = n->cores > 0 ? n->cores : 1;
	const int64_t threads = n->threads > 0 ? n->threads : 1;
	int64_t cpus = n->cpus > 0 ? n->cpus : n->procs, sockets = n->sockets;
	if (n->sockets > 0 && n->sockets_a_board > 0)
		return swf_slurm_conf_refuse(
			value, "Sockets and SocketsPerBoard exclude each other");
	if (n->sockets_a_board > 0)
		sockets = boards * n->sockets_a_board;
	else if (sockets == 0)
		sockets = cpus > 0 && cpus % (cores * threads) == 0 ? cpus / (cores * threads)
								    : boards;
	if (cpus == 0)
		cpus = sockets * cores * threads;
	if (cpus > INT32_MAX)
		return swf_slurm_conf_refuse(value, "has more than %d CPUs", INT32_MAX);
	if (sockets < boards)
		return swf_slurm_conf_refuse(value, "has more Boards than Sockets");
	if (cpus != sockets && cpus != sockets * cores && cpus != sockets * cores * threads)
		return swf_slurm_conf_refuse(value,
			"CPUs=%lld is not the number of Sockets, of cores or of threads",
			(long long)cpus);
	n->memory = n->memory > 0 ? n->memory : 1024;
	if (n->reserved_memory > 0 && n->reserved_memory >= n->memory)
		return swf_slurm_conf_refuse(value, "MemSpecLimit leaves nothing of RealMemory");
	n->cpus = cpus;
	n->cpus_a_core = threads > 1 && cpus == sockets * cores * threads ? threads : 1;
	return 0;
}

/* What a line defines. */
struct definition {
	struct swf_slurm_draft *draft;
	struct swf_slurm_node_line values;
};

static int define(void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct swf_slurm_draft *const draft = definition->draft;
	struct swf_slurm_node_lines *const lines = draft->nodes;
	if (lines->count == SWF_SLURM_NODES_MOST)
		return swf_slurm_conf_refuse(value, "more than %d nodes", SWF_SLURM_NODES_MOST);
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

static int take_down(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct swf_slurm_node_lines *const lines = definition->draft->nodes;
	const uint32_t place = swf_names_put(&lines->index, name, length);
	if (place == SWF_NO_NAME)
		return swf_fail_memory(value->report->error);
	if (place >= lines->count)
		return swf_slurm_conf_refuse(value, "there is no node '%.*s'", (int)length, name);
	lines->list[place].values.is_out |= definition->values.is_out;
	return 0;
}

static int add_set(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end)
{
	struct swf_slurm_node_lines *const lines = draft->nodes;
	struct swf_slurm_node_set *larger = swf_array_reserve_from(
		8, lines->sets, lines->set_count, &lines->set_capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(draft->report.error);
	lines->sets = larger;
	struct swf_slurm_node_set *const set = &larger[lines->set_count];
	*set = (struct swf_slurm_node_set){.name = begin->value};
	for (size_t i = 0; i < lines->set_count; i++)
		if (strcmp(larger[i].name, set->name) == 0)
			return swf_slurm_conf_refuse(value, "'%.60s' is there twice", set->name);
	lines->set_count++;
	if (swf_slurm_read_line(
		    &draft->report, SWF_SLURM_NODE_SET_LINE, begin + 1, end, &set->values) != 0)
		return -1;
	return set->values.feature != NULL || set->values.nodes != NULL
		? 0
		: swf_slurm_conf_refuse(value, "names no Nodes and no Feature");
}

static int add_nodes(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end,
	struct swf_slurm_node_line *defaults)
{
	if (strcasecmp(begin->value, "DEFAULT") == 0)
		return swf_slurm_read_line(
			&draft->report, SWF_SLURM_NODE_LINE, begin + 1, end, defaults);
	if (strcasecmp(begin->value, "ALL") == 0)
		return swf_slurm_conf_refuse(value, "ALL is no name of a node");
	struct definition definition = {draft, *defaults};
	if (swf_slurm_read_line(
		    &draft->report, SWF_SLURM_NODE_LINE, begin + 1, end, &definition.values) != 0 ||
		complete(value, &definition.values) != 0)
		return -1;
	draft->threads |= definition.values.cpus_a_core > 1;
	return swf_slurm_each_host(value, begin->value, define, &definition);
}

static int add_down(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end)
{
	/* Slurm takes DOWN where the line says no state */
	bool is_out = true;
	if (swf_slurm_read_line(
		    &draft->report, SWF_SLURM_DOWN_NODES_LINE, begin + 1, end, &is_out) != 0)
		return -1;
	struct definition definition = {draft, {.is_out = is_out}};
	return swf_slurm_each_host(value, begin->value, take_down, &definition);
}

static int by_name(const void *a, const void *b)
{
	const struct swf_slurm_defined_node *const *x = a, *const *y = b;
	const int order = swf_slurm_natural_order((*x)->name, (*y)->name);
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
	qsort(order, lines->count, sizeof *order, by_name);
	for (size_t i = 0; i < lines->count; i++) {
		const struct swf_slurm_node_line *const values = &order[i]->values;
		order[i]->position = values->is_out ? SIZE_MAX : conf->node_count;
		if (values->is_out)
			continue;
		conf->nodes[conf->node_count++] =
			(struct swf_slurm_node){order[i]->name, (int32_t)values->cpus,
				values->memory - values->reserved_memory, values->weight};
		conf->cpus += values->cpus;
	}
	free(order);
	conf->left_out = lines->count - conf->node_count;
	conf->words = (conf->node_count + 63) / 64;
	return 0;
}

/* Calls for each line of a key. */
static int each_line(
	struct swf_slurm_draft *draft, const char *key, struct swf_slurm_node_line *defaults)
{
	const struct swf_slurm_entry *const end = draft->entries.list + draft->entries.count;
	for (const struct swf_slurm_entry *e = draft->entries.list; e < end;) {
		const struct swf_slurm_entry *const next = swf_slurm_line_end(e, end);
		const struct swf_slurm_value value = {
			e->file, e->line, key, e->value, &draft->report, NULL, NULL};
		int status = 0;
		if (strcasecmp(e->key, key) != 0)
			;
		else if (strcmp(key, "NodeName") == 0)
			status = add_nodes(draft, &value, e, next, defaults);
		else if (strcmp(key, "NodeSet") == 0)
			status = add_set(draft, &value, e, next);
		else
			status = add_down(draft, &value, e, next);
		if (status != 0)
			return -1;
		e = next;
	}
	return 0;
}

int swf_slurm_read_nodes(struct swf_slurm_draft *draft)
{
	struct swf_slurm_node_line defaults = {.weight = 1};
	draft->nodes = calloc(1, sizeof *draft->nodes);
	if (draft->nodes == NULL)
		return swf_fail_memory(draft->report.error);
	if (each_line(draft, "NodeName", &defaults) != 0 ||
		each_line(draft, "DownNodes", NULL) != 0 || each_line(draft, "NodeSet", NULL) != 0)
		return -1;
	return sort_nodes(draft);
}

void swf_slurm_node_lines_free(struct swf_slurm_node_lines *lines)
{
	if (lines == NULL)
		return;
	free(lines->list);
	free(lines->sets);
	swf_names_clear(&lines->index);
	free(lines);
}
