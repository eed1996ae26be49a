/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a request fits. Where it has alternatives, they are tried in their order, as Slurm does
 * in the main loop. Backfilling takes the alternative that is free first; as the groups of ends
 * that it goes through are those of all of their nodes together, it is that up to such a group.
 */
#include "slurm/model/nodes-state.h"

typedef bool fit_function(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed);

static bool fit_any(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed, fit_function *fit)
{
	const struct swf_slurm_alternatives *all = request->alternatives;
	const size_t words = nodes->conf->words;
	if (all == NULL)
		return fit(nodes, free_, request, allowed);
	bool fits = false;
	for (size_t i = 0; i < all->count && !fits; i++) {
		swf_slurm_node_sets_both(
			nodes->choice.of_one, allowed, all->sets + i * words, words);
		fits = fit(nodes, free_, request, nodes->choice.of_one);
	}
	return fits;
}

bool swf_slurm_nodes_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	return fit_any(nodes, free_, request, allowed, swf_slurm_sharing_fit);
}

bool swf_slurm_nodes_possible(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	return fit_any(nodes, &nodes->none, request, allowed, swf_slurm_nodes_fit_view);
}
