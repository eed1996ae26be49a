/* The lines of partitions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "slurm/conf/node-lines.h"

int swf_slurm_read_partition_state(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"UP", "DOWN", "DRAIN", "INACTIVE", NULL};
	int place = 0;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	*(enum swf_slurm_state *)((char *)into + setting->offset) = (enum swf_slurm_state)place;
	return 0;
}

int swf_slurm_read_sharing(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"EXCLUSIVE", "NO", "YES", "FORCE", NULL};
	const size_t name = strcspn(value->text, ":");
	struct swf_slurm_value word = *value;
	int place = 0;
	int64_t jobs = 0;
	if (value->text[name] == ':' &&
		swf_slurm_conf_whole(value, value->text + name + 1, strlen(value->text + name + 1),
			1, UINT16_MAX, &jobs) != 0)
		return -1;
	word.text = strncasecmp(value->text, "YES:", 4) == 0 ? "YES"
		: strncasecmp(value->text, "FORCE:", 6) == 0 ? "FORCE"
							     : value->text;
	if (swf_slurm_choose(&word, names, &place) != 0)
		return -1;
	*(enum swf_slurm_sharing *)((char *)into + setting->offset) =
		place == 0 ? SWF_SLURM_EXCLUSIVE : SWF_SLURM_BY_CPU;
	return 0;
}

/* The nodes of a partition. */
struct membership {
	struct swf_slurm_draft *draft;
	uint64_t *nodes;
};

static int join(void *self, const struct swf_slurm_value *value, const char *name, size_t length);

static void add_node(const struct membership *m, const struct swf_slurm_defined_node *node)
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
		return swf_slurm_each_host(value, list, join, m);
	for (size_t i = 0; i < lines->count; i++)
		add_node(m, &lines->list[i]);
	return 0;
}

static int join_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct membership *const m = self;
	struct swf_slurm_node_lines *const lines = m->draft->nodes;
	const uint32_t place = swf_names_put(&lines->index, name, length);
	if (place == SWF_NO_NAME)
		return swf_fail_memory(value->report->error);
	if (place >= lines->count)
		return swf_slurm_conf_refuse(value, "there is no node '%.*s'", (int)length, name);
	add_node(m, &lines->list[place]);
	return 0;
}

/* A node, or all of a NodeSet. */
static int join(void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	struct membership *const m = self;
	const struct swf_slurm_node_lines *const lines = m->draft->nodes;
	const struct swf_slurm_node_set *set = NULL;
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
		: swf_slurm_each_host(value, set->values.nodes, join_node, m);
}

/* Names in quotes may be separated by blanks. */
static int join_all(struct membership *m, const struct swf_slurm_value *value, const char *list)
{
	char *const names = swf_slurm_names_put(m->draft->conf.names, list, strlen(list));
	if (names == NULL)
		return swf_fail_memory(value->report->error);
	for (char *p = names; *p != '\0'; p++)
		*p = *p == ' ' || *p == '\t' ? ',' : *p;
	return join_nodes(m, value, names);
}

static int64_t or_else(int64_t number, int64_t otherwise)
{
	return number >= 0 ? number : otherwise;
}

/* What a line means, with what it leaves to Slurm's defaults and to those of the file. */
static struct swf_slurm_partition meaning(
	const struct swf_slurm_draft *draft, const struct swf_slurm_partition_line *line)
{
	const enum swf_slurm_sharing sharing = line->over_subscribe != SWF_SLURM_SHARING_UNSAID
		? line->over_subscribe
		: line->shared;
	return (struct swf_slurm_partition){.default_time = line->default_time,
		.max_time = line->max_time,
		.min_nodes = line->min_nodes > 1 ? line->min_nodes : 1,
		.max_nodes = line->max_nodes,
		.priority_tier = or_else(line->priority, or_else(line->tier, 1)),
		.priority_job_factor = or_else(line->priority, or_else(line->job_factor, 1)),
		.state = line->state,
		.whole_nodes = sharing == SWF_SLURM_EXCLUSIVE,
		.over_time_limit =
			line->over_time_limit >= 0 ? line->over_time_limit : draft->over_time_limit,
		.memory_a_cpu = or_else(line->memory_a_cpu, draft->memory_a_cpu),
		.max_cpus_a_node = line->max_cpus_a_node,
		.qos = line->qos,
		.billing = line->billing,
		.billing_cpu = line->billing_cpu,
		.billing_memory = line->billing_memory,
		.billing_node = line->billing_node};
}

static int add_partition(struct swf_slurm_draft *draft, const struct swf_slurm_value *value,
	const char *name, const struct swf_slurm_partition_line *line, size_t *capacity)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	if (swf_slurm_conf_partition(conf, name) < conf->partition_count)
		return swf_slurm_conf_refuse(value, "'%.60s' is there twice", name);
	if (line->default_time > line->max_time)
		return swf_slurm_conf_refuse(
			value, "DefaultTime of '%.60s' is more than its MaxTime", name);
	if (line->is_default && conf->default_partition != SIZE_MAX)
		return swf_slurm_conf_refuse(value, "'%.60s' is a second default, after '%.60s'",
			name, conf->partitions[conf->default_partition].name);
	if (line->is_default)
		conf->default_partition = conf->partition_count;
	struct swf_slurm_partition *larger = swf_array_reserve_from(
		8, conf->partitions, conf->partition_count, capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(draft->report.error);
	conf->partitions = larger;
	struct swf_slurm_partition *const partition = &larger[conf->partition_count];
	*partition = meaning(draft, line);
	partition->name = name;
	partition->nodes = calloc(conf->words, sizeof *partition->nodes);
	if (partition->nodes == NULL)
		return swf_fail_memory(draft->report.error);
	conf->partition_count++;
	struct membership membership = {draft, partition->nodes};
	return line->nodes != NULL ? join_all(&membership, value, line->nodes) : 0;
}

int swf_slurm_read_partitions(struct swf_slurm_draft *draft)
{
	const struct swf_slurm_entry *const end = draft->entries.list + draft->entries.count;
	struct swf_slurm_partition_line defaults = {.max_time = (double)INFINITY,
		.default_time = -1,
		.over_time_limit = -1,
		.max_nodes = SWF_SLURM_UNLIMITED,
		.tier = -1,
		.job_factor = -1,
		.priority = -1,
		.memory_a_cpu = -1,
		.max_cpus_a_node = SWF_SLURM_UNLIMITED};
	size_t capacity = 0;
	draft->conf.default_partition = SIZE_MAX;
	for (const struct swf_slurm_entry *e = draft->entries.list, *next; e < end; e = next) {
		next = swf_slurm_line_end(e, end);
		if (strcasecmp(e->key, "PartitionName") != 0)
			continue;
		const bool is_defaults = strcasecmp(e->value, "DEFAULT") == 0;
		const struct swf_slurm_value value = {
			e->file, e->line, "PartitionName", e->value, &draft->report, NULL, NULL};
		struct swf_slurm_partition_line line = defaults;
		if (swf_slurm_read_line(
			    &draft->report, SWF_SLURM_PARTITION_LINE, e + 1, next, &line) != 0)
			return -1;
		if (is_defaults)
			defaults = line;
		else if (add_partition(draft, &value, e->value, &line, &capacity) != 0)
			return -1;
	}
	if (draft->conf.default_partition == SIZE_MAX)
		draft->conf.default_partition = draft->conf.partition_count;
	return 0;
}
