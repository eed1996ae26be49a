#include "slurm/conf/slurm-conf.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/input.h"
#include "slurm/conf/changes.h"
#include "slurm/conf/draft.h"
#include "swfcore/quantity.h"

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

static bool find(const struct swf_slurm_entry *entry, struct swf_slurm_found *found)
{
	return swf_slurm_setting_find(SWF_SLURM_GENERAL, entry->key, entry->value, found);
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
		if (!find(e, &found))
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

/* Whether Slurm takes all lines of a setting: a second host is the one of a backup controller. */
static bool is_of_several(const char *name)
{
	return strcmp(name, "SlurmctldHost") == 0;
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
		next = swf_slurm_line_end(e, end);
		if (has_line(e->key) || !find(e, &found))
			continue;
		const struct swf_slurm_value value = {
			e->file, e->line, found.name, e->value, &draft->report, NULL, NULL};
		if (next > e + 1)
			return swf_slurm_conf_refuse(
				&value, "is not alone in its line: '%.60s'", e[1].key);
		const bool counts = is_of_several(found.name) ||
			last[found.place] == (size_t)(e - entries->list);
		if ((counts ? swf_slurm_tell(&value, found.kind, found.name, NULL)
			    : swf_slurm_tell(&value, SWF_SLURM_IGNORED, found.name,
				      "the last line of its name counts")) != 0)
			return -1;
		if (counts && found.setting != NULL &&
			found.setting->read(found.setting, &value, draft) != 0)
			return -1;
	}
	return 0;
}

/* Says what is wrong with a setting of the file, in its light of others. */
static int refuse(struct swf_slurm_draft *draft, const char *key, const char *what)
{
	const struct swf_slurm_entry *at = NULL;
	for (size_t i = 0; i < draft->entries.count; i++)
		if (strcasecmp(draft->entries.list[i].key, key) == 0)
			at = &draft->entries.list[i];
	return swf_fail(draft->report.error, "%.100s:%zu: %s: %s", at->file, at->line, key, what);
}

/* Says of a setting that it is something else than it seemed, and why. The words of its list then
 * have no effect. */
static void tell_anew(
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
		return draft->consumable ? refuse(draft, "SelectTypeParameters",
						   "CPUs, cores and sockets do not go with "
						   "SelectType=select/linear")
					 : 0;
	if (draft->select_units > 0 && !draft->consumable)
		return refuse(draft, "SelectTypeParameters",
			"names memory, but neither CPUs nor cores nor sockets");
	if (draft->select_units == 0)
		conf->memory = draft->whole_cores = true;
	/* a job has the CPUs of whole cores: not modelled where a core has several */
	if (draft->whole_cores && draft->threads)
		tell_anew(draft, "ThreadsPerCore", SWF_SLURM_NOT_MODELLED,
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
		tell_anew(draft, keys[i], SWF_SLURM_IGNORED,
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
		return refuse(draft, "PriorityDecayHalfLife", "0 needs a PriorityUsageResetPeriod");
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
		swf_slurm_entries_change(&draft->entries, changes, origin, draft->report.error) !=
			0)
		return -1;
	if (draft->entries.count == 0)
		return swf_fail(draft->report.error, "%.100s: has no settings", file);
	if (read_general(draft) != 0 || swf_slurm_read_nodes(draft) != 0 ||
		swf_slurm_read_partitions(draft) != 0)
		return -1;
	return settle(draft, file);
}

static void clear(struct swf_slurm_conf *conf)
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
	struct swf_slurm_draft draft = {.conf = defaults, .report.error = error, .linear = true};
	if (read_draft(&draft, file, changes, origin) == 0) {
		conf = malloc(sizeof *conf);
		if (conf == NULL)
			swf_fail_memory(error);
	}
	swf_slurm_report_to(&draft.report, listener);
	if (conf == NULL)
		clear(&draft.conf);
	else
		*conf = draft.conf;
	free(draft.report.list);
	swf_slurm_entries_clear(&draft.entries);
	swf_slurm_node_lines_free(draft.nodes);
	return conf;
}

void swf_slurm_conf_free(struct swf_slurm_conf *conf)
{
	if (conf == NULL)
		return;
	clear(conf);
	free(conf);
}

size_t swf_slurm_conf_partition(const struct swf_slurm_conf *conf, const char *name)
{
	size_t i = 0;
	while (i < conf->partition_count && strcasecmp(conf->partitions[i].name, name) != 0)
		i++;
	return i;
}
