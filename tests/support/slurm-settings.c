/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: slurm-settings
 *
 * Prints what swf-simulate knows of the settings of Slurm, as the section of swfkit-slurm(7). */
#include <stdio.h>
#include <string.h>

#include "slurm/conf/settings.h"

static const char *const titles[SWF_SLURM_SCOPES] = {[SWF_SLURM_GENERAL] = "Lines of slurm.conf",
	[SWF_SLURM_NODE_LINE] = "Lines of nodes (NodeName)",
	[SWF_SLURM_PARTITION_LINE] = "Lines of partitions (PartitionName)",
	[SWF_SLURM_NODE_SET_LINE] = "Lines of sets of nodes (NodeSet)",
	[SWF_SLURM_DOWN_NODES_LINE] = "Lines of nodes that are down (DownNodes)",
	[SWF_SLURM_SWITCH_LINE] = "Lines of topology.conf (SwitchName)",
	[SWF_SLURM_SCHEDULER_PARAMETERS] = "Words of SchedulerParameters",
	[SWF_SLURM_PRIORITY_FLAGS] = "Words of PriorityFlags",
	[SWF_SLURM_SELECT_PARAMETERS] = "Words of SelectTypeParameters",
	[SWF_SLURM_ENFORCEMENT] = "Words of AccountingStorageEnforce",
	[SWF_SLURM_PREEMPT_PARAMETERS] = "Words of PreemptParameters",
	[SWF_SLURM_QOS_FLAGS] = "Flags of QOS",
	[SWF_SLURM_OF_ASSOCIATIONS] = "Options of accounts and users (sacctmgr dump)",
	[SWF_SLURM_OF_QOS] = "Columns of QOS (sacctmgr show qos)"};

/* Prints the words of a paragraph, filled to lines. */
static size_t column;

static void print_word(const char *word)
{
	const size_t length = strlen(word);
	if (column > 0 && column + 1 + length > 78)
		column = 0, putchar('\n');
	else if (column > 0)
		column++, putchar(' ');
	fputs(word, stdout);
	column += length;
}

/* A name with what stands behind it, and a comma or the end. */
static void print_name(const char *name, const char *harmless, const char *end)
{
	char word[300];
	snprintf(word, sizeof word, "%s%s", name, *harmless == '\0' ? end : "");
	print_word(word);
	for (const char *value = harmless; *value != '\0';) {
		const size_t length = strcspn(value, "|");
		const char *const next = value + length + (value[length] == '|');
		snprintf(word, sizeof word, "%s%.*s%s%s", value == harmless ? "(other than " : "",
			(int)length, value, *next == '\0' ? ")" : ",", *next == '\0' ? end : "");
		print_word(word);
		value = next;
	}
}

static void begin_kind(const char *kind)
{
	printf(".It %s\n", kind);
	column = 0;
}

int main(void)
{
	for (int scope = 0; scope < SWF_SLURM_SCOPES; scope++) {
		const struct swf_slurm_settings *const all = swf_slurm_conf_settings[scope] != NULL
			? swf_slurm_conf_settings[scope]
			: swf_slurm_associations_settings[scope];
		printf(".Ss %s\n.Bl -tag -width Ds\n", titles[scope]);
		begin_kind("modelled");
		for (const struct swf_slurm_setting *s = all->modelled; s->name != NULL; s++)
			print_name(s->name, "", s[1].name != NULL ? "," : "\n");
		if (all->unmodelled->name != NULL)
			begin_kind("not modelled");
		for (const struct swf_slurm_unmodelled *u = all->unmodelled; u->name != NULL; u++)
			print_name(u->name, u->harmless, u[1].name != NULL ? "," : "\n");
		if (*all->no_effect != NULL)
			begin_kind("no effect");
		for (const char *const *n = all->no_effect; *n != NULL; n++)
			print_name(*n, "", n[1] != NULL ? "," : "\n");
		puts(".El");
	}
	return 0;
}
