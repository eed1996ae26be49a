/* The files of a site whose Slurm a study simulates, as variables of recipes: what they stand for
 * are schedulers with options. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_SITE_H
#define SWF_CMD_EXPERIMENT_STUDY_SITE_H

#include "experiment/study-variables.h"

/* Makes schedulers of NOW and NEW, each the name of a slurm.conf, and of SETTING with VALUES, which
 * is NOW with another value each; they come before those of --scheduler. Gives each scheduler that
 * has a slurm.conf the files ASSOCIATIONS, QOS and KEYS, where it has no such option itself. Dies
 * where a file is not there, or nothing would read it. */
void complete_site(struct variables *variables);

#endif
