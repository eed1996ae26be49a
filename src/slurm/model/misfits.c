/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of misfits. None covers another: of two requests where one asks for no less, the other
 * holds for both, unless it is known for a shorter time.
 */
#include "slurm/model/misfits.h"

/* Whether a request fits nowhere where the other does not. */
static bool asks_no_less(const struct swf_slurm_misfit *more, const struct swf_slurm_misfit *less)
{
	const struct swf_slurm_request *a = &more->request, *b = &less->request;
	return a->cpus >= b->cpus && more->length >= less->length && more->nodes == less->nodes &&
		a->partition == b->partition && a->min_nodes >= b->min_nodes &&
		a->whole_nodes == b->whole_nodes && a->memory_a_cpu == b->memory_a_cpu &&
		a->memory_a_node == b->memory_a_node && a->gpus_a_node >= b->gpus_a_node &&
		a->gpu_type == b->gpu_type;
}

static struct swf_slurm_misfit misfit_of(
	const struct swf_slurm_job *job, double length, double until)
{
	return (struct swf_slurm_misfit){
		.request = job->request, .nodes = job->nodes, .length = length, .until = until};
}

void swf_slurm_misfits_add(struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job,
	double length, double until, const struct swf_slurm_grounds *grounds)
{
	struct swf_slurm_misfit added = misfit_of(job, length, until);
	added.grounds = *grounds;
	size_t kept = 0;
	for (size_t i = 0; i < misfits->count; i++) {
		const struct swf_slurm_misfit *one = &misfits->list[i];
		if (one->until > until || !asks_no_less(one, &added))
			misfits->list[kept++] = *one;
	}
	misfits->count = kept;
	if (kept < SWF_SLURM_MISFITS)
		misfits->list[misfits->count++] = added;
}

const struct swf_slurm_misfit *swf_slurm_misfits_find(
	const struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length)
{
	const struct swf_slurm_misfit asked = misfit_of(job, length, 0), *found = NULL;
	for (size_t i = 0; i < misfits->count; i++) {
		const struct swf_slurm_misfit *one = &misfits->list[i];
		if ((found == NULL || one->until > found->until) && asks_no_less(&asked, one))
			found = one;
	}
	return found;
}
