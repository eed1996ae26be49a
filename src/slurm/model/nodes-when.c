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
 *
 * A job that shares cores holds all of its nodes from others. One that asks for such cores is tried
 * after each group, as sums say nothing of them.
 *
 * What jobs have of a set of nodes is kept with the set, as its holdings, by their places among the
 * running jobs. Another question about the set then costs a number for each job. Nodes that leave
 * it are taken from these numbers, at the cost of the parts in their words.
 */
#include "slurm/model/nodes-state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
			cpus += swf_slurm_held_cpus(nodes, job, share);
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

/* The same of the job at a place, which is looked up once. Those before it are known. */
static int64_t held_by(const struct swf_slurm_nodes *nodes, const uint64_t *allowed,
	struct swf_slurm_holdings *holdings, size_t place)
{
	if (place == holdings->known)
		holdings->held[holdings->known++] = cpus_on(nodes, &nodes->running[place], allowed);
	return holdings->held[place];
}

/* Begins to look up what is held of some nodes, or goes on. 0, or -1 when there is no memory. */
static int begin_holdings(const struct swf_slurm_nodes *nodes, const uint64_t *allowed,
	struct swf_slurm_holdings *holdings)
{
	if (holdings->begun)
		return 0;
	if (holdings->capacity < nodes->running_count) {
		const size_t capacity = nodes->running_capacity;
		int64_t *held = realloc(holdings->held, capacity * sizeof *held);
		if (held == NULL)
			return -1;
		holdings->held = held;
		holdings->capacity = capacity;
	}
	holdings->known = 0;
	holdings->cpus = swf_slurm_nodes_sum(nodes, &nodes->now, allowed);
	holdings->begun = true;
	return 0;
}

void swf_slurm_nodes_forget(struct swf_slurm_holdings *holdings)
{
	holdings->begun = holdings->summed = false;
}

void swf_slurm_nodes_clear_holdings(struct swf_slurm_holdings *holdings)
{
	free(holdings->held);
	*holdings = (struct swf_slurm_holdings){0};
}

/* Lists the parts of the running jobs by their words, and in a word by the jobs' places. 0, or -1
 * when there is no memory. */
static int list_parts(struct swf_slurm_nodes *nodes)
{
	struct swf_slurm_part_lists *lists = &nodes->parts;
	const size_t words = nodes->conf->words;
	size_t count = 0;
	if (lists->begin == NULL && (lists->begin = malloc((words + 2) * sizeof(size_t))) == NULL)
		return -1;
	memset(lists->begin, 0, (words + 2) * sizeof *lists->begin);
	for (size_t i = 0; i < nodes->running_count; i++)
		for (size_t j = 0; j < nodes->running[i].part_count; j++, count++)
			lists->begin[nodes->running[i].parts[j].word + 2]++;
	if (count > lists->capacity) {
		struct swf_slurm_placed_part *list = realloc(lists->list, 2 * count * sizeof *list);
		if (list == NULL)
			return -1;
		lists->list = list;
		lists->capacity = 2 * count;
	}
	for (size_t word = 0; word < words; word++)
		lists->begin[word + 2] += lists->begin[word + 1];
	/* begin[word + 1] is where the next part of a word goes, and ends where those of the word
	 * do */
	for (size_t i = 0; i < nodes->running_count; i++)
		for (size_t j = 0; j < nodes->running[i].part_count; j++) {
			const struct swf_slurm_part *part = &nodes->running[i].parts[j];
			lists->list[lists->begin[part->word + 1]++] =
				(struct swf_slurm_placed_part){i, part};
		}
	lists->current = true;
	return 0;
}

int swf_slurm_nodes_leave(struct swf_slurm_nodes *nodes, struct swf_slurm_holdings *holdings,
	const struct swf_slurm_mask *left)
{
	if (holdings->summed)
		swf_slurm_answers_leave(nodes, holdings, left);
	if (!holdings->begun)
		return 0;
	if (!nodes->parts.current && list_parts(nodes) != 0)
		return -1;
	const struct swf_slurm_part_lists *lists = &nodes->parts;
	const uint64_t open = left->bits & nodes->now.open[left->word];
	if (open != 0)
		holdings->cpus -= swf_slurm_nodes_word_sum(nodes, &nodes->now, left->word, open);
	const struct swf_slurm_placed_part *one = lists->list + lists->begin[left->word],
					   *behind = lists->list + lists->begin[left->word + 1];
	for (; one < behind && one->place < holdings->known; one++) {
		const uint64_t common = one->part->bits & left->bits;
		if (common == one->part->bits)
			holdings->held[one->place] -= one->part->cpus;
		else if (common != 0)
			holdings->held[one->place] -=
				cpus_of(nodes, nodes->running[one->place].job, one->part, common);
	}
	return 0;
}

/* A way along the running jobs that have some of the nodes in question, by their ends. */
struct walk {
	const uint64_t *allowed;
	struct swf_slurm_holdings *holdings;
	double bound;       /* s */
	size_t next;        /* the place of the next of them, or the count of running jobs */
	int64_t of_next;    /* the CPUs that it has of these nodes */
	int64_t cpus;       /* free on them, once those before `next` have ended */
	int64_t of_bounded; /* the same of those that end by the bound */
	double beyond;      /* s: the first end beyond the bound among those before `next` */
	int64_t wanted;     /* the CPUs that have to be free; 0 where they can be shared */
	bool without;       /* those that are away are no part of it */
	size_t shared;      /* so many have been taken away where cores are shared */
};

/* The first place from one on whose job is a part of it, or the count of running jobs. */
static size_t next_listed(
	const struct swf_slurm_nodes *nodes, const struct walk *walk, size_t place)
{
	while (walk->without && place < nodes->running_count &&
		swf_slurm_nodes_is_away(nodes, place))
		place++;
	return place;
}

static void find_next(const struct swf_slurm_nodes *nodes, struct walk *walk, size_t from)
{
	walk->of_next = 0;
	for (walk->next = from; walk->next < nodes->running_count; walk->next++)
		if ((walk->of_next = held_by(nodes, walk->allowed, walk->holdings, walk->next)) >
				0 &&
			next_listed(nodes, walk, walk->next) == walk->next)
			return;
}

/* Goes on behind the next job, and returns its place. */
static size_t step_over(const struct swf_slurm_nodes *nodes, struct walk *walk)
{
	const size_t place = walk->next;
	walk->cpus += walk->of_next;
	if (nodes->running[place].end <= walk->bound)
		walk->of_bounded += walk->of_next;
	else
		walk->beyond = fmin(walk->beyond, nodes->running[place].end);
	find_next(nodes, walk, place + 1);
	return place;
}

/* Goes on behind the group of ends that begins with the next job, and returns the place of its
 * last. Slurm looks at the end of another job only behind one that has some of the nodes, so the
 * group may reach beyond `end` to the first such job there. */
static size_t step_over_group(const struct swf_slurm_nodes *nodes, struct walk *walk, double end)
{
	size_t last = step_over(nodes, walk);
	while (walk->next < nodes->running_count &&
		nodes->running[next_listed(nodes, walk, last + 1)].end <= end)
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

/* What is free once the first `gone` jobs have ended. NULL when there is no memory. */
static const struct swf_slurm_free *free_after(
	struct swf_slurm_nodes *nodes, const struct walk *walk, size_t gone)
{
	return walk->without ? swf_slurm_nodes_after_without(nodes, gone)
			     : swf_slurm_nodes_after(nodes, gone);
}

/* Begins with what is left of shared cores. */
static void begin_sharing(struct swf_slurm_nodes *nodes, const struct walk *walk)
{
	swf_slurm_sharing_begin(nodes);
	for (size_t i = 0; walk->without && i < nodes->running_count; i++)
		if (swf_slurm_nodes_is_away(nodes, i))
			swf_slurm_sharing_without(nodes, nodes->running[i].job);
}

/* And goes on with what is left once the first `gone` jobs have ended. */
static void go_on_sharing(struct swf_slurm_nodes *nodes, struct walk *walk, size_t gone)
{
	for (; walk->shared < gone; walk->shared++)
		if (!walk->without || !swf_slurm_nodes_is_away(nodes, walk->shared))
			swf_slurm_sharing_without(nodes, nodes->running[walk->shared].job);
}

/* No group of ends up to the bound leaves a place: whether the nodes lack what it takes. The sum of
 * CPUs mostly shows it, in much less time than a snapshot takes. */
static int not_before(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	struct walk *walk, struct swf_slurm_answer *answer)
{
	while (walk->next < nodes->running_count && nodes->running[walk->next].end <= walk->bound)
		step_over(nodes, walk);
	answer->until = walk->next < nodes->running_count
		? fmin(walk->beyond, nodes->running[walk->next].end)
		: walk->beyond;
	answer->lack = walk->of_bounded < walk->wanted;
	if (answer->lack || swf_slurm_shares_cores(nodes->conf, request))
		return 0;
	const struct swf_slurm_free *free_ =
		free_after(nodes, walk, swf_slurm_nodes_ended_by(nodes, walk->bound));
	if (free_ == NULL)
		return -1;
	answer->lack = !swf_slurm_nodes_collect(nodes, free_, request, walk->allowed);
	return 0;
}

/* The CPUs that those that are away have of the nodes in question. */
static int64_t cpus_away(const struct swf_slurm_nodes *nodes, const uint64_t *allowed)
{
	int64_t cpus = 0;
	for (size_t i = 0; i < nodes->running_count; i++)
		if (swf_slurm_nodes_is_away(nodes, i))
			cpus += cpus_on(nodes, &nodes->running[i], allowed);
	return cpus;
}

/* Whether the request fits before any end, with the picks. -1 when there is no memory. */
static int fits_before(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const struct walk *walk)
{
	const struct swf_slurm_free *free_ = &nodes->now;
	if (walk->wanted == 0)
		begin_sharing(nodes, walk);
	if (walk->cpus < walk->wanted ||
		(!walk->without && !swf_slurm_nodes_may_fit(nodes, request)))
		return 0;
	if (walk->without && (free_ = free_after(nodes, walk, 0)) == NULL)
		return -1;
	return swf_slurm_nodes_fit(nodes, free_, request, walk->allowed);
}

/* Goes through the groups of ends up to the first that leaves a place: 1 and the picks; 0 for none
 * up to the bound; -1 when there is no memory. The answer gets the rest but `fits`. */
static int search(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, struct swf_slurm_holdings *holdings, double now, double bound,
	bool without, struct swf_slurm_answer *answer)
{
	if (begin_holdings(nodes, allowed, holdings) != 0)
		return -1;
	const bool shares = swf_slurm_shares_cores(nodes->conf, request);
	const int64_t cpus = holdings->cpus + (without ? cpus_away(nodes, allowed) : 0);
	struct walk walk = {.allowed = allowed,
		.holdings = holdings,
		.bound = bound,
		.cpus = cpus,
		.of_bounded = cpus,
		.beyond = INFINITY,
		.wanted = shares ? 0 : request->cpus,
		.without = without};
	answer->lack = false;
	answer->end = -INFINITY;
	answer->until = INFINITY;
	answer->start = now;
	answer->from = INFINITY;
	answer->to = -INFINITY;
	const int fits = fits_before(nodes, request, &walk);
	if (fits != 0)
		return fits;
	static const double half_minute = 30; /* of Unix time */
	const struct swf_slurm_running *running = nodes->running;
	const double step = nodes->conf->loops.bf_window_linear;
	find_next(nodes, &walk, 0);
	if (walk.next == nodes->running_count)
		return not_before(nodes, request, &walk, answer);
	answer->from = running[walk.next].end;
	const double first =
		(floor(floor(nodes->start + answer->from) / half_minute) + 1) * half_minute -
		nodes->start;
	double window = half_minute;
	bool possible = false;
	/* After the jobs before the next one the request does not fit. */
	for (;;) {
		const size_t last = nodes->conf->whole_nodes
			? step_over(nodes, &walk)
			: step_over_group(nodes, &walk, first + window);
		/* where the group ends, the end of any job up to that one may count */
		answer->to = walk.next < nodes->running_count ? running[walk.next].end : INFINITY;
		if (running[last].end > walk.bound)
			return not_before(nodes, request, &walk, answer);
		if (walk.cpus >= walk.wanted) {
			const struct swf_slurm_free *free_ = free_after(nodes, &walk, last + 1);
			if (free_ == NULL)
				return -1;
			if (shares)
				go_on_sharing(nodes, &walk, last + 1);
			if (swf_slurm_nodes_fit(nodes, free_, request, allowed)) {
				answer->end = running[last].end;
				answer->start = expected_end(nodes, running[last].job, now);
				return 1;
			}
			/* a request that does not fit on idle nodes never will */
			possible = possible ||
				swf_slurm_nodes_collect(nodes, &nodes->none, request, allowed);
		}
		if (walk.next == nodes->running_count || (walk.cpus >= walk.wanted && !possible))
			return not_before(nodes, request, &walk, answer);
		/* Slurm widens the window for the very next end, also of a job on other nodes */
		do
			window += step > 0 ? step : window;
		while (window < running[next_listed(nodes, &walk, last + 1)].end - first);
	}
}

/* Whether an answer that holds says whether and when it fits up to another bound, at another time.
 */
static bool is_known(const struct swf_slurm_answer *answer, double now, double bound)
{
	if (answer->changes == 0)
		return false;
	if (answer->end == INFINITY)
		return bound < answer->until || answer->until == INFINITY;
	/* what is overdue ends later than it was expected to */
	return answer->end == -INFINITY || answer->end > now;
}

int swf_slurm_nodes_when(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, struct swf_slurm_holdings *holdings, double now, double latest,
	struct swf_slurm_expected *expected)
{
	/* what is overdue has no end later than now to be compared */
	const double bound = fmax(now, latest);
	struct swf_slurm_answer unkept, *answer = &unkept;
	const bool keeps = !swf_slurm_shares_cores(nodes->conf, request) && !expected->without;
	if (keeps)
		answer = swf_slurm_answers_find(nodes, request, allowed, holdings);
	const bool known = keeps && is_known(answer, now, bound);
	int fits;
	if (known) {
		answer->start = fmax(answer->end, now);
		fits = answer->end < INFINITY && answer->end <= bound;
		if (fits == 1)
			swf_slurm_node_sets_copy(
				expected->found, answer->found, nodes->conf->words);
	} else {
		fits = search(
			nodes, request, allowed, holdings, now, bound, expected->without, answer);
		if (fits < 0)
			return -1;
		if (fits == 1)
			swf_slurm_nodes_put_picks(nodes, expected->found);
		else
			answer->end = INFINITY;
		if (keeps)
			swf_slurm_answers_keep(
				nodes, answer, request, allowed, holdings, expected->found);
	}
	if (fits == 1)
		expected->start = answer->start;
	expected->lack = answer->lack;
	*expected->answer = (struct swf_slurm_answer_id){
		.serial = keeps ? answer->serial : 0, .end = fits == 1 ? answer->end : INFINITY};
	return fits;
}
