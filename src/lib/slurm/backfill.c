#include "slurm/backfill.h"

#include "slurm/node-sets.h"

/* How the test of a job went. */
enum step { FAILED = -1, NEXT, STOP };

static const double year = 365.0 * 24 * 3600;

/* s, for which nodes are reserved. */
static double planned_time(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const double longest = swf_slurm_daemon_partition(s, job)->max_time;
	return fmin(job->limit, longest == INFINITY ? year : longest);
}

static void make_set(const struct swf_slurm_daemon *s,
	const struct swf_slurm_allocation *allocation, uint64_t *set)
{
	memset(set, 0, s->conf->words * sizeof *set);
	for (size_t i = 0; i < allocation->count; i++)
		swf_slurm_node_sets_put(set, allocation->shares[i].node);
}

/* The nodes of a job that has started and has them for itself are reserved up to its end. */
static enum step reserve_running(struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const struct swf_slurm_allocation *has = &job->allocation;
	if (!swf_slurm_daemon_partition(s, job)->whole_nodes)
		return NEXT;
	if (s->reservations.made >= loops->bf_node_space_size)
		return NEXT;
	make_set(s, has, s->on);
	const double end = swf_slurm_daemon_round(s, has->end, loops->bf_resolution);
	return swf_slurm_reservations_add(&s->reservations, -INFINITY, end, s->on) == 0 ? NEXT
											: FAILED;
}

/* Reserves the nodes that were found for a job, if it may reserve any. */
static enum step reserve(struct swf_slurm_daemon *s, struct swf_slurm_job *job, double start)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const int64_t nodes = swf_slurm_node_sets_count(s->on, s->conf->words);
	if (!loops->assoc_limit_stop &&
		!swf_slurm_usage_limits_allow_reservation(s->limits, job, nodes))
		return NEXT;
	if ((s->site->associations->qos[job->who.qos].flags & SWF_SLURM_QOS_NO_RESERVE) != 0)
		return NEXT;
	if (loops->bf_job_part_count_reserve > 0) {
		const int full = swf_slurm_backfill_counts_full(&s->counts, s->conf, job);
		if (full != 0)
			return full < 0 ? FAILED : NEXT;
		swf_slurm_backfill_counts_reserve(&s->counts, job);
	}
	if (s->reservations.made >= loops->bf_node_space_size)
		return STOP;
	const double step = loops->bf_resolution;
	const double begin = swf_slurm_daemon_round(s, start, step);
	const double end = swf_slurm_daemon_round(s, start + planned_time(s, job), step);
	s->backfill.quiet = fmin(s->backfill.quiet, start);
	/* with the window, its end comes to the beginning of this, or leaves the end behind */
	const double edge = begin < swf_slurm_reservations_end(&s->reservations) ? end : begin;
	if (edge >= swf_slurm_reservations_end(&s->reservations))
		s->backfill.quiet = fmin(s->backfill.quiet, edge + step - loops->bf_window);
	return swf_slurm_reservations_add(&s->reservations, begin, end, s->on) == 0 ? NEXT : FAILED;
}

/* Whether the nodes that were found have reservations at the times that the job's would have. */
static bool overlaps(
	const struct swf_slurm_daemon *s, const struct swf_slurm_job *job, double start)
{
	const double step = s->conf->loops.bf_resolution;
	return swf_slurm_reservations_overlap(&s->reservations,
		swf_slurm_daemon_round(s, start, step),
		swf_slurm_daemon_round(s, start + planned_time(s, job), step), s->on);
}

/* Starts a job, or finds when and where it can start and reserves that. It looks at times from now
 * on at which nodes become free of reservations. */
static enum step find_place(struct swf_slurm_daemon *s, struct swf_slurm_job *job, bool only_now)
{
	const struct swf_slurm_conf *conf = s->conf;
	const uint64_t *of_partition = swf_slurm_daemon_partition(s, job)->nodes;
	const double now = s->machine->now, length = planned_time(s, job);
	struct swf_slurm_backfill_state *plan = &s->backfill;
	bool counted = false;
	for (double at = now, start = now;; at = start) {
		const double later = swf_slurm_reservations_free(
			&s->reservations, at, at + length, of_partition, s->among);
		if (at == now)
			plan->quiet = fmin(plan->quiet,
				swf_slurm_reservations_same_before(
					&s->reservations, at + length, later, s->among) -
					length);
		int found = 0;
		const int64_t least = counted ? job->least_nodes : job->request.min_nodes;
		if (swf_slurm_node_sets_reach(s->among, conf->words, least)) {
			plan->tested += !counted;
			counted = true;
			enum swf_slurm_outcome outcome = SWF_SLURM_BUSY;
			if (at == now)
				outcome = swf_slurm_daemon_start(s, job, s->among);
			if (outcome == SWF_SLURM_FAILED)
				return FAILED;
			if (outcome == SWF_SLURM_STARTED)
				return reserve_running(s, job);
			if (only_now ||
				(outcome == SWF_SLURM_LIMIT && !conf->loops.assoc_limit_stop))
				return NEXT;
			found = swf_slurm_nodes_when(
				s->nodes, &job->request, s->among, now, later, &start, s->on);
			if (found < 0)
				return FAILED;
			/* nothing tells when a limit will be out of the way */
			if (outcome == SWF_SLURM_LIMIT && start <= now)
				start = later < INFINITY ? later : now + 500;
			/* by a job that is overdue, or that limit, the start moves with time */
			if (found == 1)
				plan->quiet = fmin(plan->quiet, start <= now + 500 ? now : start);
		}
		start = fmax(start, at);
		if (found == 0 || start > later) {
			if (later == INFINITY || only_now)
				return NEXT;
			/* until then too few nodes are free at some time */
			start = swf_slurm_reservations_room(&s->reservations, later, length,
				job->who.partition,
				counted ? job->least_nodes : job->request.min_nodes);
			if (start == INFINITY)
				return NEXT;
		} else if (start > now + conf->loops.bf_window) {
			plan->quiet = fmin(plan->quiet, start - conf->loops.bf_window);
			return NEXT;
		} else if (start <= now || !overlaps(s, job, start)) {
			return reserve(s, job, start);
		}
	}
}

static enum step test(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill_state *plan = &s->backfill;
	if (plan->tested >= loops->bf_max_job_test)
		return STOP;
	job->held = !swf_slurm_usage_limits_allow(s->limits, job);
	if (job->held && !loops->assoc_limit_stop)
		return NEXT;
	bool only_now = job->priority < loops->bf_min_prio_reserve;
	if (!only_now && !swf_slurm_daemon_is_aged(s, job)) {
		only_now = true;
		plan->quiet = fmin(plan->quiet, job->task->submit + loops->bf_min_age_reserve);
	}
	if (!only_now && loops->bf_job_part_count_reserve > 0) {
		const int full = swf_slurm_backfill_counts_full(&s->counts, s->conf, job);
		if (full < 0)
			return FAILED;
		only_now = full == 1;
	}
	const int may = swf_slurm_backfill_counts_test(&s->counts, s->conf, job);
	return may < 0 ? FAILED : may == 0 ? NEXT : find_place(s, job, only_now);
}

/* Whether two jobs ask for the same. */
static bool is_like(const struct swf_slurm_job *a, const struct swf_slurm_job *b)
{
	return a->request.cpus == b->request.cpus && a->limit == b->limit &&
		a->request.partition == b->request.partition &&
		a->request.memory_a_cpu == b->request.memory_a_cpu &&
		a->request.max_nodes == b->request.max_nodes;
}

/* The last job that could start now on nodes that have no reservation so far: those of the set
 * `chosen`, while nothing starts or is reserved. */
struct candidate {
	size_t end;   /* the place behind it */
	size_t masks; /* of reservations */
	uint64_t starts;
};

/* Whether a job could start now on nodes that have no reservation so far: 1, 0 or -1. */
static int is_candidate(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const double now = s->machine->now;
	if (!swf_slurm_nodes_may_fit(s->nodes, &job->request) ||
		!swf_slurm_usage_limits_allow(s->limits, job))
		return 0;
	swf_slurm_reservations_free(&s->reservations, now, now + planned_time(s, job),
		swf_slurm_daemon_partition(s, job)->nodes, s->on);
	return swf_slurm_nodes_choose(s->nodes, &job->request, s->on, &job->allocation);
}

/* Whether what was planned since has left the candidate its nodes. */
static bool is_still(const struct swf_slurm_daemon *s, const struct candidate *candidate)
{
	if (candidate->starts != s->starts || candidate->end <= s->backfill.planned)
		return false;
	const struct swf_slurm_job *job = s->waiting.jobs[candidate->end - 1];
	return swf_slurm_reservations_leave(&s->reservations, candidate->masks,
		s->machine->now + planned_time(s, job), s->chosen);
}

/* Goes back from the end to the last candidate behind what is planned: 1; 0 if there is none; -1.
 * What one does not get, no other gets that asks for the same. */
static int find_candidate(struct swf_slurm_daemon *s, struct candidate *candidate)
{
	const struct swf_slurm_job *without = NULL;
	bool found = is_still(s, candidate);
	for (; !found && candidate->end > s->backfill.planned; candidate->end -= !found) {
		struct swf_slurm_job *job = s->waiting.jobs[candidate->end - 1];
		if (without != NULL && is_like(job, without))
			continue;
		const int fits = is_candidate(s, job);
		if (fits < 0)
			return -1;
		found = fits == 1;
		if (found)
			make_set(s, &job->allocation, s->chosen);
		else if (swf_slurm_usage_limits_allow(s->limits, job))
			without = job;
	}
	candidate->masks = s->reservations.mask_count;
	candidate->starts = s->starts;
	return found;
}

/* Begins a plan. */
static int begin(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const double now = s->machine->now, step = loops->bf_resolution;
	enum step last = NEXT;
	s->backfill = (struct swf_slurm_backfill_state){
		.ran = now, .quiet = swf_slurm_nodes_next_end(s->nodes, now)};
	swf_slurm_backfill_counts_begin(&s->counts);
	if (swf_slurm_reservations_begin(&s->reservations, s->conf,
		    swf_slurm_daemon_round(s, now, step),
		    swf_slurm_daemon_round(s, now + loops->bf_window, step), s->all) != 0)
		return -1;
	if (loops->bf_running_job_reserve)
		for (size_t i = 0; i < s->jobs.count && last != FAILED; i++)
			if (swf_slurm_job_list_runs(s->jobs.list[i]))
				last = reserve_running(s, s->jobs.list[i]);
	return last == FAILED ? -1 : 0;
}

/* Tests the jobs of the queue that the plan does not have yet, but none behind the last one that
 * might start: only starts can be seen. Reservations make them fewer. */
static int go_on(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill_state *plan = &s->backfill;
	const uint64_t starts = s->starts;
	struct candidate candidate = {.end = s->waiting.count, .starts = UINT64_MAX};
	while (!plan->full) {
		const int found = find_candidate(s, &candidate);
		if (found < 0)
			return -1;
		if (found == 0)
			break;
		const enum step step = test(s, s->waiting.jobs[plan->planned++]);
		if (step == FAILED)
			return -1;
		plan->full = step == STOP ||
			(loops->bf_max_job_start > 0 &&
				(int64_t)(s->starts - starts) >= loops->bf_max_job_start);
	}
	if (s->starts != starts) {
		swf_slurm_waiting_remove_started(&s->waiting);
		plan->quiet = -INFINITY;
	}
	return 0;
}

/* While nothing changes, a later cycle plans the same, up to a time that it knows: it goes by the
 * ends of what runs and by the reservations before, whose times stay the same, but it first looks
 * for nodes that are free from now on for as long as a job may run. */
static int cycle(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	const struct swf_slurm_loops *loops = &s->conf->loops;
	s->backfill.ran = now;
	if (s->backfill.quiet <= now) {
		if (begin(s) != 0)
			return -1;
	} else {
		swf_slurm_reservations_extend(&s->reservations,
			swf_slurm_daemon_round(s, now + loops->bf_window, loops->bf_resolution));
	}
	s->backfill.more = false;
	return go_on(s);
}

/* The first cycle at or after a time, later than the last one. They come at even intervals: Slurm
 * leaves one out if nothing has changed, but in a cluster that works something always has. */
static double next_from(const struct swf_slurm_daemon *s, double time)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const double since = time - s->backfill.ran;
	if (!loops->backfill || loops->bf_interval < 0)
		return INFINITY;
	return s->backfill.ran + fmax(1, ceil(since / loops->bf_interval)) * loops->bf_interval;
}

void swf_slurm_backfill_catch_up(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	if (next_from(s, -INFINITY) < now)
		s->backfill.ran = next_from(s, now) - s->conf->loops.bf_interval;
}

void swf_slurm_backfill_submitted(struct swf_slurm_daemon *s, size_t place)
{
	if (place < s->backfill.planned)
		s->backfill.quiet = -INFINITY;
	else
		s->backfill.more = true;
}

int swf_slurm_backfill_run(struct swf_slurm_daemon *s)
{
	return next_from(s, -INFINITY) > s->machine->now ? 0 : cycle(s);
}

double swf_slurm_backfill_due(const struct swf_slurm_daemon *s)
{
	return next_from(s, s->backfill.more ? -INFINITY : s->backfill.quiet);
}
