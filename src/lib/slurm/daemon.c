#include "slurm/daemon.h"

enum swf_slurm_outcome swf_slurm_daemon_start(
	struct swf_slurm_daemon *s, struct swf_slurm_job *job, const uint64_t *among)
{
	const double now = s->machine->now;
	job->held = !swf_slurm_usage_limits_allow(s->limits, job);
	if (job->held)
		return SWF_SLURM_LIMIT;
	int fits = 0;
	if (swf_slurm_nodes_may_fit(s->nodes, &job->request))
		fits = swf_slurm_nodes_choose(s->nodes, &job->request, among, &job->allocation);
	if (fits < 0)
		return SWF_SLURM_FAILED;
	job->held = fits == 1
		? !swf_slurm_usage_limits_allow_chosen(s->limits, job, &job->allocation)
		: !swf_slurm_usage_limits_allow_reservation(s->limits, job, job->request.min_nodes);
	if (job->held)
		return SWF_SLURM_LIMIT;
	if (fits == 0)
		return SWF_SLURM_BUSY;
	if (swf_slurm_nodes_take(s->nodes, &job->allocation, now, job->limit) != 0 ||
		swf_machine_start(s->machine, job->task) != 0)
		return SWF_SLURM_FAILED;
	swf_slurm_priority_started(s->priority, job, now);
	swf_slurm_usage_limits_started(s->limits, job);
	swf_slurm_daemon_change(s);
	s->starts++;
	return SWF_SLURM_STARTED;
}
