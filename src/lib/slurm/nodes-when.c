/*
 * When a request can be expected to fit: running jobs end at their limits, and the request is tried
 * after groups of ends, as in Slurm. The first group reaches half a minute beyond the half minute
 * in which the first end lies, the next a minute, then two minutes, and so on. The end of the last
 * job of the group counts. With select/linear, each end is a group.
 */
#include "slurm/nodes-state.h"

#include <math.h>
#include <string.h>

#include "slurm/node-sets.h"

static const double half_minute = 30;

/* So many changes cost as much as a moment that is made anew, and so does a way of so many jobs. */
enum { MANY_CHANGES = 64, FEW_JOBS = 4 };

/* Whether what is free is kept up to date. */
static bool follows(const struct swf_slurm_moment *moment)
{
	return moment->free.cpus != NULL && moment->unused < MANY_CHANGES;
}

void swf_slurm_moments_change(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_allocation *allocation, size_t place, int32_t sign)
{
	for (size_t i = 0; i < SWF_SLURM_MOMENTS; i++) {
		struct swf_slurm_moment *moment = &nodes->moments[i];
		if (!follows(moment))
			continue;
		moment->unused++;
		if (place >= moment->gone)
			swf_slurm_free_change(nodes, &moment->free, allocation, sign);
		else if (sign < 0)
			moment->gone++;
		else
			moment->gone--;
	}
}

static size_t distance(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* Makes a moment, from what is free at another one. -1 when there is no memory. */
static int make_moment(const struct swf_slurm_nodes *nodes, struct swf_slurm_moment *moment,
	const struct swf_slurm_free *free_, size_t gone)
{
	if (moment->free.cpus == NULL && swf_slurm_free_init(nodes, &moment->free) != 0) {
		swf_slurm_free_clear(&moment->free);
		return -1;
	}
	swf_slurm_free_copy(nodes, &moment->free, free_);
	moment->gone = gone;
	return 0;
}

/* A moment at which nearly as many jobs are gone: the nearest one, or another one made of it if
 * none is near. NULL when there is no memory. */
static struct swf_slurm_moment *moment_near(struct swf_slurm_nodes *nodes, size_t gone)
{
	struct swf_slurm_moment *nearest = NULL, *spare = NULL;
	for (size_t i = 0; i < SWF_SLURM_MOMENTS; i++) {
		struct swf_slurm_moment *moment = &nodes->moments[i];
		if (!follows(moment))
			spare = moment;
		else if (nearest == NULL ||
			distance(moment->gone, gone) < distance(nearest->gone, gone))
			nearest = moment;
	}
	if (spare == NULL || (nearest != NULL && distance(nearest->gone, gone) <= FEW_JOBS))
		return nearest;
	const int rc = nearest == NULL ? make_moment(nodes, spare, &nodes->now, 0)
				       : make_moment(nodes, spare, &nearest->free, nearest->gone);
	return rc == 0 ? spare : NULL;
}

/* What is free when so many jobs are gone. NULL when there is no memory. */
static const struct swf_slurm_free *free_after(struct swf_slurm_nodes *nodes, size_t gone)
{
	struct swf_slurm_moment *moment = moment_near(nodes, gone);
	if (moment == NULL)
		return NULL;
	moment->unused = 0;
	for (; moment->gone < gone; moment->gone++)
		swf_slurm_free_change(nodes, &moment->free, nodes->running[moment->gone].job, 1);
	for (; moment->gone > gone; moment->gone--)
		swf_slurm_free_change(
			nodes, &moment->free, nodes->running[moment->gone - 1].job, -1);
	return &moment->free;
}

static bool overlaps(const struct swf_slurm_nodes *nodes, size_t place, const uint64_t *among)
{
	const struct swf_slurm_running *running = &nodes->running[place];
	const struct swf_slurm_mask *mask = running->masks, *end = mask + running->mask_count;
	for (; mask < end; mask++)
		if ((among[mask->word] & mask->bits) != 0)
			return true;
	return false;
}

/* The first that overlaps from there on, or the number that run. */
static size_t next_overlap(const struct swf_slurm_nodes *nodes, size_t place, const uint64_t *among)
{
	while (place < nodes->running_count && !overlaps(nodes, place, among))
		place++;
	return place;
}

/* The last job of a group that begins with one that overlaps: Slurm looks at the time of the next
 * job only behind one that overlaps. */
static size_t last_of_group(
	const struct swf_slurm_nodes *nodes, size_t first, double end, const uint64_t *among)
{
	const size_t ended = swf_slurm_nodes_ended_by(nodes, end);
	if (ended <= first + 1)
		return first;
	size_t last = next_overlap(nodes, ended - 1, among);
	if (last < nodes->running_count)
		return last;
	for (last = ended - 2; !overlaps(nodes, last, among); last--)
		;
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

static int found(struct swf_slurm_nodes *nodes, double time, double *start, uint64_t *on)
{
	const struct swf_slurm_choice *choice = &nodes->choice;
	memset(on, 0, nodes->conf->words * sizeof *on);
	for (size_t i = 0; i < choice->picked; i++)
		swf_slurm_node_sets_put(on, choice->picks[i].node);
	*start = time;
	return 1;
}

/* The end of the half minute of Unix time in which a job ends. */
static double end_of_half_minute(const struct swf_slurm_nodes *nodes, double end)
{
	const double half_minutes = floor(floor(nodes->start + end) / half_minute);
	return (half_minutes + 1) * half_minute - nodes->start;
}

/* The next window of ends, which holds that end. */
static double wider(const struct swf_slurm_nodes *nodes, double window, double least)
{
	const double step = nodes->conf->loops.bf_window_linear;
	do
		window += step > 0 ? step : window;
	while (window < least);
	return window;
}

int swf_slurm_nodes_when(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *among, double now, double latest, double *start, uint64_t *on)
{
	if (swf_slurm_nodes_may_fit(nodes, request) &&
		swf_slurm_nodes_fit(nodes, &nodes->now, request, among))
		return found(nodes, now, start, on);
	const struct swf_slurm_running *running = nodes->running;
	const bool linear = nodes->conf->whole_nodes;
	if (!swf_slurm_nodes_collect(nodes, &nodes->none, request, among))
		return 0;
	size_t last = next_overlap(nodes, 0, among);
	if (last == nodes->running_count)
		return 0;
	const double first = end_of_half_minute(nodes, running[last].end);
	double window = half_minute;
	for (;;) {
		if (!linear)
			last = last_of_group(nodes, last, first + window, among);
		/* those that are overdue are expected to end at odd times */
		if (running[last].end > fmax(now, latest))
			return 0;
		const struct swf_slurm_free *free_ = free_after(nodes, last + 1);
		if (free_ == NULL)
			return -1;
		if (swf_slurm_nodes_fit(nodes, free_, request, among))
			return found(nodes, expected_end(nodes, running[last].job, now), start, on);
		const size_t next = next_overlap(nodes, last + 1, among);
		if (next == nodes->running_count)
			return 0;
		window = wider(nodes, window, running[last + 1].end - first);
		last = next;
	}
}
