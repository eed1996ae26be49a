/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * topology.conf: lines SwitchName=NAME Nodes=LIST or Switches=LIST. A switch reaches the nodes that
 * are connected to it and those that its switches reach.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "slurm/conf/node-lines.h"

/* A line, and where its name stands. */
struct line {
	struct swf_slurm_value name;
	struct swf_slurm_switch_line lists;
};

struct reading {
	struct swf_slurm_draft *draft;
	struct line *lines; /* of each switch */
	size_t capacity, line_capacity;
	struct swf_names names;
	size_t at; /* the switch whose list is read */
};

static int add_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	const struct reading *const r = self;
	return swf_slurm_put_name(
		r->draft->nodes, value, name, length, r->draft->conf.switches[r->at].nodes);
}

static int add_switch(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	struct reading *const r = self;
	const struct swf_slurm_conf *const conf = &r->draft->conf;
	const uint32_t lower = swf_names_put(&r->names, name, length);
	if (lower == SWF_NO_NAME)
		return swf_fail_memory(value->report->error);
	if (lower >= conf->switch_count)
		return swf_slurm_conf_refuse(value, "there is no switch '%.*s'", (int)length, name);
	if (conf->switches[lower].parent != lower || lower == r->at)
		return swf_slurm_conf_refuse(value, "'%.*s' is connected twice", (int)length, name);
	conf->switches[lower].parent = r->at;
	return 0;
}

/* Makes a switch of a line. */
static int begin_switch(
	struct reading *r, const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end)
{
	struct swf_slurm_draft *const draft = r->draft;
	struct swf_slurm_conf *const conf = &draft->conf;
	const struct swf_slurm_value value = {
		begin->file, begin->line, begin->key, begin->value, &draft->report, NULL, NULL};
	const size_t place = conf->switch_count;
	if (strcasecmp(begin->key, "SwitchName") != 0)
		return swf_slurm_conf_refuse(&value, "is none of topology/tree");
	struct line *lines = swf_array_reserve(r->lines, place, &r->line_capacity, sizeof *lines);
	r->lines = lines != NULL ? lines : r->lines;
	struct swf_slurm_switch *switches =
		swf_array_reserve(conf->switches, place, &r->capacity, sizeof *switches);
	conf->switches = switches != NULL ? switches : conf->switches;
	uint64_t *const nodes = calloc(conf->words, sizeof *nodes);
	const uint32_t name = swf_names_put(&r->names, begin->value, strlen(begin->value));
	if (lines == NULL || switches == NULL || nodes == NULL || name == SWF_NO_NAME) {
		free(nodes);
		return swf_fail_memory(draft->report.error);
	}
	lines[place] = (struct line){.name = value};
	switches[place] = (struct swf_slurm_switch){begin->value, nodes, place, 0};
	conf->switch_count++;
	if (name < place)
		return swf_slurm_conf_refuse(&value, "'%.60s' is there twice", begin->value);
	const struct swf_slurm_switch_line *const lists = &lines[place].lists;
	if (swf_slurm_read_line(&draft->report, SWF_SLURM_SWITCH_LINE, begin + 1, end,
		    &lines[place].lists) != 0)
		return -1;
	return (lists->nodes == NULL) != (lists->switches == NULL)
		? 0
		: swf_slurm_conf_refuse(&value,
			  "'%.60s' is connected to Nodes or to Switches, one of the two",
			  begin->value);
}

/* Gives the switches above one its nodes. */
static int lift_nodes(struct reading *r, size_t leaf)
{
	struct swf_slurm_conf *const conf = &r->draft->conf;
	size_t level = 0;
	for (size_t i = leaf; conf->switches[i].parent != i;) {
		struct swf_slurm_switch *const above = &conf->switches[conf->switches[i].parent];
		if (++level > conf->switch_count)
			return swf_slurm_conf_refuse(&r->lines[i].name,
				"'%.60s' is connected in a circle", conf->switches[i].name);
		for (size_t word = 0; word < conf->words; word++)
			above->nodes[word] |= conf->switches[leaf].nodes[word];
		if (above->level < level)
			above->level = level;
		i = conf->switches[i].parent;
	}
	return 0;
}

static int connect(struct reading *r)
{
	struct swf_slurm_conf *const conf = &r->draft->conf;
	for (r->at = 0; r->at < conf->switch_count; r->at++) {
		const struct line *const line = &r->lines[r->at];
		if ((line->lists.nodes != NULL &&
			    swf_slurm_each_host(&line->name, line->lists.nodes, add_node, r) !=
				    0) ||
			(line->lists.switches != NULL &&
				swf_slurm_each_host(
					&line->name, line->lists.switches, add_switch, r) != 0))
			return -1;
	}
	for (size_t i = 0; i < conf->switch_count; i++)
		if (lift_nodes(r, i) != 0)
			return -1;
	return 0;
}

static int read_lines(struct reading *r, const char *path)
{
	struct swf_slurm_draft *const draft = r->draft;
	struct swf_slurm_entries entries = {.names = draft->conf.names, .report = &draft->report};
	int status = swf_slurm_entries_read(&entries, path, draft->report.error);
	const struct swf_slurm_entry *const end = entries.list + entries.count;
	for (const struct swf_slurm_entry *e = entries.list, *next; status == 0 && e < end;
		e = next) {
		next = swf_slurm_entries_line_end(e, end);
		status = begin_switch(r, e, next);
	}
	swf_slurm_entries_clear(&entries);
	return status;
}

int swf_slurm_read_switches(struct swf_slurm_draft *draft, const char *file)
{
	static const char name[] = "topology.conf";
	if (!draft->tree)
		return 0;
	char *const path = swf_slurm_path_beside(draft->conf.names, file, name, strlen(name));
	if (path == NULL)
		return swf_fail_memory(draft->report.error);
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return 0;
	const struct swf_slurm_entry *asks = draft->entries.list + draft->entries.count - 1;
	while (strcasecmp(asks->key, "TopologyPlugin") != 0)
		asks--;
	const struct swf_slurm_value value = {
		asks->file, asks->line, "Include", path, &draft->report, NULL, NULL};
	if (swf_slurm_tell(&value, SWF_SLURM_MODELLED, value.name, NULL) != 0)
		return -1;
	struct reading reading = {.draft = draft};
	const int status = read_lines(&reading, path) == 0 && connect(&reading) == 0 ? 0 : -1;
	free(reading.lines);
	swf_names_clear(&reading.names);
	return status;
}
