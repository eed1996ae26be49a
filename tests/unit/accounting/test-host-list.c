/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "accounting/host-list.h"
#include "unit/suites.h"

/* How many nodes a set holds after these lists, each of which is to be added with this status. */
static int64_t count_of(const char *const lists[], enum swf_host_list_status status)
{
	struct swf_node_set set = {0};
	for (int i = 0; lists[i] != NULL; i++)
		if (swf_node_set_add(&set, lists[i], strlen(lists[i])) != status)
			ck_abort_msg("'%s' is not as expected", lists[i]);
	const int64_t count = swf_node_set_count(&set);
	swf_node_set_clear(&set);
	return count;
}

struct list {
	const char *lists[5];
	int64_t nodes;
};

static void check_counts(const struct list *lists, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const int64_t nodes = count_of(lists[i].lists, SWF_HOSTS_READ);
		if (nodes != lists[i].nodes)
			ck_abort_msg("'%s' ... has %lld nodes, not %lld", lists[i].lists[0],
				(long long)nodes, (long long)lists[i].nodes);
	}
}

START_TEST(lists_have_so_many_nodes)
{
	static const struct list lists[] = {{{""}, 0}, {{"login"}, 1}, {{"n1"}, 1}, {{"7"}, 1},
		{{"n1,n2,n1"}, 2}, {{"n[1-3]"}, 3}, {{"n[1-3,5,3]"}, 4}, {{"[1-3]"}, 3},
		{{"login1,node[01-04,07],login2"}, 7}, {{"n[1-3]", "n[2-5]", "n4"}, 5},
		{{"n[001-100]"}, 100}, {{"a[1-2],b[1-2]"}, 4}, {{"n[0-0]"}, 1},
		/* another width is another name */
		{{"n1,n01,n001"}, 3}, {{"n[1-9],n[01-09]"}, 18},
		/* something behind the numbers */
		{{"n[1-3]-ib"}, 3}, {{"n[1-3]-ib,n2-ib,n2"}, 4}, {{"rack1-n,rack2-n"}, 2},
		/* several brackets */
		{{"r[1-2]n[1-3]"}, 6}, {{"r[1-2]n[1-3],r2n3,r3n1"}, 7},
		{{"r[1-2]c[0-1]n[01-10]"}, 40}, {{"r[1-2]c[0-1]x", "r2c1x"}, 4}};
	check_counts(lists, sizeof lists / sizeof *lists);
}
END_TEST

/* However it is written, a name is that of one node. */
START_TEST(names_are_the_same_in_and_out_of_brackets)
{
	static const struct list lists[] = {{{"n[01-04]", "n04", "n05"}, 5}, {{"n[8-9]", "n9"}, 2},
		/* n8, n9, n10 */
		{{"n[8-10]", "n10"}, 3}, {{"n[8-10]", "n[10-11]"}, 4},
		{{"n[1-12]", "n[10-12]"}, 12},
		/* n08, n09, n10 */
		{{"n[08-10]", "n[10-11]", "n8"}, 5}, {{"n[98-101]", "n[100-102]"}, 5},
		/* n10, n11, n12 */
		{{"n1[0-2]", "n[10-11]"}, 3}, {{"n[1-2]0", "n10"}, 2}, {{"n[1-2][3-4]", "n13"}, 4},
		{{"1[0-2]", "[10-12]"}, 3}};
	check_counts(lists, sizeof lists / sizeof *lists);
}
END_TEST

START_TEST(large_numbers_are_names_too)
{
	static const struct list lists[] = {{{"n9999999", "n9999998"}, 2},
		{{"n12345678", "n12345679", "n12345678", "n1234567"}, 3},
		{{"x123456789012345678901234567890", "x023456789012345678901234567890"}, 2},
		{{"99999999999999999999", "9999999"}, 2}, {{"n[9999990-9999999]"}, 10},
		{{"n[0000001-0000010]", "n0000010"}, 10}};
	check_counts(lists, sizeof lists / sizeof *lists);
}
END_TEST

START_TEST(malformed_lists)
{
	static const char *const lists[] = {"n[", "n[1", "n[1-2", "n[]", "n[a]", "n[1-]", "n[-1]",
		"n[2-1]", "n[1-2-3]", "n[1;2]", "n[1 ]", "n[,1]", "n[1,,2]", "n[1]x[", "n[[1]]",
		",n1", "n1,,n2", "n[1-2],,n3", "n[1-3]m[3-1]", NULL};
	for (int i = 0; lists[i] != NULL; i++)
		(void)count_of((const char *const[]){lists[i], NULL}, SWF_HOSTS_MALFORMED);
	/* a name of 10,000 characters is none */
	struct swf_node_set set = {0};
	char text[10000];
	memset(text, 'x', sizeof text);
	ck_assert_int_eq(swf_node_set_add(&set, text, sizeof text), SWF_HOSTS_MALFORMED);
	/* the text ends where it is said to */
	ck_assert_int_eq(swf_node_set_add(&set, "n[1-3]m", 6), SWF_HOSTS_READ);
	ck_assert_int_eq(swf_node_set_add(&set, "n[1-3]m", 5), SWF_HOSTS_MALFORMED);
	ck_assert_int_eq(swf_node_set_count(&set), 3);
	swf_node_set_clear(&set);
}
END_TEST

enum { NODES_MOST = 4000, NAME_LENGTH = 24 };

/* The names that random lists stand for, and the last of these lists. */
struct expanded {
	char names[NODES_MOST][NAME_LENGTH];
	size_t count;
	char list[4000];
	size_t length;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

static int64_t count_different(struct expanded *all)
{
	int64_t different = 0;
	qsort(all->names, all->count, NAME_LENGTH, compare_names);
	for (size_t i = 0; i < all->count; i++)
		different += i == 0 || strcmp(all->names[i], all->names[i - 1]) != 0;
	return different;
}

static void write_list(struct expanded *all, const char *format, uint32_t a, uint32_t b, int width)
{
	all->length += (size_t)snprintf(all->list + all->length, sizeof all->list - all->length,
		format, width, a, width, b);
}

/* Adds one word to the list, and the names that it stands for. All numbers of a bracket have the
 * width of its first, none of which is too small for them. */
static void add_word(struct expanded *all, uint64_t *state)
{
	static const char *const stems[] = {"n", "node", "r1n", "x-"};
	static const char *const suffixes[] = {"", "", "", "i", "-0"};
	const char *stem = stems[random_below(state, 4)],
		   *suffix = suffixes[random_below(state, 5)];
	const int width = 2 + (int)random_below(state, 2);
	all->length +=
		(size_t)sprintf(all->list + all->length, "%s%s", all->length > 0 ? "," : "", stem);
	const uint32_t ranges = random_below(state, 4);
	write_list(all, ranges == 0 ? "" : "[", 0, 0, 0);
	for (uint32_t i = 0; i < ranges || i == 0; i++) {
		const uint32_t first = random_below(state, 90);
		const uint32_t last = ranges == 0 ? first : first + random_below(state, 10);
		write_list(all, i == 0 ? "" : ",", 0, 0, 0);
		write_list(all, first == last ? "%0*u" : "%0*u-%0*u", first, last, width);
		for (uint32_t k = first; k <= last; k++)
			snprintf(all->names[all->count++], NAME_LENGTH, "%s%0*u%s", stem, width, k,
				suffix);
	}
	write_list(all, ranges == 0 ? "" : "]", 0, 0, 0);
	all->length += (size_t)sprintf(all->list + all->length, "%s", suffix);
}

START_TEST(as_many_as_there_are_different_names)
{
	uint64_t state = 1;
	struct expanded *all = calloc(1, sizeof *all);
	for (int round = 0; round < 500; round++) {
		struct swf_node_set set = {0};
		all->count = 0;
		while (all->count < NODES_MOST - 400 && random_below(&state, 20) > 0) {
			all->length = 0;
			for (uint32_t words = 1 + random_below(&state, 10); words > 0; words--)
				add_word(all, &state);
			if (swf_node_set_add(&set, all->list, all->length) != SWF_HOSTS_READ)
				ck_abort_msg("'%s' was not taken", all->list);
		}
		ck_assert_int_eq(swf_node_set_count(&set), count_different(all));
		swf_node_set_clear(&set);
	}
	free(all);
}
END_TEST

Suite *host_list_suite(void)
{
	return suite_of("host_list",
		(const TTest *const[]){lists_have_so_many_nodes,
			names_are_the_same_in_and_out_of_brackets, large_numbers_are_names_too,
			malformed_lists, as_many_as_there_are_different_names, NULL});
}
