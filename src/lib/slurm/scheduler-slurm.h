/* Slurm as a scheduler, by the configuration of a site. */
#ifndef SWF_SLURM_SCHEDULER_SLURM_H
#define SWF_SLURM_SCHEDULER_SLURM_H

#include "swfcore/scheduler.h"

extern const struct swf_scheduler swf_scheduler_slurm;

#endif
