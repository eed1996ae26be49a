/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Treaps: search trees of nodes that are numbered from 1 on, where 0 stands for an empty tree. In
 * the order of the tree all below one side of a node come before it and all below the other behind
 * it, and each node stands above those below it by a rank that is as if drawn at random. So the
 * shape follows from the nodes alone, whatever was added and taken out before, and the depth is
 * O(log n).
 *
 * TREAP(name, type, below, is_before, rank, update, gain, lose) defines name_add and name_remove
 * for a tree of that type, which is passed on to
 *
 *     uint32_t *below(tree, i)     the two trees below a node, by enum swf_treap_side
 *     bool is_before(tree, a, b)   the order
 *     size_t rank(tree, i)
 *     void update(tree, i)         the trees below a node may be any others
 *     void gain(tree, i, new)      a node joins those below
 *     void lose(tree, i, gone)     a node is no longer among those below
 *
 * so that nodes can keep something of all below them. Update or lose is called when it is up to
 * date in the trees below; gain is called from the root on. Where they do nothing, the recursions
 * are loops.
 */
#ifndef SWF_BASE_TREAP_H
#define SWF_BASE_TREAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum swf_treap_side { SWF_BEFORE, SWF_BEHIND };

/* clang-format off */
#define TREAP(name, type, below, is_before, rank, update, gain, lose)                              \
	/* Parts the tree i into what is before a node and what is behind it. */                   \
	static void name##_part(                                                                   \
		type *tree, uint32_t i, uint32_t at, uint32_t *before, uint32_t *behind)           \
	{                                                                                          \
		if (i == 0) {                                                                      \
			*before = *behind = 0;                                                     \
			return;                                                                    \
		}                                                                                  \
		uint32_t *const inner = below(tree, i);                                            \
		if (is_before(tree, i, at)) {                                                      \
			*before = i;                                                               \
			name##_part(tree, inner[SWF_BEHIND], at, &inner[SWF_BEHIND], behind);      \
		} else {                                                                           \
			*behind = i;                                                               \
			name##_part(tree, inner[SWF_BEFORE], at, before, &inner[SWF_BEFORE]);      \
		}                                                                                  \
		update(tree, i);                                                                   \
	}                                                                                          \
                                                                                                   \
	/* Adds a node to the tree of a root. */                                                   \
	static void name##_add(type *tree, uint32_t *root, uint32_t new)                           \
	{                                                                                          \
		uint32_t *link = root;                                                             \
		while (*link != 0 && rank(tree, *link) > rank(tree, new)) {                        \
			gain(tree, *link, new);                                                    \
			link = below(tree, *link) +                                                \
				(is_before(tree, *link, new) ? SWF_BEHIND : SWF_BEFORE);           \
		}                                                                                  \
		uint32_t *const inner = below(tree, new);                                          \
		name##_part(tree, *link, new, &inner[SWF_BEFORE], &inner[SWF_BEHIND]);             \
		update(tree, new);                                                                 \
		*link = new;                                                                       \
	}                                                                                          \
                                                                                                   \
	/* Joins two trees, the second of which is behind the first. */                            \
	static void name##_join(type *tree, uint32_t before, uint32_t behind, uint32_t *joined)    \
	{                                                                                          \
		if (before == 0 || behind == 0) {                                                  \
			*joined = before != 0 ? before : behind;                                   \
			return;                                                                    \
		}                                                                                  \
		const uint32_t top = rank(tree, before) > rank(tree, behind) ? before : behind;    \
		uint32_t *const inner = below(tree, top);                                          \
		*joined = top;                                                                     \
		if (top == before)                                                                 \
			name##_join(tree, inner[SWF_BEHIND], behind, &inner[SWF_BEHIND]);          \
		else                                                                               \
			name##_join(tree, before, inner[SWF_BEFORE], &inner[SWF_BEFORE]);          \
		update(tree, top);                                                                 \
	}                                                                                          \
                                                                                                   \
	/* Takes a node out of the tree of a root. */                                              \
	static void name##_remove(type *tree, uint32_t *root, uint32_t gone)                       \
	{                                                                                          \
		const uint32_t i = *root;                                                          \
		uint32_t *const inner = below(tree, i);                                            \
		if (i == gone) {                                                                   \
			name##_join(tree, inner[SWF_BEFORE], inner[SWF_BEHIND], root);             \
			return;                                                                    \
		}                                                                                  \
		name##_remove(                                                                     \
			tree, &inner[is_before(tree, i, gone) ? SWF_BEHIND : SWF_BEFORE], gone);   \
		lose(tree, i, gone);                                                               \
	}
/* clang-format on */

#endif
