/*
 * The choice of nodes: of those of the least weight, the run of neighbours that fits best, and then
 * the next one, until the job has what it asks for. That is how select/cons_tres chooses; where
 * select/linear differs, it says so.
 */
#include "slurm/nodes-state.h"

#include "base/array.h"
#include "slurm/node-sets.h"

/* What the job still needs, and may still get. */
struct need {
	int64_t cpus, most_cpus, nodes, most_nodes;
	bool whole;
	bool linear; /* select/linear: weights do not count here */
};

/* How many of the bits from there on are set. */
static size_t set_from(uint64_t bits, size_t from)
{
	const uint64_t clear = ~(bits >> from);
	return clear == 0 ? 64 : (size_t)__builtin_ctzll(clear);
}

/* Adds nodes of a word to the last run, or to a new one. */
static size_t add_to_run(
	struct swf_slurm_nodes *nodes, size_t count, bool linear, size_t first, size_t last)
{
	const struct swf_slurm_choice *choice = &nodes->choice;
	struct swf_slurm_run *run = &choice->runs[count];
	if (count > 0 && choice->runs[count - 1].last + 1 == first &&
		(linear || !swf_slurm_node_sets_has(nodes->heavier, first)))
		run--;
	else
		*run = (struct swf_slurm_run){
			.first = first, .weight = linear ? 0 : nodes->conf->nodes[first].weight};
	run->last = last;
	run->nodes += (int64_t)(last - first + 1);
	if (last - first == 63 && choice->free != NULL)
		run->cpus += choice->free->word_cpus[first / 64];
	else
		for (size_t n = first; n <= last; n++)
			run->cpus += choice->offers[n];
	return (size_t)(run + 1 - choice->runs);
}

static size_t make_runs(struct swf_slurm_nodes *nodes, bool linear)
{
	size_t count = 0;
	for (size_t word = 0; word < nodes->conf->words; word++) {
		uint64_t bits = nodes->choice.map[word];
		while (bits != 0) {
			const size_t from = (size_t)__builtin_ctzll(bits);
			size_t length = set_from(bits, from);
			/* a run ends where another weight begins */
			if (!linear && from < 63 && nodes->heavier[word] >> (from + 1) != 0) {
				const size_t equal = 1 +
					(size_t)__builtin_ctzll(nodes->heavier[word] >> (from + 1));
				length = length < equal ? length : equal;
			}
			const size_t first = word * 64 + from;
			count = add_to_run(nodes, count, linear, first, first + length - 1);
			bits = length == 64 ? 0 : bits & ~(((UINT64_C(1) << length) - 1) << from);
		}
	}
	return count;
}

/* Of the runs of the least weight: the smallest that suffices, else the largest. */
static struct swf_slurm_run *best_run(
	struct swf_slurm_run *runs, size_t count, const struct need *need)
{
	struct swf_slurm_run *best = NULL;
	bool best_suffices = false;
	for (struct swf_slurm_run *run = runs; run < runs + count; run++) {
		if (run->nodes == 0)
			continue;
		const bool suffices = run->cpus >= need->cpus && run->nodes >= need->nodes;
		const bool better = best == NULL || run->weight < best->weight ||
			(run->weight == best->weight &&
				(suffices ? !best_suffices || run->cpus < best->cpus
					  : run->cpus > best->cpus));
		if (better) {
			best = run;
			best_suffices = suffices;
		}
	}
	return best;
}

static bool goes_before(const struct swf_slurm_rank *a, const struct swf_slurm_rank *b)
{
	if (a->weight != b->weight)
		return a->weight < b->weight;
	return a->cpus != b->cpus ? a->cpus > b->cpus : a->run < b->run;
}

HEAP(rank, struct swf_slurm_rank, goes_before)

static size_t make_ranks(struct swf_slurm_choice *choice, size_t count)
{
	size_t ranked = 0;
	for (size_t i = 0; i < count; i++)
		if (choice->runs[i].nodes > 0)
			rank_push(choice->ranks, ranked++,
				(struct swf_slurm_rank){choice->runs[i].weight,
					choice->runs[i].cpus, &choice->runs[i]});
	return ranked;
}

static bool done(const struct need *need)
{
	return need->cpus <= 0 && need->nodes <= 0;
}

/* Picks a node of which so many CPUs are offered, and leaves one for each node still to come. */
static void pick(struct swf_slurm_choice *choice, struct need *need, size_t n)
{
	int64_t cpus = choice->offers[n];
	if (!need->whole) {
		const int64_t later = need->nodes > 1 ? need->nodes - 1 : 0;
		const int64_t most = need->most_cpus - later;
		if (cpus > most)
			cpus = most > 1 ? most : 1;
	}
	choice->picks[choice->picked++] =
		(struct swf_slurm_share){.node = (uint32_t)n, .cpus = (int32_t)cpus};
	need->cpus -= cpus;
	need->most_cpus -= cpus;
	need->nodes--;
	need->most_nodes--;
}

/* Where a single node will do: the smallest that does, or the count of nodes. */
static size_t best_single(const struct swf_slurm_nodes *nodes, const struct swf_slurm_run *run,
	const struct need *need)
{
	const int32_t *offers = nodes->choice.offers;
	size_t best = nodes->conf->node_count;
	for (size_t n = run->first; n <= run->last; n++)
		if (offers[n] >= need->cpus &&
			(best == nodes->conf->node_count || offers[n] < offers[best])) {
			best = n;
			if (offers[n] == need->cpus)
				break;
		}
	return best;
}

static void pick_of_run(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_run *run, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	if (need->nodes <= 1 && !need->linear && need->cpus <= nodes->most_cpus) {
		const size_t single = best_single(nodes, run, need);
		if (single < nodes->conf->node_count) {
			pick(choice, need, single);
			return;
		}
	}
	for (size_t n = run->first; n <= run->last && need->most_nodes > 0 && !done(need); n++)
		if (need->most_nodes > 1 || need->linear || choice->offers[n] >= need->cpus)
			pick(choice, need, n);
}

/* What the nodes of the map offer. */
struct offers {
	int32_t least, most;
	int64_t nodes;
};

static struct offers offers_of(const struct swf_slurm_choice *choice, size_t words)
{
	struct offers offers = {.least = INT32_MAX};
	for (size_t word = 0; word < words; word++)
		for (uint64_t bits = choice->map[word]; bits != 0; bits &= bits - 1) {
			const int32_t cpus =
				choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)];
			offers.least = cpus < offers.least ? cpus : offers.least;
			offers.most = cpus > offers.most ? cpus : offers.most;
			offers.nodes++;
		}
	return offers;
}

/* For select/linear, where not any nodes will do: those that offer most, from the last on. */
static void pick_largest(struct swf_slurm_nodes *nodes, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	while (need->most_nodes > 0 && !done(need)) {
		const int32_t most = offers_of(choice, nodes->conf->words).most;
		for (size_t n = nodes->conf->node_count; n-- > 0;) {
			if (!swf_slurm_node_sets_has(choice->map, n) || choice->offers[n] < most)
				continue;
			choice->map[n / 64] &= ~(UINT64_C(1) << n % 64);
			pick(choice, need, n);
			if (need->most_nodes == 0 || done(need))
				break;
		}
	}
}

/* The next run while none suffices, or NULL if the largest may. */
static struct swf_slurm_run *largest_run(
	struct swf_slurm_rank *ranks, size_t *count, const struct need *need)
{
	while (*count > 0 && ranks[0].run->nodes == 0)
		rank_pop(ranks, (*count)--);
	return *count > 0 && ranks[0].cpus < need->cpus ? ranks[0].run : NULL;
}

/* Run after run: mostly one is enough, so that only more than one are ranked. */
static bool pick_of_runs(struct swf_slurm_nodes *nodes, size_t count, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	struct swf_slurm_run *run = best_run(choice->runs, count, need);
	size_t ranked = 0;
	for (bool first = true; run != NULL; first = false) {
		pick_of_run(nodes, run, need);
		if (done(need))
			return true;
		if (need->most_nodes == 0)
			return false;
		run->nodes = 0;
		if (first)
			ranked = make_ranks(choice, count);
		run = largest_run(choice->ranks, &ranked, need);
		if (run == NULL)
			run = best_run(choice->runs, count, need);
	}
	return false;
}

/* Tries the nodes of the map. */
static bool attempt(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	struct need need = {.cpus = request->cpus,
		.most_cpus = request->cpus,
		.nodes = request->min_nodes,
		.most_nodes = request->max_nodes,
		.whole = request->whole_nodes,
		.linear = nodes->conf->whole_nodes};
	const int64_t useful =
		request->cpus > request->min_nodes ? request->cpus : request->min_nodes;
	if (need.most_nodes > useful)
		need.most_nodes = useful;
	choice->picked = 0;
	if (need.most_nodes < need.nodes)
		return false;
	if (need.linear) {
		const struct offers offers = offers_of(choice, nodes->conf->words);
		if (offers.least < offers.most && need.cpus > offers.least * need.nodes) {
			pick_largest(nodes, &need);
			return done(&need);
		}
	}
	return pick_of_runs(nodes, make_runs(nodes, need.linear), &need);
}

/* Leaves out nodes that offer no more than that, while more than the least number remain: how many
 * remain. */
static int64_t leave_out(struct swf_slurm_nodes *nodes, int32_t cpus, int64_t count, int64_t least)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	for (size_t word = 0; word < nodes->conf->words; word++)
		for (uint64_t bits = choice->map[word]; bits != 0; bits &= bits - 1) {
			if (choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)] > cpus)
				continue;
			choice->map[word] &= ~(bits & -bits);
			if (--count <= least)
				return count;
		}
	return count;
}

bool swf_slurm_nodes_pick(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	if (attempt(nodes, request))
		return true;
	if (nodes->conf->whole_nodes)
		return false;
	/* Where few nodes are allowed, small ones may be in the way. */
	const struct offers offers = offers_of(&nodes->choice, nodes->conf->words);
	if (request->max_nodes < request->cpus && offers.most * request->max_nodes < request->cpus)
		return false;
	int64_t count = offers.nodes;
	for (int32_t cpus = 1; cpus < offers.most && count > request->min_nodes; cpus++) {
		const int64_t before = count;
		count = leave_out(nodes, cpus, count, request->min_nodes);
		if (count < before && attempt(nodes, request))
			return true;
	}
	return false;
}
