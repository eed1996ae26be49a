/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When a request can be expected to fit, by the expected ends of the running jobs.
 *
 * swf_slurm_nodes_when tries a request after groups of expected ends, as Slurm does: the end of the
 * last job of a group is the answer, if the request fits then. The groups decide the answer, so
 * they are Slurm's own. The first reaches half a minute beyond the half minute of the first end,
 * the next a minute beyond it, then two minutes, and so on. With select/linear, each end is one.
 *
 * Jobs that have none of the nodes in question change nothing for the request. A walk along the
 * running jobs adds up what the others free of these nodes. Only where that is enough is the choice
 * tried, at a snapshot. So a question costs the parts of the running jobs up to the answer, and the
 * way of a snapshot to it. Parts are the nodes of a job in a word of 64, and whole ones, of equal
 * nodes all of whose processors the job has, stand before the others.
 */
#include "slurm/model/nodes-state.h"

#include <math.h>

/* The CPUs that a job has of some nodes of a part. */
static int64_t cpus_of(const struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *job,
	const struct swf_slurm_part *part, uint64_t bits)
{
	if (part < job->parts + job->whole_parts)
		return swf_slurm_node_sets_bits(bits) * nodes->equal_cpus;
	int64_t cpus = 0;
	for (const struct swf_slurm_share *share = &job->shares[part->first]; bits != 0; share++) {
		const uint64_t bit = UINT64_C(1) << share->node % 64;
		if ((bits & bit) != 0)
			cpus += swf_slurm_whole_cores(nodes->conf, share->node, share->cpus);
		bits &= ~bit;
	}
	return cpus;
}

/* The CPUs that a running job has of some nodes. */
static int64_t cpus_on(const struct swf_slurm_nodes *nodes, const struct swf_slurm_running *running,
	const uint64_t *allowed)
{
	const struct swf_slurm_part *part = running->parts, *end = part + running->part_count;
	int64_t cpus = 0;
	for (; part < end; part++) {
		const uint64_t common = part->bits & allowed[part->word];
		if (common == part->bits)
			cpus += part->cpus;
		else if (common != 0)
			cpus += cpus_of(nodes, running->job, part, common);
	}
	return cpus;
}

/* A way along the running jobs that have some of the nodes in question, by their ends. */
struct walk {
	const uint64_t *allowed;
	double bound;       /* s */
	size_t next;        /* the place of the next of them, or the count of running jobs */
	int64_t of_next;    /* the CPUs that it has of these nodes */
	int64_t cpus;       /* free on them, once those before `next` have ended */
	int64_t of_bounded; /* the same of those that end by the bound */
};

static void find_next(const struct swf_slurm_nodes *nodes, struct walk *walk, size_t from)
{
	walk->of_next = 0;
	for (walk->next = from; walk->next < nodes->running_count; walk->next++)
		if ((walk->of_next = cpus_on(nodes, &nodes->running[walk->next], walk->allowed)) >
			0)
			return;
}

/* Goes on behind the next job, and returns its place. */
static size_t step_over(const struct swf_slurm_nodes *nodes, struct walk *walk)
{
	const size_t place = walk->next;
	walk->cpus += walk->of_next;
	if (nodes->running[place].end <= walk->bound)
		walk->of_bounded += walk->of_next;
	find_next(nodes, walk, place + 1);
	return place;
}

/* Goes on behind the group of ends that begins with the next job, and returns the place of its
 * last. Slurm looks at the end of another job only behind one that has some of the nodes, so the
 * group may reach beyond `end` to the first such job there. */
static size_t step_over_group(const struct swf_slurm_nodes *nodes, struct walk *walk, double end)
{
	const size_t ended = swf_slurm_nodes_ended_by(nodes, end);
	size_t last = step_over(nodes, walk);
	while (last + 1 < ended && walk->next < nodes->running_count)
		last = step_over(nodes, walk);
	return last;
}

/* When a job ends after which another one is expected to start. */
static double expected_end(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *job, double now)
{
	if (job->end > now)
		return job->end;
	const double over = nodes->conf->partitions[job->partition].over_time_limit;
	const double end = over == INFINITY ? now + job->limit
					    : job->end + nodes->conf->loops.kill_wait + over;
	return end > now && !nodes->conf->whole_nodes ? end : now + 1;
}

static int answer(struct swf_slurm_nodes *nodes, double time, struct swf_slurm_expected *expected)
{
	swf_slurm_nodes_put_picks(nodes, expected->found);
	expected->start = time;
	return 1;
}

/* No group of ends up to the bound leaves a place: whether the nodes lack what it takes. The sum of
 * CPUs mostly shows it, in much less time than a snapshot takes. */
static int not_before(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	struct walk *walk, struct swf_slurm_expected *expected)
{
	while (walk->next < nodes->running_count && nodes->running[walk->next].end <= walk->bound)
		step_over(nodes, walk);
	expected->lack = walk->of_bounded < request->cpus;
	if (expected->lack)
		return 0;
	const struct swf_slurm_free *free_ =
		swf_slurm_nodes_after(nodes, swf_slurm_nodes_ended_by(nodes, walk->bound));
	if (free_ == NULL)
		return -1;
	expected->lack = !swf_slurm_nodes_collect(nodes, free_, request, walk->allowed);
	return 0;
}

int swf_slurm_nodes_when(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, double now, double latest, struct swf_slurm_expected *expected)
{
	/* what is overdue has no end later than now to be compared */
	struct walk walk = {.allowed = allowed, .bound = fmax(now, latest)};
	walk.cpus = walk.of_bounded = swf_slurm_nodes_sum(nodes, &nodes->now, allowed);
	if (walk.cpus >= request->cpus && swf_slurm_nodes_may_fit(nodes, request) &&
		swf_slurm_nodes_fit(nodes, &nodes->now, request, allowed))
		return answer(nodes, now, expected);
	static const double half_minute = 30; /* of Unix time */
	const struct swf_slurm_running *running = nodes->running;
	const double step = nodes->conf->loops.bf_window_linear;
	find_next(nodes, &walk, 0);
	if (walk.next == nodes->running_count)
		return not_before(nodes, request, &walk, expected);
	const double first =
		(floor(floor(nodes->start + running[walk.next].end) / half_minute) + 1) *
			half_minute -
		nodes->start;
	double window = half_minute;
	bool possible = false;
	/* After the jobs before the next one the request does not fit. */
	for (;;) {
		const size_t last = nodes->conf->whole_nodes
			? step_over(nodes, &walk)
			: step_over_group(nodes, &walk, first + window);
		if (running[last].end > walk.bound)
			return not_before(nodes, request, &walk, expected);
		if (walk.cpus >= request->cpus) {
			const struct swf_slurm_free *free_ = swf_slurm_nodes_after(nodes, last + 1);
			if (free_ == NULL)
				return -1;
			if (swf_slurm_nodes_fit(nodes, free_, request, allowed))
				return answer(nodes, expected_end(nodes, running[last].job, now),
					expected);
			/* a request that does not fit on idle nodes never will */
			possible = possible ||
				swf_slurm_nodes_collect(nodes, &nodes->none, request, allowed);
		}
		if (walk.next == nodes->running_count || (walk.cpus >= request->cpus && !possible))
			return not_before(nodes, request, &walk, expected);
		/* Slurm widens the window for the very next end, also of a job on other nodes */
		do
			window += step > 0 ? step : window;
		while (window < running[last + 1].end - first);
	}
}
