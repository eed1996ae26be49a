/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/slurm-nodes/naive-nodes.h"

#include <math.h>
#include <string.h>

#include "naive/slurm-nodes/naive-leaves.h"
#include "naive/slurm-nodes/naive-sharing.h"

struct group {
	int64_t cpus, nodes, weight;
	size_t first, last;
};

/* Where a search for nodes stands. */
struct search {
	const struct swf_slurm_conf *conf;
	const struct swf_slurm_request *request;
	int64_t offers[NAIVE_NODES]; /* 0: not to be used */
	int64_t given[NAIVE_NODES];
	int64_t cpus, nodes, most_nodes; /* still needed, and allowed */
};

/* What jobs have of a node, and those of one partition. */
static void used_by(
	const struct naive_nodes *naive, size_t gone, size_t partition, size_t n, int64_t used[3])
{
	used[0] = used[1] = used[2] = 0;
	for (size_t j = gone; j < naive->count; j++) {
		const struct naive_job *job = naive->jobs[j];
		/* cores that it has at all */
		const int64_t core = naive->conf->nodes[n].cpus_a_core;
		for (int64_t got = 0; got < job->cpus[n]; got += core)
			used[0] += core;
		if (job->shares && job->cpus[n] > 0)
			used[0] = naive->conf->nodes[n].cpus;
		used[1] += job->memory[n];
		used[2] += job->partition == partition ? job->cpus[n] : 0;
	}
}

static int32_t free_gpus(const struct naive_nodes *naive, size_t gone, size_t n, size_t type)
{
	int32_t left = naive->conf->gpus[n * naive->conf->gpu_type_count + type];
	for (size_t j = gone; j < naive->count; j++)
		left -= naive->jobs[j]->gpus[n][type];
	return left;
}

static bool lacks_gpus(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	size_t gone, size_t n)
{
	int32_t wanted = request->gpus_a_node;
	for (size_t type = 0; type < naive->conf->gpu_type_count; type++)
		if (request->gpu_type == SWF_SLURM_ANY_GPU || request->gpu_type == type)
			wanted -= free_gpus(naive, gone, n, type);
	return wanted > 0;
}

/* The CPUs of a node that are not taken, if only jobs that share cores are on it. */
static int64_t shared_cpus(
	const struct naive_nodes *naive, size_t gone, size_t n, const uint8_t *taken)
{
	const struct swf_slurm_node *node = &naive->conf->nodes[n];
	int64_t cpus = 0;
	for (size_t j = gone; j < naive->count; j++)
		if (naive->jobs[j]->cpus[n] > 0 && !naive->jobs[j]->shares)
			return 0;
	for (int32_t c = 0; c < node->cpus / node->cpus_a_core; c++)
		cpus += (*taken >> c & 1) != 0 ? 0 : node->cpus_a_core;
	return cpus;
}

static int64_t offer(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	size_t gone, size_t n, const uint8_t *taken)
{
	const struct swf_slurm_node *node = &naive->conf->nodes[n];
	const int64_t most = naive->conf->partitions[request->partition].max_cpus_a_node;
	int64_t used[3];
	used_by(naive, gone, request->partition, n, used);
	int64_t cpus = taken != NULL ? shared_cpus(naive, gone, n, taken) : node->cpus - used[0];
	if ((request->whole_nodes && used[0] > 0) || lacks_gpus(naive, request, gone, n))
		return 0;
	if (most != SWF_SLURM_UNLIMITED && !naive->conf->whole_nodes) {
		if (request->whole_nodes && cpus > most)
			return 0;
		if (!request->whole_nodes && cpus > most - used[2])
			cpus = most > used[2] ? most - used[2] : 0;
	}
	if (!naive->conf->memory)
		return cpus;
	if (request->memory_a_node > 0)
		return request->memory_a_node <= node->memory - used[1] ? cpus : 0;
	if (request->memory_a_cpu == 0)
		return used[1] == 0 ? cpus : 0;
	while (cpus > 0 && cpus * request->memory_a_cpu > node->memory - used[1])
		cpus = request->whole_nodes ? 0 : cpus - 1;
	return cpus;
}

/* What of that a job can have: nothing where it is too little for its GPUs. */
static int64_t offer_cores(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	size_t gone, size_t n, const uint8_t *taken)
{
	int64_t cpus = offer(naive, request, gone, n, taken);
	while (naive->conf->whole_cores && cpus % naive->conf->nodes[n].cpus_a_core != 0)
		cpus--;
	return cpus < request->cpus_a_node ? 0 : cpus;
}

static void give(struct search *s, size_t n)
{
	const int64_t core = s->conf->nodes[n].cpus_a_core;
	int64_t cpus = s->offers[n];
	if (!s->request->whole_nodes) {
		int64_t most = s->cpus;
		for (int64_t later = s->nodes - 1; later > 0; later--)
			most -= core;
		if (cpus > most)
			cpus = most;
		if (cpus < 1)
			cpus = 1;
		if (cpus < s->request->cpus_a_node)
			cpus = s->request->cpus_a_node;
		while (s->conf->whole_cores && cpus % core != 0)
			cpus++;
	}
	s->given[n] = cpus;
	s->cpus -= cpus;
	s->nodes--;
	s->most_nodes--;
}

static bool satisfied(const struct search *s)
{
	return s->cpus <= 0 && s->nodes <= 0;
}

static size_t find_groups(const struct search *s, struct group *groups)
{
	size_t count = 0;
	bool open = false;
	for (size_t n = 0; n < s->conf->node_count; n++) {
		const int64_t weight = s->conf->whole_nodes ? 0 : s->conf->nodes[n].weight;
		if (s->offers[n] == 0) {
			open = false;
			continue;
		}
		if (!open || groups[count - 1].weight != weight)
			groups[count++] = (struct group){.weight = weight, .first = n};
		open = true;
		groups[count - 1].cpus += s->offers[n];
		groups[count - 1].nodes++;
		groups[count - 1].last = n;
	}
	return count;
}

/* Slurm's comparison of groups, one after the other. */
static struct group *best_group(const struct search *s, struct group *groups, size_t count)
{
	struct group *best = NULL;
	bool best_enough = false;
	for (struct group *g = groups; g < groups + count; g++) {
		if (g->nodes == 0)
			continue;
		const bool enough = g->cpus >= s->cpus && g->nodes >= s->nodes;
		bool better = best == NULL || g->weight < best->weight;
		if (!better && g->weight == best->weight) {
			if (enough && !best_enough)
				better = true;
			else if (enough && g->cpus < best->cpus)
				better = true;
			else if (!enough && g->cpus > best->cpus)
				better = true;
		}
		if (better) {
			best = g;
			best_enough = enough;
		}
	}
	return best;
}

static void use_group(struct search *s, const struct group *g)
{
	size_t single = SIZE_MAX;
	if (!s->conf->whole_nodes && s->nodes <= 1)
		for (size_t n = g->first; n <= g->last; n++)
			if (s->offers[n] >= s->cpus &&
				(single == SIZE_MAX || s->offers[n] < s->offers[single]))
				single = n;
	for (size_t n = g->first; n <= g->last; n++) {
		if (s->most_nodes == 0 || satisfied(s))
			return;
		if (single != SIZE_MAX && n != single)
			continue;
		if (!s->conf->whole_nodes && s->most_nodes == 1 && s->offers[n] < s->cpus)
			continue;
		give(s, n);
	}
}

/* The nodes with the most CPUs, the last of them first. */
static void use_largest(struct search *s)
{
	while (s->most_nodes > 0 && !satisfied(s)) {
		size_t best = SIZE_MAX;
		for (size_t n = 0; n < s->conf->node_count; n++)
			if (s->offers[n] > 0 && s->given[n] == 0 &&
				(best == SIZE_MAX || s->offers[n] >= s->offers[best]))
				best = n;
		if (best == SIZE_MAX)
			return;
		give(s, best);
	}
}

static bool search_nodes(struct search *s)
{
	int64_t count = 0, least = INT64_MAX, most = 0;
	for (size_t n = 0; n < s->conf->node_count; n++)
		if (s->offers[n] > 0) {
			count++;
			least = s->offers[n] < least ? s->offers[n] : least;
			most = s->offers[n] > most ? s->offers[n] : most;
		}
	memset(s->given, 0, sizeof s->given);
	s->cpus = s->request->cpus;
	s->nodes = s->request->min_nodes;
	s->most_nodes = s->request->max_nodes;
	if (count < s->nodes)
		return false;
	if (!s->conf->whole_nodes && s->most_nodes > s->cpus)
		s->most_nodes = s->cpus > s->nodes ? s->cpus : s->nodes;
	if (s->conf->whole_nodes && least != most && s->cpus > least * s->nodes) {
		use_largest(s);
		return satisfied(s);
	}
	if (s->conf->switch_count > 0) {
		struct naive_leaves leaves = {.conf = s->conf};
		memcpy(leaves.offers, s->offers, sizeof leaves.offers);
		size_t n;
		while (!satisfied(s) && s->most_nodes > 0 &&
			(n = naive_next_node(&leaves, s->cpus, s->nodes)) < NAIVE_NODES)
			give(s, n);
		return satisfied(s);
	}
	struct group groups[NAIVE_NODES], *best;
	const size_t group_count = find_groups(s, groups);
	while (s->most_nodes > 0 && (best = best_group(s, groups, group_count)) != NULL) {
		use_group(s, best);
		if (satisfied(s))
			return true;
		best->nodes = 0;
	}
	return false;
}

/* Without small nodes, by and by, where all of them do not do. */
static bool search_without_small(struct search *s)
{
	if (search_nodes(s))
		return true;
	int64_t left = 0, most = 0;
	for (size_t n = 0; n < s->conf->node_count; n++) {
		left += s->offers[n] > 0;
		most = s->offers[n] > most ? s->offers[n] : most;
	}
	if (s->conf->whole_nodes || left <= s->request->min_nodes)
		return false;
	for (int64_t small = 1; small < most; small++) {
		for (size_t n = 0; n < s->conf->node_count; n++)
			if (s->offers[n] > 0 && s->offers[n] <= small) {
				s->offers[n] = 0;
				if (--left <= s->request->min_nodes)
					break;
			}
		if (search_nodes(s))
			return true;
		if (left <= s->request->min_nodes)
			return false;
	}
	return false;
}

/* The GPUs of a node that a job gets. */
static void give_gpus(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	size_t gone, size_t n, struct naive_job *job)
{
	for (int i = 0; i < request->gpus_a_node; i++) {
		size_t type = 0;
		while ((request->gpu_type != SWF_SLURM_ANY_GPU && request->gpu_type != type) ||
			free_gpus(naive, gone, n, type) == job->gpus[n][type])
			type++;
		job->gpus[n][type]++;
	}
	for (size_t type = 0; request->whole_nodes && type < naive->conf->gpu_type_count; type++)
		job->gpus[n][type] = free_gpus(naive, gone, n, type);
}

bool naive_choose_of(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, const uint8_t taken[NAIVE_NODES], struct naive_job *job)
{
	struct search s = {.conf = naive->conf, .request = request};
	for (size_t n = 0; n < naive->conf->node_count; n++)
		s.offers[n] = among[n]
			? offer_cores(naive, request, gone, n, taken != NULL ? &taken[n] : NULL)
			: 0;
	if (!search_without_small(&s))
		return false;
	memset(job, 0, sizeof *job);
	job->partition = request->partition;
	for (size_t n = 0; n < naive->conf->node_count; n++) {
		job->cpus[n] = (int32_t)s.given[n];
		if (naive->conf->memory && s.given[n] > 0)
			job->memory[n] = request->memory_a_node > 0 ? request->memory_a_node
				: request->memory_a_cpu == 0        ? naive->conf->nodes[n].memory
							     : request->memory_a_cpu * s.given[n];
		if (s.given[n] > 0)
			give_gpus(naive, request, gone, n, job);
	}
	return true;
}

/* Of the first alternative that will do. */
static bool choose_of_one(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, struct naive_job *job)
{
	const struct swf_slurm_alternatives *all = request->alternatives;
	struct swf_slurm_request any = *request;
	any.alternatives = NULL;
	for (size_t i = 0; i < all->count; i++) {
		const uint64_t *set = all->sets + i * naive->conf->words;
		bool allowed[NAIVE_NODES];
		for (size_t n = 0; n < naive->conf->node_count; n++)
			allowed[n] = among[n] && (set[n / 64] >> n % 64 & 1) != 0;
		if (naive_choose(naive, &any, allowed, gone, job))
			return true;
	}
	return false;
}

bool naive_choose(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, struct naive_job *job)
{
	if (request->alternatives != NULL)
		return choose_of_one(naive, request, among, gone, job);
	return naive->rows != NULL && naive->conf->partitions[request->partition].shares_cores
		? naive_choose_shared(naive, request, among, gone, job)
		: naive_choose_of(naive, request, among, gone, NULL, job);
}

bool naive_choose_now(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, struct naive_job *job)
{
	const struct swf_slurm_conf *conf = naive->conf;
	if (!conf->whole_nodes)
		return naive_choose(naive, request, among, 0, job);
	bool tried[NAIVE_NODES] = {false}, allowed[NAIVE_NODES] = {false};
	for (;;) {
		size_t next = SIZE_MAX;
		for (size_t n = 0; n < conf->node_count; n++)
			if (!tried[n] &&
				(next == SIZE_MAX ||
					conf->nodes[n].weight < conf->nodes[next].weight))
				next = n;
		if (next == SIZE_MAX)
			return false;
		for (size_t n = 0; n < conf->node_count; n++)
			if (conf->nodes[n].weight == conf->nodes[next].weight &&
				conf->nodes[n].cpus == conf->nodes[next].cpus &&
				conf->nodes[n].memory == conf->nodes[next].memory) {
				tried[n] = true;
				allowed[n] = among[n];
			}
		if (naive_choose(naive, request, allowed, 0, job))
			return true;
	}
}

static bool overlaps(
	const struct naive_nodes *naive, const struct naive_job *job, const bool *among)
{
	for (size_t n = 0; n < naive->conf->node_count; n++)
		if (among[n] && job->cpus[n] > 0)
			return true;
	return false;
}

static double guess(const struct naive_nodes *naive, const struct naive_job *job, double now)
{
	const double over = naive->conf->partitions[job->partition].over_time_limit;
	if (job->end > now)
		return job->end;
	if (naive->conf->whole_nodes)
		return now + 1;
	if (over == INFINITY)
		return now + job->limit;
	const double end = job->end + naive->conf->loops.kill_wait + over;
	return end > now ? end : now + 1;
}

bool naive_when(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, double now, double *start, bool *on)
{
	struct naive_job job;
	bool fits = naive_choose(naive, request, among, 0, &job);
	*start = now;
	double group_end = 0, window = 30;
	size_t next = 0; /* the first job that is not gone */
	while (!fits && next < naive->count) {
		const struct naive_job *last = NULL;
		while (next < naive->count) {
			const struct naive_job *one = naive->jobs[next++];
			if (!overlaps(naive, one, among))
				continue;
			if (group_end == 0) {
				const double unix_end = naive->start + one->end;
				group_end = one->end + 30 - fmod(unix_end, 30);
			}
			last = one;
			if (naive->conf->whole_nodes)
				break;
			if (next < naive->count && naive->jobs[next]->end > group_end + window)
				break;
		}
		if (last == NULL)
			break;
		do
			window = naive->conf->loops.bf_window_linear > 0
				? window + naive->conf->loops.bf_window_linear
				: 2 * window;
		while (next < naive->count && naive->jobs[next]->end > group_end + window);
		fits = naive_choose(naive, request, among, next, &job);
		*start = guess(naive, last, now);
	}
	for (size_t n = 0; fits && n < naive->conf->node_count; n++)
		on[n] = job.cpus[n] > 0;
	return fits;
}

void naive_sort(struct naive_nodes *naive)
{
	for (size_t i = 1; i < naive->count; i++)
		for (size_t j = i; j > 0 && naive->jobs[j]->end < naive->jobs[j - 1]->end; j--) {
			struct naive_job *job = naive->jobs[j];
			naive->jobs[j] = naive->jobs[j - 1];
			naive->jobs[j - 1] = job;
		}
}
