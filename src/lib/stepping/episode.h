/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an episode was worth. */
#ifndef SWF_STEPPING_EPISODE_H
#define SWF_STEPPING_EPISODE_H

#include "swfcore/stepping.h"

/* s: run times below it count as that in the bounded slowdown */
enum { SWF_SLOWDOWN_BOUND = 10 };

struct swf_episode_means {
	double wait, slowdown; /* s, and the bounded slowdown; 0 where no job has started */
};

/* Means over the jobs of a simulation that have started, in their order in the log. */
struct swf_episode_means swf_stepping_means(const struct swf_stepping *stepping);

#endif
