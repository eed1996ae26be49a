/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of misfits. None covers another: of two requests where one asks for no less, the other
 * holds for both, unless it is known for a shorter time.
 */
#include "slurm/model/misfits.h"

/* Whether a request for that long (s) of some of these nodes fits nowhere where another does not.
 */
static bool asks_no_less(const struct swf_slurm_request *a, const uint64_t *nodes, double length,
	const struct swf_slurm_misfit *other)
{
	const struct swf_slurm_request *b = &other->request;
	return a->cpus >= b->cpus && length >= other->length && nodes == other->nodes &&
		a->partition == b->partition && a->min_nodes >= b->min_nodes &&
		a->whole_nodes == b->whole_nodes && a->memory_a_cpu == b->memory_a_cpu &&
		a->memory_a_node == b->memory_a_node && a->gpus_a_node >= b->gpus_a_node &&
		a->gpu_type == b->gpu_type && a->alternatives == b->alternatives;
}

void swf_slurm_misfits_add(struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job,
	double length, double until, const struct swf_slurm_grounds *grounds)
{
	const struct swf_slurm_misfit added = {job->request, job->nodes, length, until, *grounds};
	size_t kept = 0;
	for (size_t i = 0; i < misfits->count; i++) {
		const struct swf_slurm_misfit *one = &misfits->list[i];
		if (one->until <= until &&
			asks_no_less(&one->request, one->nodes, one->length, &added))
			continue;
		if (kept < i)
			misfits->list[kept] = *one;
		kept++;
	}
	misfits->count = kept;
	if (kept < SWF_SLURM_MISFITS)
		misfits->list[misfits->count++] = added;
}

const struct swf_slurm_misfit *swf_slurm_misfits_find(
	const struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length)
{
	const struct swf_slurm_misfit *found = NULL;
	for (size_t i = 0; i < misfits->count; i++) {
		const struct swf_slurm_misfit *one = &misfits->list[i];
		if ((found == NULL || one->until > found->until) &&
			asks_no_less(&job->request, job->nodes, length, one))
			found = one;
	}
	return found;
}
