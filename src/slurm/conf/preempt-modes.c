/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of preemption, which the cluster, its partitions and its QOS set alike. */
#include <string.h>
#include <strings.h>

#include "slurm/conf/settings.h"

/* GANG beside another mode says how that one is brought about; alone it preempts nothing. Modes
 * that are not modelled are as OFF. */
int swf_slurm_read_preempt_mode(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const known[] = {"CLUSTER", "OFF", "CANCEL", "REQUEUE", "SUSPEND"};
	static const char *const others[] = {"GANG", "WITHIN", "PRIORITY"};
	enum swf_slurm_preempt_mode *const mode = swf_slurm_member(setting, into);
	enum { KNOWN = sizeof known / sizeof *known, OTHERS = sizeof others / sizeof *others };
	*mode = SWF_SLURM_PREEMPT_OFF;
	for (const char *word = value->text; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		size_t i = 0;
		while (i < KNOWN + OTHERS) {
			const char *const name = i < KNOWN ? known[i] : others[i - KNOWN];
			if (strlen(name) == length && strncasecmp(name, word, length) == 0)
				break;
			i++;
		}
		if (i == KNOWN + OTHERS)
			return swf_slurm_conf_refuse(
				value, "not a value of it: '%.40s'", value->text);
		if (i < KNOWN)
			*mode = (enum swf_slurm_preempt_mode)i;
		word += length + (word[length] == ',');
	}
	return 0;
}
