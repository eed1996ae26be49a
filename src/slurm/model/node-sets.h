/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of nodes: a bit each, in words of 64. */
#ifndef SWF_SLURM_NODE_SETS_H
#define SWF_SLURM_NODE_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Nodes of one word of a set: a set with few of them is a list of these. */
struct swf_slurm_mask {
	uint64_t bits;
	size_t word;
};

/* How many nodes of a word. Where the processor that code is made for is not known to count bits,
 * the compiler's function looks them up in a table, which takes longer. */
static inline int64_t swf_slurm_node_sets_bits(uint64_t word)
{
	word -= word >> 1 & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
	word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (int64_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

static inline void swf_slurm_node_sets_put(uint64_t *set, size_t node)
{
	set[node / 64] |= UINT64_C(1) << node % 64;
}

static inline bool swf_slurm_node_sets_has(const uint64_t *set, size_t node)
{
	return (set[node / 64] >> node % 64 & 1) != 0;
}

static inline void swf_slurm_node_sets_copy(uint64_t *to, const uint64_t *from, size_t words)
{
	memcpy(to, from, words * sizeof *to);
}

static inline void swf_slurm_node_sets_keep(uint64_t *set, const uint64_t *kept, size_t words)
{
	for (size_t i = 0; i < words; i++)
		set[i] &= kept[i];
}

/* Makes a set of the nodes that are in both. */
static inline void swf_slurm_node_sets_both(
	uint64_t *set, const uint64_t *a, const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i++)
		set[i] = a[i] & b[i];
}

static inline void swf_slurm_node_sets_remove(uint64_t *set, const uint64_t *removed, size_t words)
{
	for (size_t i = 0; i < words; i++)
		set[i] &= ~removed[i];
}

static inline bool swf_slurm_node_sets_equal(const uint64_t *a, const uint64_t *b, size_t words)
{
	return memcmp(a, b, words * sizeof *a) == 0;
}

/* Whether all nodes of the first are in the second. */
static inline bool swf_slurm_node_sets_within(const uint64_t *a, const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i++)
		if ((a[i] & ~b[i]) != 0)
			return false;
	return true;
}

static inline int64_t swf_slurm_node_sets_count(const uint64_t *set, size_t words)
{
	int64_t count = 0;
	for (size_t i = 0; i < words; i++)
		if (set[i] != 0)
			count += swf_slurm_node_sets_bits(set[i]);
	return count;
}

/* How many nodes are in both. */
static inline int64_t swf_slurm_node_sets_common(const uint64_t *a, const uint64_t *b, size_t words)
{
	int64_t count = 0;
	for (size_t i = 0; i < words; i++)
		count += swf_slurm_node_sets_bits(a[i] & b[i]);
	return count;
}

/* Whether it has at least that many nodes. */
static inline bool swf_slurm_node_sets_reach(const uint64_t *set, size_t words, int64_t least)
{
	for (size_t i = 0; i < words && least > 0; i++)
		if (set[i] != 0)
			least -= least == 1 ? 1 : swf_slurm_node_sets_bits(set[i]);
	return least <= 0;
}

#endif
