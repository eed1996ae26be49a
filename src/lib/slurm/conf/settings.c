#include "slurm/conf/settings.h"

#include <string.h>
#include <strings.h>

#include "slurm/conf/settings-read.h"

const struct swf_slurm_settings *const swf_slurm_all_settings[SWF_SLURM_SCOPES] = {
	[SWF_SLURM_GENERAL] = &swf_slurm_general_settings,
	[SWF_SLURM_NODE_LINE] = &swf_slurm_node_settings,
	[SWF_SLURM_PARTITION_LINE] = &swf_slurm_partition_settings,
	[SWF_SLURM_NODE_SET_LINE] = &swf_slurm_node_set_settings,
	[SWF_SLURM_DOWN_NODES_LINE] = &swf_slurm_down_nodes_settings,
	[SWF_SLURM_SCHEDULER_PARAMETERS] = &swf_slurm_scheduler_parameters,
	[SWF_SLURM_PRIORITY_FLAGS] = &swf_slurm_priority_flags,
	[SWF_SLURM_SELECT_PARAMETERS] = &swf_slurm_select_parameters,
	[SWF_SLURM_ENFORCEMENT] = &swf_slurm_enforcement,
	[SWF_SLURM_QOS_FLAGS] = &swf_slurm_qos_flags,
	[SWF_SLURM_OF_ASSOCIATIONS] = &swf_slurm_association_settings,
	[SWF_SLURM_OF_QOS] = &swf_slurm_qos_settings};

/* Whether a value is among those between "|". */
static bool is_among(const char *list, const char *value)
{
	const size_t length = strlen(value);
	while (length > 0 && *list != '\0') {
		const size_t item = strcspn(list, "|");
		if (item == length && strncasecmp(list, value, length) == 0)
			return true;
		list += item + (list[item] == '|');
	}
	return false;
}

bool swf_slurm_setting_find(enum swf_slurm_scope scope, const char *name, const char *value,
	struct swf_slurm_found *found)
{
	const struct swf_slurm_settings *const all = swf_slurm_all_settings[scope];
	size_t place = 0;
	for (const struct swf_slurm_setting *s = all->modelled; s->name != NULL; s++, place++)
		if (strcasecmp(s->name, name) == 0) {
			*found = (struct swf_slurm_found){
				s->name, SWF_SLURM_MODELLED, s->read != NULL ? s : NULL, place};
			return true;
		}
	for (const struct swf_slurm_unmodelled *u = all->unmodelled; u->name != NULL; u++, place++)
		if (strcasecmp(u->name, name) == 0) {
			const bool is_read = u->read.read != NULL;
			const bool is_harmless = is_among(u->harmless, value != NULL ? value : "");
			*found = (struct swf_slurm_found){u->name,
				!is_harmless      ? SWF_SLURM_NOT_MODELLED
					: is_read ? SWF_SLURM_MODELLED
						  : SWF_SLURM_NO_EFFECT,
				is_read ? &u->read : NULL, place};
			return true;
		}
	for (const char *const *n = all->no_effect; *n != NULL; n++, place++)
		if (strcasecmp(*n, name) == 0) {
			*found = (struct swf_slurm_found){*n, SWF_SLURM_NO_EFFECT, NULL, place};
			return true;
		}
	return false;
}
