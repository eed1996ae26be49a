/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/trials.h"

#include <math.h>

void swf_slurm_grounds_add(struct swf_slurm_grounds *grounds, struct swf_slurm_answer_id answer)
{
	if (grounds->count >= SWF_SLURM_GROUNDS || answer.serial == 0)
		grounds->count = SWF_SLURM_GROUNDS + 1;
	else
		grounds->answers[grounds->count++] = answer;
}

void swf_slurm_grounds_join(
	struct swf_slurm_grounds *grounds, const struct swf_slurm_grounds *others)
{
	grounds->until = fmin(grounds->until, others->until);
	if (others->count > SWF_SLURM_GROUNDS)
		grounds->count = others->count;
	for (size_t i = 0; i < others->count && grounds->count <= SWF_SLURM_GROUNDS; i++)
		swf_slurm_grounds_add(grounds, others->answers[i]);
}

bool swf_slurm_grounds_hold(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_grounds *grounds, double now)
{
	if (now >= grounds->until || grounds->count > SWF_SLURM_GROUNDS)
		return false;
	for (size_t i = 0; i < grounds->count; i++)
		if (!swf_slurm_nodes_still(nodes, grounds->answers[i], now))
			return false;
	return true;
}
