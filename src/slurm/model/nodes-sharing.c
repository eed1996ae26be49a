/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cores that several jobs have at a time: partitions with OverSubscribe=FORCE:COUNT.
 *
 * Such a partition has COUNT rows. The jobs of a row have no core in common, and a job that starts
 * joins the first row in which all of its cores are free. When one ends, the others are put into
 * rows anew, in the order of their first cores, unless one of them then finds no place. That is how
 * select/cons_tres does it, but that it does so after each of several jobs that are taken to have
 * ended, and here it is done once. A job gets, whichever of these suffices first:
 *
 * - cores that no job has
 * - cores that no job of a partition of the same tier has, and as far as possible none of a lower
 *   tier
 * - cores that no job of a row of its own partition has, the row with the most cores taken first;
 *   if it would fit but for those rows, they stay in that order, as in Slurm
 *
 * Jobs of other partitions do not share nodes with such jobs: in what is free (nodes.c) these have
 * their nodes for themselves. Which cores of a node a job gets are the first ones, so nodes of
 * several sockets, whose cores Slurm deals out socket by socket, are as nodes of one.
 *
 * Between calls `now` has the running jobs. What is asked of another moment is answered by `then`,
 * which is packed when it is first needed; of a partition with a single row it begins as `now`, and
 * loses a job when that is taken away. So a question costs a walk over the nodes for each row that
 * is tried, and one of another moment the nodes of all jobs that share cores. That is much more
 * than without shared cores, where 64 nodes are looked at together. It costs nothing where jobs
 * have too many cores for it, whichever these are, and one walk where too few are left in each row.
 */
#include "slurm/model/nodes-state.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static size_t bytes_of(const struct swf_slurm_nodes *nodes)
{
	return nodes->conf->node_count * nodes->sharing.words * sizeof(uint64_t);
}

static void clear_rows(struct swf_slurm_rows *rows)
{
	for (size_t i = 0; i < rows->made; i++) {
		free(rows->rows[i].jobs);
		free(rows->rows[i].taken);
	}
	free(rows->rows);
}

/* As in Slurm, of one tier in the order of the file. */
static void sort_by_tier(const struct swf_slurm_conf *conf, size_t *by_tier)
{
	for (size_t p = 0; p < conf->partition_count; p++) {
		size_t at = p;
		for (; at > 0 &&
			conf->partitions[by_tier[at - 1]].priority_tier <
				conf->partitions[p].priority_tier;
			at--)
			by_tier[at] = by_tier[at - 1];
		by_tier[at] = p;
	}
}

int swf_slurm_sharing_init(struct swf_slurm_nodes *nodes)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	if (!conf->shares_cores)
		return 0;
	sharing->words = 1;
	for (size_t n = 0; n < conf->node_count; n++) {
		const struct swf_slurm_node *node = &conf->nodes[n];
		const size_t words = (size_t)(node->cpus / node->cpus_a_core + 63) / 64;
		sharing->words = words > sharing->words ? words : sharing->words;
	}
	sharing->now = calloc(conf->partition_count, sizeof *sharing->now);
	sharing->then = calloc(conf->partition_count, sizeof *sharing->then);
	sharing->by_tier = calloc(conf->partition_count, sizeof *sharing->by_tier);
	sharing->cpus = calloc(conf->partition_count, sizeof *sharing->cpus);
	sharing->held = calloc(conf->partition_count, sizeof *sharing->held);
	sharing->left = calloc(conf->partition_count, sizeof *sharing->left);
	sharing->room = calloc(conf->partition_count, sizeof *sharing->room);
	sharing->taken = calloc(1, bytes_of(nodes));
	sharing->view.cpus = calloc(conf->node_count, sizeof *sharing->view.cpus);
	sharing->view.open = calloc(conf->words, sizeof *sharing->view.open);
	sharing->view.idle = calloc(conf->words, sizeof *sharing->view.idle);
	sharing->view.word_cpus = calloc(conf->words, sizeof *sharing->view.word_cpus);
	if (sharing->now == NULL || sharing->then == NULL || sharing->by_tier == NULL ||
		sharing->cpus == NULL || sharing->held == NULL || sharing->left == NULL ||
		sharing->room == NULL || sharing->taken == NULL || sharing->view.cpus == NULL ||
		sharing->view.open == NULL || sharing->view.idle == NULL ||
		sharing->view.word_cpus == NULL)
		return -1;
	sort_by_tier(conf, sharing->by_tier);
	for (size_t p = 0; p < conf->partition_count; p++) {
		for (size_t n = 0; n < conf->node_count; n++)
			if (swf_slurm_node_sets_has(conf->partitions[p].nodes, n))
				sharing->cpus[p] += conf->nodes[n].cpus;
		if (conf->partitions[p].shares_cores)
			sharing->now[p].most = sharing->then[p].most =
				(size_t)conf->partitions[p].jobs_a_core;
	}
	return 0;
}

void swf_slurm_sharing_clear(struct swf_slurm_nodes *nodes)
{
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	for (size_t p = 0; p < nodes->conf->partition_count; p++) {
		if (sharing->now != NULL)
			clear_rows(&sharing->now[p]);
		if (sharing->then != NULL)
			clear_rows(&sharing->then[p]);
	}
	free(sharing->now);
	free(sharing->then);
	free(sharing->by_tier);
	free(sharing->cpus);
	free(sharing->held);
	free(sharing->left);
	free(sharing->room);
	free(sharing->taken);
	free(sharing->view.cpus);
	free(sharing->view.open);
	free(sharing->view.idle);
	free(sharing->view.word_cpus);
	free(sharing->shelved);
}

/* Whether a job has one of these cores. */
static bool has_any(const struct swf_slurm_sharing *sharing, const uint64_t *taken,
	const struct swf_slurm_allocation *job)
{
	const size_t words = sharing->words;
	for (size_t i = 0; i < job->count; i++)
		for (size_t w = 0; w < words; w++)
			if ((taken[job->shares[i].node * words + w] & job->cores[i * words + w]) !=
				0)
				return true;
	return false;
}

/* Takes the cores of a job in a row (sign: 1), where they are free, or gives them back (-1). */
static void change_row(const struct swf_slurm_nodes *nodes, struct swf_slurm_row *row,
	const struct swf_slurm_allocation *job, int sign)
{
	const size_t words = nodes->sharing.words;
	for (size_t i = 0; i < job->count; i++)
		for (size_t w = 0; w < words; w++)
			row->taken[job->shares[i].node * words + w] ^= job->cores[i * words + w];
	row->cores += sign * job->core_count;
	row->cpus += sign * job->core_cpus;
}

static void add_to_row(const struct swf_slurm_nodes *nodes, struct swf_slurm_row *row,
	struct swf_slurm_allocation *job)
{
	change_row(nodes, row, job, 1);
	row->jobs[row->count++] = job;
}

static void remove_from_row(const struct swf_slurm_nodes *nodes, struct swf_slurm_row *row,
	const struct swf_slurm_allocation *job)
{
	size_t place = 0;
	while (row->jobs[place] != job)
		place++;
	row->jobs[place] = row->jobs[--row->count];
	change_row(nodes, row, job, -1);
}

/* Into the first row where it fits: whether there is one. There is memory for a row a job. */
static bool put_job(const struct swf_slurm_nodes *nodes, struct swf_slurm_rows *rows,
	struct swf_slurm_allocation *job)
{
	size_t i = 0;
	while (i < rows->count && has_any(&nodes->sharing, rows->rows[i].taken, job))
		i++;
	if (i == rows->most)
		return false;
	rows->count = i < rows->count ? rows->count : i + 1;
	add_to_row(nodes, &rows->rows[i], job);
	return true;
}

/* The row with the most cores taken first, by the swaps of Slurm. */
static void sort_rows(struct swf_slurm_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		for (size_t j = i + 1; j < rows->count; j++)
			if (rows->rows[j].cores > rows->rows[i].cores) {
				const struct swf_slurm_row row = rows->rows[i];
				rows->rows[i] = rows->rows[j];
				rows->rows[j] = row;
			}
}

static void empty_rows(const struct swf_slurm_nodes *nodes, struct swf_slurm_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		memset(rows->rows[i].taken, 0, bytes_of(nodes));
		rows->rows[i].count = 0;
		rows->rows[i].cores = rows->rows[i].cpus = 0;
	}
	rows->count = 0;
}

static struct swf_slurm_shelved shelved_of(
	const struct swf_slurm_sharing *sharing, struct swf_slurm_allocation *job)
{
	struct swf_slurm_shelved one = {.job = job, .first = UINT64_MAX};
	for (size_t i = 0; i < job->count; i++) {
		const uint64_t *cores = &job->cores[i * sharing->words];
		size_t w = 0;
		while (w < sharing->words - 1 && cores[w] == 0)
			w++;
		const uint64_t first = (job->shares[i].node * sharing->words + w) * 64 +
			(uint64_t)__builtin_ctzll(cores[w]);
		one.first = first < one.first ? first : one.first;
		one.cpus += job->shares[i].cpus;
	}
	return one;
}

static int compare_places(const void *a, const void *b)
{
	const struct swf_slurm_shelved *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

static int compare_cores(const void *a, const void *b)
{
	const struct swf_slurm_shelved *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->cpus != y->cpus)
		return x->cpus < y->cpus ? -1 : 1;
	return compare_places(a, b);
}

/* Puts the jobs of some rows that are there at the moment in question into others, or the same. */
static void pack(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_rows *from, struct swf_slurm_rows *to)
{
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	struct swf_slurm_shelved *const shelved = sharing->shelved;
	const size_t rows = from->count;
	size_t count = 0;
	for (size_t row = 0; row < rows; row++)
		for (size_t j = 0; j < from->rows[row].count; j++) {
			struct swf_slurm_allocation *job = from->rows[row].jobs[j];
			if (job->gone == sharing->moment)
				continue;
			shelved[count] = shelved_of(sharing, job);
			shelved[count].row = row;
			shelved[count].place = count;
			count++;
		}
	empty_rows(nodes, to);
	if (count == 0)
		return;
	qsort(shelved, count, sizeof *shelved, compare_cores);
	bool placed = true;
	for (size_t i = 0; i < count && placed; i++) {
		placed = put_job(nodes, to, shelved[i].job);
		sort_rows(to);
	}
	if (placed)
		return;
	empty_rows(nodes, to);
	qsort(shelved, count, sizeof *shelved, compare_places);
	to->count = rows;
	for (size_t i = 0; i < count; i++)
		add_to_row(nodes, &to->rows[shelved[i].row], shelved[i].job);
}

/* Begins single rows at the moment in question with the cores that are taken now. */
static void copy_single_rows(struct swf_slurm_nodes *nodes)
{
	for (size_t p = 0; p < nodes->conf->partition_count; p++) {
		const struct swf_slurm_rows *now = &nodes->sharing.now[p];
		struct swf_slurm_rows *then = &nodes->sharing.then[p];
		if (now->most != 1)
			continue;
		then->count = now->count;
		if (now->count == 0)
			continue;
		memcpy(then->rows[0].taken, now->rows[0].taken, bytes_of(nodes));
		then->rows[0].cores = now->rows[0].cores;
		then->rows[0].cpus = now->rows[0].cpus;
	}
}

void swf_slurm_sharing_without(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	if (!allocation->shares_cores)
		return;
	if (!nodes->sharing.marked)
		copy_single_rows(nodes);
	struct swf_slurm_rows *then = &nodes->sharing.then[allocation->partition];
	if (then->most == 1)
		change_row(nodes, &then->rows[0], allocation, -1);
	allocation->gone = nodes->sharing.moment;
	nodes->sharing.left[allocation->partition] -= allocation->core_cpus;
	nodes->sharing.marked = true;
	nodes->sharing.packed = false;
}

void swf_slurm_sharing_begin(struct swf_slurm_nodes *nodes)
{
	if (nodes->sharing.now == NULL)
		return;
	memcpy(nodes->sharing.left, nodes->sharing.held,
		nodes->conf->partition_count * sizeof *nodes->sharing.left);
	nodes->sharing.moment++;
	nodes->sharing.marked = false;
}

/* The rows of all partitions at the moment in question. */
static struct swf_slurm_rows *rows_at(struct swf_slurm_nodes *nodes)
{
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	if (!sharing->marked)
		return sharing->now;
	for (size_t p = 0; !sharing->packed && p < nodes->conf->partition_count; p++)
		if (sharing->now[p].most > 1)
			pack(nodes, &sharing->now[p], &sharing->then[p]);
	sharing->packed = true;
	return sharing->then;
}

static void take_row(struct swf_slurm_nodes *nodes, const struct swf_slurm_row *row)
{
	const size_t words = nodes->conf->node_count * nodes->sharing.words;
	for (size_t w = 0; w < words; w++)
		nodes->sharing.taken[w] |= row->taken[w];
}

static void take_rows(struct swf_slurm_nodes *nodes, const struct swf_slurm_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		take_row(nodes, &rows->rows[i]);
}

/* The CPUs of a node whose cores are not taken. */
static int32_t cpus_left(const struct swf_slurm_nodes *nodes, size_t n)
{
	const size_t words = nodes->sharing.words;
	int64_t cores = 0;
	for (size_t w = 0; w < words; w++)
		cores += swf_slurm_node_sets_bits(nodes->sharing.taken[n * words + w]);
	if (nodes->threads)
		cores *= nodes->conf->nodes[n].cpus_a_core;
	return nodes->none.cpus[n] - (int32_t)cores;
}

/* What is free of these nodes where the cores that are taken are not. */
static const struct swf_slurm_free *view_of(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_, const uint64_t *allowed)
{
	struct swf_slurm_free *view = &nodes->sharing.view;
	view->memory = free_->memory;
	view->gpus = free_->gpus;
	view->used = free_->used;
	for (size_t word = 0; word < nodes->conf->words; word++) {
		view->open[word] = view->idle[word] = 0;
		view->word_cpus[word] = 0;
		for (uint64_t bits = allowed[word]; bits != 0; bits &= bits - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(bits);
			const uint64_t bit = bits & -bits;
			if ((free_->idle[word] & bit) == 0 && free_->sharers[n] == 0)
				continue;
			view->cpus[n] = cpus_left(nodes, n);
			view->word_cpus[word] += view->cpus[n];
			view->open[word] |= view->cpus[n] > 0 ? bit : 0;
			view->idle[word] |= view->cpus[n] == nodes->none.cpus[n] ? bit : 0;
		}
	}
	return view;
}

/* A question, and what it is asked of. */
struct question {
	struct swf_slurm_nodes *nodes;
	const struct swf_slurm_free *free_;
	const struct swf_slurm_request *request;
	const uint64_t *allowed;
};

static bool fits(const struct question *q)
{
	const struct swf_slurm_free *view = view_of(q->nodes, q->free_, q->allowed);
	return swf_slurm_nodes_fit_view(q->nodes, view, q->request, q->allowed);
}

/* Whether the cores that are not taken are surely too few. */
static bool lacks(const struct question *q)
{
	int64_t cpus = q->request->cpus;
	for (size_t word = 0; word < q->nodes->conf->words; word++)
		for (uint64_t bits = q->allowed[word]; bits != 0; bits &= bits - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(bits);
			if ((q->free_->idle[word] & bits & -bits) == 0 && q->free_->sharers[n] == 0)
				continue;
			if ((cpus -= cpus_left(q->nodes, n)) <= 0)
				return false;
		}
	return true;
}

/* Whether jobs of a partition are never shared with those of this tier: of a higher one, or not to
 * be preempted, where partitions preempt. */
static bool is_kept_from(const struct swf_slurm_conf *conf, size_t p, int64_t tier)
{
	const struct swf_slurm_partition *partition = &conf->partitions[p];
	const enum swf_slurm_preempt_mode mode = partition->preempt_mode != SWF_SLURM_PREEMPT_UNSAID
		? partition->preempt_mode
		: conf->preemption.mode;
	return conf->preemption.by_partition &&
		(partition->priority_tier > tier || mode == SWF_SLURM_PREEMPT_OFF);
}

/* Begins with the cores that no job of a tier has in any case. */
static void take_kept(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_rows *rows, int64_t tier)
{
	memset(nodes->sharing.taken, 0, bytes_of(nodes));
	for (size_t p = 0; p < nodes->conf->partition_count; p++)
		if (is_kept_from(nodes->conf, p, tier))
			take_rows(nodes, &rows[p]);
}

/* Takes, beside these, those of its tier, and of the first `lower` partitions below it. Returns how
 * many partitions are below it. */
static size_t take_tiers(struct swf_slurm_nodes *nodes, const struct swf_slurm_rows *rows,
	int64_t tier, size_t lower)
{
	size_t below = 0;
	take_kept(nodes, rows, tier);
	for (size_t i = 0; i < nodes->conf->partition_count; i++) {
		const size_t p = nodes->sharing.by_tier[i];
		const int64_t other = nodes->conf->partitions[p].priority_tier;
		if (rows[p].most == 0 || other > tier)
			continue;
		if (other == tier || below++ < lower)
			take_rows(nodes, &rows[p]);
	}
	return below;
}

/* Whether jobs of other tiers have any core. */
static bool has_other_tiers(
	const struct swf_slurm_conf *conf, const struct swf_slurm_rows *rows, int64_t tier)
{
	for (size_t p = 0; p < conf->partition_count; p++)
		for (size_t i = 0; i < rows[p].count; i++)
			if (rows[p].rows[i].cores > 0 && conf->partitions[p].priority_tier != tier)
				return true;
	return false;
}

/* Whether it fits without the cores of its own tier. Then it does without those of lower
 * partitions, too, of as many as can be. */
static bool fit_tiers(const struct question *q, const struct swf_slurm_rows *rows, int64_t tier)
{
	const size_t below = take_tiers(q->nodes, rows, tier, 0);
	size_t lower = 0;
	if (!fits(q))
		return false;
	do
		take_tiers(q->nodes, rows, tier, ++lower);
	while (lower <= below && fits(q));
	take_tiers(q->nodes, rows, tier, lower - 1);
	return fits(q);
}

/* The CPUs that are surely taken where no core of any row is to be had. */
static int64_t most_taken(const struct swf_slurm_rows *rows)
{
	int64_t most = 0;
	for (size_t i = 0; i < rows->count; i++)
		most = rows->rows[i].cpus > most ? rows->rows[i].cpus : most;
	return most;
}

/* Whether jobs that would be in its way surely have too many CPUs of its nodes, where each
 * partition has a single row. */
static bool is_crowded(const struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const struct swf_slurm_sharing *sharing = &nodes->sharing;
	const struct swf_slurm_partition *own = &conf->partitions[request->partition];
	const int64_t *cpus = sharing->marked ? sharing->left : sharing->held;
	const int64_t bearable = sharing->cpus[request->partition] - request->cpus;
	for (size_t p = 0; p < conf->partition_count; p++)
		if (cpus[p] > bearable &&
			(p == request->partition || is_kept_from(conf, p, own->priority_tier)) &&
			swf_slurm_node_sets_within(
				conf->partitions[p].nodes, own->nodes, conf->words))
			return true;
	return false;
}

/* Whether the cores are surely too few, whichever row of its partition the request joined. */
static bool lacks_in_rows(const struct question *q, const struct swf_slurm_rows *rows)
{
	const struct swf_slurm_conf *conf = q->nodes->conf;
	const struct swf_slurm_rows *own = &rows[q->request->partition];
	const int64_t tier = conf->partitions[q->request->partition].priority_tier;
	bool lack = true;
	/* a new row has none of its jobs */
	for (size_t i = 0; i <= own->count && i < own->most && lack; i++) {
		take_kept(q->nodes, rows, tier);
		if (i < own->count)
			take_row(q->nodes, &own->rows[i]);
		lack = lacks(q);
	}
	return lack;
}

/* The CPUs of a partition of a single row that none of its jobs has, nor one that it is kept from.
 */
static int64_t room_of(struct swf_slurm_nodes *nodes, size_t partition)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const struct swf_slurm_partition *own = &conf->partitions[partition];
	const struct swf_slurm_rows *rows = nodes->sharing.now;
	int64_t cpus = 0;
	take_kept(nodes, rows, own->priority_tier);
	take_rows(nodes, &rows[partition]);
	for (size_t word = 0; word < conf->words; word++)
		for (uint64_t bits = own->nodes[word]; bits != 0; bits &= bits - 1)
			cpus += cpus_left(nodes, word * 64 + (size_t)__builtin_ctzll(bits));
	return cpus;
}

bool swf_slurm_sharing_may_fit(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	if (sharing->now[request->partition].most > 1)
		return true;
	for (size_t p = 0; !sharing->roomed && p < nodes->conf->partition_count; p++)
		if (sharing->now[p].most == 1)
			sharing->room[p] = room_of(nodes, p);
	sharing->roomed = true;
	return request->cpus <= sharing->room[request->partition];
}

/* Whether a request that shares cores fits at the moment in question. */
static bool fit_shared(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	const struct question q = {nodes, free_, request, allowed};
	const struct swf_slurm_conf *conf = nodes->conf;
	const int64_t tier = conf->partitions[request->partition].priority_tier;
	/* Where others have more of its partition, it fits in none of the rows. Then no node is
	 * looked at, except now, where it decides whether the rows are sorted. */
	const int64_t cpus = nodes->sharing.cpus[request->partition];
	const int64_t bearable = cpus - request->cpus;
	const int64_t others = conf->partitions[request->partition].jobs_a_core - 1;
	if (nodes->sharing.marked &&
		nodes->sharing.left[request->partition] > others * cpus + bearable)
		return false;
	if (conf->preemption.gang && is_crowded(nodes, request))
		return false;
	struct swf_slurm_rows *const rows = rows_at(nodes), *const own = &rows[request->partition];
	/* of several rows, those of now have to be sorted all the same */
	if ((nodes->sharing.marked || own->most == 1) && lacks_in_rows(&q, rows))
		return false;
	if (most_taken(own) <= bearable) {
		memset(nodes->sharing.taken, 0, bytes_of(nodes));
		for (size_t p = 0; p < conf->partition_count; p++)
			take_rows(nodes, &rows[p]);
		if (fits(&q))
			return true;
	}
	take_kept(nodes, rows, tier);
	if (!fits(&q))
		return false;
	if (most_taken(own) <= bearable && has_other_tiers(conf, rows, tier) &&
		fit_tiers(&q, rows, tier))
		return true;
	sort_rows(own);
	for (size_t i = 0; i < own->count; i++) {
		if (own->rows[i].cpus > bearable)
			continue;
		take_kept(nodes, rows, tier);
		take_row(nodes, &own->rows[i]);
		if (fits(&q))
			return true;
	}
	take_kept(nodes, rows, tier);
	return own->count < own->most && fits(&q);
}

bool swf_slurm_sharing_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	return swf_slurm_shares_cores(nodes->conf, request)
		? fit_shared(nodes, free_, request, allowed)
		: swf_slurm_nodes_fit_view(nodes, free_, request, allowed);
}

int swf_slurm_sharing_choose(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	const struct swf_slurm_sharing *sharing = &nodes->sharing;
	const size_t words = sharing->words, needed = allocation->count * words;
	if (needed > allocation->core_capacity) {
		uint64_t *cores = realloc(allocation->cores, needed * sizeof *cores);
		if (cores == NULL)
			return -1;
		allocation->cores = cores;
		allocation->core_capacity = needed;
	}
	allocation->core_count = allocation->core_cpus = 0;
	for (size_t i = 0; i < allocation->count; i++) {
		const struct swf_slurm_share *share = &allocation->shares[i];
		const int32_t step = nodes->conf->nodes[share->node].cpus_a_core;
		int32_t left = (share->cpus + step - 1) / step;
		for (size_t w = 0; w < words; w++) {
			uint64_t free_ = ~sharing->taken[share->node * words + w], chosen = 0;
			for (; left > 0 && free_ != 0; left--, free_ &= free_ - 1)
				chosen |= free_ & -free_;
			allocation->cores[i * words + w] = chosen;
			const int64_t count = swf_slurm_node_sets_bits(chosen);
			allocation->core_count += count;
			allocation->core_cpus += count * step;
		}
	}
	return 0;
}

/* Room for that many jobs, each in a row of its own or all in one. */
static int reserve_rows(
	const struct swf_slurm_nodes *nodes, struct swf_slurm_rows *rows, size_t jobs)
{
	const size_t capacity = jobs > rows->capacity ? 2 * jobs : rows->capacity;
	const size_t wanted = jobs < rows->most ? jobs : rows->most;
	for (size_t i = 0; capacity > rows->capacity && i < rows->made; i++) {
		struct swf_slurm_allocation **larger =
			realloc(rows->rows[i].jobs, capacity * sizeof *larger);
		if (larger == NULL)
			return -1;
		rows->rows[i].jobs = larger;
	}
	rows->capacity = capacity;
	if (wanted <= rows->made)
		return 0;
	struct swf_slurm_row *larger = realloc(rows->rows, wanted * sizeof *larger);
	if (larger == NULL)
		return -1;
	rows->rows = larger;
	for (; rows->made < wanted; rows->made++) {
		struct swf_slurm_row *row = &larger[rows->made];
		*row = (struct swf_slurm_row){.jobs = malloc(capacity * sizeof *row->jobs),
			.taken = calloc(1, bytes_of(nodes))};
		if (row->jobs == NULL || row->taken == NULL) {
			free(row->jobs);
			free(row->taken);
			return -1;
		}
	}
	return 0;
}

int swf_slurm_sharing_start(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	struct swf_slurm_sharing *sharing = &nodes->sharing;
	struct swf_slurm_rows *const now = &sharing->now[allocation->partition];
	size_t jobs = 1;
	for (size_t i = 0; i < now->count; i++)
		jobs += now->rows[i].count;
	struct swf_slurm_shelved *shelved = swf_array_reserve(
		sharing->shelved, jobs, &sharing->shelved_capacity, sizeof *shelved);
	if (shelved == NULL)
		return -1;
	sharing->shelved = shelved;
	if (reserve_rows(nodes, now, jobs) != 0 ||
		reserve_rows(nodes, &sharing->then[allocation->partition], jobs) != 0)
		return -1;
	/* there is one, as it was chosen of cores that are free in a row */
	put_job(nodes, now, allocation);
	sharing->roomed = false;
	sharing->held[allocation->partition] += allocation->core_cpus;
	return 0;
}

void swf_slurm_sharing_end(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	struct swf_slurm_rows *const now = &nodes->sharing.now[allocation->partition];
	if (now->most == 1) {
		remove_from_row(nodes, &now->rows[0], allocation);
	} else {
		swf_slurm_sharing_begin(nodes);
		swf_slurm_sharing_without(nodes, allocation);
		pack(nodes, now, now);
	}
	nodes->sharing.roomed = false;
	nodes->sharing.held[allocation->partition] -= allocation->core_cpus;
}

void swf_slurm_nodes_begin_cover(struct swf_slurm_nodes *nodes)
{
	memset(nodes->sharing.taken, 0, bytes_of(nodes));
}

void swf_slurm_nodes_cover(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation)
{
	const size_t words = nodes->sharing.words;
	for (size_t i = 0; i < allocation->count; i++)
		for (size_t w = 0; w < words; w++)
			nodes->sharing.taken[allocation->shares[i].node * words + w] |=
				allocation->cores[i * words + w];
}

bool swf_slurm_nodes_is_covered(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation)
{
	return has_any(&nodes->sharing, nodes->sharing.taken, allocation);
}
