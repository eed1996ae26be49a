/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers of swf_slurm_nodes_when that still hold.
 *
 * Most questions of a cycle of backfilling were put in the one before: the same request, the same
 * nodes, and nothing has started or ended on them since. What then can change the answer is the end
 * of a job elsewhere, as groups of ends go by all jobs: it counts if it lies among those that the
 * search has looked at (`from` to `to`). So an answer is kept with its question. Starts and ends
 * are listed, and an answer goes through those since it was last used; one that has missed some
 * for good does not hold.
 *
 * A set of nodes is looked up by the sum of its words, each times a factor of its own, as nodes
 * that leave the set then cost a product for each of their words. Sets with the same sum are
 * compared. Where cores are shared nothing is kept, as more than the nodes count there.
 *
 * An answer costs its two sets, CAPACITY of them 1.5 MB for 5,832 nodes. Twice or half as many are
 * no faster.
 */
#include "slurm/model/nodes-state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"

enum { CAPACITY_BITS = 10, CAPACITY = 1 << CAPACITY_BITS, CHANGES = 4096 };

int swf_slurm_answers_init(struct swf_slurm_nodes *nodes)
{
	struct swf_slurm_answers *answers = &nodes->answers;
	const size_t words = nodes->conf->words;
	answers->list = calloc(CAPACITY, sizeof *answers->list);
	answers->sets = calloc(CAPACITY * 2 * words, sizeof *answers->sets);
	answers->ring = calloc(CHANGES, sizeof *answers->ring);
	answers->factors = calloc(words, sizeof *answers->factors);
	if (answers->list == NULL || answers->sets == NULL || answers->ring == NULL ||
		answers->factors == NULL)
		return -1;
	answers->changes = 1;
	for (size_t i = 0; i < CAPACITY; i++) {
		answers->list[i].allowed = answers->sets + i * 2 * words;
		answers->list[i].found = answers->list[i].allowed + words;
	}
	for (size_t word = 0; word < words; word++)
		answers->factors[word] = (uint64_t)swf_random_mixed(0, word, 0) << 32 |
			swf_random_mixed(0, word, 1) | 1;
	return 0;
}

void swf_slurm_answers_clear(struct swf_slurm_nodes *nodes)
{
	free(nodes->answers.list);
	free(nodes->answers.sets);
	free(nodes->answers.ring);
	free(nodes->answers.factors);
}

void swf_slurm_answers_leave(const struct swf_slurm_nodes *nodes,
	struct swf_slurm_holdings *holdings, const struct swf_slurm_mask *left)
{
	holdings->sum -= left->bits * nodes->answers.factors[left->word];
}

void swf_slurm_answers_change(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation)
{
	struct swf_slurm_answers *answers = &nodes->answers;
	for (size_t i = 0; i < allocation->part_count; i++)
		answers->ring[answers->changes++ % CHANGES] = (struct swf_slurm_changed){
			{allocation->parts[i].bits, allocation->parts[i].word}, allocation->end};
}

static void sum_up(const struct swf_slurm_nodes *nodes, const uint64_t *allowed,
	struct swf_slurm_holdings *holdings)
{
	holdings->sum = 0;
	for (size_t word = 0; word < nodes->conf->words; word++)
		holdings->sum += allowed[word] * nodes->answers.factors[word];
	holdings->summed = true;
}

/* Whether nothing that has changed since concerns an answer, which then holds up to now. */
static bool holds(const struct swf_slurm_answers *answers, struct swf_slurm_answer *answer)
{
	if (answer->changes == 0 || answers->changes - answer->changes > CHANGES)
		return false;
	for (; answer->changes < answers->changes; answer->changes++) {
		const struct swf_slurm_changed *one = &answers->ring[answer->changes % CHANGES];
		if ((answer->allowed[one->mask.word] & one->mask.bits) == 0 &&
			(one->end < answer->from || one->end > answer->to))
			continue;
		answer->changes = 0;
		return false;
	}
	return true;
}

struct swf_slurm_answer *swf_slurm_answers_find(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed,
	struct swf_slurm_holdings *holdings)
{
	struct swf_slurm_answers *answers = &nodes->answers;
	if (!holdings->summed)
		sum_up(nodes, allowed, holdings);
	const uint64_t key = holdings->sum + (uint64_t)request->cpus;
	struct swf_slurm_answer *answer = &answers->list[swf_hash_slot(key, CAPACITY_BITS)];
	if (answer->sum != holdings->sum || !swf_slurm_request_equal(&answer->request, request) ||
		!swf_slurm_node_sets_equal(answer->allowed, allowed, nodes->conf->words) ||
		!holds(answers, answer))
		answer->changes = 0;
	return answer;
}

void swf_slurm_answers_keep(struct swf_slurm_nodes *nodes, struct swf_slurm_answer *answer,
	const struct swf_slurm_request *request, const uint64_t *allowed,
	const struct swf_slurm_holdings *holdings, const uint64_t *found)
{
	const size_t words = nodes->conf->words;
	answer->request = *request;
	answer->sum = holdings->sum;
	if (answer->changes == 0)
		answer->serial = ++nodes->answers.serial * CAPACITY +
			(uint64_t)(answer - nodes->answers.list);
	answer->changes = nodes->answers.changes;
	swf_slurm_node_sets_copy(answer->allowed, allowed, words);
	if (answer->end < INFINITY)
		swf_slurm_node_sets_copy(answer->found, found, words);
}

bool swf_slurm_nodes_still(struct swf_slurm_nodes *nodes, struct swf_slurm_answer_id id, double now)
{
	struct swf_slurm_answer *answer = &nodes->answers.list[id.serial % CAPACITY];
	return answer->serial == id.serial && holds(&nodes->answers, answer) &&
		(id.end == -INFINITY || id.end > now);
}

const uint64_t *swf_slurm_nodes_found(
	const struct swf_slurm_nodes *nodes, struct swf_slurm_answer_id id)
{
	const struct swf_slurm_answer *answer = &nodes->answers.list[id.serial % CAPACITY];
	return answer->end < INFINITY ? answer->found : NULL;
}
