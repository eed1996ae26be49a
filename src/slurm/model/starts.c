/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What both loops of a simulated slurmctld do to start a job: limits come first, then its nodes, in
 * the main loop also those of jobs that it may preempt, and then the limits of what was chosen.
 */
#include "slurm/model/preemption.h"

/* Makes room by preemption for a job that its limits allow: 1, 0 or -1. */
static int preempt(struct swf_slurm_daemon *s, struct swf_slurm_job *job, const uint64_t *usable)
{
	if (!swf_slurm_usage_limits_allow_reservation(s->limits, job, job->request.min_nodes))
		return 0;
	const int room = swf_slurm_preempt(s, job, usable);
	return room == 1 ? swf_slurm_nodes_choose(s->nodes, &job->request, usable, &job->allocation)
			 : room;
}

enum swf_slurm_outcome swf_slurm_daemon_start(struct swf_slurm_daemon *s, struct swf_slurm_job *job,
	const uint64_t *usable, bool preempting)
{
	const double now = s->machine->now;
	swf_slurm_daemon_hold(s, job, !swf_slurm_usage_limits_allow(s->limits, job));
	if (job->held)
		return SWF_SLURM_LIMIT;
	int fits = 0;
	if (swf_slurm_nodes_may_fit(s->nodes, &job->request))
		fits = swf_slurm_nodes_choose(s->nodes, &job->request, usable, &job->allocation);
	if (fits == 0 && preempting && s->preempts)
		fits = preempt(s, job, usable);
	if (fits < 0)
		return SWF_SLURM_FAILED;
	swf_slurm_daemon_hold(s, job,
		fits == 1 ? !swf_slurm_usage_limits_allow_chosen(s->limits, job, &job->allocation)
			  : !swf_slurm_usage_limits_allow_reservation(
				    s->limits, job, job->request.min_nodes));
	if (job->held)
		return SWF_SLURM_LIMIT;
	if (fits == 0)
		return SWF_SLURM_BUSY;
	if (swf_slurm_nodes_take(s->nodes, &job->allocation, now, job->limit) != 0 ||
		swf_machine_start(s->machine, job->task) != 0)
		return SWF_SLURM_FAILED;
	swf_slurm_daemon_started(s, job);
	s->starts++;
	return SWF_SLURM_STARTED;
}
