#include "slurm/main-loop.h"

#include "slurm/node-sets.h"

void swf_slurm_main_loop_submitted(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	if (s->main.asked == INFINITY)
		s->main.asked = s->machine->now;
	job->held = !swf_slurm_usage_limits_allow(s->limits, job);
	s->main.idle = s->main.idle_full = false;
}

void swf_slurm_main_loop_ended(struct swf_slurm_daemon *s)
{
	swf_slurm_daemon_change(s);
	if (!s->conf->loops.defer)
		s->main.wanted = true;
	else if (s->main.asked == INFINITY)
		s->main.asked = s->machine->now;
}

/* Whether a job that does not fit keeps those behind it in its partition from starting: not if it
 * gets no reservation either, as it is too young or of too low a priority. */
static bool blocks(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	return swf_slurm_daemon_is_aged(s, job) &&
		job->priority >= s->conf->loops.bf_min_prio_reserve;
}

/* Whether a job that does not fit would not even do so if nothing ran, since partitions that are
 * blocked keep nodes from it. For Slurm its nodes are not available then, and it keeps no other job
 * from starting. One that has its nodes for itself does so if one of those left is in use. */
static bool lacks_nodes(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const uint64_t *of_partition = swf_slurm_daemon_partition(s, job)->nodes;
	return !swf_slurm_node_sets_equal(s->among, of_partition, s->conf->words) &&
		(!job->request.whole_nodes || swf_slurm_nodes_idle(s->nodes, s->among)) &&
		!swf_slurm_nodes_possible(s->nodes, &job->request, s->among);
}

static int try_job(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_slurm_conf *conf = s->conf;
	const uint64_t *of_partition = swf_slurm_daemon_partition(s, job)->nodes;
	if (job->held && !swf_slurm_usage_limits_allow(s->limits, job))
		return 0;
	swf_slurm_node_sets_copy(s->among, of_partition, conf->words);
	swf_slurm_node_sets_keep(s->among, s->available, conf->words);
	if (swf_slurm_node_sets_count(s->among, conf->words) >= job->request.min_nodes) {
		const enum swf_slurm_outcome outcome = swf_slurm_daemon_start(s, job, s->among);
		if (outcome == SWF_SLURM_FAILED)
			return -1;
		if (outcome == SWF_SLURM_STARTED || !blocks(s, job) ||
			(outcome == SWF_SLURM_LIMIT && !conf->loops.assoc_limit_stop) ||
			(outcome == SWF_SLURM_BUSY && lacks_nodes(s, job)))
			return 0;
	}
	s->blocked[job->who.partition] = true;
	swf_slurm_node_sets_remove(s->available, of_partition, conf->words);
	return 0;
}

/* One pass over the queue, or over its first default_queue_depth jobs. */
static int pass(struct swf_slurm_daemon *s, bool full)
{
	const struct swf_slurm_conf *conf = s->conf;
	const struct swf_slurm_loops *loops = &conf->loops;
	const uint64_t starts_before = s->starts;
	int64_t depth = 0;
	swf_slurm_node_sets_copy(s->available, s->all, conf->words);
	for (size_t i = 0; i < conf->partition_count; i++) {
		s->blocked[i] = false;
		s->tried[i] = 0;
	}
	for (size_t i = 0; i < s->waiting.count; i++) {
		struct swf_slurm_job *job = s->waiting.jobs[i];
		if (loops->sched_max_job_start > 0 &&
			(int64_t)(s->starts - starts_before) >= loops->sched_max_job_start)
			break;
		if (loops->partition_job_depth > 0 &&
			s->tried[job->who.partition]++ >= loops->partition_job_depth)
			continue;
		if (!full && depth++ > loops->default_queue_depth)
			break;
		if (!s->blocked[job->who.partition] && try_job(s, job) != 0)
			return -1;
	}
	if (s->starts != starts_before)
		swf_slurm_waiting_remove_started(&s->waiting);
	else if (full)
		s->main.idle = s->main.idle_full = true;
	else
		s->main.idle = true;
	return 0;
}

double swf_slurm_main_loop_interval(const struct swf_slurm_daemon *s)
{
	/* it looks once a second */
	return fmax(1, s->conf->loops.sched_interval);
}

/* The first full pass by the daemon's clock at or after a time. */
static double next_full(const struct swf_slurm_daemon *s, double time)
{
	const double interval = swf_slurm_main_loop_interval(s);
	return s->main.full + fmax(1, ceil((time - s->main.full) / interval)) * interval;
}

/* When a pass is made for what was submitted. */
static double delayed(const struct swf_slurm_daemon *s)
{
	return fmax(s->main.asked, s->main.counted + s->conf->loops.batch_sched_delay);
}

/* When a pass that is wanted may be made. In Slurm, two of them may be in one second. */
static double allowed(const struct swf_slurm_daemon *s)
{
	const double least = s->conf->loops.sched_min_interval;
	return least < 1 ? s->main.ran : s->main.ran + least;
}

void swf_slurm_main_loop_catch_up(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	if (s->conf->loops.sched_interval < 0)
		return;
	if (delayed(s) < now && delayed(s) < next_full(s, s->main.asked)) {
		s->main.counted = delayed(s);
		s->main.asked = INFINITY;
	}
	const double interval = next_full(s, s->main.full) - s->main.full;
	if (s->main.full + interval < now) {
		s->main.counted = s->main.full = next_full(s, now) - interval;
		if (s->main.asked <= s->main.full)
			s->main.asked = INFINITY;
	}
}

int swf_slurm_main_loop_run(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	struct swf_slurm_main_times *times = &s->main;
	if (s->conf->loops.sched_interval < 0)
		return 0;
	const bool is_full = next_full(s, times->full) <= now;
	if (is_full) {
		times->full = now;
		times->wanted_full = true;
	}
	if (is_full || delayed(s) <= now) {
		times->counted = now;
		times->asked = INFINITY;
		times->wanted = true;
	}
	if (!times->wanted || now < allowed(s))
		return 0;
	const bool full = times->wanted_full;
	times->wanted = times->wanted_full = false;
	times->ran = now;
	const bool is_idle = full ? times->idle_full : times->idle;
	return is_idle ? 0 : pass(s, full);
}

double swf_slurm_main_loop_due(const struct swf_slurm_daemon *s)
{
	if (s->conf->loops.sched_interval < 0 || s->main.idle_full)
		return INFINITY;
	const double full = next_full(s, s->machine->now);
	if (s->main.idle)
		return full;
	const double due = fmin(full, delayed(s));
	return s->main.wanted ? fmin(due, allowed(s)) : due;
}
