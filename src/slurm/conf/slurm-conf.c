/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slurm.conf as a whole: the settings of the file itself, its lines of nodes and partitions, and
 * what follows from several of them.
 *
 * The order of the steps matters. The settings of the file come first, since lines of partitions
 * take defaults from them. Nodes come before the lines that take them down or put them into sets,
 * and these before partitions, which name both. Nodes are sorted in between, and from then on have
 * their places in sets of nodes. What settings mean together is settled last. It may change what
 * one of them was found to be, so the listener is told of all at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounting/host-list.h"
#include "accounting/names.h"
#include "base/array.h"
#include "base/input.h"
#include "base/number.h"
#include "slurm/conf/settings.h"
#include "swfcore/quantity.h"

/* As in Slurm. */
enum { NODES_MOST = 65536 };

struct defined_node {
	const char *name;
	struct swf_slurm_node_line values;
	size_t position; /* among the nodes of the configuration; SIZE_MAX if it is left out */
};

struct node_set {
	const char *name;
	struct swf_slurm_node_set_line values;
};

struct swf_slurm_node_lines {
	struct defined_node *list;
	size_t count, capacity;
	struct swf_names index; /* names by their place in the list */
	struct node_set *sets;
	size_t set_count, set_capacity;
};

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

/* Calls for each name of a list in its order. Returns 0, or -1 with the error set. */
static int each_host(const struct swf_slurm_value *value, const char *list,
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

/* The values of a line as Slurm completes them: what it does not say follows from the rest. */
static int complete_node(const struct swf_slurm_value *value, struct swf_slurm_node_line *n)
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

static int define_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct swf_slurm_draft *const draft = definition->draft;
	struct swf_slurm_node_lines *const lines = draft->nodes;
	if (lines->count == NODES_MOST)
		return swf_slurm_conf_refuse(value, "more than %d nodes", NODES_MOST);
	struct defined_node *larger =
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
	larger[lines->count++] = (struct defined_node){text, definition->values, 0};
	return 0;
}

/* The node of a name. NULL with the error set if there is none. */
static struct defined_node *node_named(struct swf_slurm_node_lines *lines,
	const struct swf_slurm_value *value, const char *name, size_t length)
{
	const uint32_t place = swf_names_put(&lines->index, name, length);
	if (place == SWF_NO_NAME)
		swf_fail_memory(value->report->error);
	else if (place >= lines->count)
		swf_slurm_conf_refuse(value, "there is no node '%.*s'", (int)length, name);
	else
		return &lines->list[place];
	return NULL;
}

static int take_node_down(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct definition *const definition = self;
	struct defined_node *const node = node_named(definition->draft->nodes, value, name, length);
	if (node == NULL)
		return -1;
	node->values.is_out |= definition->values.is_out;
	return 0;
}

/* Reads a line whose name is the value, with the settings from `begin` to `end`. */
typedef int line_reader(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *self);

/* Calls for each line of a key. */
static int each_line(struct swf_slurm_draft *draft, const char *key, line_reader *read, void *self)
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
	struct node_set *larger = swf_array_reserve_from(
		8, lines->sets, lines->set_count, &lines->set_capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(draft->report.error);
	lines->sets = larger;
	struct node_set *const set = &larger[lines->set_count];
	*set = (struct node_set){.name = value->text};
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
	if (swf_slurm_read_line(
		    &draft->report, SWF_SLURM_NODE_LINE, begin, end, &definition.values) != 0 ||
		complete_node(value, &definition.values) != 0)
		return -1;
	draft->threads |= definition.values.cpus_a_core > 1;
	return each_host(value, value->text, define_node, &definition);
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
	return each_host(value, value->text, take_node_down, &definition);
}

static int compare_names(const void *a, const void *b)
{
	const struct defined_node *const *x = a, *const *y = b;
	const int order = natural_order((*x)->name, (*y)->name);
	return order != 0 ? order : strcmp((*x)->name, (*y)->name);
}

/* The nodes of the configuration are those that are not left out, in Slurm's order. */
static int sort_nodes(struct swf_slurm_draft *draft)
{
	struct swf_slurm_node_lines *const lines = draft->nodes;
	struct swf_slurm_conf *const conf = &draft->conf;
	struct defined_node **const order = malloc((lines->count + 1) * sizeof *order);
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
				values->memory - values->reserved_memory, values->weight};
		conf->cpus += values->cpus;
	}
	free(order);
	conf->left_out = lines->count - conf->node_count;
	conf->words = (conf->node_count + 63) / 64;
	return 0;
}

static int read_nodes(struct swf_slurm_draft *draft)
{
	struct swf_slurm_node_line defaults = {.weight = 1};
	draft->nodes = calloc(1, sizeof *draft->nodes);
	if (draft->nodes == NULL)
		return swf_fail_memory(draft->report.error);
	if (each_line(draft, "NodeName", add_nodes, &defaults) != 0 ||
		each_line(draft, "DownNodes", add_down, NULL) != 0 ||
		each_line(draft, "NodeSet", add_set, NULL) != 0)
		return -1;
	return sort_nodes(draft);
}

/* The nodes of a partition. */
struct membership {
	struct swf_slurm_draft *draft;
	uint64_t *nodes;
};

static int join_name(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length);

static void add_node(const struct membership *m, const struct defined_node *node)
{
	if (node->position != SIZE_MAX)
		m->nodes[node->position / 64] |= UINT64_C(1) << (node->position % 64);
}

/* Whether a list of words has this one. */
static bool has_word(const char *list, const char *word)
{
	const size_t length = strlen(word);
	while (list != NULL && *list != '\0') {
		const size_t item = strcspn(list, ",");
		if (item == length && strncmp(list, word, length) == 0)
			return true;
		list += item + (list[item] == ',');
	}
	return false;
}

static int join_nodes(struct membership *m, const struct swf_slurm_value *value, const char *list)
{
	const struct swf_slurm_node_lines *const lines = m->draft->nodes;
	if (strcasecmp(list, "ALL") != 0)
		return each_host(value, list, join_name, m);
	for (size_t i = 0; i < lines->count; i++)
		add_node(m, &lines->list[i]);
	return 0;
}

static int join_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct membership *const m = self;
	const struct defined_node *const node = node_named(m->draft->nodes, value, name, length);
	if (node == NULL)
		return -1;
	add_node(m, node);
	return 0;
}

/* A node, or all of a NodeSet. */
static int join_name(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	struct membership *const m = self;
	const struct swf_slurm_node_lines *const lines = m->draft->nodes;
	const struct node_set *set = NULL;
	for (size_t i = 0; set == NULL && i < lines->set_count; i++)
		if (strlen(lines->sets[i].name) == length &&
			memcmp(lines->sets[i].name, name, length) == 0)
			set = &lines->sets[i];
	if (set == NULL)
		return join_node(m, value, name, length);
	for (size_t i = 0; set->values.feature != NULL && i < lines->count; i++)
		if (has_word(lines->list[i].values.features, set->values.feature))
			add_node(m, &lines->list[i]);
	if (set->values.nodes == NULL)
		return 0;
	return strcasecmp(set->values.nodes, "ALL") == 0
		? join_nodes(m, value, "ALL")
		: each_host(value, set->values.nodes, join_node, m);
}

static int64_t number_or(int64_t number, int64_t otherwise)
{
	return number >= 0 ? number : otherwise;
}

/* What a line means, with what it leaves to Slurm's defaults and to those of the file. */
static struct swf_slurm_partition partition_of(
	const struct swf_slurm_draft *draft, const struct swf_slurm_partition_line *line)
{
	const enum swf_slurm_sharing sharing = line->over_subscribe != SWF_SLURM_SHARING_UNSAID
		? line->over_subscribe
		: line->shared;
	return (struct swf_slurm_partition){.default_time = line->default_time,
		.max_time = line->max_time,
		.min_nodes = line->min_nodes > 1 ? line->min_nodes : 1,
		.max_nodes = line->max_nodes,
		.priority_tier = number_or(line->priority, number_or(line->tier, 1)),
		.priority_job_factor = number_or(line->priority, number_or(line->job_factor, 1)),
		.state = line->state,
		.whole_nodes = sharing == SWF_SLURM_EXCLUSIVE,
		.over_time_limit =
			line->over_time_limit >= 0 ? line->over_time_limit : draft->over_time_limit,
		.memory_a_cpu = number_or(line->memory_a_cpu, draft->memory_a_cpu),
		.max_cpus_a_node = line->max_cpus_a_node,
		.qos = line->qos,
		.billing = line->billing,
		.billing_cpu = line->billing_cpu,
		.billing_memory = line->billing_memory,
		.billing_node = line->billing_node};
}

/* What is kept from one line of a partition to the next. */
struct partition_lines {
	struct swf_slurm_partition_line defaults;
	size_t capacity;
};

static int add_partition(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end, void *self)
{
	struct partition_lines *const lines = self;
	struct swf_slurm_partition_line line = lines->defaults;
	struct swf_slurm_conf *const conf = &draft->conf;
	const char *const name = value->text;
	if (swf_slurm_read_line(&draft->report, SWF_SLURM_PARTITION_LINE, begin, end, &line) != 0)
		return -1;
	if (strcasecmp(name, "DEFAULT") == 0) {
		lines->defaults = line;
		return 0;
	}
	if (swf_slurm_conf_partition(conf, name) < conf->partition_count)
		return swf_slurm_conf_refuse(value, "'%.60s' is there twice", name);
	if (line.default_time > line.max_time)
		return swf_slurm_conf_refuse(
			value, "DefaultTime of '%.60s' is more than its MaxTime", name);
	if (line.is_default && conf->default_partition != SIZE_MAX)
		return swf_slurm_conf_refuse(value, "'%.60s' is a second default, after '%.60s'",
			name, conf->partitions[conf->default_partition].name);
	if (line.is_default)
		conf->default_partition = conf->partition_count;
	struct swf_slurm_partition *larger = swf_array_reserve_from(
		8, conf->partitions, conf->partition_count, &lines->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(draft->report.error);
	conf->partitions = larger;
	struct swf_slurm_partition *const partition = &larger[conf->partition_count];
	*partition = partition_of(draft, &line);
	partition->name = name;
	partition->nodes = calloc(conf->words, sizeof *partition->nodes);
	if (partition->nodes == NULL)
		return swf_fail_memory(draft->report.error);
	conf->partition_count++;
	if (line.nodes == NULL)
		return 0;
	char *const names = swf_slurm_names_put(conf->names, line.nodes, strlen(line.nodes));
	if (names == NULL)
		return swf_fail_memory(draft->report.error);
	/* names in quotes may be separated by blanks */
	for (char *p = names; *p != '\0'; p++)
		*p = swf_is_blank(*p) ? ',' : *p;
	return join_nodes(&(struct membership){draft, partition->nodes}, value, names);
}

static int read_partitions(struct swf_slurm_draft *draft)
{
	struct partition_lines lines = {.defaults = {.max_time = (double)INFINITY,
						.default_time = -1,
						.over_time_limit = -1,
						.max_nodes = SWF_SLURM_UNLIMITED,
						.tier = -1,
						.job_factor = -1,
						.priority = -1,
						.memory_a_cpu = -1,
						.max_cpus_a_node = SWF_SLURM_UNLIMITED}};
	draft->conf.default_partition = SIZE_MAX;
	if (each_line(draft, "PartitionName", add_partition, &lines) != 0)
		return -1;
	if (draft->conf.default_partition == SIZE_MAX)
		draft->conf.default_partition = draft->conf.partition_count;
	return 0;
}

/* Slurm's defaults, as far as they are not 0. */
static const struct swf_slurm_conf defaults = {.loops = {.backfill = true,
						       .batch_sched_delay = 3,
						       .sched_interval = 60,
						       .sched_min_interval = 2e-6,
						       .default_queue_depth = 100,
						       .bf_interval = 30,
						       .bf_window = SWF_DAY,
						       .bf_resolution = 60,
						       .bf_max_job_test = 500,
						       .kill_wait = 30},
	.priority = {.max_age = SWF_WEEK,
		.half_life = SWF_WEEK,
		.calc_period = 300,
		.fair_tree = true,
		.damp = 1}};

/* More than there are settings. */
enum { GENERAL_MOST = 512 };

static bool find_setting(const struct swf_slurm_entry *entry, struct swf_slurm_found *found)
{
	return swf_slurm_setting_find(
		swf_slurm_conf_settings[SWF_SLURM_GENERAL], entry->key, entry->value, found);
}

/* The place of each setting among the entries that counts: the last one, as in Slurm. */
static int find_last(struct swf_slurm_draft *draft, size_t last[GENERAL_MOST])
{
	const struct swf_slurm_entries *const entries = &draft->entries;
	struct swf_slurm_found found;
	for (size_t i = 0; i < entries->count; i++) {
		const struct swf_slurm_entry *const e = &entries->list[i];
		if (!e->first)
			continue;
		if (!find_setting(e, &found))
			return swf_fail(draft->report.error,
				"%.100s:%zu: there is no setting '%.60s' in Slurm", e->file,
				e->line, e->key);
		last[found.place] = i;
	}
	return 0;
}

/* Whether a setting begins a line of several. */
static bool has_line(const char *key)
{
	static const char *const keys[] = {
		"NodeName", "PartitionName", "NodeSet", "DownNodes", "FrontendName", NULL};
	size_t i = 0;
	while (keys[i] != NULL && strcasecmp(keys[i], key) != 0)
		i++;
	return keys[i] != NULL;
}

static int read_general(struct swf_slurm_draft *draft)
{
	const struct swf_slurm_entries *const entries = &draft->entries;
	const struct swf_slurm_entry *const end = entries->list + entries->count;
	size_t last[GENERAL_MOST] = {0};
	if (find_last(draft, last) != 0)
		return -1;
	for (const struct swf_slurm_entry *e = entries->list, *next; e < end; e = next) {
		struct swf_slurm_found found;
		next = swf_slurm_entries_line_end(e, end);
		if (has_line(e->key) || !find_setting(e, &found))
			continue;
		const struct swf_slurm_value value = {
			e->file, e->line, found.name, e->value, &draft->report, NULL, NULL};
		if (next > e + 1)
			return swf_slurm_conf_refuse(
				&value, "is not alone in its line: '%.60s'", e[1].key);
		/* a second SlurmctldHost is that of a backup controller */
		const bool counts = strcmp(found.name, "SlurmctldHost") == 0 ||
			last[found.place] == (size_t)(e - entries->list);
		if (swf_slurm_tell(&value, counts ? found.kind : SWF_SLURM_IGNORED, found.name,
			    counts ? NULL : "the last line of its name counts") != 0)
			return -1;
		if (counts && found.setting != NULL &&
			found.setting->read(found.setting, &value, draft) != 0)
			return -1;
	}
	return 0;
}

/* Says what is wrong with a setting of the file, in its light of others. */
static int refuse_setting(struct swf_slurm_draft *draft, const char *key, const char *what)
{
	const struct swf_slurm_entry *at = NULL;
	for (size_t i = 0; i < draft->entries.count; i++)
		if (strcasecmp(draft->entries.list[i].key, key) == 0)
			at = &draft->entries.list[i];
	return swf_fail(draft->report.error, "%.100s:%zu: %s: %s", at->file, at->line, key, what);
}

/* Corrects what a setting was found to be, and says why. The words of its list then have no effect.
 */
static void correct(
	struct swf_slurm_draft *draft, const char *key, enum swf_slurm_kind kind, const char *why)
{
	const size_t length = strlen(key);
	for (size_t i = 0; i < draft->report.count; i++) {
		struct swf_slurm_told *const told = &draft->report.list[i];
		if (strncmp(told->name, key, length) != 0)
			continue;
		if (told->name[length] == '\0') {
			told->kind = kind;
			told->why = why;
		} else if (told->name[length] == '/') {
			told->kind = SWF_SLURM_NO_EFFECT;
		}
	}
}

/* Which parts of nodes jobs get. */
static int settle_selection(struct swf_slurm_draft *draft)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	conf->whole_nodes = draft->linear;
	if (draft->linear)
		return draft->consumable ? refuse_setting(draft, "SelectTypeParameters",
						   "CPUs, cores and sockets do not go with "
						   "SelectType=select/linear")
					 : 0;
	if (draft->select_units > 0 && !draft->consumable)
		return refuse_setting(draft, "SelectTypeParameters",
			"names memory, but neither CPUs nor cores nor sockets");
	if (draft->select_units == 0)
		conf->memory = draft->whole_cores = true;
	/* a job has the CPUs of whole cores: not modelled where a core has several */
	if (draft->whole_cores && draft->threads)
		correct(draft, "ThreadsPerCore", SWF_SLURM_NOT_MODELLED,
			"jobs get single CPUs, not those of whole cores");
	return 0;
}

/* Without a slurmdbd Slurm has no associations, so neither limits nor usage, and no age either. */
static void settle_accounting(struct swf_slurm_draft *draft)
{
	static const char *const keys[] = {
		"AccountingStorageEnforce", "PriorityWeightAge", "PriorityWeightFairshare"};
	struct swf_slurm_conf *const conf = &draft->conf;
	if (draft->has_slurmdbd)
		return;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		correct(draft, keys[i], SWF_SLURM_IGNORED,
			"AccountingStorageType is not accounting_storage/slurmdbd");
	conf->enforce = (struct swf_slurm_enforce){0};
	conf->priority.weight_age = conf->priority.weight_fair_share = 0;
}

/* Tells of settings that are not there, and whose defaults other releases have changed. */
static int tell_defaults(struct swf_slurm_draft *draft, const char *file)
{
	static const struct {
		const char *key, *value;
	} defaults_of[] = {{"SelectType", "select/linear"}, {"PriorityType", "priority/basic"}};
	const struct swf_slurm_entries *const entries = &draft->entries;
	for (size_t d = 0; d < sizeof defaults_of / sizeof *defaults_of; d++) {
		const struct swf_slurm_value value = {swf_input_name(file), 0, defaults_of[d].key,
			defaults_of[d].value, &draft->report, NULL, NULL};
		size_t i = 0;
		while (i < entries->count && strcasecmp(entries->list[i].key, value.name) != 0)
			i++;
		if (i == entries->count &&
			swf_slurm_tell(&value, SWF_SLURM_MODELLED, value.name,
				"not given: the default of 22.05") != 0)
			return -1;
	}
	return 0;
}

/* What follows from several settings. */
static int settle(struct swf_slurm_draft *draft, const char *file)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	struct swf_slurm_loops *const loops = &conf->loops;
	if (conf->node_count == 0)
		return swf_fail(draft->report.error, "%.100s: no node that is up", file);
	if (conf->partition_count == 0)
		return swf_fail(draft->report.error, "%.100s: no partition", file);
	if (conf->priority.half_life == 0 && conf->priority.reset == SWF_SLURM_RESET_NONE)
		return refuse_setting(
			draft, "PriorityDecayHalfLife", "0 needs a PriorityUsageResetPeriod");
	loops->over_time_limit = draft->over_time_limit;
	if (loops->bf_node_space_size == 0)
		loops->bf_node_space_size = loops->bf_max_job_test;
	settle_accounting(draft);
	return settle_selection(draft) == 0 ? tell_defaults(draft, file) : -1;
}

static int read_draft(struct swf_slurm_draft *draft, const char *file, const char *const changes[],
	const char *origin)
{
	draft->conf.names = swf_slurm_names_new();
	draft->entries.names = draft->report.names = draft->conf.names;
	draft->entries.report = &draft->report;
	if (draft->conf.names == NULL)
		return swf_fail_memory(draft->report.error);
	if (swf_slurm_entries_read(&draft->entries, file, draft->report.error) != 0 ||
		swf_slurm_change_entries(&draft->entries, changes, origin, draft->report.error) !=
			0)
		return -1;
	if (draft->entries.count == 0)
		return swf_fail(draft->report.error, "%.100s: has no settings", file);
	if (read_general(draft) != 0 || read_nodes(draft) != 0 || read_partitions(draft) != 0)
		return -1;
	return settle(draft, file);
}

static void clear_conf(struct swf_slurm_conf *conf)
{
	for (size_t i = 0; i < conf->partition_count; i++)
		free(conf->partitions[i].nodes);
	free(conf->partitions);
	free(conf->nodes);
	swf_slurm_names_free(conf->names);
}

struct swf_slurm_conf *swf_slurm_conf_read(
	const char *file, const struct swf_slurm_listener *listener, struct swf_error *error)
{
	return swf_slurm_conf_read_changed(file, NULL, "", listener, error);
}

struct swf_slurm_conf *swf_slurm_conf_read_changed(const char *file, const char *const changes[],
	const char *origin, const struct swf_slurm_listener *listener, struct swf_error *error)
{
	struct swf_slurm_conf *conf = NULL;
	struct swf_slurm_draft draft = {.conf = defaults,
		.report = {.tables = swf_slurm_conf_settings, .error = error},
		.linear = true};
	if (read_draft(&draft, file, changes, origin) == 0) {
		conf = malloc(sizeof *conf);
		if (conf == NULL)
			swf_fail_memory(error);
	}
	swf_slurm_report_to(&draft.report, listener);
	if (conf == NULL)
		clear_conf(&draft.conf);
	else
		*conf = draft.conf;
	free(draft.report.list);
	swf_slurm_entries_clear(&draft.entries);
	if (draft.nodes != NULL) {
		free(draft.nodes->list);
		free(draft.nodes->sets);
		swf_names_clear(&draft.nodes->index);
		free(draft.nodes);
	}
	return conf;
}

void swf_slurm_conf_free(struct swf_slurm_conf *conf)
{
	if (conf == NULL)
		return;
	clear_conf(conf);
	free(conf);
}

size_t swf_slurm_conf_partition(const struct swf_slurm_conf *conf, const char *name)
{
	size_t i = 0;
	while (i < conf->partition_count && strcasecmp(conf->partitions[i].name, name) != 0)
		i++;
	return i;
}
