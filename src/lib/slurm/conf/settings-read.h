/* How settings are read whose values are of no common form. */
#ifndef SWF_SLURM_CONF_SETTINGS_READ_H
#define SWF_SLURM_CONF_SETTINGS_READ_H

#include "slurm/conf/settings.h"

/* MB: more is no memory of a node. */
#define SWF_SLURM_MEGABYTES_MOST 1e12

typedef int swf_slurm_reader(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into);

swf_slurm_reader swf_slurm_read_accounting, swf_slurm_read_enforcement, swf_slurm_read_damp,
	swf_slurm_read_priority_flags, swf_slurm_read_priority_type, swf_slurm_read_reset,
	swf_slurm_read_tres_weights, swf_slurm_read_scheduler_parameters,
	swf_slurm_read_scheduler_type, swf_slurm_read_select_type, swf_slurm_read_select_parameters;

extern const struct swf_slurm_settings swf_slurm_general_settings, swf_slurm_scheduler_parameters,
	swf_slurm_priority_flags, swf_slurm_select_parameters, swf_slurm_enforcement,
	swf_slurm_node_settings, swf_slurm_partition_settings, swf_slurm_node_set_settings,
	swf_slurm_down_nodes_settings, swf_slurm_qos_flags, swf_slurm_association_settings,
	swf_slurm_qos_settings;

#endif
