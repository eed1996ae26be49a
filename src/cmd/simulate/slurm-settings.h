/* The settings of a site's files: what each means to the simulation. */
#ifndef SWF_CMD_SIMULATE_SLURM_SETTINGS_H
#define SWF_CMD_SIMULATE_SLURM_SETTINGS_H

#include "slurm/conf/slurm-conf.h"
#include "swfcore/table.h"

/* A listener that puts each setting into a table. */
struct swf_table *slurm_settings_table(void);
struct swf_slurm_listener slurm_settings_to(struct swf_table *table);

/* One that keeps those that are not modelled, and a warning of each, once for all its lines. */
struct swf_slurm_listener keep_unmodelled(void);
void warn_of_unmodelled(void);

#endif
