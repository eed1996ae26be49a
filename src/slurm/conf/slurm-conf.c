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

#include "base/array.h"
#include "base/input.h"
#include "base/number.h"
#include "slurm/conf/node-lines.h"
#include "swfcore/quantity.h"

/* The nodes of a partition. */
struct membership {
	struct swf_slurm_draft *draft;
	uint64_t *nodes;
};

static int join_name(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length);

static int join_nodes(struct membership *m, const struct swf_slurm_value *value, const char *list)
{
	const struct swf_slurm_node_lines *const lines = m->draft->nodes;
	if (strcasecmp(list, "ALL") != 0)
		return swf_slurm_each_host(value, list, join_name, m);
	for (size_t i = 0; i < lines->count; i++)
		swf_slurm_put_node(&lines->list[i], m->nodes);
	return 0;
}

static int join_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct membership *const m = self;
	return swf_slurm_put_name(m->draft->nodes, value, name, length, m->nodes);
}

/* A node, or all of a NodeSet. */
static int join_name(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
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
		if (swf_slurm_has_word(lines->list[i].values.features, set->values.feature,
			    strlen(set->values.feature)))
			swf_slurm_put_node(&lines->list[i], m->nodes);
	if (set->values.nodes == NULL)
		return 0;
	return strcasecmp(set->values.nodes, "ALL") == 0
		? join_nodes(m, value, "ALL")
		: swf_slurm_each_host(value, set->values.nodes, join_node, m);
}

static int64_t number_or(int64_t number, int64_t otherwise)
{
	return number >= 0 ? number : otherwise;
}

/* Memory that settings give a CPU or a node: where a line has one of the two (negative: not), none
 * of the file counts. */
static int64_t memory_of(int64_t of_line, int64_t other_of_line, int64_t of_file)
{
	if (of_line >= 0)
		return of_line;
	return other_of_line >= 0 ? 0 : of_file;
}

/* What a line means, with what it leaves to Slurm's defaults and to those of the file. */
static struct swf_slurm_partition partition_of(
	const struct swf_slurm_draft *draft, const struct swf_slurm_partition_line *line)
{
	const struct swf_slurm_sharing_of_line sharing =
		line->over_subscribe.by != SWF_SLURM_SHARING_UNSAID ? line->over_subscribe
								    : line->shared;
	return (struct swf_slurm_partition){.default_time = line->default_time,
		.max_time = line->max_time,
		.min_nodes = line->min_nodes > 1 ? line->min_nodes : 1,
		.max_nodes = line->max_nodes,
		.priority_tier = number_or(line->priority, number_or(line->tier, 1)),
		.priority_job_factor = number_or(line->priority, number_or(line->job_factor, 1)),
		.state = line->state,
		.whole_nodes = sharing.by == SWF_SLURM_EXCLUSIVE,
		.jobs_a_core = sharing.by == SWF_SLURM_BY_CPU ? sharing.jobs_a_core : 1,
		.over_time_limit =
			line->over_time_limit >= 0 ? line->over_time_limit : draft->over_time_limit,
		.memory_a_cpu =
			memory_of(line->memory_a_cpu, line->memory_a_node, draft->memory_a_cpu),
		.memory_a_node =
			memory_of(line->memory_a_node, line->memory_a_cpu, draft->memory_a_node),
		.cpus_a_gpu = number_or(line->cpus_a_gpu, draft->cpus_a_gpu),
		.memory_a_gpu = number_or(line->memory_a_gpu, draft->memory_a_gpu),
		.most_memory_a_cpu = memory_of(line->most_memory_a_cpu, line->most_memory_a_node,
			draft->most_memory_a_cpu),
		.most_memory_a_node = memory_of(line->most_memory_a_node, line->most_memory_a_cpu,
			draft->most_memory_a_node),
		.max_cpus_a_node = line->max_cpus_a_node,
		.qos = line->qos,
		.billing = line->billing,
		.preempt_mode = line->preempt_mode,
		.grace = line->grace,
		.billing_cpu = line->billing_cpu,
		.billing_memory = line->billing_memory,
		.billing_node = line->billing_node,
		.billing_gpu = line->billing_gpu};
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
	if (line.default_time > line.max_time) {
		line.default_time = -1;
		if (swf_slurm_ignore_part(value, "DefaultTime", "more than MaxTime, which holds") !=
			0)
			return -1;
	}
	if (line.is_default && conf->default_partition != SIZE_MAX)
		swf_slurm_tell_ignored(&draft->report,
			conf->partitions[conf->default_partition].name, "Default",
			"a later partition is the default");
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
	if (swf_slurm_gpu_weights(draft, line.billing_text, &partition->billing_gpu_types) != 0)
		return -1;
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
						.memory_a_node = -1,
						.cpus_a_gpu = -1,
						.memory_a_gpu = -1,
						.most_memory_a_cpu = -1,
						.most_memory_a_node = -1,
						.max_cpus_a_node = SWF_SLURM_UNLIMITED}};
	draft->conf.default_partition = SIZE_MAX;
	if (swf_slurm_each_line(draft, "PartitionName", add_partition, &lines) != 0)
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
	.preemption = {.requeues = true, .reorder_count = 1},
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
			    counts ? found.why : "the last line of its name counts") != 0)
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

/* Whether a setting, or word of a list, is there. */
static bool is_told(const struct swf_slurm_draft *draft, const char *name)
{
	for (size_t i = 0; i < draft->report.count; i++)
		if (strcmp(draft->report.list[i].name, name) == 0)
			return true;
	return false;
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
	if (draft->select_units == 0 && is_told(draft, "SelectTypeParameters"))
		return refuse_setting(
			draft, "SelectTypeParameters", "names neither CPUs nor cores nor sockets");
	if (draft->consumable && !draft->whole_cores &&
		is_told(draft, "SelectTypeParameters/CR_ONE_TASK_PER_CORE"))
		return refuse_setting(draft, "SelectTypeParameters",
			"CR_ONE_TASK_PER_CORE does not go with CR_CPU");
	if (draft->select_units == 0)
		conf->memory = draft->whole_cores = true;
	conf->whole_cores = draft->whole_cores;
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
	const bool old = draft->release < SWF_SLURM_23_11;
	const struct {
		const char *key, *value;
	} defaults_of[] = {{"SelectType", old ? "select/linear" : "select/cons_tres"},
		{"PriorityType", old ? "priority/basic" : "priority/multifactor"}};
	static const char *const why[] = {"not given: the default of 22.05",
		"not given: the default of 23.11", "not given: the default of 24.11"};
	const struct swf_slurm_entries *const entries = &draft->entries;
	for (size_t d = 0; d < sizeof defaults_of / sizeof *defaults_of; d++) {
		const struct swf_slurm_value value = {swf_input_name(file), 0, defaults_of[d].key,
			defaults_of[d].value, &draft->report, NULL, NULL};
		size_t i = 0;
		while (i < entries->count && strcasecmp(entries->list[i].key, value.name) != 0)
			i++;
		if (i == entries->count &&
			swf_slurm_tell(
				&value, SWF_SLURM_MODELLED, value.name, why[draft->release]) != 0)
			return -1;
	}
	return 0;
}

/* Whether a word is anywhere in a setting: that is where Slurm finds those of TopologyParam. */
static bool has_within(const struct swf_slurm_draft *draft, const char *key, const char *word)
{
	const size_t length = strlen(word);
	bool found = false;
	for (size_t i = 0; i < draft->entries.count; i++) {
		const struct swf_slurm_entry *const e = &draft->entries.list[i];
		if (!e->first || strcasecmp(e->key, key) != 0)
			continue;
		found = false;
		for (const char *p = e->value; *p != '\0' && !found; p++)
			found = strncasecmp(p, word, length) == 0;
	}
	return found;
}

/* Whether nodes are chosen by the switches that there are. */
static void settle_topology(struct swf_slurm_draft *draft)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	enum swf_slurm_kind kind = SWF_SLURM_NOT_MODELLED;
	const char *why = NULL;
	if (!draft->tree)
		return;
	if (conf->switch_count == 0) {
		why = "there is no topology.conf beside it";
	} else if (draft->linear) {
		why = "with select/linear";
	} else if (has_within(draft, "TopologyParam", "Dragonfly")) {
		why = "TopologyParam has Dragonfly";
	} else if (has_within(draft, "TopologyParam", "TopoOptional")) {
		kind = SWF_SLURM_NO_EFFECT;
		why = "TopologyParam has TopoOptional: switches count for jobs that ask for them";
	}
	if (why == NULL)
		return;
	correct(draft, "TopologyPlugin", kind, why);
	while (conf->switch_count > 0)
		free(conf->switches[--conf->switch_count].nodes);
}

/* Tells of values of PreemptMode with this word that they are not modelled. */
static void reject_modes(struct swf_slurm_draft *draft, const char *mode, const char *why)
{
	for (size_t i = 0; i < draft->report.count; i++) {
		struct swf_slurm_told *const told = &draft->report.list[i];
		if (strcmp(told->name, "PreemptMode") != 0 ||
			!swf_slurm_has_word(told->value, mode, strlen(mode)))
			continue;
		told->kind = SWF_SLURM_NOT_MODELLED;
		told->why = why;
	}
}

/* Whether jobs are suspended. */
static void settle_gang(struct swf_slurm_draft *draft)
{
	struct swf_slurm_preemption_conf *const preemption = &draft->conf.preemption;
	const char *why = NULL;
	if (preemption->mode != SWF_SLURM_PREEMPT_SUSPEND)
		why = "without SUSPEND,GANG as that of the cluster";
	else if (!has_within(draft, "PreemptMode", "GANG"))
		why = "without GANG";
	else if (!preemption->by_partition)
		why = "without PreemptType=preempt/partition_prio";
	else if (draft->linear)
		why = "with select/linear";
	preemption->gang = why == NULL;
	if (preemption->gang) {
		reject_modes(draft, "CANCEL", "with SUSPEND,GANG as that of the cluster");
		reject_modes(draft, "REQUEUE", "with SUSPEND,GANG as that of the cluster");
		correct(draft, "PreemptExemptTime", SWF_SLURM_NOT_MODELLED,
			"with PreemptMode=SUSPEND,GANG");
		return;
	}
	reject_modes(draft, "SUSPEND", why);
	if (preemption->mode == SWF_SLURM_PREEMPT_SUSPEND)
		preemption->mode = SWF_SLURM_PREEMPT_OFF;
}

/* Whether jobs of a partition share cores, all of them running at a time. */
static void settle_sharing(struct swf_slurm_draft *draft)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	const char *why = NULL;
	if (draft->linear)
		why = "with select/linear";
	else if (has_within(draft, "PreemptMode", "GANG"))
		why = "with PreemptMode=GANG, by which jobs take turns";
	for (size_t i = 0; i < conf->partition_count; i++) {
		struct swf_slurm_partition *const partition = &conf->partitions[i];
		if (why != NULL)
			partition->jobs_a_core = 1;
		partition->shares_cores = partition->jobs_a_core > 1 ||
			(conf->preemption.gang && !partition->whole_nodes);
		conf->shares_cores |= partition->shares_cores;
	}
	if (why == NULL)
		return;
	for (size_t i = 0; i < draft->report.count; i++) {
		struct swf_slurm_told *const told = &draft->report.list[i];
		const bool shares = strcmp(told->name, "OverSubscribe") == 0 ||
			strcmp(told->name, "Shared") == 0;
		if (shares && told->kind == SWF_SLURM_MODELLED &&
			strncasecmp(told->value, "FORCE", 5) == 0 &&
			strcasecmp(told->value, "FORCE:1") != 0) {
			told->kind = SWF_SLURM_NOT_MODELLED;
			told->why = why;
		}
	}
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
	if (loops->bf_max_job_user > 0 && loops->bf_max_job_assoc > 0)
		correct(draft, "SchedulerParameters/bf_max_job_user", SWF_SLURM_IGNORED,
			"bf_max_job_assoc counts");
	if (loops->bf_node_space_size == 0)
		loops->bf_node_space_size = loops->bf_max_job_test;
	settle_topology(draft);
	settle_gang(draft);
	settle_sharing(draft);
	settle_accounting(draft);
	return settle_selection(draft) == 0 ? tell_defaults(draft, file) : -1;
}

/* What lists of resources can have of GPUs, which is to be known before these are read. */
static void find_tracked(struct swf_slurm_draft *draft)
{
	draft->conf.tracked = "";
	draft->report.conf = &draft->conf;
	for (size_t i = 0; i < draft->entries.count; i++)
		if (draft->entries.list[i].first &&
			strcasecmp(draft->entries.list[i].key, "AccountingStorageTRES") == 0)
			draft->conf.tracked = draft->entries.list[i].value;
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
	find_tracked(draft);
	if (read_general(draft) != 0 || swf_slurm_read_nodes(draft) != 0 ||
		swf_slurm_read_switches(draft, file) != 0 || read_partitions(draft) != 0)
		return -1;
	return settle(draft, file);
}

static void clear_conf(struct swf_slurm_conf *conf)
{
	for (size_t i = 0; i < conf->partition_count; i++) {
		free(conf->partitions[i].nodes);
		free(conf->partitions[i].billing_gpu_types);
	}
	free(conf->priority.weight_gpu_types);
	free(conf->partitions);
	for (size_t i = 0; i < conf->switch_count; i++)
		free(conf->switches[i].nodes);
	free(conf->switches);
	free(conf->licenses);
	free(conf->gpu_types);
	free(conf->gpus);
	free(conf->nodes);
	swf_slurm_names_free(conf->names);
}

struct swf_slurm_conf *swf_slurm_conf_read(
	const char *file, const struct swf_slurm_listener *listener, struct swf_error *error)
{
	return swf_slurm_conf_read_changed(file, SWF_SLURM_22_05, NULL, "", listener, error);
}

struct swf_slurm_conf *swf_slurm_conf_read_changed(const char *file, enum swf_slurm_release release,
	const char *const changes[], const char *origin, const struct swf_slurm_listener *listener,
	struct swf_error *error)
{
	struct swf_slurm_conf *conf = NULL;
	struct swf_slurm_draft draft = {.conf = defaults,
		.report = {.tables = swf_slurm_conf_settings, .error = error},
		.release = release,
		.linear = release < SWF_SLURM_23_11};
	draft.conf.release = release;
	draft.conf.priority.multifactor = release >= SWF_SLURM_23_11;
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
