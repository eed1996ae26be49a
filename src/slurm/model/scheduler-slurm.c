/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scheduler: what the engine asks it, passed on to the parts of a simulated slurmctld.
 *
 * A real slurmctld wakes up each second. Here next_pass names the next time at which something may
 * start or priorities change, and the engine comes back then. What slurmctld did in between is made
 * up for at the beginning of each call that depends on it: updates of priorities one by one, as
 * each decays usage, and passes by their times alone, since they would have started nothing.
 *
 * Between calls `stuck` and `rests` say that no pass starts anything before a job comes or ends.
 * The first holds while no job that waits can have its nodes. The second holds while nothing runs,
 * from the time on at which no priority changes any more.
 */
#include <stdlib.h>

#include "slurm/model/daemon.h"
#include "slurm/model/node-sets.h"
#include "slurm/model/preemption.h"
#include "slurm/model/suspension.h"
#include "slurm/slurm.h"

static void free_state(void *state)
{
	struct swf_slurm_daemon *s = state;
	swf_slurm_nodes_free(s->nodes);
	swf_slurm_priority_free(s->priority);
	swf_slurm_usage_limits_free(s->limits);
	swf_slurm_licenses_free(s->licenses);
	swf_slurm_constraints_free(s->constraints);
	swf_slurm_job_list_clear(&s->jobs);
	swf_slurm_waiting_clear(&s->waiting);
	swf_slurm_main_loop_clear(&s->main_loop);
	swf_slurm_backfill_clear(&s->backfill);
	swf_slurm_preemption_clear(&s->preempted);
	swf_slurm_suspension_clear(&s->suspension);
	free(s->widest);
	free(s->most_gpus);
	free(s->all_nodes);
	free(s);
}

/* What follows from the nodes of the configuration. */
static int fill_nodes(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_conf *conf = s->conf;
	s->all_nodes = calloc(conf->words, sizeof *s->all_nodes);
	s->widest = calloc(conf->partition_count, sizeof *s->widest);
	s->most_gpus = calloc(conf->partition_count, sizeof *s->most_gpus);
	if (s->all_nodes == NULL || s->widest == NULL || s->most_gpus == NULL)
		return -1;
	for (size_t i = 0; i < conf->node_count; i++)
		swf_slurm_node_sets_put(s->all_nodes, i);
	for (size_t p = 0; p < conf->partition_count; p++)
		for (size_t i = 0; i < conf->node_count; i++) {
			if (!swf_slurm_node_sets_has(conf->partitions[p].nodes, i))
				continue;
			int64_t gpus = 0;
			for (size_t t = 0; t < conf->gpu_type_count; t++)
				gpus += conf->gpus[i * conf->gpu_type_count + t];
			if (conf->nodes[i].cpus > s->widest[p])
				s->widest[p] = conf->nodes[i].cpus;
			if (gpus > s->most_gpus[p])
				s->most_gpus[p] = gpus;
		}
	return 0;
}

/* The processors that jobs can have at a time, where those of some partitions share them. */
static int32_t shared_procs(const struct swf_slurm_conf *conf)
{
	int64_t procs = 0;
	for (size_t n = 0; n < conf->node_count; n++) {
		int64_t jobs = 0;
		for (size_t p = 0; p < conf->partition_count; p++)
			if (conf->partitions[p].shares_cores &&
				swf_slurm_node_sets_has(conf->partitions[p].nodes, n))
				jobs += conf->partitions[p].jobs_a_core;
		procs += conf->nodes[n].cpus * (jobs > 1 ? jobs : 1);
	}
	return procs < INT32_MAX ? (int32_t)procs : INT32_MAX;
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	if (options->own_options == NULL) {
		swf_fail(machine->error, "the scheduler slurm needs the configuration of a site");
		return NULL;
	}
	struct swf_slurm_daemon *s = calloc(1, sizeof *s);
	if (s == NULL)
		return NULL;
	s->machine = machine;
	s->site = options->own_options;
	s->conf = s->site->conf;
	s->reserved_end = s->site->reserved != NULL ? s->site->reserved->last_end : -INFINITY;
	machine->takes_back = swf_slurm_preempts(s->conf);
	s->preempts = machine->takes_back && !s->conf->preemption.gang;
	machine->procs = machine->free_procs = shared_procs(s->conf);
	swf_slurm_job_list_init(&s->jobs);
	s->nodes = swf_slurm_nodes_new(s->conf, s->site->start);
	s->limits = swf_slurm_usage_limits_new(s->site);
	s->licenses = swf_slurm_licenses_new(s->site);
	s->constraints = swf_slurm_constraints_new(s->site);
	const int loops = swf_slurm_main_loop_init(&s->main_loop, s->conf) |
		swf_slurm_backfill_init(&s->backfill, s->conf);
	if (s->nodes == NULL || s->limits == NULL || s->licenses == NULL ||
		s->constraints == NULL || loops != 0 || fill_nodes(s) != 0 ||
		swf_slurm_preemption_init(s) != 0) {
		free_state(s);
		return NULL;
	}
	return s;
}

static int64_t divided_up(int64_t amount, int64_t step)
{
	return amount / step + (amount % step > 0);
}

/* Second 0, or if now is earlier the last time up to now that is whole periods before it. */
static double period_begin(double now, double period)
{
	return now < 0 && period > 0 ? floor(now / period) * period : 0;
}

/* slurmctld runs from second 0 on, or from before the first job if that comes earlier. It starts
 * whole periods earlier then, so that what it does at intervals comes at the same times. */
static int begin_daemon(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	s->main_loop.full = period_begin(now, swf_slurm_main_loop_interval(s));
	s->backfill.ran = period_begin(now, s->conf->loops.bf_interval);
	s->priority =
		swf_slurm_priority_new(s->site, period_begin(now, s->conf->priority.calc_period));
	if (s->priority == NULL)
		return -1;
	s->priority_due = swf_slurm_priority_due(s->priority);
	return 0;
}

/* The GPUs that a job asks for where nodes have any, of each of its nodes: of as many as the log
 * says, or else of the fewest that have them. */
static void read_gpus(const struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_job *of_log = job->task->job;
	struct swf_slurm_request *request = &job->request;
	const int64_t most = s->most_gpus[job->who.partition];
	request->gpu_type = SWF_SLURM_ANY_GPU;
	if (of_log->gpus <= 0 || s->conf->gpu_type_count == 0)
		return;
	const int64_t nodes = of_log->nodes > 0 ? of_log->nodes
		: most > 0                      ? divided_up(of_log->gpus, most)
						: 1;
	const int64_t each = divided_up(of_log->gpus, nodes);
	request->gpus_a_node = each < INT32_MAX ? (int32_t)each : INT32_MAX;
	request->gpu_type = swf_slurm_site_gpu_type(s->site, of_log);
	if (request->min_nodes < nodes)
		request->min_nodes = nodes;
	/* where the log has the CPUs that were asked for, those of the GPUs may be more */
	const int64_t a_node =
		swf_slurm_daemon_partition(s, job)->cpus_a_gpu * request->gpus_a_node;
	request->cpus_a_node = a_node < INT32_MAX ? (int32_t)a_node : INT32_MAX;
	const int64_t cpus = (int64_t)request->cpus_a_node * request->min_nodes;
	if (cpus > request->cpus)
		request->cpus = cpus < INT32_MAX ? (int32_t)cpus : INT32_MAX;
}

/* KB for each processor: what the job asked for, else what it used. The bound is more than any node
 * has, and keeps the sum over all processors from overflowing. 0 for a job that says neither. */
static int64_t asked_memory(const struct swf_slurm_daemon *s, const struct swf_job *job)
{
	const int64_t most = INT64_MAX / 2 / s->conf->cpus;
	const int64_t asked = job->memory_request > 0 ? job->memory_request : job->memory;
	const int64_t counted = asked < most ? asked : most;
	/* Slurm counts whole MB */
	return asked > 0 ? divided_up(counted, 1024) * 1024 : 0;
}

/* What a job asks for of memory, or the default. One that wants more for a CPU than MaxMemPerCPU
 * gets more CPUs for it. */
static void read_memory(const struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_slurm_partition *partition = swf_slurm_daemon_partition(s, job);
	struct swf_slurm_request *request = &job->request;
	const int64_t asked = asked_memory(s, job->task->job), most = partition->most_memory_a_cpu;
	if (asked == 0 && request->gpus_a_node > 0 && partition->memory_a_gpu > 0)
		request->memory_a_node = partition->memory_a_gpu * request->gpus_a_node;
	else if (asked == 0 && partition->memory_a_node > 0)
		request->memory_a_node = partition->memory_a_node;
	else
		request->memory_a_cpu = asked > 0 ? asked : partition->memory_a_cpu;
	if (most == 0 || request->memory_a_cpu <= most)
		return;
	const int64_t times = divided_up(request->memory_a_cpu, most);
	const int64_t cpus = times < INT32_MAX / request->cpus ? times * request->cpus : INT32_MAX;
	request->cpus = (int32_t)cpus;
	request->memory_a_cpu = divided_up(request->memory_a_cpu, times);
}

/* What a job asks for, and its time limit in whole minutes. */
static void read_job(const struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_job *of_log = job->task->job;
	const struct swf_slurm_partition *partition = swf_slurm_daemon_partition(s, job);
	const int64_t most = swf_slurm_usage_limits_nodes(s->limits, &job->who);
	job->tier = partition->priority_tier;
	job->behind = s->preempted.behind[swf_slurm_daemon_kind(s, job)];
	job->queued = job->eligible = of_log->submit;
	job->reserved = swf_slurm_site_reserved(s->site, of_log);
	job->request = (struct swf_slurm_request){.cpus = job->task->size,
		.partition = job->who.partition,
		.min_nodes = partition->min_nodes > 1 ? partition->min_nodes : 1,
		.max_nodes = most < partition->max_nodes ? most : partition->max_nodes,
		.whole_nodes = s->conf->whole_nodes || partition->whole_nodes};
	read_gpus(s, job);
	read_memory(s, job);
	const int32_t widest = s->widest[job->who.partition];
	job->least_nodes = widest > 0 ? (job->request.cpus + widest - 1) / widest : 1;
	if (job->least_nodes < job->request.min_nodes)
		job->least_nodes = job->request.min_nodes;
	if (of_log->estimate > 0)
		job->limit = ceil(of_log->estimate / 60) * 60;
	else if (partition->default_time >= 0)
		job->limit = partition->default_time;
	else
		job->limit = fmin(
			swf_slurm_usage_limits_wall(s->limits, &job->who), partition->max_time);
}

/* Whether a job asks for more memory on a node than MaxMemPerNode. Which nodes it will get is not
 * known yet: of a job that asks for CPUs, Slurm takes as many as the first node has. */
static bool is_beyond_memory(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_request *request = &job->request;
	const int64_t most = swf_slurm_daemon_partition(s, job)->most_memory_a_node;
	const int32_t cpus = s->conf->nodes[0].cpus;
	const int64_t asked = request->memory_a_node > 0
		? request->memory_a_node
		: request->memory_a_cpu * (request->cpus < cpus ? request->cpus : cpus);
	return most > 0 && asked > most;
}

/* Whether a job is accepted, as it could start if nothing ran: 1, 0 with the reason, or -1. */
static int accept_job(struct swf_slurm_daemon *s, struct swf_slurm_job *job, const char **why)
{
	const struct swf_slurm_partition *partition = swf_slurm_daemon_partition(s, job);
	const unsigned flags = s->site->associations->qos[job->who.qos].flags;
	*why = "with a constraint that no node of their partition meets";
	const int allowed = swf_slurm_constraints_of(s->constraints, job);
	if (allowed != 1)
		return allowed;
	*why = "of a partition that is not up";
	if (partition->state != SWF_SLURM_UP)
		return 0;
	*why = "longer than MaxTime of their partition";
	if (job->limit > partition->max_time && (flags & SWF_SLURM_QOS_PART_TIME_LIMIT) == 0)
		return 0;
	*why = "with more memory than MaxMemPerNode of their partition";
	if (is_beyond_memory(s, job))
		return 0;
	*why = "larger than their partition";
	if (!swf_slurm_nodes_possible(s->nodes, &job->request, job->nodes))
		return 0;
	*why = "with licences that there are not";
	const int licensed = swf_slurm_licenses_of(s->licenses, job);
	if (licensed != 1)
		return licensed;
	*why = "beyond a limit of their QOS or account";
	return swf_slurm_usage_limits_submit(
		s->limits, job, swf_slurm_nodes_least(s->nodes, &job->request, job->nodes));
}

static int limit_job(void *state, struct swf_task *task, struct swf_scheduler_limits *limits)
{
	static const double longest = 365.0 * 24 * 3600; /* for a job without any limit */
	struct swf_slurm_daemon *s = state;
	if (s->priority == NULL && begin_daemon(s) != 0)
		return -1;
	struct swf_slurm_job *job = swf_slurm_job_list_new(&s->jobs, task);
	if (job == NULL)
		return -1;
	limits->why = "without a partition";
	int accepted = swf_slurm_who(s->site, task->job, &job->who);
	if (accepted == 1) {
		read_job(s, job);
		accepted = accept_job(s, job, &limits->why);
	}
	if (accepted != 1) {
		swf_slurm_job_list_end(&s->jobs, task);
		return accepted;
	}
	limits->requested = fmin(job->limit, longest);
	limits->killed = job->limit + swf_slurm_daemon_partition(s, job)->over_time_limit;
	return 1;
}

static int take_arrival(void *state, struct swf_task *task)
{
	struct swf_slurm_daemon *s = state;
	swf_slurm_daemon_plan_rest(s);
	return swf_slurm_job_list_submit(&s->jobs, task);
}

/* Passes that were due before now would have started nothing: next_pass left them out. */
static void catch_up_loops(struct swf_slurm_daemon *s)
{
	swf_slurm_main_loop_catch_up(s);
	swf_slurm_backfill_catch_up(s);
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct swf_slurm_daemon *s = state;
	if (after > before) /* a prediction has been corrected, none of which counts here */
		return 0;
	struct swf_slurm_job *job = swf_slurm_job_list_of(&s->jobs, task);
	catch_up_loops(s);
	if (!task->started) { /* it never will, and leaves the queue */
		swf_slurm_daemon_plan_rest(s);
		swf_slurm_usage_limits_withdrawn(s->limits, job);
		swf_slurm_waiting_remove(&s->waiting, job);
		swf_slurm_job_list_end(&s->jobs, task);
		swf_slurm_daemon_change(s);
		return 0;
	}
	swf_slurm_daemon_release(s, job);
	swf_slurm_usage_limits_ended(s->limits, job);
	swf_slurm_job_list_end(&s->jobs, task);
	swf_slurm_main_loop_ended(s);
	return 0;
}

/* Sorts the queue after an update of priorities, which a start or an end may have made already. */
static void update_priorities(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	if (swf_slurm_priority_due(s->priority) <= now)
		swf_slurm_priority_update(s->priority, now);
	const double due = swf_slurm_priority_due(s->priority);
	if (due == s->priority_due)
		return;
	s->priority_due = due;
	if (s->waiting.count == 0)
		return;
	const double updated = swf_slurm_priority_updated(s->priority);
	for (size_t i = 0; i < s->waiting.count; i++)
		swf_slurm_priority_of(s->priority, s->waiting.jobs[i], updated);
	swf_slurm_waiting_sort(&s->waiting);
	swf_slurm_daemon_change(s);
}

static int submit_jobs(struct swf_slurm_daemon *s)
{
	for (size_t i = 0; i < s->jobs.submitted_count; i++) {
		struct swf_slurm_job *job = s->jobs.submitted[i];
		if (swf_slurm_priority_submitted(s->priority, job, s->machine->now) != 0)
			return -1;
		const size_t place = swf_slurm_waiting_add(&s->waiting, job);
		if (place == SIZE_MAX)
			return -1;
		swf_slurm_main_loop_submitted(s, job);
		swf_slurm_backfill_submitted(s, place);
	}
	s->jobs.submitted_count = 0;
	return 0;
}

/* Whether nothing can start before a job ends or is submitted, and what comes until then leaves no
 * trace. An update of priorities leaves one if they only grow, or if it counts usage while it
 * computes that of others. A pass leaves one in the limits, and in the time of the next one. */
static bool is_stuck(const struct swf_slurm_daemon *s)
{
	const struct swf_slurm_conf *conf = s->conf;
	if (s->preempts || swf_slurm_daemon_is_restless(s) || conf->enforce.limits ||
		conf->loops.sched_min_interval >= 1 ||
		(conf->priority.multifactor &&
			(!conf->priority.fair_tree || conf->priority.incr_only)))
		return false;
	for (size_t i = 0; i < s->waiting.count; i++)
		if (swf_slurm_licenses_allow(s->licenses, s->waiting.jobs[i]) &&
			swf_slurm_nodes_may_fit(s->nodes, &s->waiting.jobs[i]->request))
			return false;
	return true;
}

static int make_pass(void *state)
{
	struct swf_slurm_daemon *s = state;
	catch_up_loops(s);
	update_priorities(s);
	if (swf_slurm_preemption_return(s) != 0 || submit_jobs(s) != 0 ||
		swf_slurm_main_loop_run(s) != 0 || swf_slurm_backfill_run(s) != 0 ||
		swf_slurm_suspension_update(s) != 0)
		return -1;
	s->stuck = is_stuck(s);
	return 0;
}

/* As next_pass, of the jobs in the queue. */
static double next_of_queue(const struct swf_slurm_daemon *s)
{
	if (s->waiting.count == 0 || s->stuck)
		return INFINITY;
	if (s->machine->now > s->rests && swf_slurm_nodes_idle(s->nodes, s->all_nodes))
		return INFINITY;
	return fmin(swf_slurm_priority_due(s->priority),
		fmin(swf_slurm_main_loop_due(s), swf_slurm_backfill_due(s)));
}

static double next_pass(const void *state)
{
	const struct swf_slurm_daemon *s = state;
	return fmin(next_of_queue(s), swf_slurm_preemption_due(s));
}

const struct swf_scheduler swf_scheduler_slurm = {
	.name = "slurm",
	.summary = "Slurm with the configuration of a site (--slurm-conf)",
	.by_requested = true,
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = free_state,
	.end_changed = end_changed,
	.limits = limit_job,
	.arrive = take_arrival,
	.pass = make_pass,
	.next_pass = next_pass,
};
